// `corridor apply FILE`: applies the whole file, or nothing if any part is invalid.
import { applyFile } from '@corridor/server/operators/apply-file.ts'
import type { Change } from '@corridor/server/operators/applying.ts'
import { settleSecrets } from '@corridor/server/db/secrets.ts'
import { readOperatorFile } from '@corridor/server/operators/operator-file.ts'
import { withDatabase } from '../with-database.ts'

export const apply = (path: string, options: { dryRun: boolean }): Promise<void> => {
  const file = readOperatorFile(path)
  return withDatabase(async (db, { config, clock }) => {
    const { secrets, environment, autoRelease } = config
    await settleSecrets(db, secrets)
    const { changes } = await applyFile(
      db,
      { secrets, environment, autoRelease, at: clock.now() },
      file,
      options,
    )
    process.stdout.write(report(changes, options))
    for (const warning of file.warnings) process.stderr.write(`warning: ${warning}\n`)
  })
}

function report(changes: readonly Change[], { dryRun }: { dryRun: boolean }): string {
  if (changes.length === 0) return 'Nothing to change: everything is as the file says.\n'
  const lines = changes.map(
    ({ verb, what, details }) =>
      `  ${verb} ${what}\n${details.map((detail) => `      ${detail}\n`).join('')}`,
  )
  return `${dryRun ? 'Would' : 'Did'}:\n${lines.join('')}${dryRun ? 'Nothing was changed.\n' : ''}`
}
