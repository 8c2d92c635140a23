// A database restored into another cluster, whose transaction numbers start again: events keep their order, and
// readers continue with their cursors.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import { newSecrets } from '../../src/platform/config.ts'
import { openThrowaway } from '@corridor/embedded-postgres'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import type { EventJson } from '../../src/engine/events/schemas.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { sqlOf, testDatabase, type TestDatabase } from '../support/database.ts'
import { manualClock, NOON, testService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const env = { CORRIDOR_SECRETS: newSecrets() }
const dir = mkdtempSync(join(tmpdir(), 'corridor-restore-'))
let cluster: Awaited<ReturnType<typeof openThrowaway>>
beforeAll(async () => void (cluster = await openThrowaway({ dir })))
afterAll(async () => {
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** A migrated database of the other cluster. */
async function databaseElsewhere(): Promise<TestDatabase> {
  const { host, port, user } = cluster
  const connection = { host, port, user, database: 'postgres' }
  await migrate(connection, 'sandbox', systemClock)
  const owner = openPool(connection, { size: 1 })
  return {
    connection,
    url: `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}&port=${port}`,
    owner,
    sql: sqlOf(owner),
    close: () => owner.end(),
  }
}

/** Copies the rows as pg_dump and pg_restore do. */
async function restore(from: TestDatabase, to: TestDatabase): Promise<void> {
  const { rows: tables } = await from.owner.query<{ name: string; columns: string }>(
    `select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ') as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace in ('public'::regnamespace, 'simulator'::regnamespace) and c.relkind in ('r', 'p')
        and not c.relispartition and c.relname <> 'migrations'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.oid`,
  )
  await to.sql`set session_replication_role = replica`
  for (const { name, columns } of tables) {
    const { rows } = await from.owner.query<{ all: string | null }>(
      `select json_agg(t)::text as all from ${name} t`,
    )
    await to.owner.query(`delete from ${name}`)
    await to.owner.query(
      `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, $1)`,
      [rows[0]?.all ?? '[]'],
    )
  }
  const { rows: sequences } = await from.owner.query<{ name: string; last: bigint }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences
      where last_value is not null`,
  )
  for (const { name, last } of sequences) await to.sql`select setval(${name}, ${last})`
  await to.sql`set session_replication_role = origin`
}

const events = async (service: TestService, path: string) => {
  const page = await service.get<EventJson[]>(path)
  const url = /^<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  return {
    ids: page.data.map(({ id }) => id),
    types: page.data.map(({ type }) => type),
    next: url.slice(service.url.length),
  }
}

/** Waits for a number of events: an open transaction anywhere in a cluster delays them. */
async function untilEvents(service: TestService, path: string, count: number, last = '') {
  for (let tries = 0; tries < 2400; tries++, await sleep(25)) {
    const page = await events(service, path)
    if (page.ids.length >= count && (last === '' || page.types.at(-1) === last)) return page
  }
  throw new Error(`timed out waiting for ${count} events`)
}

async function newOrganization(service: TestService): Promise<void> {
  const made = await service.post('/v1/organizations', {
    name: 'Another',
    contact: { email: 'a@restore.example', first_name: 'A', last_name: 'B' },
  })
  expect(made.status).toBe(201)
}

test('events after a restore follow all earlier ones, and earlier cursors stay valid', async () => {
  const source = await testDatabase()
  // Enough transactions that the other cluster's numbers are lower.
  await source.owner.query(
    `do $$ begin for i in 1..4000 loop perform pg_current_xact_id(); commit; end loop; end $$`,
  )
  const before = await testService({ database: source, env })
  const order = await before.order()
  const path = `${before.organization}/events?limit=200`
  const one = `${before.organization}/events?limit=1`
  const told = await untilEvents(before, path, 1, 'order.created')
  const halfway = (await events(before, one)).next
  await before.close()

  const elsewhere = await databaseElsewhere()
  await restore(source, elsewhere)
  const clock = manualClock(NOON + 60_000)
  const after = await testService({ database: elsewhere, env, clock })
  try {
    const numbers = await elsewhere.owner.query<{ isBehind: boolean }>(
      `select max(transaction) > pg_current_xact_id() as "isBehind" from events`,
    )
    expect(numbers.rows).toEqual([{ isBehind: true }])
    // All earlier events are visible at once, whatever their transaction numbers.
    expect((await events(after, path)).ids).toEqual(told.ids)
    expect((await after.fund(order.id)).status).toBe(200)
    // An order that is due before fills were compared is put off by a second of this clock.
    const itself = `${after.organization}/orders/${order.id}`
    await until(
      async () => {
        clock.advance(1000)
        return (await after.get<OrderJson>(itself)).data.status.current_status
      },
      (status) => status === 'STEP_4_COMPLETED',
    )
    const all = await untilEvents(after, path, told.ids.length + 4)
    expect(all.ids.slice(0, told.ids.length)).toEqual(told.ids)
    expect(all.types.slice(told.ids.length)).toEqual([
      'deposit.recorded',
      'order.funded',
      'order.filled',
      'order.completed',
    ])
    // A reader at the end continues there, and a reader midway misses nothing.
    expect((await events(after, told.next)).ids).toEqual(all.ids.slice(told.ids.length))
    expect((await events(after, `${halfway}&limit=200`.replace('limit=1&', ''))).ids).toEqual(
      all.ids.slice(1),
    )
    expect((await events(after, all.next)).ids).toEqual([])

    // A second start begins no new epoch, and an open transaction still delays later events.
    const second = await testService({ database: elsewhere, env, clock, worker: false })
    await newOrganization(second)
    await second.close()
    const rows = await elsewhere.sql`select event_epoch, (select count(distinct epoch)::int
        from events) as epochs from deployment`
    expect(rows).toEqual([{ event_epoch: 1, epochs: 2 }])
  } finally {
    await after.close()
    await elsewhere.close()
    await source.close()
  }
})

test('a cluster recovered to an earlier moment begins one new epoch', async () => {
  const database = await testDatabase()
  const epoch = async () => {
    const rows = await database.sql<{ epoch: number | null }>`select settle_event_epoch() as epoch`
    return rows[0]?.epoch
  }
  expect(await epoch()).toBeNull()
  // The deployment remembers the earlier timeline.
  await database.sql`update deployment
      set event_cluster = regexp_replace(event_cluster, '.{8}$', '00000000')`
  const pools = Array.from({ length: 4 }, () =>
    openPool(database.connection, { size: 1, role: 'corridor_service' }),
  )
  const asked = await Promise.all(
    pools.map(async (pool) => (await pool.query('select settle_event_epoch() as epoch')).rows[0]),
  )
  expect(asked.filter((row) => row?.epoch !== null)).toEqual([{ epoch: 1 }])
  const rows = await database.sql`insert into events (organization_id, id, type, data, created_at)
     values (gen_random_uuid(), gen_random_uuid(), 'webhook.test', '{}', now()) returning epoch`
  expect(rows).toEqual([{ epoch: 1 }])
  await Promise.all(pools.map((pool) => pool.end()))
  await database.close()
})

test('a service that goes on after a promotion begins one epoch with its next connection, however long somebody reads', async () => {
  const database = await testDatabase()
  const corridor = await testService({ database, env, worker: false })
  /** As if another server had taken over: it has an earlier timeline, and the connections end. */
  const promote = async () => {
    await database.sql`update deployment
        set event_cluster = regexp_replace(event_cluster, '.{8}$', '00000000')`
    await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'corridor' and pid <> pg_backend_pid()`
  }
  /** The epoch of the events that an order makes now. Calls meet ended connections first. */
  const epochOfNext = async () => {
    await until(
      () => corridor.order().catch(() => undefined),
      (order) => order !== undefined,
    )
    const rows = await database.sql<{ epoch: number }>`
      select epoch from events order by id desc limit 1`
    return rows[0]?.epoch
  }
  expect(await epochOfNext()).toBe(0)

  await promote()
  expect(await epochOfNext()).toBe(1)

  const reader = await database.owner.connect()
  await reader.query(
    `set application_name = 'reader'; begin; lock table events in access share mode`,
  )
  await promote()
  // The connection waits for the reader for a moment, and is used all the same.
  expect(await epochOfNext()).toBe(1)
  await reader.query('commit')
  reader.release()
  await promote()
  expect(await epochOfNext()).toBe(2)
  await corridor.close()
  await database.close()
})
