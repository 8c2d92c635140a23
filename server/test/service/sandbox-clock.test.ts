// The sandbox clock: moves forward for every process at once, never back, and does not exist in live.
import { instantAt, later } from '../../src/platform/clock.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../src/customers/api-keys/create-key.ts'
import { generateKey } from '../../src/platform/access/keys.ts'
import { newSecrets, readConfig } from '../../src/platform/config.ts'
import type { EventJson } from '../../src/engine/events/schemas.ts'
import { newUuid, NO_ID, type Uuid } from '../../src/platform/ids.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import { onCancel } from '../../src/engine/orders/outcomes.ts'
import { changeOf } from '../../src/engine/orders/transition.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { insertEnterprises } from '../../src/parties/organizations/queries.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { prepareSandbox, type SandboxFile } from '../../src/service/sandbox/prepare.ts'
import { startService, type Parts, type Service } from '../../src/service/serve.ts'
import { conform } from '../support/conform.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { testService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { requireUuid } from '../support/ids.ts'

const HOUR_MS = 3_600_000
const silent = pino({ level: 'silent' })
const dataDir = mkdtempSync(join(tmpdir(), 'corridor-clock-'))
const env = { PORT: '0', CORRIDOR_DATA_DIR: dataDir, CORRIDOR_SECRETS: newSecrets() }

type ClockJson = { now: string; ahead_ms: number }
type Answer<Data> = { status: number; text: string; data: Data; code: string; pointer: string }

let database: TestDatabase
let one: Service
let other: Service
let sandbox: SandboxFile

const start = async (parts: Parts = { http: true, worker: true }): Promise<Service> =>
  startService(
    readConfig({ ...env, DATABASE_URL: database.url, CORRIDOR_SANDBOX_STEP_MS: '0' }),
    parts,
    {
      log: silent,
      onDatabase: async (deps) => {
        const prepared = await prepareSandbox(deps)
        sandbox ??= await prepared.publish('')
      },
    },
  )

beforeAll(async () => {
  database = await testDatabase()
  one = await start()
  // Without a worker, so that background work is done by `one` alone.
  other = await start({ http: true, worker: false })
})
afterAll(async () => {
  await one.stop()
  await other.stop()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function call<Data>(
  service: Service,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  key = sandbox.api_key,
): Promise<Answer<Data>> {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': crypto.randomUUID(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed = JSON.parse(text)
  const contentType = response.headers.get('content-type') ?? ''
  conform({ method, path, status: response.status, contentType, body: parsed })
  const { data, code, errors } = parsed
  return { status: response.status, text, data, code, pointer: errors?.[0]?.pointer }
}

const clockOf = async (service: Service) =>
  (await call<ClockJson>(service, 'GET', '/v1/sandbox/clock')).data
const move = (service: Service, body: object, key?: string) =>
  call<ClockJson>(service, 'POST', '/v1/sandbox/clock', body, key)
const at = () => `/v1/organizations/${sandbox.organization_id}`

async function newQuote(service: Service): Promise<QuoteJson> {
  const { data: offerings } = await call<OfferingJson[]>(service, 'POST', `${at()}/offerings`)
  // USDC to COP trades at all hours in the demo world.
  const offering = offerings.find(
    ({ payin, payout }) =>
      payin.external_payment_instrument.currency === 'USDC' &&
      payout.external_payment_instrument.currency === 'COP',
  )
  const body = { offering_id: offering?.id, payin_amount: '100.00' }
  const quoted = await call<QuoteJson>(service, 'POST', `${at()}/quotes`, body)
  expect(quoted.status, quoted.text).toBe(201)
  return quoted.data
}

async function newOrder(service: Service): Promise<OrderJson> {
  const { id } = await newQuote(service)
  const ordered = await call<OrderJson>(service, 'POST', `${at()}/orders`, { quote_id: id })
  expect(ordered.status, ordered.text).toBe(201)
  return ordered.data
}

const untilStatus = (service: Service, id: string, wanted: string): Promise<OrderJson> =>
  until(
    async () => (await call<OrderJson>(service, 'GET', `${at()}/orders/${id}`)).data,
    ({ status }) => status.current_status === wanted,
  )

describe('the sandbox clock', () => {
  test('shows its time and how far it is ahead of real time', async () => {
    const { now, ahead_ms: aheadMs } = await clockOf(one)
    expect(Math.abs(Date.parse(now) - Date.now() - aheadMs)).toBeLessThan(20_000)
  })

  test('moves by milliseconds, at once in the answering process and within 250 ms in others', async () => {
    const before = await clockOf(one)
    const moved = await move(one, { advance_ms: 5000 })
    expect(moved.status, moved.text).toBe(200)
    expect(moved.data.ahead_ms).toBe(before.ahead_ms + 5000)
    // The two reads of real time may be a millisecond apart.
    expect(one.deps.clock.now() - Date.now()).toBeGreaterThanOrEqual(moved.data.ahead_ms - 1)
    await expect.poll(() => other.deps.sandboxClock?.aheadMs()).toBe(moved.data.ahead_ms)
    expect((await clockOf(other)).ahead_ms).toBe(moved.data.ahead_ms)
  })

  test('moves to an instant in any time zone', async () => {
    const to = Date.parse((await clockOf(other)).now) + HOUR_MS
    const bogota = new Date(to - 5 * HOUR_MS).toISOString().replace('Z', '-05:00')
    const { status, data } = await move(other, { now: bogota })
    expect(status).toBe(200)
    expect(Date.parse(data.now) - to).toBeGreaterThanOrEqual(0)
    expect(Date.parse(data.now) - to).toBeLessThan(20_000)
    await expect.poll(async () => (await clockOf(one)).ahead_ms).toBe(data.ahead_ms)
  })

  test('is already moved in a process that starts later, before that process reads the time', async () => {
    const { ahead_ms: aheadMs } = await clockOf(one)
    expect(aheadMs).toBeGreaterThan(0)
    let seen = 0
    const service = await startService(
      readConfig({ ...env, DATABASE_URL: database.url }),
      { http: false, worker: false },
      {
        log: silent,
        onDatabase: async ({ sandboxClock }) => void (seen = sandboxClock?.aheadMs() ?? 0),
      },
    )
    await service.stop()
    expect(seen).toBe(aheadMs)
  })

  test('adds up concurrent moves exactly and never goes back', async () => {
    const before = (await clockOf(one)).ahead_ms
    let moving = true
    const watch = async (service: Service) => {
      for (let last = 0; moving; await sleep(1)) {
        const now = service.deps.clock.now()
        expect(now).toBeGreaterThanOrEqual(last)
        last = now
      }
    }
    const watching = [watch(one), watch(other)]
    const moves = Array.from({ length: 100 }, (_, index) =>
      move(index % 2 === 0 ? one : other, { advance_ms: index + 1 }),
    )
    const answers = await Promise.all(moves)
    moving = false
    await Promise.all(watching)
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200))
    for (const service of [one, other])
      await expect.poll(async () => (await clockOf(service)).ahead_ms).toBe(before + 5050)
  })

  test.each<[string, (now: number) => unknown, string]>([
    ['backwards', (now) => ({ now: new Date(now - 1000).toISOString() }), '/now'],
    ['by nothing', () => ({ advance_ms: 0 }), '/advance_ms'],
    ['by less than nothing', () => ({ advance_ms: -1 }), '/advance_ms'],
    ['by a part of a millisecond', () => ({ advance_ms: 0.5 }), '/advance_ms'],
    ['by a text', () => ({ advance_ms: '1000' }), '/advance_ms'],
    ['by more than 366 days', () => ({ advance_ms: 366 * 24 * HOUR_MS + 1 }), '/advance_ms'],
    [
      'to more than 366 days ahead',
      (now) => ({ now: new Date(now + 367 * 24 * HOUR_MS).toISOString() }),
      '/now',
    ],
    ['to no instant', () => ({ now: 'tomorrow' }), '/now'],
    ['to a day that is none', () => ({ now: '2027-02-30T00:00:00Z' }), '/now'],
    ['by nothing at all', () => ({}), ''],
    ['by and to', (now) => ({ advance_ms: 1, now: new Date(now + 1000).toISOString() }), ''],
  ])('does not move %s', async (_how, bodyAt, pointer) => {
    const before = await clockOf(one)
    const refused = await move(one, bodyAt(Date.parse(before.now)) ?? {})
    expect(refused.status, refused.text).toBe(400)
    expect(refused.code).toBe('invalid_request')
    expect(refused.pointer).toBe(pointer)
    expect((await clockOf(one)).ahead_ms).toBe(before.ahead_ms)
  })

  test('needs a read key to read and a sandbox write key to move', async () => {
    const rows = await database.sql<{ id: Uuid<'ent'> }>`select id from enterprises order by id
        limit 1`
    const { key } = await createKey(one.deps.db, 'sandbox', {
      enterpriseId: rows[0]?.id ?? NO_ID,
      organizationId: null,
      label: 'reads',
      scopes: ['read'],
      allowedAddresses: [],
      at: one.deps.clock.now(),
      expiresAt: null,
    })
    expect((await call(one, 'GET', '/v1/sandbox/clock', undefined, key)).status).toBe(200)
    expect((await move(one, { advance_ms: 1 }, key)).code).toBe('insufficient_scope')
    expect((await move(one, { advance_ms: 1 }, generateKey('live'))).code).toBe(
      'sandbox_key_required',
    )
    expect((await move(one, { advance_ms: 1 }, generateKey('sandbox'))).status).toBe(401)
  })
})

describe('after the clock is moved', () => {
  test('an unfunded order expires at once in all processes', async () => {
    const order = await newOrder(one)
    await move(one, { advance_ms: 2 * HOUR_MS + 1000 })
    const expired = await untilStatus(one, order.id, 'FAILED_FUNDING_EXPIRED')
    const expiredAt = Date.parse(expired.status.status_history.at(-1)?.created_at ?? '')
    expect(expiredAt - Date.parse(order.created_at)).toBeGreaterThan(2 * HOUR_MS)
    expect((await call<OrderJson>(other, 'GET', `${at()}/orders/${order.id}`)).data).toEqual(
      expired,
    )
  })

  test('the worker of another process does the due work', async () => {
    const order = await newOrder(other)
    await move(other, { advance_ms: 2 * HOUR_MS + 1000 })
    await untilStatus(one, order.id, 'FAILED_FUNDING_EXPIRED')
  })

  test('a quote expires in all processes', async () => {
    const quotes = [await newQuote(one), await newQuote(one)]
    const moved = await move(one, { advance_ms: HOUR_MS / 2 + 1000 })
    const order = (service: Service, quote: QuoteJson | undefined) =>
      call(service, 'POST', `${at()}/orders`, { quote_id: quote?.id })
    expect((await order(one, quotes[0])).code).toBe('quote_expired')
    await expect.poll(async () => (await clockOf(other)).ahead_ms).toBe(moved.data.ahead_ms)
    expect((await order(other, quotes[1])).code).toBe('quote_expired')
  })

  test('due work is done in the order of its due times', async () => {
    const orders: OrderJson[] = []
    for (let index = 0; index < 5; index++) {
      orders.push(await newOrder(one))
      await move(one, { advance_ms: 60_000 })
    }
    await move(one, { advance_ms: 2 * HOUR_MS })
    for (const { id } of orders) await untilStatus(one, id, 'FAILED_FUNDING_EXPIRED')
    const ids = orders.map(({ id }) => id)
    let told: string[] = []
    // An open transaction anywhere in the cluster delays events.
    for (let tries = 0; tries < 1600 && told.length < ids.length; tries++) {
      const path = `${at()}/events?type=order.funding_expired&limit=200`
      const { data } = await call<EventJson[]>(one, 'GET', path)
      told = data.map((event) => event.order_id ?? '').filter((id) => ids.includes(id))
      await sleep(25)
    }
    expect(told).toEqual(ids)
  })

  test('real time is unchanged: rates stay fresh and the service stays ready', async () => {
    await move(one, { advance_ms: 24 * HOUR_MS })
    await newOrder(one)
    const ready = await fetch(`${one.url}/readyz`)
    expect(await ready.json()).toMatchObject({ status: 'ready' })
  })
})

test('a clock supplied by a test still works and can be moved over HTTP', async () => {
  const corridor = await testService({ worker: false })
  try {
    expect((await corridor.get<ClockJson>('/v1/sandbox/clock')).data).toEqual({
      now: '2026-03-04T17:00:00.000Z',
      ahead_ms: 0,
    })
    corridor.clock.advance(1000)
    const moved = await corridor.post<ClockJson>('/v1/sandbox/clock', { advance_ms: 2000 })
    expect(moved.data).toEqual({ now: '2026-03-04T17:00:03.000Z', ahead_ms: 2000 })
  } finally {
    await corridor.close()
  }
})

test('a change by a process that has not yet seen the move is not dated before an earlier change', async () => {
  const corridor = await testService({ worker: false })
  const { id } = await corridor.order()
  const organizationId = requireUuid('org', corridor.sandbox.organization_id)
  const order = await corridor.deps.findOrder({ organizationId, id: requireUuid('ord', id) })
  if (order === null) throw new Error('the order does not exist')
  const behind = later(order.updated_at, -240 * HOUR_MS)
  const change = await changeOf(corridor.deps, order, onCancel(order), { at: behind })
  expect(change?.at).toBe(order.updated_at)
  await corridor.close()
})

test('a live deployment has no sandbox clock', async () => {
  const live = await testDatabase({ empty: true })
  const service = await startService(
    readConfig({
      PORT: '0',
      CORRIDOR_ENVIRONMENT: 'live',
      DATABASE_URL: live.url,
      CORRIDOR_SECRETS: newSecrets(),
    }),
    { http: true, worker: false },
    { log: silent },
  )
  try {
    const enterprise = { id: newUuid('ent', instantAt(Date.now())), name: 'Live' }
    await insertEnterprises(service.deps.db, [enterprise], instantAt(Date.now()))
    const { key } = await createKey(service.deps.db, 'live', {
      enterpriseId: enterprise.id,
      organizationId: null,
      label: 'l',
      scopes: ['read', 'write'],
      allowedAddresses: [],
      at: instantAt(Date.now()),
      expiresAt: null,
    })
    for (const method of ['GET', 'POST'] as const) {
      const response = await fetch(`${service.url}/v1/sandbox/clock`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{"advance_ms":1}' } : {}),
      })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'not_found' })
    }
    expect(service.deps.sandboxClock).toBeNull()
  } finally {
    await service.stop()
    await live.close()
  }
})
