// `corridor mcp`: serves the API of a customer to agents. Messages go to the standard error: the standard output belongs
// to the protocol.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWorld, serveHttp, serveStdio } from '@corridor/mcp'
import { readClientSettings } from '@corridor/server/platform/config.ts'
import type { SandboxFile } from '@corridor/server/service/sandbox/prepare.ts'
import { chosenProfile, type Profile } from '../customer/profiles.ts'
import { UsageError } from '../customer/refused.ts'

type McpOptions = {
  profile?: string
  organization?: string
  allow: string
  limit: string[]
  requirePerson: boolean
  showDetails: boolean
  http: boolean
  port: number
  publicHost: string[]
}

const log = (message: string): void => void process.stderr.write(`corridor mcp: ${message}\n`)

export async function mcp(options: McpOptions, version: string): Promise<void> {
  const {
    url: baseUrl,
    api_key: apiKey,
    organization_id: usual,
    person,
  } = customer(options.profile)
  if (person !== undefined)
    throw new UsageError(
      `${person} is a person, and an agent needs a key of its own: name a profile with an API key in --profile`,
    )
  const { organization: named } = readClientSettings()
  const world = await openWorld({
    baseUrl,
    apiKey,
    organization: options.organization ?? (named === '' ? usual : named),
    allow: options.allow,
    limits: options.limit,
    requirePerson: options.requirePerson,
    showDetails: options.showDetails,
  })
  if (!options.http) return serveStdio(world, version, log)
  const { port, publicHost: publicHosts } = options
  const token = readClientSettings().mcpToken
  const server = await serveHttp(world, version, log, { port, token, publicHosts })
  log(`listening at ${server.url}`)
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  await server.close()
}

/**
 * Where to call and as whom. Never the profile in use: a client that starts this months later must not act for another
 * deployment because its person logged in there.
 */
function customer(profile: string | undefined): Profile {
  const { apiKey, profile: named, url, dataDir } = readClientSettings()
  if (profile !== undefined || apiKey !== '' || named !== '') return chosenProfile(profile)
  const path = join(dataDir, 'sandbox.json')
  if (url !== '' || !existsSync(path))
    throw new Error(
      `there is no API key: add --profile NAME of \`corridor login\`, set CORRIDOR_API_KEY and CORRIDOR_URL, or start a sandbox with \`npm start\` (its file is ${path})`,
    )
  const sandbox: SandboxFile = JSON.parse(readFileSync(path, 'utf8'))
  return { url: sandbox.base_url, api_key: sandbox.api_key, organization_id: null }
}
