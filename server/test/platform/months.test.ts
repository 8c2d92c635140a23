// Monthly partitions of events and deliveries: created in advance, detached by policy, with no event lost or
// delivered twice.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt } from '../../src/platform/clock.ts'
import { newSecrets, readConfig } from '../../src/platform/config.ts'
import { openPool, type Pool } from '../../src/platform/db/pool.ts'
import type { Deps } from '../../src/service/deps.ts'
import { createMonthKeeper, makeMonths } from '../../src/engine/events/keep-months.ts'
import { detachMonth, makeMonth, selectPartitions } from '../../src/engine/events/month-queries.ts'
import {
  MONTHLY,
  monthsToDetach,
  MOST_MONTHS_OF_SANDBOX,
  plusMonths,
} from '../../src/engine/events/months.ts'
import type { EventJson } from '../../src/engine/events/schemas.ts'
import { publicId, writtenUuid, type Uuid } from '../../src/platform/ids.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import type { DeliveryJson, EndpointWithSecretJson } from '../../src/customers/webhooks/view.ts'
import { run } from '../support/command.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { openReceiver } from '../support/receiver.ts'
import { manualClock, NOON, testService, type Reply, type TestService } from '../support/service.ts'
import { requireUuid } from '../support/ids.ts'

const DAY_MS = 86_400_000
const env = { CORRIDOR_SECRETS: newSecrets() }
let database: TestDatabase
let corridor: TestService
beforeAll(async () => {
  database = await testDatabase()
  // The tests run the partition task themselves.
  corridor = await testService({ database, env, worker: false })
})
afterAll(async () => {
  await corridor.close()
  await database.close()
})

/** A UUIDv7 at an instant that no other test process creates. */
function idAt(atMs: number): Uuid<'evt'> {
  const hex = atMs.toString(16).padStart(12, '0') + '7' + randomBytes(10).toString('hex').slice(1)
  const text = [8, 12, 16, 20].reduceRight(
    (rest, place) => `${rest.slice(0, place)}-${rest.slice(place)}`,
    hex,
  )
  return writtenUuid('evt', text)
}

let made = 0
/** Creates an organization that only this test writes to. */
async function newOrganization(): Promise<{ path: string; id: Uuid<'org'> }> {
  const { data } = await corridor.post<OrganizationJson>('/v1/organizations', {
    name: `Months ${++made}`,
    contact: { email: 'a@months.example', first_name: 'A', last_name: 'B' },
  })
  return { path: `/v1/organizations/${data.id}`, id: requireUuid('org', data.id) }
}

const DATA = JSON.stringify({
  external_payment_instrument_id: 'epi_01jqe8m2x4fv5s0t6w7y8z9abc',
  status: 'ACTIVE',
})

/** Inserts an event as the service does, and returns its identifier. */
async function insertEventAt(
  organizationId: Uuid<'org'>,
  atMs: number,
  db: Pool = corridor.deps.db,
) {
  const id = idAt(atMs)
  await db.query(
    `insert into events (organization_id, id, type, data, created_at)
     values ($1, $2, 'instrument.status_changed', $3, $4)`,
    [organizationId, id, DATA, new Date(atMs).toISOString()],
  )
  return id
}
const partitionOf = async (id: string, table = 'events', key = 'id') =>
  (
    await database.owner.query(
      `select tableoid::regclass::text as name from ${table} where ${key} = $1`,
      [id],
    )
  ).rows[0]?.name
const attachedMonths = async (parent = 'events') =>
  (await selectPartitions(database.owner))
    .filter((one) => one.parent === parent && one.is_attached)
    .map(({ month }) => month)

/** Reads all pages of a list, when `count` events have become visible. */
async function readPages(path: string, count: number): Promise<EventJson[]> {
  for (let tries = 0; ; tries++) {
    const found: EventJson[] = []
    let page: Reply<EventJson[]>
    let next = path
    do {
      page = await corridor.get<EventJson[]>(next)
      found.push(...page.data)
      const url = /^<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
      next = url.slice(corridor.url.length)
    } while (page.data.length > 0)
    if (found.length >= count || tries > 2400) return found
    await sleep(25)
  }
}

/** The partition task of a process with other clocks. */
const keeperAt = (
  nowMs: number,
  realNowMs: number,
  keptMonths: number | null,
): (() => Promise<void>) => {
  const deps: Deps = {
    ...corridor.deps,
    clock: { now: () => instantAt(nowMs), realNow: () => instantAt(realNowMs) },
    config: { ...corridor.deps.config, eventsKeptMonths: keptMonths },
  }
  return createMonthKeeper(deps)
}

describe("a month's partition", () => {
  test('exists from the start, with the next three, for events and deliveries', async () => {
    for (const parent of MONTHLY)
      expect(await attachedMonths(parent)).toEqual([
        null,
        '2026-06',
        '2026-05',
        '2026-04',
        '2026-03',
      ])
  })

  test('leaves room on its pages for the outcome of each delivery', async () => {
    const { rows } = await database.owner.query<{ options: string[] | null }>(
      `select reloptions as options from pg_class
        where oid in (select inhrelid from pg_inherits where inhparent = 'webhook_deliveries'::regclass)`,
    )
    expect(rows.length).toBeGreaterThan(4)
    for (const { options } of rows) expect(options).toEqual(['fillfactor=50'])
  })

  test('receives rows from its first millisecond to its last', async () => {
    const { id } = await newOrganization()
    const april = Date.parse('2026-04-01T00:00:00.000Z')
    expect(await partitionOf(await insertEventAt(id, april - 1))).toBe('events_2026_03')
    expect(await partitionOf(await insertEventAt(id, april))).toBe('events_2026_04')
    expect(await partitionOf(await insertEventAt(id, NOON))).toBe('events_2026_03')
    expect(await partitionOf(await insertEventAt(id, Date.parse('2026-05-20T12:00:00Z')))).toBe(
      'events_2026_05',
    )
  })

  test('may be missing: rows are written to the default partition and moved when it is created', async () => {
    const { id, path } = await newOrganization()
    const then = Date.parse('2027-08-15T00:00:00Z')
    const before = await readPages(`${path}/events`, 2)
    const ids = [
      await insertEventAt(id, then),
      await insertEventAt(id, then + 1),
      await insertEventAt(id, then + 60 * DAY_MS),
    ]
    for (const one of ids) expect(await partitionOf(one)).toBe('events_default')
    const told = await readPages(`${path}/events?limit=2`, before.length + 3)
    await keeperAt(then, then, null)()
    expect(await partitionOf(ids[0] ?? '')).toBe('events_2027_08')
    expect(await partitionOf(ids[1] ?? '')).toBe('events_2027_08')
    expect(await partitionOf(ids[2] ?? '')).toBe('events_2027_10')
    expect(await readPages(`${path}/events?limit=2`, before.length + 3)).toEqual(told)
    expect(told.slice(-3).map((event) => event.id)).toEqual(ids.map((one) => publicId('evt', one)))
  })

  test('is created once by concurrent processes, with each row in it once', async () => {
    const { id } = await newOrganization()
    const at = Date.parse('2028-02-29T12:00:00Z')
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) => insertEventAt(id, at + index)),
    )
    const pools = Array.from({ length: 4 }, () =>
      openPool(database.connection, { size: 1, role: 'corridor_service' }),
    )
    const answers = await Promise.all(pools.map((pool) => makeMonth(pool, 'events', '2028-02')))
    expect(answers.filter((one) => one)).toEqual([true])
    const rows = await database.sql`select id from events_2028_02 order by id`
    expect(rows.map((row) => row.id)).toEqual(ids.toSorted())
    await Promise.all(pools.map((pool) => pool.end()))
  })

  test('whose creation is blocked delays writers only briefly and is created at the next run', async () => {
    const { id } = await newOrganization()
    const at = Date.parse('2029-01-10T00:00:00Z')
    const reader = openPool(database.connection, { size: 1 })
    const client = await reader.connect()
    await client.query('begin')
    await client.query('select count(*) from events')
    const startedMs = performance.now()
    await expect(makeMonth(corridor.deps.db, 'events', '2029-01')).rejects.toThrow(/lock timeout/)
    // Other statements wait up to 5 seconds for a lock.
    expect(performance.now() - startedMs).toBeLessThan(4500)
    await client.query('rollback')
    client.release()
    await reader.end()
    expect(await makeMonth(corridor.deps.db, 'events', '2029-01')).toBe(true)
    expect(await partitionOf(await insertEventAt(id, at))).toBe('events_2029_01')
  })

  test('can be created at any moment without a failed write or an event missing for readers', async () => {
    const { id, path } = await newOrganization()
    await readPages(`${path}/events`, 2)
    const first = await corridor.get<EventJson[]>(`${path}/events`)
    const seen = first.data.map((event) => event.id)
    let next = first.headers.get('link') ?? ''
    const told: string[] = []
    let year = 2035
    let writing = true
    const write = async () => {
      while (writing) told.push(publicId('evt', await insertEventAt(id, Date.UTC(year, 0, 15))))
    }
    const writers = [write(), write(), write()]
    const readOn = async () => {
      const page = await corridor.get<EventJson[]>(
        (/^<([^>]+)>/.exec(next)?.[1] ?? '').slice(corridor.url.length),
      )
      seen.push(...page.data.map((event) => event.id))
      next = page.headers.get('link') ?? ''
    }
    const reading = (async () => {
      while (writing) await readOn()
    })()
    for (; year < 2047; year++) {
      await sleep(40)
      // Under load a retry may be needed, as in the task.
      const make = () => makeMonth(corridor.deps.db, 'events', `${year}-01`)
      await make().catch(make)
    }
    writing = false
    await Promise.all([...writers, reading])
    for (let tries = 0; seen.length < told.length + 2 && tries < 2400; tries++) {
      await readOn()
      await sleep(5)
    }
    expect(seen.slice(2).toSorted()).toEqual(told.toSorted())
  })

  test('is left to an operator when more than 10,000 rows must move', async () => {
    const { id } = await newOrganization()
    await database.owner.query(
      `insert into events (organization_id, id, type, data, created_at)
       select $1, (left(event_id_at('2029-05-05Z')::text, 24) || lpad(n::text, 12, '0'))::uuid, 'webhook.test', '{}', now()
         from generate_series(1, 10001) n`,
      [id],
    )
    await expect(makeMonth(corridor.deps.db, 'events', '2029-05')).rejects.toThrow(
      'events_default holds more than 10000 rows',
    )
    const { said, status } = await run(['partitions', 'make', '2029-05'], {
      ...env,
      DATABASE_URL: database.url,
    })
    expect(said).toBe('events 2029-05: created\nwebhook_deliveries 2029-05: created\n')
    expect(status).toBe(0)
    const rows = await database.sql`select count(*) from events_2029_05`
    expect(rows).toEqual([{ count: 10001n }])
  })

  test('refuses a second event with the same sequence of an order', async () => {
    const twice = (sequence: number) =>
      database.owner.query(
        `insert into events (organization_id, id, order_id, sequence, type, data, created_at)
         values ($1, $2, $1, $3, 'order.created', '{}', now())`,
        ['00000000-0000-7000-8000-000000000001', idAt(NOON), sequence],
      )
    await twice(1)
    await twice(2)
    await expect(twice(2)).rejects.toThrow(/duplicate key/)
  })

  test('is the only one read for a known event identifier, even by a generic plan', async () => {
    const client = await corridor.deps.db.connect()
    await client.query(
      'prepare one (uuid, uuid) as select from events where organization_id = $1 and id = $2',
    )
    const id = idAt(NOON)
    const { rows } = await client.query(`explain execute one ('${id}', '${id}')`)
    const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n')
    client.release(true)
    expect(plan).toContain('Subplans Removed')
    expect(plan.match(/ on events_\w+/g)).toEqual([' on events_2026_03'])
  })
})

test('page readers see every event of several months once, in commit order', async () => {
  const { id, path } = await newOrganization()
  const seen = (await readPages(`${path}/events`, 2)).map((event) => event.id)
  // The months are unordered: readers follow commit order.
  for (const month of ['05', '03', '06', '04', '03', '12', '05'])
    seen.push(publicId('evt', await insertEventAt(id, Date.parse(`2026-${month}-11T00:00:00Z`))))
  for (const limit of [1, 3, 200])
    expect(
      (await readPages(`${path}/events?limit=${limit}`, seen.length)).map((event) => event.id),
    ).toEqual(seen)
})

describe('the retention policy', () => {
  test('is a number of months or nothing', () => {
    const read = (text: string) =>
      readConfig({ ...env, CORRIDOR_EVENTS_KEPT_MONTHS: text }).eventsKeptMonths
    expect(read('')).toBeNull()
    expect(read('18')).toBe(18)
    for (const text of ['0', '-1', '1.5', 'all', '1e2', '10000'])
      expect(() => read(text)).toThrow(
        'CORRIDOR_EVENTS_KEPT_MONTHS must be a whole number of months from 1 to 9999, or empty to keep every month.',
      )
  })

  test.each([
    ['2026-04-01T00:00:00.000Z', 1, ['2025-12', '2026-01', '2026-02']],
    ['2026-03-31T23:59:59.999Z', 1, ['2025-12', '2026-01']],
    ['2026-03-01T00:00:00.000Z', 2, ['2025-12']],
    ['2026-03-01T00:00:00.000Z', 3, []],
    ['2026-03-01T00:00:00.000Z', 9999, []],
  ])('at %s, keeping %i months, detaches %j', (now, kept, expected) => {
    const partitions = Array.from({ length: 8 }, (_, index) =>
      plusMonths('2025-12', index),
    ).flatMap((month) =>
      MONTHLY.map((parent) => ({ parent, month, is_attached: true, rows: null, bytes: 0 })),
    )
    const others = [
      { parent: MONTHLY[0], month: null, is_attached: true, rows: 9, bytes: 0 },
      { parent: MONTHLY[0], month: '2025-11', is_attached: false, rows: 9, bytes: 0 },
    ]
    expect(monthsToDetach([...partitions, ...others], instantAt(Date.parse(now)), kept)).toEqual(
      expected.flatMap((month) => MONTHLY.map((parent) => ({ parent, month }))),
    )
  })

  test('detaches ended months only, and readers continue with the oldest kept event', async () => {
    const { id, path } = await newOrganization()
    for (const month of ['2025-10', '2025-11', '2025-12'])
      for (const parent of MONTHLY) await makeMonth(corridor.deps.db, parent, month)
    const [early, late] = [
      await insertEventAt(id, Date.parse('2025-10-10T00:00:00Z')),
      await insertEventAt(id, Date.parse('2025-12-01T00:00:00Z')),
    ]
    const all = await readPages(`${path}/events`, 4)
    // The cursor is behind the event that will be detached.
    const cursor = (await corridor.get(`${path}/events?limit=3`)).headers.get('link') ?? ''
    const next = (/^<([^>]+)>/.exec(cursor)?.[1] ?? '').slice(corridor.url.length)

    // Business time is past the month and real time is not, so no month has ended.
    await keeperAt(Date.parse('2026-03-04T00:00:00Z'), Date.parse('2025-12-31T23:59:59Z'), 2)()
    expect(await attachedMonths()).toContain('2025-10')
    await keeperAt(Date.parse('2026-02-01T00:00:00Z'), Date.parse('2026-02-01T00:00:00Z'), 2)()
    for (const parent of MONTHLY) {
      const months = await attachedMonths(parent)
      expect(months).toContain('2025-12')
      expect(months).not.toContain('2025-11')
      expect(months).not.toContain('2025-10')
    }

    const told = publicId('evt', early)
    const kept = all.filter((event) => event.id !== told)
    expect(kept).toHaveLength(all.length - 1)
    expect(await readPages(`${path}/events`, kept.length)).toEqual(kept)
    expect(all[2]?.id).toBe(told)
    expect((await readPages(next, 1)).map((event) => event.id)).toEqual([publicId('evt', late)])
    const rows = await database.sql`select id from archive.events_2025_10`
    expect(rows).toEqual([{ id: early }])

    // A late event of a detached month is delivered, and the month is not created again.
    const straggler = await insertEventAt(id, Date.parse('2025-10-11T00:00:00Z'))
    await keeperAt(Date.parse('2025-10-12T00:00:00Z'), Date.parse('2025-10-12T00:00:00Z'), null)()
    expect(await partitionOf(straggler)).toBe('events_default')
    expect((await readPages(`${path}/events`, kept.length + 1)).at(-1)?.id).toBe(
      publicId('evt', straggler),
    )
  })

  test('keeps a month while one of its webhooks is due', async () => {
    const { id, path } = await newOrganization()
    for (const parent of MONTHLY) await makeMonth(corridor.deps.db, parent, '2025-08')
    const { data: endpoint } = await corridor.post<EndpointWithSecretJson>(
      `${path}/webhook-endpoints`,
      {
        url: 'http://127.0.0.1:9/hook',
      },
    )
    const event = await insertEventAt(id, Date.parse('2025-08-08T00:00:00Z'))
    const eventId = publicId('evt', event)
    const again = () =>
      corridor.post(
        `${path}/webhook-endpoints/${endpoint.id}/redeliver`,
        { event_id: eventId },
        { idempotencyKey: null },
      )
    expect((await again()).status).toBe(200)
    expect(await partitionOf(event, 'webhook_deliveries', 'event_id')).toBe(
      'webhook_deliveries_2025_08',
    )
    const keep = () => keeperAt(NOON, NOON, 1)()
    await keep()
    expect(await attachedMonths()).toContain('2025-08')
    const { said, status } = await run(['partitions', 'detach', '2025-08'], {
      ...env,
      DATABASE_URL: database.url,
    })
    expect(said).toBe('corridor: 2025-08 was not detached: webhooks of it are still due\n')
    expect(status).toBe(1)

    await database.sql`update webhook_deliveries set status = 'DELIVERED', due_at = null
        where event_id = ${event}`
    const deliveries = async () =>
      (await corridor.get<DeliveryJson[]>(`${path}/webhook-endpoints/${endpoint.id}/deliveries`))
        .data
    expect((await deliveries()).map((one) => one.event_id)).toContain(eventId)
    await keep()
    expect(await attachedMonths()).not.toContain('2025-08')
    expect((await deliveries()).map((one) => one.event_id)).not.toContain(eventId)
    expect((await again()).problem.code).toBe('not_found')
  })

  test("is not open to the service's role, which can only create months", async () => {
    await makeMonth(corridor.deps.db, 'events', '2025-05')
    await makeMonth(corridor.deps.db, 'events', '2025-04')
    await detachMonth(database.owner, 'events', '2025-04')
    for (const statement of [
      `select detach_month('events', '2025-05-01')`,
      'alter table events detach partition events_2025_05',
      'alter table events_2025_05 set schema archive',
      'drop table events_2025_05',
      'create table public.mine (x int)',
      'create table public.events_2031_01 partition of events default',
      'delete from events',
      'delete from events_2025_05',
      'truncate webhook_deliveries',
      `update events set data = '{}'`,
      'select from events_2025_05',
      'insert into events_2025_05 default values',
      'select from archive.events_2025_04',
    ])
      await expect(corridor.deps.db.query(statement), statement).rejects.toThrow(
        /permission denied|must be owner/,
      )
    for (const asked of [
      `'orders', '2026-01-01'`,
      `'events', null`,
      `'events', '0044-03-15'`,
      `'events', '10000-01-01'`,
    ])
      await expect(corridor.deps.db.query(`select make_month(${asked})`), asked).rejects.toThrow(
        'there is no month',
      )
  })
})

test('an operator lists all months and detaches one by command', async () => {
  for (const parent of MONTHLY) await makeMonth(corridor.deps.db, parent, '2025-02')
  const command = (...args: string[]) =>
    run(['partitions', ...args], { ...env, DATABASE_URL: database.url })
  expect((await command('list')).said).toMatch(/^events {14}2025-02 {3}attached .* rows +\d+ KiB$/m)
  expect((await command('detach', '2025-02')).said).toBe(
    '2025-02 is detached, in the schema archive.\n',
  )
  expect((await command('list')).said).toMatch(
    /^webhook_deliveries {2}2025-02 {3}detached .* rows +\d+ KiB$/m,
  )
  for (const [month, reason] of [
    ['2025-02', 'no attached partition of 2025-02; `corridor partitions list` shows what exists'],
    ['2025-13', '2025-13 is not a month such as 2026-11'],
    ['9998-12', '9998-12 has not ended: only ended months can be detached'],
  ] as const)
    expect(await command('detach', month)).toMatchObject({
      status: 1,
      said: `corridor: ${reason}\n`,
    })
})

test('an order whose first events are detached shows the rest and continues its sequence', async () => {
  const own = await testDatabase()
  const service = await testService({ database: own, env })
  try {
    const order = await service.order()
    service.clock.set(Date.parse('2026-04-01T00:00:00Z'))
    await service.until(order.id, 'FAILED_FUNDING_EXPIRED')
    const timeline = async () =>
      (
        await service.get<{ events: EventJson[] }>(
          `${service.organization}/orders/${order.id}/timeline`,
        )
      ).data.events
    expect((await timeline()).map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(await detachMonth(own.owner, 'events', '2026-03')).toBeUndefined()
    expect((await timeline()).map(({ sequence }) => sequence)).toEqual([2])
    const events = `${service.organization}/events?order_id=${order.id}`
    let listed: EventJson[] = []
    // An open transaction anywhere in the cluster delays events.
    for (let tries = 0; listed.length === 0 && tries < 2400; tries++, await sleep(25))
      listed = (await service.get<EventJson[]>(events)).data
    expect(listed).toEqual(await timeline())
    expect((await service.get(`${service.organization}/orders/${order.id}`)).status).toBe(200)
  } finally {
    await service.close()
    await own.close()
  }
})

test('a clock moved 271 times leaves few months, and readers still see every event', async () => {
  const own = await testDatabase()
  const moved = await testService({ database: own, env, clock: manualClock(NOON), worker: false })
  try {
    const id = requireUuid('org', moved.sandbox.organization_id)
    const written: string[] = []
    for (let moves = 0; moves < 271; moves++) {
      const { data } = await moved.post<{ now: string }>('/v1/sandbox/clock', {
        advance_ms: (moves % 2 === 0 ? 40 : 366) * DAY_MS,
      })
      if (moves % 10 === 0)
        written.push(publicId('evt', await insertEventAt(id, Date.parse(data.now), moved.deps.db)))
    }
    const partitions = await selectPartitions(own.owner)
    for (const parent of MONTHLY)
      expect(partitions.filter((one) => one.parent === parent)).toHaveLength(
        MOST_MONTHS_OF_SANDBOX + 1,
      )
    const path = `${moved.organization}/events?type=instrument.status_changed&limit=200`
    const ids = async () => (await moved.get<EventJson[]>(path)).data.map((event) => event.id)
    for (let tries = 0; (await ids()).at(-1) !== written.at(-1) && tries < 2400; tries++)
      await sleep(25)
    const answers = await Promise.all(Array.from({ length: 60 }, ids))
    for (const answer of answers) expect(answer.slice(-written.length)).toEqual(written)
  } finally {
    await moved.close()
    await own.close()
  }
})

// Keep this test last: identifiers of a process never go back.
test('a sandbox moved three years ahead sends events and webhooks in order, in their months', async () => {
  const own = await testDatabase()
  const moved = await testService({
    database: own,
    env,
    clock: manualClock(Date.parse('2026-04-02T17:00:00Z')),
  })
  const receiver = await openReceiver()
  try {
    const { data: endpoint } = await moved.post<EndpointWithSecretJson>(
      `${moved.organization}/webhook-endpoints`,
      { url: receiver.url },
    )
    const sent: string[] = []
    const send = async () => {
      const path = `${moved.organization}/webhook-endpoints/${endpoint.id}/test`
      const { data } = await moved.post<{ event_id: string }>(path, undefined, {
        idempotencyKey: null,
      })
      sent.push(data.event_id)
    }
    await send()
    for (let year = 0; year < 3; year++) {
      expect((await moved.post('/v1/sandbox/clock', { advance_ms: 365 * DAY_MS })).status).toBe(200)
      await send()
    }
    const received = await receiver.until(4)
    expect(received.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(sent.toSorted())
    const tests = `${moved.organization}/events?type=webhook.test`
    let listed: EventJson[] = []
    for (let tries = 0; listed.length < 4 && tries < 2400; tries++, await sleep(25))
      listed = (await moved.get<EventJson[]>(tests)).data
    expect(listed.map(({ id }) => id)).toEqual(sent)

    const places = async () =>
      (
        await own.sql`select tableoid::regclass::text as name from events where type = 'webhook.test'
          order by id`
      ).map((row) => row.name)
    expect(await places()).toEqual(
      ['2026', '2027', '2028', '2029'].map((year) => `events_${year}_04`),
    )
    await makeMonths(moved.deps)
    const rows = await own.sql`select count(*) from events_default`
    expect(rows).toEqual([{ count: 0n }])
  } finally {
    receiver.close()
    await moved.close()
    await own.close()
  }
})
