// `corridor migrate`.
import { withDatabase } from '../with-database.ts'

export const migrateCommand = (): Promise<void> =>
  withDatabase(async (_db, { migrated }) => {
    process.stdout.write(
      migrated.length === 0 ? 'The database is up to date.\n' : `Applied ${migrated.join(', ')}.\n`,
    )
  })
