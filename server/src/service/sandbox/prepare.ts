// Creates the demo data of a sandbox at the first start. Writes sandbox.json and sandbox.env at every start, with a valid
// key.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../../customers/api-keys/create-key.ts'
import { hashKey, isPlausibleKey } from '../../platform/access/keys.ts'
import { selectKeysByHashes } from '../../platform/access/queries.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { selectFirstEnterprise } from '../../parties/organizations/queries.ts'
import { exampleIds } from './example-ids.ts'

type PrepareDeps = { db: Pool; clock: Clock; config: Config }

/** The content of `sandbox.json` in the data folder, mode 0600, for programs that use the sandbox. */
export type SandboxFile = {
  base_url: string
  docs_url: string
  api_key: string
  organization_id: string
}

export type Prepared = {
  /** True if this start created the demo data. */
  madeWorld: boolean
  isFirstStart: boolean
  /** Writes sandbox.json once the address is known. */
  publish(baseUrl: string): Promise<SandboxFile>
}

export async function prepareSandbox(deps: PrepareDeps): Promise<Prepared> {
  const path = join(deps.config.dataDir, 'sandbox.json')
  const isEmpty = async () => (await selectFirstEnterprise(deps.db)) === undefined
  const wasEmpty = await isEmpty()
  // An earlier start may have created the demo data and then failed, for example on a port in use, without showing a key.
  const isFirstStart = wasEmpty || !existsSync(path)
  if (wasEmpty) {
    // Import on demand: these modules would take most of the time of a warm start here.
    const { readOperatorFile } = await import('../../desk/operator-file/operator-file.ts')
    const { applyFile } = await import('../../desk/operator-file/apply-file.ts')
    const file = readOperatorFile(deps.config.sandboxFile)
    await applyFile(deps.db, { ...deps.config, at: deps.clock.now() }, file)
  }
  return {
    madeWorld: wasEmpty && !(await isEmpty()),
    isFirstStart,
    async publish(baseUrl) {
      const sandbox = await sandboxFile(deps, path, baseUrl)
      // Nothing else creates the folder when database and secrets are configured.
      mkdirSync(deps.config.dataDir, { recursive: true })
      writeWhole(path, JSON.stringify(sandbox, null, 2) + '\n')
      const { base_url: BASE, api_key: KEY } = sandbox
      const variables = Object.entries({ BASE, KEY, ...(await exampleIds(deps.db)) })
      const lines = variables.map(([name, value]) => `export ${name}=${quoted(value)}\n`)
      writeWhole(join(deps.config.dataDir, 'sandbox.env'), lines.join(''))
      return sandbox
    },
  }
}

const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`

/** Writes a new file and renames it, so that readers never see a partial file. */
function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

async function sandboxFile(deps: PrepareDeps, path: string, baseUrl: string): Promise<SandboxFile> {
  const enterprise = await selectFirstEnterprise(deps.db)
  if (enterprise === undefined)
    throw new Error(`${deps.config.sandboxFile} describes no enterprise`)
  const { ORG: organizationId } = await exampleIds(deps.db)
  if (organizationId === undefined)
    throw new Error(`${deps.config.sandboxFile} describes no organization`)
  return {
    base_url: baseUrl,
    docs_url: `${baseUrl}/docs`,
    api_key:
      (await workingKey(deps, path)) ??
      (
        await createKey(deps.db, deps.config.environment, {
          enterpriseId: enterprise.id,
          organizationId: null,
          label: 'sandbox.json',
          scopes: ['read', 'write'],
          allowedAddresses: [],
          at: deps.clock.now(),
          expiresAt: null,
        })
      ).key,
    organization_id: organizationId,
  }
}

/** The key of an earlier start, if it is still valid. */
async function workingKey(deps: PrepareDeps, path: string): Promise<string | undefined> {
  let key: unknown
  try {
    key = JSON.parse(readFileSync(path, 'utf8')).api_key
  } catch {
    return undefined
  }
  if (typeof key !== 'string' || !isPlausibleKey(key, deps.config.environment)) return undefined
  const [row] = await selectKeysByHashes(deps.db, [hashKey(key)])
  return row == null || row.revoked_at !== null ? undefined : key
}
