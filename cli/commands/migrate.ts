// `corridor migrate`.
import { withMadeDatabase } from '../with-database.ts'

export const migrateCommand = (): Promise<void> =>
  withMadeDatabase(async (_db, { migrated }) => {
    process.stdout.write(
      migrated.length === 0 ? 'The database is up to date.\n' : `Applied ${migrated.join(', ')}.\n`,
    )
  })
