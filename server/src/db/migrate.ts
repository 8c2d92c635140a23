// Migrates a database to the newest schema: forward only, under an advisory lock, as the owner of the tables.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../config.ts'
import { toTimestamp, type Clock } from '../clock.ts'
import { settleEventEpoch } from './epoch.ts'
import { inTransaction, openPool, rows, type Connection, type Db, type Pool } from './pool.ts'
import { statement } from './statement.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')

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

const MIGRATIONS_KNOWN = statement(
  'migrations_known',
  [],
  `select to_regclass('public.migrations') is not null as known`,
)

/** The names of the applied migrations, in order. Empty for an empty database. */
async function appliedMigrations(db: Db): Promise<string[]> {
  const [table] = await rows<{ known: boolean }>(db, MIGRATIONS_KNOWN)
  if (table?.known !== true) return []
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
    requireKnown(applied)
    const missing = notAmong(applied)
    // Check the environment before any change: a sandbox must not migrate a live database named by mistake.
    if (applied.length > 0) await settleEnvironment(pool, environment, clock)
    if (missing.length > 0) await runMissing(pool)
    if (applied.length === 0) await settleEnvironment(pool, environment, clock)
    await settleEventEpoch(pool)
    return missing
  } finally {
    await pool.end()
  }
}

/** The migrations of this version that the database lacks, in order. */
export async function missingMigrations(db: Db): Promise<string[]> {
  return notAmong(await appliedMigrations(db))
}

const notAmong = (applied: readonly string[]): string[] =>
  expectedMigrations.filter((name) => !applied.includes(name))

/** For processes that do not migrate. Throws when the database is older than this version. */
export async function requireMigrated(db: Db): Promise<void> {
  const missing = await missingMigrations(db)
  if (missing.length === 0) return
  throw new Error(
    `The database lacks migrations of this version (${missing.join(', ')}). Run \`corridor migrate\` first.`,
  )
}

function requireKnown(applied: readonly string[]): void {
  const unknown = applied.filter((name) => !expectedMigrations.includes(name))
  if (unknown.length > 0) {
    throw new Error(
      `The database has migrations that this version does not know (${unknown.join(', ')}). Start the newer version.`,
    )
  }
}

async function runMissing(pool: Pool): Promise<void> {
  // Load the runner only when a migration is missing: loading it is slower than the whole check.
  const { runner } = await import('node-pg-migrate')
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set lock_timeout = 0')
    // The runner's own lock fails at once. Two processes that start together should queue instead.
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

// A database belongs to one environment, sandbox or live. The first migration decides which.
async function settleEnvironment(
  pool: Pool,
  environment: Environment,
  clock: Clock,
): Promise<void> {
  const present = await inTransaction(pool, async (db) => {
    await rows(db, INSERT_DEPLOYMENT, [environment, toTimestamp(clock.now())])
    const [row] = await rows<{ environment: Environment }>(db, SELECT_DEPLOYMENT)
    return row?.environment
  })
  if (present !== environment) {
    throw new Error(
      `This is a ${present} database, but CORRIDOR_ENVIRONMENT is ${environment}. Set DATABASE_URL to the right database.`,
    )
  }
}
