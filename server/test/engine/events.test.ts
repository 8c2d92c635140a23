// Events: listed in pages and streamed in commit order, without gaps.
import { instantAt, later } from '../../src/platform/clock.ts'
import { randomUUID } from 'node:crypto'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { updateKeyRevoked } from '../../src/platform/access/queries.ts'
import { newSecrets } from '../../src/platform/config.ts'
import type { Replace } from '../../src/service/deps.ts'
import type { EventJson } from '../../src/engine/events/schemas.ts'
import { newUuid, publicId, uuidOf } from '../../src/platform/ids.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import { updateOrganizationStatus } from '../../src/parties/organizations/queries.ts'
import { createLog } from '../../src/platform/log.ts'
import { setInstrumentStatus } from '../support/instrument-status.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { testService, type Reply, type TestService } from '../support/service.ts'
import { requireUuid } from '../support/ids.ts'

const env = { CORRIDOR_SECRETS: newSecrets() }
let database: TestDatabase
let corridor: TestService
beforeAll(async () => {
  database = await testDatabase()
  corridor = await testService({ database, env })
})
afterAll(async () => {
  await corridor.close()
  await database.close()
})

const nextOf = (reply: Reply<unknown>): string => {
  const url = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1]
  if (url === undefined) throw new Error('there is no next page')
  return url.slice(corridor.url.length)
}
const cursorOf = (path: string) => new URL(path, corridor.url).searchParams.get('cursor') ?? ''
const idsOf = (events: readonly EventJson[]) => events.map(({ id }) => id)

/** Creates an organization whose only events are its creation and release. */
async function newOrganization(): Promise<string> {
  const { data } = await corridor.post<OrganizationJson>('/v1/organizations', {
    name: `Events ${randomUUID()}`,
    contact: { email: 'a@events.example', first_name: 'A', last_name: 'B' },
  })
  return `/v1/organizations/${data.id}`
}

async function newInstrument(organization: string): Promise<InstrumentJson> {
  const { data } = await corridor.post<InstrumentJson>(
    `${organization}/external_payment_instruments`,
    {
      alias: 'Treasury wallet',
      currency: 'USDC',
      method: 'SOLANA_ADDRESS',
      details: { address: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q' },
    },
  )
  return data
}

/** Reads pages until `count` events have come: an open transaction anywhere in the cluster delays them. */
async function readOn(path: string, count: number): Promise<{ events: EventJson[]; next: string }> {
  const events: EventJson[] = []
  let next = path
  for (let tries = 0; tries < 2400; tries++) {
    const page = await corridor.get<EventJson[]>(next)
    events.push(...page.data)
    next = nextOf(page)
    if (events.length >= count) return { events, next }
    if (page.data.length === 0) await sleep(25)
  }
  throw new Error(`timed out with ${events.length} of ${count} events`)
}

const INSERT = `insert into events (organization_id, id, type, data, created_at)
  values ($1, $2, 'instrument.status_changed', $3, '2026-03-04T17:00:00Z')`

/** Inserts an event as another process would. The note tells events apart. */
function insertEvent(
  db: { query(text: string, values: unknown[]): Promise<unknown> },
  organization: string,
  note: string,
) {
  const id = uuidOf('org', organization.split('/').at(-1) ?? '')
  return db.query(INSERT, [id, newUuid('evt', instantAt(Date.now())), dataWithNote(note)])
}

// openapi.json allows no extra field in the data of events, so keep the notes here, by instrument.
const notes = new Map<string, string>()
function dataWithNote(note: string): string {
  const instrument = publicId('epi', newUuid('epi', instantAt(Date.now())))
  notes.set(instrument, note)
  return JSON.stringify({ external_payment_instrument_id: instrument, status: 'ACTIVE' })
}
const notesOf = (events: readonly EventJson[]) =>
  events
    .map(({ data }) => data['note'] ?? notes.get(String(data['external_payment_instrument_id'])))
    .filter((note) => note !== undefined)

describe('recorded events', () => {
  test('an order has one event for each step, numbered from 1 without a gap', async () => {
    const order = await corridor.order()
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    const path = `${corridor.organization}/events?order_id=${order.id}`
    const { events } = await readOn(path, 5)
    expect(events.map(({ type }) => type)).toEqual([
      'order.created',
      'deposit.recorded',
      'order.funded',
      'order.filled',
      'order.completed',
    ])
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
    for (const event of events) {
      expect(event.order_id).toBe(order.id)
      expect(event.id).toMatch(/^evt_/)
    }
  })

  test('organizations and instruments have an event for every status they ever had', async () => {
    const organization = await newOrganization()
    const instrument = await newInstrument(organization)
    await corridor.call('DELETE', `${organization}/external_payment_instruments/${instrument.id}`)
    await corridor.call('DELETE', `${organization}/external_payment_instruments/${instrument.id}`)
    const { events } = await readOn(`${organization}/events`, 5)
    const ofOrganization = { organization_id: organization.split('/').at(-1) }
    const ofInstrument = { external_payment_instrument_id: instrument.id }
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['organization.status_changed', { ...ofOrganization, status: 'COMPLIANCE_HOLD' }],
      ['organization.status_changed', { ...ofOrganization, status: 'ACTIVE' }],
      ['instrument.status_changed', { ...ofInstrument, status: 'COMPLIANCE_HOLD' }],
      ['instrument.status_changed', { ...ofInstrument, status: 'ACTIVE' }],
      ['instrument.status_changed', { ...ofInstrument, status: 'ARCHIVED' }],
    ])
    for (const event of events) expect(event).toMatchObject({ order_id: null, sequence: null })
  })

  test('holds and releases by an operator have events', async () => {
    const organization = await newOrganization()
    const instrument = await newInstrument(organization)
    const { next } = await readOn(`${organization}/events`, 4)
    const id = requireUuid('org', organization.split('/').at(-1) ?? '')
    const at = corridor.clock.now()
    const { db } = corridor.deps
    await updateOrganizationStatus(db, id, 'COMPLIANCE_HOLD', at)
    await updateOrganizationStatus(db, id, 'COMPLIANCE_HOLD', at)
    await setInstrumentStatus(
      db,
      { organizationId: id, id: requireUuid('epi', instrument.id) },
      'COMPLIANCE_HOLD',
      at,
    )
    await updateOrganizationStatus(db, id, 'ACTIVE', at)
    const { events } = await readOn(next, 3)
    expect(events.map(({ type, data }) => [type, data['status']])).toEqual([
      ['organization.status_changed', 'COMPLIANCE_HOLD'],
      ['instrument.status_changed', 'COMPLIANCE_HOLD'],
      ['organization.status_changed', 'ACTIVE'],
    ])
  })

  test('concurrent repetitions of a request record its events once', async () => {
    const organization = await newOrganization()
    const body = {
      alias: 'W',
      currency: 'USDC',
      method: 'SOLANA_ADDRESS',
      details: { address: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q' },
    }
    const path = `${organization}/external_payment_instruments`
    await Promise.all(
      Array.from({ length: 8 }, () => corridor.post(path, body, { idempotencyKey: 'k' })),
    )
    await insertEvent(database.owner, organization, 'last')
    const { events } = await readOn(`${organization}/events`, 5)
    expect(events.filter(({ type }) => type === 'instrument.status_changed')).toHaveLength(3)
    expect(notesOf(events)).toEqual(['last'])
  })
})

describe('a list of events', () => {
  let organization: string
  beforeAll(async () => {
    organization = await newOrganization()
    for (let index = 0; index < 118; index++)
      await insertEvent(database.owner, organization, String(index))
    await readOn(`${organization}/events`, 120)
  })

  test('has pages of 50 by default, and always a next link', async () => {
    const first = await corridor.get<EventJson[]>(`${organization}/events`)
    expect(first.data).toHaveLength(50)
    const { events, next } = await readOn(`${organization}/events?limit=33`, 120)
    expect(notesOf(events)).toEqual(Array.from({ length: 118 }, (_, index) => String(index)))
    expect(new Set(idsOf(events)).size).toBe(120)
    expect(idsOf(events).slice(0, 50)).toEqual(idsOf(first.data))
    const empty = await corridor.get<EventJson[]>(next)
    expect(empty.data).toEqual([])
    expect(nextOf(empty)).toBe(next)
  })

  test('reads the newest events first, page after page to the oldest, also of one type', async () => {
    const { events } = await readOn(`${organization}/events`, 120)
    const newestFirst = idsOf(events).toReversed()
    const sort = 'sort=newest_first'
    for (const type of [
      '',
      '&type=instrument.status_changed',
      '&type=organization.status_changed',
    ]) {
      const wanted = events.filter((one) => type === '' || type.endsWith(one.type))
      const found = await readOn(`${organization}/events?${sort}&limit=33${type}`, wanted.length)
      expect(idsOf(found.events)).toEqual(idsOf(wanted).toReversed())
      const older = await corridor.get<EventJson[]>(found.next)
      expect(older.data).toEqual([])
    }
    const two = await corridor.get<EventJson[]>(`${organization}/events?${sort}&limit=2`)
    expect(idsOf(two.data)).toEqual(newestFirst.slice(0, 2))
  })

  test('continues from its newest event with later ones', async () => {
    const own = await newOrganization()
    await readOn(`${own}/events`, 2)
    const newest = await corridor.get<EventJson[]>(`${own}/events?sort=newest_first&limit=1`)
    const later = `${own}/events?cursor=${cursorOf(nextOf(newest))}`
    expect((await corridor.get<EventJson[]>(later)).data).toEqual([])
    await insertEvent(database.owner, own, 'later')
    expect(notesOf((await readOn(later, 1)).events)).toEqual(['later'])
  })

  test('of an order is read newest first too', async () => {
    const order = await corridor.order()
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    const path = `${corridor.organization}/events?order_id=${order.id}`
    await readOn(path, 5)
    const newest = await corridor.get<EventJson[]>(`${path}&sort=newest_first`)
    expect(newest.data.map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1])
    const funded = await corridor.get<EventJson[]>(`${path}&sort=newest_first&type=order.funded`)
    expect(funded.data.map(({ sequence }) => sequence)).toEqual([3])
  })

  test('is streamed as it happens, so a stream newest first is refused', async () => {
    const reply = await corridor.get(`${organization}/events?sort=newest_first`, {
      headers: { accept: 'text/event-stream' },
    })
    expect(reply.status).toBe(400)
    expect(reply.problem).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '?sort' }] })
  })

  test('continues behind its last page with later events', async () => {
    const own = await newOrganization()
    const { next } = await readOn(`${own}/events`, 2)
    await insertEvent(database.owner, own, 'later')
    expect(notesOf((await readOn(next, 1)).events)).toEqual(['later'])
  })

  test('has a next link even when it is empty', async () => {
    const path = `${corridor.organization}/events?order_id=ord_01jqe8m2x4fv5s0t6w7y8z9abc`
    const page = await corridor.get<EventJson[]>(path)
    expect(page.data).toEqual([])
    expect((await corridor.get<EventJson[]>(nextOf(page))).data).toEqual([])
    expect(
      (await corridor.get<EventJson[]>(`${organization}/events?order_id=nonsense`)).data,
    ).toEqual([])
  })

  test('one is read by its identifier, however old it is, and by the other filters too', async () => {
    const { events } = await readOn(`${organization}/events`, 120)
    const [oldest] = events
    const path = `${organization}/events?sort=newest_first&id=${oldest?.id}`
    expect((await corridor.get<EventJson[]>(path)).data).toEqual([oldest])
    const others = ['&type=order.created', '&order_id=ord_01jqe8m2x4fv5s0t6w7y8z9abc']
    for (const path of [
      ...others.map((other) => `${organization}/events?id=${oldest?.id}${other}`),
      // It belongs to another organization.
      `${corridor.organization}/events?id=${oldest?.id}`,
      `${organization}/events?id=nonsense`,
    ])
      expect((await corridor.get<EventJson[]>(path)).data, path).toEqual([])
  })

  test('can be filtered by type', async () => {
    const { data } = await corridor.get<EventJson[]>(
      `${organization}/events?type=organization.status_changed`,
    )
    expect(data).toHaveLength(2)
    const unknown = await corridor.get(`${organization}/events?type=order.nothing`)
    expect(unknown.problem.code).toBe('invalid_request')
  })

  test('accepts only its own cursors', async () => {
    const cursor = cursorOf(nextOf(await corridor.get(`${organization}/events?limit=1`)))
    expect((await corridor.get(`${organization}/events?cursor=${cursor}`)).status).toBe(200)
    for (const path of [
      `${organization}/events?cursor=${cursor.slice(1)}`,
      `${organization}/events?cursor=${cursor}&type=order.created`,
      `${corridor.organization}/events?cursor=${cursor}`,
      `${organization}/external_payment_instruments?cursor=${cursor}`,
    ]) {
      expect((await corridor.get(path)).problem.code, path).toBe('invalid_cursor')
    }
    expect((await corridor.get(`${organization}/events?limit=201`)).problem.code).toBe(
      'invalid_request',
    )
  })

  test('keeps its order where transaction numbers gain a digit', async () => {
    const own = await newOrganization()
    const id = uuidOf('org', own.split('/').at(-1) ?? '')
    // These transactions ended long ago, whatever the cluster's present number is.
    for (const transaction of ['100', '9', '10', '99']) {
      await database.owner.query(
        `insert into events (organization_id, id, type, data, created_at, transaction)
         values ($1, $2, 'instrument.status_changed', $3, now(), $4)`,
        [id, newUuid('evt', instantAt(Date.now())), dataWithNote(transaction), transaction],
      )
    }
    expect(notesOf((await readOn(`${own}/events?limit=1`, 6)).events)).toEqual([
      '9',
      '10',
      '99',
      '100',
    ])
  })
})

describe('a transaction that commits late', () => {
  test('is not skipped by page readers or streams, and its events come once', async () => {
    const organization = await newOrganization()
    const { next } = await readOn(`${organization}/events`, 2)
    const stream = await openStream(`${organization}/events?cursor=${cursorOf(next)}`)
    const late = await database.owner.connect()
    try {
      await late.query('begin')
      await insertEvent(late, organization, 'late 1')
      for (let index = 0; index < 5; index++)
        await insertEvent(database.owner, organization, `prompt ${index}`)
      await insertEvent(late, organization, 'late 2')
      // These events are committed but must stay hidden: the late transaction sorts before them.
      await sleep(600)
      expect((await corridor.get<EventJson[]>(next)).data).toEqual([])
      expect(stream.events()).toEqual([])
      await late.query('commit')
    } finally {
      late.release()
    }
    const expected = [
      'late 1',
      'late 2',
      'prompt 0',
      'prompt 1',
      'prompt 2',
      'prompt 3',
      'prompt 4',
    ]
    expect(notesOf((await readOn(next, 7)).events)).toEqual(expected)
    expect(notesOf(await stream.until(7))).toEqual(expected)
    await sleep(600)
    expect(stream.events()).toHaveLength(7)
  })

  test('hides no event from any kind of reader among many writers, and each reader sees the same order', async () => {
    const organization = await newOrganization()
    const { next } = await readOn(`${organization}/events`, 2)
    const streams = await Promise.all(
      Array.from({ length: 3 }, () =>
        openStream(`${organization}/events?cursor=${cursorOf(next)}`),
      ),
    )
    const total = 200
    const paging = readOn(`${next}&limit=7`, total)
    await Promise.all(
      Array.from({ length: 2 }, async (_, writer) => {
        const client = await database.owner.connect()
        try {
          for (let index = 0; index < total / 4; index++) {
            await client.query('begin')
            await insertEvent(client, organization, `${writer} ${index} a`)
            await sleep(Math.random() * 8)
            await insertEvent(client, organization, `${writer} ${index} b`)
            await client.query('commit')
          }
        } finally {
          client.release()
        }
      }),
    )
    const { events } = await paging
    expect(new Set(idsOf(events)).size).toBe(total)
    expect(events).toHaveLength(total)
    for (const stream of streams) expect(idsOf(await stream.until(total))).toEqual(idsOf(events))
  })
})

describe('event streams', () => {
  let organization: string
  beforeAll(async () => void (organization = await newOrganization()))

  test('a stream is text/event-stream, starts at the present, and sends events as the list shows them', async () => {
    const { next } = await readOn(`${organization}/events`, 2)
    const stream = await openStream(`${organization}/events`)
    expect(stream.response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers['cache-control']).toBe('no-store')
    expect(stream.response.headers['x-request-id']).toBeDefined()
    await insertEvent(database.owner, organization, 'now')
    const told = await stream.until(1)
    expect(told).toEqual((await readOn(next, 1)).events)
    const [first] = stream.frames
    expect(first?.event).toBe('instrument.status_changed')
  })

  test('a stream resumes at Last-Event-ID, even from before its first event', async () => {
    const fresh = await openStream(`${organization}/events`)
    const start = await fresh.opened()
    fresh.close()
    for (const note of ['a', 'b', 'c']) await insertEvent(database.owner, organization, note)
    const again = await openStream(`${organization}/events`, { 'last-event-id': start })
    expect(notesOf(await again.until(3))).toEqual(['a', 'b', 'c'])
    const [first, second] = again.frames
    // Last-Event-ID wins over the cursor: a browser repeats its first address when it reconnects.
    const third = await openStream(`${organization}/events?cursor=${first?.id}`, {
      'last-event-id': second?.id ?? '',
    })
    expect(notesOf(await third.until(1))).toEqual(['c'])
    // Stream positions also work as cursors of pages.
    const page = await corridor.get<EventJson[]>(`${organization}/events?cursor=${first?.id}`)
    expect(notesOf(page.data)).toEqual(['b', 'c'])
  })

  test('a stream can be filtered, and catches up on thousands of events first', async () => {
    const own = await newOrganization()
    const { next } = await readOn(`${own}/events?type=instrument.status_changed`, 0)
    await database.owner.query(
      `insert into events (organization_id, id, type, data, created_at)
       select $1, gen_random_uuid(), case when n % 2 = 0 then 'instrument.status_changed' else 'organization.status_changed' end,
              jsonb_build_object('note', n), now()
         from generate_series(1, 5000) n`,
      [uuidOf('org', own.split('/').at(-1) ?? '')],
    )
    const stream = await openStream(
      `${own}/events?type=instrument.status_changed&cursor=${cursorOf(next)}`,
    )
    await stream.until(2500)
    await insertEvent(database.owner, own, 'last')
    const events = await stream.until(2501)
    expect(new Set(idsOf(events)).size).toBe(2501)
    expect(notesOf(events).at(-1)).toBe('last')
  })

  test('a stream of one organization shows no events of another', async () => {
    const [one, other] = [await newOrganization(), await newOrganization()]
    await readOn(`${one}/events`, 2)
    await readOn(`${other}/events`, 2)
    const streams = [await openStream(`${one}/events`), await openStream(`${other}/events`)]
    for (const stream of streams) await stream.opened()
    await insertEvent(database.owner, one, 'one')
    await insertEvent(database.owner, other, 'other')
    expect(notesOf((await streams[0]?.until(1)) ?? [])).toEqual(['one'])
    expect(notesOf((await streams[1]?.until(1)) ?? [])).toEqual(['other'])
  })

  test('a stream is selected by Accept, unless JSON is accepted too', async () => {
    const typeFor = async (accept: string) => {
      const stream = await openStream(`${organization}/events`, { accept })
      return stream.response.headers['content-type']?.split(';')[0]
    }
    expect(await typeFor('text/event-stream, */*;q=0.1')).toBe('text/event-stream')
    expect(await typeFor('application/json, text/event-stream')).toBe('application/json')
    expect(await typeFor('*/*')).toBe('application/json')
    expect(await typeFor('text/event-stream;q=0')).toBe('application/problem+json')
    const elsewhere = await openStream(corridor.organization, {})
    expect(elsewhere.response.statusCode).toBe(406)
  })

  test('a stream refuses a foreign cursor before it starts', async () => {
    const stream = await openStream(`${organization}/events`, { 'last-event-id': 'made up' })
    expect(stream.response.statusCode).toBe(400)
  })

  test("a stream ends with its key's revocation or expiry; other streams continue", async () => {
    const revoked = await corridor.newKey()
    const expiring = await corridor.newKey({ expiresAt: later(corridor.clock.now(), 60_000) })
    const [first, second, third] = await Promise.all(
      [revoked.key, expiring.key, corridor.sandbox.api_key].map((key) =>
        openStream(`${organization}/events`, {}, key),
      ),
    )
    await updateKeyRevoked(corridor.deps.db, revoked.id, corridor.clock.now())
    await expect.poll(() => first?.state()).toBe('complete')
    expect(second?.state()).toBe('open')
    corridor.clock.advance(60_000)
    await expect.poll(() => second?.state()).toBe('complete')
    expect(third?.state()).toBe('open')
    await insertEvent(database.owner, organization, 'after')
    expect(notesOf((await third?.until(1)) ?? [])).toEqual(['after'])
  })

  test('a key can have ten streams, and an ended stream frees its place', async () => {
    const { key } = await corridor.newKey()
    const open = () => openStream(`${organization}/events`, {}, key)
    const streams = await Promise.all(Array.from({ length: 10 }, open))
    expect(streams.map(({ response }) => response.statusCode)).toEqual(Array(10).fill(200))
    const refused = await open()
    expect(refused.response.statusCode).toBe(429)
    expect(refused.response.headers['retry-after']).toBe('5')
    streams[0]?.close()
    await expect.poll(async () => (await open()).response.statusCode).toBe(200)
  })

  test('closed streams cause no database queries', async () => {
    closeStreams()
    await sleep(700)
    const asked: string[] = []
    const { db } = corridor.deps
    const query = db.query
    Object.defineProperty(db, 'query', {
      configurable: true,
      value: (statement: { name?: string }, ...rest: unknown[]) => {
        asked.push(statement.name ?? '')
        return Reflect.apply(query, db, [statement, ...rest])
      },
    })
    await sleep(700)
    Reflect.deleteProperty(db, 'query')
    expect(asked).not.toContain('select_events_of_many')
  })
})

describe('event streams of a separate service', () => {
  const lines: string[] = []
  const start = (replace: Replace = () => ({})) =>
    testService({
      database,
      worker: false,
      env,
      log: createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }),
      replace,
    })

  test('a stream sends a keep-alive comment every 15 seconds', async () => {
    const service = await start(({ heartbeatMs }) => {
      expect(heartbeatMs).toBe(15_000)
      return { heartbeatMs: 300 }
    })
    try {
      const stream = await openStream(
        `${service.organization}/events`,
        {},
        service.sandbox.api_key,
        service.url,
      )
      await expect.poll(() => stream.text().match(/^: nothing new$/gm)?.length).toBe(3)
      expect(stream.events()).toEqual([])
    } finally {
      await service.close()
    }
  })

  test('a stream is aborted when its reader stops reading', async () => {
    const service = await start(({ drainTimeoutMs }) => {
      expect(drainTimeoutMs).toBe(30_000)
      return { drainTimeoutMs: 3000 }
    })
    try {
      const { organization } = service
      const url = `${organization}/events`
      const slow = await openStream(url, {}, service.sandbox.api_key, service.url)
      const quick = await openStream(url, {}, service.sandbox.api_key, service.url)
      slow.response.pause()
      await database.owner.query(
        `insert into events (organization_id, id, type, data, created_at)
         select $1, gen_random_uuid(), 'instrument.status_changed', jsonb_build_object('note', repeat('x', 10000)), now()
           from generate_series(1, 1500) n`,
        [uuidOf('org', organization.split('/').at(-1) ?? '')],
      )
      // A slow reader does not delay others.
      await quick.until(1500)
      for (let tries = 0; tries < 1600 && !lines.join('').includes('a stream was aborted'); tries++)
        await sleep(25)
      expect(lines.join('')).toContain('did not read in 3000 ms')
      slow.response.resume()
      await expect.poll(() => slow.state()).toBe('cut')
      expect(quick.state()).toBe('open')
    } finally {
      await service.close()
    }
  })

  test('a stream ends cleanly when the service stops, and does not delay the stop', async () => {
    const service = await start()
    const url = `${service.organization}/events`
    const streams = [
      await openStream(url, {}, service.sandbox.api_key, service.url),
      await openStream(url, {}, service.sandbox.api_key, service.url),
    ]
    await insertEvent(database.owner, service.organization, 'before the end')
    for (const stream of streams) await stream.until(1)
    const startedAt = performance.now()
    await service.close()
    expect(performance.now() - startedAt).toBeLessThan(9000)
    await sleep(50)
    expect(streams.map((stream) => stream.state())).toEqual(['complete', 'complete'])
  })
})

type Frame = { id: string; event: string; data: string }
const opened = new Set<IncomingMessage>()
const closeStreams = () => {
  for (const response of opened) response.destroy()
  opened.clear()
}
afterEach(closeStreams)

async function openStream(
  path: string,
  headers: Record<string, string> = {},
  key = corridor.sandbox.api_key,
  url = corridor.url,
) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpGet(
      url + path,
      {
        agent: false,
        headers: { accept: 'text/event-stream', authorization: `Bearer ${key}`, ...headers },
      },
      resolve,
    ).on('error', reject)
  })
  opened.add(response)
  let text = ''
  let rest = ''
  const blocks: Record<string, string>[] = []
  const frames: Frame[] = []
  // Parses frames as a browser does.
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    const whole = (rest + chunk).split('\n\n')
    rest = whole.pop() ?? ''
    for (const lines of whole) {
      const block = Object.fromEntries(lines.split('\n').map((line) => line.split(/: (.*)/s, 2)))
      const { id = '', event = '', data } = block
      blocks.push(block)
      if (data !== undefined) frames.push({ id, event, data })
    }
  })
  let state: 'open' | 'complete' | 'cut' = 'open'
  response.on('error', () => undefined)
  response.on('close', () => (state = response.complete ? 'complete' : 'cut'))
  const events = (): EventJson[] => frames.map(({ data }) => JSON.parse(data))

  return {
    response,
    text: () => text,
    state: () => state,
    frames,
    events,
    /** The position at which the stream starts. */
    async opened(): Promise<string> {
      for (let tries = 0; tries < 6000 && blocks.length === 0; tries++) await sleep(10)
      return String(blocks[0]?.['id'])
    },
    async until(count: number): Promise<EventJson[]> {
      for (let tries = 0; tries < 2000 && frames.length < count; tries++) await sleep(25)
      const found = events()
      if (found.length < count)
        throw new Error(`timed out with ${found.length} of ${count} streamed events`)
      return found
    },
    close: () => void response.destroy(),
  }
}
