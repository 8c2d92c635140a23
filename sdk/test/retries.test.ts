// Retries over real HTTP with faults between: a creating call has one effect, whatever is lost.
import { afterEach, describe, expect, test } from 'vitest'
import { CorridorConnectionError, CorridorError } from '../src/errors.ts'
import { forFile } from '../../server/test/support/for-file.ts'
import type { Fault } from './support/faulty-proxy.ts'
import { openWorld } from './support/world.ts'

const world = await forFile(openWorld())
afterEach(() => world.proxy.decide(() => undefined))

const busy: Fault = { status: 503, retryAfter: 0 }
const limited: Fault = { status: 429, retryAfter: 0 }
const inProgress: Fault = { status: 409, retryAfter: 0 }

describe('exactly one order exists, made with one Idempotency-Key, after', () => {
  test.each<[string, Fault[]]>([
    ['a connection cut before the request was processed', ['cut before']],
    ['a connection cut after the request was processed', ['cut after']],
    ['an answer cut in the middle', ['cut body']],
    ['a 503', [busy]],
    ['a 408', [{ status: 408 }]],
    ['a 429', [limited]],
    ['a 409 while an earlier attempt is in progress', [inProgress]],
    ['a 502 of a proxy, with a page', [{ status: 502, body: '<html>' }]],
    ['a slow answer', ['slow']],
    ['all of them in a row', ['cut after', busy, 'cut body', limited, 'cut before']],
  ])('%s', async (_what, faults) => {
    const { id: quote_id } = await world.quote()
    world.proxy.next(...faults)
    const order = await world.connect().orders.create(world.organization, { quote_id })
    expect((await world.ordersOf(quote_id)).map(({ id }) => id)).toEqual([order.id])
    const sent = world.proxy.seen
    expect(sent.length).toBe(faults.length + (faults[0] === 'slow' ? 0 : 1))
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('an attempt without an answer in time', async () => {
    const { id: quote_id } = await world.quote()
    const corridor = world.connect({ retry: { attemptTimeout: 100, attempts: 20 } })
    world.proxy.next('slow', 'slow')
    await corridor.orders.create(world.organization, { quote_id })
    expect(await world.ordersOf(quote_id)).toHaveLength(1)
  })

  test('faults chosen at random, for many orders at once', async () => {
    const kinds: Fault[] = ['cut before', 'cut after', 'cut body', busy, limited]
    const corridor = world.connect({ retry: { attempts: 100, timeout: 280_000 } })
    const offering = await world.offering()
    world.proxy.decide(() => kinds[Math.floor(Math.random() * kinds.length * 2)])
    const orders = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const quote = await corridor.quotes.create(world.organization, {
          offering_id: offering.id,
          payin_amount: '100.00',
        })
        return corridor.orders.create(world.organization, { quote_id: quote.id })
      }),
    )
    world.proxy.decide(() => undefined)
    const wanted = new Set(orders.map(({ quote_id }) => quote_id))
    const found = await world.direct.orders.list(world.organization).all()
    const made = found.filter(({ quote_id }) => wanted.has(quote_id)).map(({ id }) => id)
    expect(made.toSorted()).toEqual(orders.map(({ id }) => id).toSorted())
  })

  test('a process that starts again with the key of its record', async () => {
    const { id: quote_id } = await world.quote()
    const idempotencyKey = 'invoice-2026-0042'
    world.proxy.next('cut after')
    const once = world.connect({ retry: { attempts: 1 } })
    const failure: unknown = await once.orders
      .create(world.organization, { quote_id }, { idempotencyKey })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CorridorConnectionError)
    expect(failure).toMatchObject({ idempotencyKey, attempts: 1 })
    const again = await world
      .connect()
      .orders.create(world.organization, { quote_id }, { idempotencyKey })
    expect((await world.ordersOf(quote_id)).map(({ id }) => id)).toEqual([again.id])
  })
})

test('each creating call has a key of its own', async () => {
  world.proxy.next()
  const corridor = world.connect()
  await corridor.offerings.create(world.organization)
  await corridor.offerings.create(world.organization)
  expect(new Set(world.proxy.seen.map(({ key }) => key)).size).toBe(2)
})

test('a call whose repetition would have another effect is sent once', async () => {
  const corridor = world.connect()
  const before = await corridor.sandbox.clock()
  for (const unknown of ['cut after', busy] as const) {
    world.proxy.next(unknown)
    await expect(corridor.sandbox.moveClock({ advance_ms: 1000 })).rejects.toThrow(
      CorridorConnectionError,
    )
    expect(world.proxy.seen).toHaveLength(1)
  }
  world.proxy.next(limited)
  await corridor.sandbox.moveClock({ advance_ms: 1000 })
  const after = await corridor.sandbox.clock()
  expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(2000)
  expect(Date.parse(after.now) - Date.parse(before.now)).toBeLessThan(1_000_000)
})

test('simulated funding whose answer is lost returns the funded order', async () => {
  const order = await world.order()
  world.proxy.next('cut after')
  const funded = await world.connect().orders.simulateDemoFunding(world.organization, order.id)
  expect(funded.status.status_history.map(({ status }) => status)).toContain('STEP_2_FILLING_FX')
  await world.direct.orders.waitFor(world.organization, order.id)
  await expect(
    world.connect().orders.simulateDemoFunding(world.organization, order.id),
  ).rejects.toMatchObject({ code: 'order_not_awaiting_funding' })
})

describe('retries are bounded by', () => {
  test('attempts', async () => {
    world.proxy.next(...Array.from({ length: 9 }, () => busy))
    const corridor = world.connect({ retry: { attempts: 3 } })
    await expect(corridor.organizations.get(world.organization)).rejects.toMatchObject({
      name: 'CorridorConnectionError',
      status: 503,
      attempts: 3,
    })
    expect(world.proxy.seen).toHaveLength(3)
  })

  test('time: a Retry-After beyond it is not waited for', async () => {
    world.proxy.next({ status: 429, retryAfter: 3600 })
    await expect(
      world.connect().organizations.get(world.organization, { timeout: 5000 }),
    ).rejects.toMatchObject({ status: 429, attempts: 1 })
    const later = new Date(Date.now() + 3_600_000).toUTCString()
    for (const retryAfter of [999999999, later]) {
      world.proxy.next({ status: 503, retryAfter })
      await expect(world.connect().organizations.get(world.organization)).rejects.toMatchObject({
        status: 503,
        attempts: 1,
      })
    }
    world.proxy.next({ status: 503, retryAfter: 'Thu, 01 Jan 1970 00:00:00 GMT' }, 'cut before')
    await world.connect().organizations.get(world.organization)
  })

  test('no time, where the caller says so', async () => {
    const retry = { timeout: Infinity, attemptTimeout: Infinity }
    world.proxy.next('slow')
    await world.connect({ retry }).organizations.get(world.organization)
    expect(world.proxy.seen).toHaveLength(1)
  })

  test('the defaults, where a setting is undefined', async () => {
    const retry = { attempts: undefined, timeout: undefined, attemptTimeout: undefined }
    world.proxy.next('slow')
    await world.connect({ retry }).organizations.get(world.organization)
    expect(world.proxy.seen).toHaveLength(1)
  })

  test('nothing that is no number above zero: that is refused', async () => {
    for (const wrong of [0, -1, Number.NaN])
      for (const name of ['attempts', 'timeout', 'attemptTimeout'])
        expect(() => world.connect({ retry: { [name]: wrong } })).toThrow(
          `retry.${name} must be a number above 0`,
        )
    const { orders } = world.connect()
    for (const call of [
      orders.get(world.organization, 'ord_1', { timeout: Number.NaN }),
      orders.waitFor(world.organization, 'ord_1', { timeout: -1 }),
    ])
      await expect(call).rejects.toThrow('timeout must be a number above 0')
  })

  test('a signal, before, during an attempt and between two', async () => {
    // A wait that the signal does not end is longer than the test may take.
    const corridor = world.connect({ retry: { timeout: 900_000 } })
    const reason = new Error('the user has left')
    const call = (signal: AbortSignal) => corridor.organizations.get(world.organization, { signal })
    await expect(call(AbortSignal.abort(reason))).rejects.toBe(reason)
    for (const fault of ['slow', { status: 503, retryAfter: 600 }] as const) {
      const controller = new AbortController()
      world.proxy.next(fault)
      const called = call(controller.signal)
      void expect
        .poll(() => world.proxy.seen.length)
        .toBe(1)
        .then(() => controller.abort(reason))
      await expect(called).rejects.toBe(reason)
    }
  })
})

test('a refusal is not repeated, and its code tells its facts', async () => {
  const offering = await world.offering()
  world.proxy.next()
  const refused: unknown = await world
    .connect()
    .quotes.create(world.organization, { offering_id: offering.id, payin_amount: '0.01' })
    .catch((error: unknown) => error)
  expect(world.proxy.seen).toHaveLength(1)
  if (!(refused instanceof CorridorError)) throw refused
  if (refused.code !== 'amount_out_of_limits') throw refused
  expect(refused.problem.limits).toEqual(offering.payin.limits)
  expect(refused.status).toBe(422)
  expect(refused.requestId).toMatch(/^req_/)
  expect(refused.message).toContain('amount_out_of_limits')
})

test('an invalid field is named with its pointer', async () => {
  const offering = await world.offering()
  const refused = world
    .connect()
    .quotes.create(world.organization, { offering_id: offering.id, payin_amount: 'ten' })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid_amount',
    errors: [{ pointer: '/payin_amount' }],
  })
  await expect(refused).rejects.toBeInstanceOf(CorridorError)
})

test('the limits of the service are kept: a burst is slowed down, and every call succeeds', async () => {
  const strict = await openWorld({ env: { CORRIDOR_RATE_LIMIT: '20' }, worker: false })
  try {
    const calls = Array.from({ length: 60 }, () =>
      strict.direct.organizations.get(strict.organization),
    )
    expect(await Promise.all(calls)).toHaveLength(60)
  } finally {
    await strict.close()
  }
})

test('an id that would change the path is refused before it is sent', async () => {
  world.proxy.next()
  for (const id of ['', '.', '..'])
    await expect(world.connect().orders.get(world.organization, id)).rejects.toThrow(/order_id/)
  expect(world.proxy.seen).toEqual([])
  await expect(
    world.connect().orders.get(world.organization, '../../api-keys?x=#'),
  ).rejects.toMatchObject({ code: 'not_found' })
  expect(world.proxy.seen.map(({ path }) => path)).toEqual([
    `/v1/organizations/${world.organization}/orders/..%2F..%2Fapi-keys%3Fx%3D%23`,
  ])
})
