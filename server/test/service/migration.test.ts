// A database of before release 0.2.0, whose migrations the release joined into one, goes on as it is.
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import { migrate, NUMBERS_BEFORE_BASELINE } from '../../src/platform/db/migrate.ts'
import {
  expectedMigrations,
  OLDEST_BESIDE,
  SPACE_OF_SIGNS,
} from '../../src/platform/db/versions.ts'
import { testDatabase, untilBlocked, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/until.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase({ empty: true })
  const dbClient = await database.owner.connect()
  const dir = join(import.meta.dirname, '../../migrations')
  const quiet = { migrationsTable: 'migrations', noLock: true, log: () => undefined } as const
  await runner({ dbClient, dir, direction: 'up', count: 1, ...quiet })
  dbClient.release()
})
afterEach(() => database.close())

const names = async () =>
  (
    await database.sql<{ name: string }>`select name from migrations
      order by id`
  ).map(({ name }) => name)

const [FIRST, LAST] = ['0001_foundation', '0128_webhook_leases']
/** The names that the parts of the baseline had; only their numbers matter, but for the first. */
const PARTS = NUMBERS_BEFORE_BASELINE.map((number) =>
  number === '0001' ? FIRST : number === '0128' ? LAST : `${number}_part`,
)

/** The tables are those of the baseline. */
async function inParts(parts = PARTS): Promise<void> {
  await database.sql`delete from migrations`
  for (const name of parts)
    await database.sql`insert into migrations (name, run_on) values (${name}, now())`
}

const start = () => migrate(database.connection, 'sandbox', systemClock)

test('the baseline takes the place of its parts, once, whoever starts at the same time', async () => {
  await inParts()
  await Promise.all([start(), start(), start()])
  expect(await names()).toEqual(expectedMigrations)
})

test('a database that lacks parts of the baseline is refused with what to do, and left as it is', async () => {
  const before = PARTS.slice(0, 60)
  await inParts(before)
  await expect(start()).rejects.toThrow(
    /its last migration is 0084_part\. Start the last version before 0\.2\.0 on it once/,
  )
  expect(await names()).toEqual(before)
})

test('a database that has the last of them, but not all between, is refused by their numbers, and left as it is', async () => {
  const gap = PARTS.filter((name) => name !== '0047_part' && name !== '0118_part')
  await inParts(gap)
  await expect(start()).rejects.toThrow(/has 0128_webhook_leases but not 0047, 0118\./)
  expect(await names()).toEqual(gap)
})

test('a process of the other environment changes nothing, not even the names', async () => {
  await start()
  await inParts()
  await expect(migrate(database.connection, 'live', systemClock)).rejects.toThrow(
    /This is a sandbox database/,
  )
  expect(await names()).toEqual(PARTS)
})

test('a process that read the old names keeps the migrations that another one ran meanwhile', async () => {
  await inParts()
  const other = await database.owner.connect()
  try {
    await other.query('begin; lock table migrations in share mode')
    const started = start()
    await untilBlocked(database, 'delete from migrations')
    await other.query('delete from migrations')
    for (const name of [...expectedMigrations, '9999_later'])
      await other.query('insert into migrations (name, run_on) values ($1, now())', [name])
    await other.query('commit')
    await started
  } finally {
    other.release()
  }
  expect(await names()).toEqual([...expectedMigrations, '9999_later'])
})

test('a version that could not go on stops the migration while it is connected, and says so', async () => {
  const older = await database.owner.connect()
  await older.query(`select pg_advisory_lock_shared(${SPACE_OF_SIGNS}, ${OLDEST_BESIDE - 1})`)
  await expect(start()).rejects.toThrow(
    /^Sessions of older versions are connected: 1 of a version whose last migration is 0010\. .* Nothing was migrated\.$/,
  )
  expect(await names()).toEqual(expectedMigrations.slice(0, 1))
  older.release(true)
  await eventually('the older version has gone', () =>
    start().then(
      () => true,
      () => false,
    ),
  )
  expect(await names()).toEqual(expectedMigrations)
})

test('a version that can go on does so, and its sign ends with its session', async () => {
  const older = await database.owner.connect()
  await older.query(`select pg_advisory_lock_shared(${SPACE_OF_SIGNS}, ${OLDEST_BESIDE})`)
  await start()
  expect(await names()).toEqual(expectedMigrations)
  older.release(true)
})

test('a version of before the signs is known by the name of its sessions', async () => {
  const older = await database.owner.connect()
  await older.query(`set application_name = 'corridor'`)
  await older.query('select pg_advisory_unlock_all()')
  await expect(start()).rejects.toThrow(/connected: 1 of a version without a sign\./)
  older.release(true)
})

test('a migration that must wait for a reader of a table holds up nobody else, and goes on by itself', async () => {
  const told: unknown[] = []
  const reader = await database.owner.connect()
  await reader.query('begin; lock table halts in access share mode')
  const migrating = migrate(database.connection, 'sandbox', systemClock, {
    warn: (about: unknown) => void told.push(about),
  })
  await untilBlocked(database, 'alter table halts')
  const other = await database.owner.connect()
  await other.query(`set lock_timeout = '20s'`)
  await other.query('select 1 from halts')
  other.release(true)
  await expect.poll(() => told).toContainEqual(expect.objectContaining({ tries: 1 }))
  await reader.query('commit')
  reader.release()
  expect(await migrating).toEqual(expectedMigrations.slice(1))
  expect(await names()).toEqual(expectedMigrations)
})
