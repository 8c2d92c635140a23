// A deployment of each release is upgraded to this version: its orders, in every place, are shown as before and go on.
// `CORRIDOR_RELEASE=0.2.0 vitest run server/test/service/upgrade.test.ts` adds the data of a release that was cut.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { newSecrets } from '../../src/platform/config.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { expectedMigrations, OLDEST_BESIDE } from '../../src/platform/db/versions.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { exitsWorld } from '../support/exits.ts'
import { runDueWork } from '../support/orders.ts'
import { placesOf } from '../support/places.ts'
import {
  fillTables,
  readRelease,
  readStatements,
  readTables,
  writeRelease,
  writeStatements,
  type ReleaseData,
} from '../support/release-data.ts'
import { manualClock, testService, type TestService } from '../support/service.ts'
import { newPerson } from '../support/desk.ts'

const FOLDER = join(import.meta.dirname, '../releases')
const statementsFile = (migration: number) =>
  join(FOLDER, `statements-from-${String(migration).padStart(4, '0')}.json.gz`)
const made = process.env['CORRIDOR_RELEASE']

/** Statements of the oldest version that fail beside this one: the charts of the desk. */
const NOT_BESIDE = ['select_order_sum_fault', 'select_order_sums', 'settle_order_sums']
/** Statements that only the owner of the tables runs. */
const BY_OWNER = /_sealed_anew$|^detach_month$|^insert_baseline/

if (made !== undefined)
  test('the data of this release is written', async () => {
    const env = { CORRIDOR_SECRETS: newSecrets() }
    const database = await testDatabase()
    const world = await exitsWorld({ env, database })
    await everyPlace(world)
    await world.corridor.stop()
    writeRelease(join(FOLDER, `${made}.json.gz`), {
      migrations: [...expectedMigrations],
      secrets: env.CORRIDOR_SECRETS,
      now: world.clock.now(),
      tables: await readTables(database.owner),
    })
    await writeStatements(statementsFile(Number(expectedMigrations.at(-1)?.slice(0, 4))))
    await database.close()
  })

/** Orders in every place of docs/exits.md. Each is frozen while others arrive, and at the end as its place has it. */
async function everyPlace(world: Awaited<ReturnType<typeof exitsWorld>>): Promise<void> {
  const operator = await newPerson(world, 'operator', 'operator')
  const act = (order: OrderJson, name: string) =>
    operator.act('POST', `/orders/${order.id}/${name}`, { reason: 'the desk agreed' })
  const places = placesOf(world, act)
  const stay: OrderJson[] = []
  const arrive = async (come: () => Promise<OrderJson>, isFrozen = false) => {
    world.reset()
    const order = await come()
    if (!isFrozen) stay.push(order)
    await act(order, 'freeze')
    await places.hold(order, 'ACTIVE')
  }
  await arrive(() => world.corridor.order())
  await arrive(() => world.funded())
  await arrive(() => world.funded(), true)
  await arrive(() => world.parkedForSlippage())
  await arrive(() => world.parkedForSlippage(), true)
  await arrive(async () => {
    const order = await world.funded()
    await places.silently('provider', 16)
    return order
  })
  await arrive(async () => places.parkedForHold(await world.funded()))
  await arrive(() => places.filled())
  await arrive(async () => places.parkedNow(await places.filled(), 'outflow_limit'))
  await arrive(async () => places.parkedForHold(await places.filled()))
  await arrive(() => places.payoutUnknown())
  await arrive(() => places.payoutUnknown(), true)
  await arrive(() => places.completed())
  await arrive(() => places.cameBack('half'))
  await arrive(() => places.cameBack())
  await arrive(() => places.ended('fail'))
  await arrive(() => places.ended('refund'))
  await arrive(() => places.refundUnknown(), true)
  await arrive(() => places.refundRejected())
  await arrive(() => places.keptSmall())
  for (const order of stay) await act(order, 'unfreeze')
  world.reset()
}

test('the oldest version that may go on beside this one finds what its statements need', async () => {
  const database = await testDatabase()
  const client = await database.owner.connect()
  await client.query('set role corridor_service')
  const fails: string[] = []
  for (const { name, text } of readStatements(statementsFile(OLDEST_BESIDE))) {
    if (BY_OWNER.test(name)) continue
    await client.query('begin')
    // Explaining a prepared statement plans it, and checks the rights on its tables and columns.
    const works = await client
      .query(`prepare old as ${text}`)
      .then(() =>
        client.query<{ count: number }>(
          `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'old'`,
        ),
      )
      .then(({ rows: [prepared] }) => {
        const nulls = Array.from({ length: prepared?.count ?? 0 }, () => 'null').join(', ')
        return client.query(`explain execute old${nulls === '' ? '' : `(${nulls})`}`)
      })
      .then(
        () => true,
        () => false,
      )
    if (!works) fails.push(name)
    await client.query('rollback')
    await client.query('deallocate all')
  }
  client.release(true)
  await database.close()
  expect(fails).toEqual(NOT_BESIDE)
})

const files = readdirSync(FOLDER).filter((name) => /^\d.*\.json\.gz$/.test(name))
test('there is data of a release', () => expect(files).not.toEqual([]))

describe.each(files)('%s', (file) => {
  const release = readRelease(join(FOLDER, file))
  let database: TestDatabase
  let corridor: TestService
  beforeAll(async () => {
    database = await testDatabase({ empty: true })
    await migrateTo(database, release)
    await fillTables(database.owner, release.tables)
    await migrate(database.connection, 'sandbox', systemClock)
    corridor = await testService({
      database,
      worker: false,
      clock: manualClock(release.now),
      env: { CORRIDOR_SECRETS: release.secrets },
    })
  })
  afterAll(async () => {
    await corridor.close()
    await database.close()
  })

  test('its ledger and its audit trail verify', async () => {
    expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
    expect(await verifyAudit(corridor.deps.db, [])).toMatchObject({ faults: [] })
  })

  test('its orders are as they were, and their customers see them', async () => {
    const stored = release.tables.find(({ name }) => name === 'public.orders')
    const before: { id: string; status: string }[] = JSON.parse(stored?.rows ?? '[]')
    expect(before.length).toBeGreaterThan(19)
    const rows = await database.sql<{ id: string; status: string }>`select id, status from orders
        order by id`
    expect(rows).toEqual(
      before.map(({ id, status }) => ({ id, status })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    const { data } = await corridor.get<OrderJson[]>(`${corridor.organization}/orders?limit=200`)
    expect(data.length).toBe(before.length)
  })

  test('what is due goes on, a new order completes, and the ledger agrees', async () => {
    const order = await corridor.order()
    expect((await corridor.fund(order.id)).status).toBe(200)
    await runDueWork(corridor)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
  })
})

/** Runs the migrations that the release had. */
async function migrateTo(database: TestDatabase, { migrations }: ReleaseData): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-migrations-'))
  for (const name of migrations)
    copyFileSync(
      join(import.meta.dirname, `../../migrations/${name}.sql`),
      join(dir, `${name}.sql`),
    )
  const dbClient = await database.owner.connect()
  await runner({
    dbClient,
    dir,
    direction: 'up',
    migrationsTable: 'migrations',
    noLock: true,
    log: () => undefined,
  })
  dbClient.release(true)
  rmSync(dir, { recursive: true })
}
