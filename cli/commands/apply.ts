// `corridor apply FILE`: all of it or, when anything in it is wrong, nothing.
import { applyFile } from '@corridor/server/operators/apply-file.ts'
import { readOperatorFile } from '@corridor/server/operators/operator-file.ts'
import { renderChanges } from '@corridor/server/operators/render.ts'
import { withDatabase } from '../with-database.ts'

export const apply = (path: string, options: { dryRun: boolean }): Promise<void> => {
  const file = readOperatorFile(path)
  return withDatabase(async (db, { config, clock }) => {
    const { secrets, environment } = config
    const { changes } = await applyFile(db, { secrets, environment, at: clock.now() }, file, options)
    process.stdout.write(renderChanges(changes, options))
  })
}
