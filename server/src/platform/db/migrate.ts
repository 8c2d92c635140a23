// Migrates a database to the newest schema: forward only, under an advisory lock, as the owner of the tables.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../config.ts'
import { toTimestamp, type Clock } from '../clock.ts'
import { settleEventEpoch } from './epoch.ts'
import { settlePlace } from './place.ts'
import { inTransaction, openPool, rows, type Connection, type Db, type Pool } from './pool.ts'
import { statement } from './statement.ts'

const FOLDER = join(import.meta.dirname, '../../../migrations')

/** The names of the migrations of this version, in order. */
export const expectedMigrations: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length))
  .sort()

const SELECT_MIGRATIONS = statement(
  'select_migrations',
  [],
  `select name from migrations order by id`,
)

const MIGRATIONS_TABLE_EXISTS = statement(
  'migrations_table_exists',
  [],
  `select to_regclass('public.migrations') is not null as exists`,
)

/** The names of the applied migrations, in order. Empty for an empty database. */
async function appliedMigrations(db: Db): Promise<string[]> {
  const [table] = await rows<{ exists: boolean }>(db, MIGRATIONS_TABLE_EXISTS)
  if (table?.exists !== true) return []
  const applied = await rows<{ name: string }>(db, SELECT_MIGRATIONS)
  return applied.map((row) => row.name)
}

/** Runs the missing migrations and returns their names. Throws when the database is newer than this version. */
export async function migrate(
  connection: Connection,
  environment: Environment,
  clock: Clock,
): Promise<string[]> {
  const pool = openPool(connection, { size: 1 })
  try {
    const applied = await appliedMigrations(pool)
    refuseNewerDatabase(applied)
    const missing = missingFrom(applied)
    // Check the environment before any change, so that a sandbox never migrates a live database.
    if (applied.length > 0) await requireEnvironment(pool, environment, clock)
    if (missing.length > 0) await runMissingMigrations(pool)
    if (applied.length === 0) await requireEnvironment(pool, environment, clock)
    await settleEventEpoch(pool)
    await settlePlace(pool)
    return missing
  } finally {
    await pool.end()
  }
}

/** The migrations of this version that the database lacks, in order. */
export async function missingMigrations(db: Db): Promise<string[]> {
  return missingFrom(await appliedMigrations(db))
}

const missingFrom = (applied: readonly string[]): string[] =>
  expectedMigrations.filter((name) => !applied.includes(name))

/** For processes that do not migrate. Throws if the database lacks migrations of this version. */
export async function requireMigrated(db: Db): Promise<void> {
  const missing = await missingMigrations(db)
  if (missing.length === 0) return
  throw new Error(
    `The database lacks migrations of this version (${missing.join(', ')}). Run \`corridor migrate\` first.`,
  )
}

function refuseNewerDatabase(applied: readonly string[]): void {
  const unknown = applied.filter((name) => !expectedMigrations.includes(name))
  if (unknown.length > 0) {
    throw new Error(
      `The database has migrations that this version does not know (${unknown.join(', ')}). Start the newer version.`,
    )
  }
}

async function runMissingMigrations(pool: Pool): Promise<void> {
  // Load the runner only if a migration is missing, since loading takes longer than the whole check.
  const { runner } = await import('node-pg-migrate')
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set lock_timeout = 0')
    // Use our own lock. With the runner's lock, the second of two concurrent processes would fail instead of waiting.
    await client.query(`select pg_advisory_lock(hashtext('corridor migrations'))`)
    await runner({
      dbClient: client,
      dir: FOLDER,
      direction: 'up',
      migrationsTable: 'migrations',
      noLock: true,
      checkOrder: true,
      log: () => undefined,
    })
    await client.query('grant select on migrations to corridor_service')
    await client.query(`select pg_advisory_unlock(hashtext('corridor migrations'))`)
  } finally {
    client.release(true)
  }
}

const SELECT_DEPLOYMENT = statement('select_deployment', [], `select environment from deployment`)

const INSERT_DEPLOYMENT = statement(
  'insert_deployment',
  ['environment', 'now'],
  `insert into deployment (environment, created_at) values ($1, $2) on conflict do nothing`,
)

// Stores the environment in an empty database. Throws if the database belongs to the other environment.
async function requireEnvironment(
  pool: Pool,
  environment: Environment,
  clock: Clock,
): Promise<void> {
  const stored = await inTransaction(pool, async (db) => {
    await rows(db, INSERT_DEPLOYMENT, [environment, toTimestamp(clock.now())])
    const [row] = await rows<{ environment: Environment }>(db, SELECT_DEPLOYMENT)
    return row?.environment
  })
  if (stored !== environment) {
    throw new Error(
      `This is a ${stored} database, but CORRIDOR_ENVIRONMENT is ${environment}. Set DATABASE_URL to the right database.`,
    )
  }
}
