// Which versions work on a database at the same time. Every session holds a sign of its version: a shared advisory lock on
// the number of the last migration that the version knows. Whoever migrates reads the signs in pg_locks, which every role
// may see, and a sign ends with its session.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations')

/** The names of the migrations of this version, in order. */
export const expectedMigrations: readonly string[] = readdirSync(MIGRATIONS_FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length))
  .sort()

/**
 * The last migration of the oldest version that may go on while and after this version migrates. The statements of that
 * version are run against the schema by a test: a migration that one of them does not bear raises this.
 */
export const OLDEST_BESIDE = 11

/** The first key of the locks: "corr". */
export const SPACE_OF_SIGNS = 0x63_6f_72_72

/** SQL column that takes the sign of this version. */
export const SIGN = `pg_try_advisory_lock_shared(${SPACE_OF_SIGNS}, ${Number.parseInt(expectedMigrations.at(-1) ?? '', 10)})`
