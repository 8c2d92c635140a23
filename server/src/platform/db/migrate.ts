// Migrates a database to the newest schema: forward only, under an advisory lock, as the owner of the tables.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Environment } from '../config.ts'
import { toTimestamp, type Clock, type Instant } from '../clock.ts'
import { settleEventEpoch } from './epoch.ts'
import { requireNoneOlder } from './older-versions.ts'
import { settlePlace } from './place.ts'
import {
  inTransaction,
  isLockTimeout,
  openPool,
  rows,
  type Connection,
  type Db,
  type Pool,
} from './pool.ts'
import { statement } from './statement.ts'
import { expectedMigrations, MIGRATIONS_FOLDER } from './versions.ts'

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

/**
 * Runs the missing migrations and returns their names. Throws when the database is newer than this version, when processes of
 * versions are connected that could not go on, or when others hold locks that a migration needs for longer than it tries.
 */
export async function migrate(
  connection: Connection,
  environment: Environment,
  clock: Clock,
  log?: Pick<Logger, 'warn'>,
): Promise<string[]> {
  const pool = openPool(connection, { size: 1 })
  try {
    const found = await appliedMigrations(pool)
    const isInParts = hasAllParts(found)
    const applied = isInParts ? [BASELINE] : found
    refuseNewerDatabase(applied)
    const missing = missingFrom(applied)
    // Check the environment before any change, so that a sandbox never migrates a live database.
    if (applied.length > 0) await requireEnvironment(pool, environment, clock)
    if (missing.length > 0) {
      await requireOwner(pool, missing)
      await requireNoneOlder(pool)
    }
    if (isInParts) await rows(pool, INSERT_BASELINE, [BASELINE])
    if (missing.length > 0) await runMissingMigrations(pool, log)
    if (applied.length === 0) await requireEnvironment(pool, environment, clock)
    await settleEventEpoch(pool)
    await settlePlace(pool)
    return missing
  } finally {
    await pool.end()
  }
}

const BASELINE = '0001_baseline'
/** The first and the last of the migrations that release 0.2.0 joined into one. No release had them. */
const JOINED = { first: '0001_foundation', last: '0128_webhook_leases' }
/** The numbers of all of them. */
export const NUMBERS_BEFORE_BASELINE = `
  0001 0002 0003 0004 0005 0006 0007 0008 0010 0011 0012 0013 0015 0016 0017 0018 0019 0020 0021 0022 0023 0024 0025 0026
  0027 0028 0029 0030 0031 0032 0033 0034 0035 0036 0037 0038 0039 0040 0041 0042 0043 0044 0045 0046 0047 0049 0050 0051
  0052 0053 0054 0055 0056 0057 0064 0068 0072 0082 0083 0084 0085 0088 0093 0094 0095 0096 0098 0099 0100 0101 0104 0105
  0108 0113 0118 0119 0120 0121 0128`
  .trim()
  .split(/\s+/)

const INSERT_BASELINE = statement(
  'insert_baseline_for_its_parts',
  ['baseline'],
  // If two processes start together, the second one finds nothing to replace, even if the first one has gone on to later
  // migrations.
  `with joined as (
     delete from migrations where exists (select from migrations where name = '${JOINED.first}') returning run_on)
   insert into migrations (name, run_on) select $1, max(run_on) from joined having count(*) > 0`,
)

/** Whether the database was made before release 0.2.0: it has the baseline in its parts. Throws if it lacks any of them. */
function hasAllParts(applied: readonly string[]): boolean {
  if (!applied.includes(JOINED.first)) return false
  const last = applied.at(-1) ?? ''
  const lacking = NUMBERS_BEFORE_BASELINE.filter(
    (number) => !applied.some((name) => name.startsWith(`${number}_`)),
  )
  const between = lacking.filter((number) => number < last)
  if (between.length > 0)
    throw new Error(
      `The database was made by an unreleased version, and its table migrations has ${last} but not ${between.join(', ')}. Its tables may lack what these create. Restore a backup whose table migrations is whole, or find out which of them never ran.`,
    )
  if (lacking.length === 0) return true
  throw new Error(
    `The database was made by an unreleased version, and its last migration is ${last}. Start the last version before 0.2.0 on it once (it migrates up to ${JOINED.last}), then this one.`,
  )
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

const MAY_MIGRATE = statement(
  'may_migrate',
  [],
  `select current_user as login, has_schema_privilege('public', 'create') as may`,
)

/** In a deployment whose service has a login of its own, another process migrates. */
async function requireOwner(pool: Pool, missing: readonly string[]): Promise<void> {
  const [as] = await rows<{ login: string; may: boolean }>(pool, MAY_MIGRATE)
  if (as?.may === true) return
  throw new Error(
    `The database lacks migrations of this version (${missing.join(', ')}), and ${as?.login} may not apply them. Run \`corridor migrate\` with the owner's login in DATABASE_OWNER_URL.`,
  )
}

async function runMissingMigrations(pool: Pool, log?: Pick<Logger, 'warn'>): Promise<void> {
  // Load the runner only if a migration is missing, since loading takes longer than the whole check.
  const { runner } = await import('node-pg-migrate')
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set lock_timeout = 0')
    // Use our own lock. With the runner's lock, the second of two concurrent processes would fail instead of waiting.
    await client.query(`select pg_advisory_lock(hashtext('corridor migrations'))`)
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    const run = () =>
      runner({
        dbClient: client,
        dir: MIGRATIONS_FOLDER,
        direction: 'up',
        migrationsTable: 'migrations',
        noLock: true,
        checkOrder: true,
        log: () => undefined,
      })
    await betweenLocks(client, run, log)
    await client.query('grant select on migrations to corridor_service')
    await client.query(`select pg_advisory_unlock(hashtext('corridor migrations'))`)
  } finally {
    client.release(true)
  }
}

/**
 * While a migration waits for the lock of a table, every later statement on that table waits behind it. A backup can hold
 * the lock for minutes, so the migration gives up soon, is undone as a whole, and is tried again.
 */
const LOCK_TIMEOUT_MS = 1000
const PAUSE_MS = 2000
const MOST_TRIES = 100

async function betweenLocks(
  client: Db,
  run: () => Promise<unknown>,
  log?: Pick<Logger, 'warn'>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await run()
      return
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      // The runner does not roll back a client that it was given.
      await client.query('rollback')
      const held = await rows<LongTransaction>(client, SELECT_LONG_TRANSACTIONS)
      if (tries === MOST_TRIES)
        throw new Error(
          `The migrations need tables that others keep locked${namesOf(held)}. Nothing was migrated. Wait for a backup or report that runs, or end it, and start again.`,
          { cause: error },
        )
      log?.warn({ tries, held }, 'a migration waits for the locks of others, and is tried again')
      await sleep(PAUSE_MS)
    }
  }
}

type LongTransaction = { pid: number; application_name: string; since: Instant }

// An owner who is no superuser sees only those of his own roles.
const SELECT_LONG_TRANSACTIONS = statement(
  'select_long_transactions',
  [],
  `select pid, application_name, xact_start as since from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '1 second'
    order by xact_start limit 5`,
)

const namesOf = (held: readonly LongTransaction[]): string =>
  held.length === 0
    ? ''
    : `: ${held.map(({ pid, application_name, since }) => `process ${pid} (${application_name || 'without a name'}) since ${toTimestamp(since)}`).join(', ')}`

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
