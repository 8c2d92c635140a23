// `corridor apply FILE`: applies the whole file, or nothing if any part is invalid. What it changes is a version of the
// configuration.
import { basename } from 'node:path'
import { parseTimestamp, type Instant } from '@corridor/server/clock.ts'
import { applyVersion } from '@corridor/server/configuration/apply-version.ts'
import { settleSecrets } from '@corridor/server/db/secrets.ts'
import { applyFile } from '@corridor/server/operators/apply-file.ts'
import { readOperatorFile } from '@corridor/server/operators/operator-file.ts'
import { reasonIn } from '../reason.ts'
import { report } from '../report.ts'
import { withDatabase } from '../with-database.ts'
import { execution, numbered } from './configuration.ts'

export type ApplyOptions = {
  dryRun: boolean
  preview: boolean
  amount: string[]
  reason?: string
  from?: string
}

export const apply = async (path: string, options: ApplyOptions): Promise<void> => {
  const file = readOperatorFile(path)
  const from = options.from === undefined ? undefined : instantOf(options.from)
  if (options.preview) {
    const { preview } = await import('./preview.ts')
    await preview(file, from, options.amount.map(amountOf))
    for (const warning of file.warnings) process.stderr.write(`warning: ${warning}\n`)
    return
  }
  const reason = reasonIn({ reason: options.reason ?? `applied ${basename(path)}` })
  return withDatabase(async (db, { config, clock }) => {
    await settleSecrets(db, config.secrets)
    const deps = { db, config, clock }
    if (options.dryRun) {
      const { secrets, environment, autoRelease } = config
      const world = { secrets, environment, autoRelease, at: clock.now() }
      const { changes } = await applyFile(db, world, file, { dryRun: true })
      const nothing = changes.length === 0 ? '' : 'Nothing was changed.\n'
      process.stdout.write(`${report(changes, 'Would')}${nothing}`)
    } else {
      const by = execution(deps, 'configuration.apply', { reason })
      const { version, changes } = await applyVersion(deps, file, { execution: by, from })
      const heading = version?.status === 'pending' ? 'Will' : 'Did'
      process.stdout.write(report(changes, heading))
      // Programs read what changed from the standard output.
      process.stderr.write(numbered(version))
    }
    for (const warning of file.warnings) process.stderr.write(`warning: ${warning}\n`)
  })
}

function instantOf(text: string): Instant {
  const at = parseTimestamp(text)
  if (at !== undefined) return at
  throw new Error(`--from must be a timestamp with a zone, such as 2026-03-31T00:00:00Z: ${text}`)
}

function amountOf(text: string): { currency: string; amount: string } {
  const [, amount, currency] = /^(\S+) ([A-Z]+)$/.exec(text.trim()) ?? []
  if (amount !== undefined && currency !== undefined) return { amount, currency }
  throw new Error(`--amount must be an amount and a currency, such as '1000.00 USDC': ${text}`)
}
