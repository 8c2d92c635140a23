// orders.waitFor and events.stream, over real HTTP with faults between.
import { afterEach, describe, expect, test } from 'vitest'
import { transitions } from '../../server/src/engine/orders/states.ts'
import { OrderEndedError, OrderTimeoutError } from '../src/errors.ts'
import { followers } from '../src/order-status.ts'
import type { OrderStatus } from '../src/schemas.ts'
import { forFile } from '../../server/test/support/for-file.ts'
import { openWorld } from './support/world.ts'

const world = await forFile(openWorld())
afterEach(() => {
  world.proxy.decide(() => undefined)
  world.proxy.holdStreams(false)
  world.proxy.next()
})

const fund = (id: string) => world.direct.orders.simulateDemoFunding(world.organization, id)
const isStream = ({ path }: { path: string }) => path.includes('/events')
const streamOpen = () => expect.poll(() => world.proxy.openStreams()).toBe(1)

describe('waitFor resolves with the completed order', () => {
  test('when it was completed before the wait began', async () => {
    const { id } = await world.order()
    await fund(id)
    await world.direct.orders.waitFor(world.organization, id)
    const done = await world.connect().orders.waitFor(world.organization, id)
    expect(done.status.current_status).toBe('STEP_4_COMPLETED')
  })

  test('when it is funded during the wait, soon after the event', async () => {
    const { id } = await world.order()
    const waiting = world.connect().orders.waitFor(world.organization, id)
    await streamOpen()
    await fund(id)
    expect((await waiting).id).toBe(id)
    // Without the stream the wait would have read the order twice a second.
    expect(world.proxy.seen.filter(isStream)).toHaveLength(1)
  })

  test('when the stream is cut, again and again', async () => {
    const { id } = await world.order()
    const waiting = world.connect().orders.waitFor(world.organization, id)
    await streamOpen()
    world.proxy.cutStreams()
    await expect.poll(() => world.proxy.seen.filter(isStream).length).toBe(2)
    world.proxy.cutStreams()
    await fund(id)
    expect((await waiting).status.current_status).toBe('STEP_4_COMPLETED')
  })

  test('when there is no stream at all', async () => {
    const { id } = await world.order()
    world.proxy.decide((request) => (isStream(request) ? { status: 503 } : undefined))
    const waiting = world.connect().orders.waitFor(world.organization, id)
    await fund(id)
    expect((await waiting).status.current_status).toBe('STEP_4_COMPLETED')
  })

  test('when a proxy holds the stream back', async () => {
    const { id } = await world.order()
    world.proxy.holdStreams(true)
    const waiting = world.connect().orders.waitFor(world.organization, id)
    await fund(id)
    expect((await waiting).status.current_status).toBe('STEP_4_COMPLETED')
  })

  test('when reads fail for a while', async () => {
    const { id } = await world.order()
    const corridor = world.connect({ retry: { attempts: 1 } })
    world.proxy.next('cut before', { status: 503 }, 'cut body', 'cut after')
    const waiting = corridor.orders.waitFor(world.organization, id)
    await fund(id)
    expect((await waiting).status.current_status).toBe('STEP_4_COMPLETED')
  })

  test('for a status that it has already left', async () => {
    const { id } = await world.order()
    await fund(id)
    await world.direct.orders.waitFor(world.organization, id)
    const passed = await world
      .connect()
      .orders.waitFor(world.organization, id, { until: ['STEP_2_FILLING_FX'] })
    expect(passed.status.current_status).toBe('STEP_4_COMPLETED')
  })

  test('and tells each status that it read, once', async () => {
    const { id } = await world.order()
    const told: string[] = []
    const waiting = world.connect().orders.waitFor(world.organization, id, {
      onStatus: ({ status }) => told.push(status.current_status),
    })
    await expect.poll(() => told).toEqual(['STEP_1_AWAITING_FUNDING'])
    await fund(id)
    await waiting
    expect(told.at(-1)).toBe('STEP_4_COMPLETED')
    expect(new Set(told).size).toBe(told.length)
  })

  test('and leaves no stream open', async () => {
    await expect.poll(() => world.proxy.openStreams()).toBe(0)
  })
})

describe('waitFor rejects', () => {
  test('with the order and what to do, when the order ends otherwise', async () => {
    const { id } = await world.order()
    const waiting = world.connect().orders.waitFor(world.organization, id)
    const rejected = expect(waiting).rejects.toThrow(OrderEndedError)
    await streamOpen()
    await world.direct.orders.cancel(world.organization, id)
    await rejected
    await expect(waiting).rejects.toMatchObject({
      status: 'FAILED_CANCELLED',
      order: { id },
      message: `order ${id} is FAILED_CANCELLED: it was cancelled before it was funded`,
    })
  })

  test('when the conversion is declined, and a wait for the refund goes on', async () => {
    const quote = await world.direct.quotes.create(world.organization, {
      offering_id: (await world.offering()).id,
      payin_amount: '1911.01',
    })
    const { id } = await world.direct.orders.create(world.organization, { quote_id: quote.id })
    const { orders } = world.connect()
    const refunded = orders.waitFor(world.organization, id, { until: 'FAILED_REFUND_PROCESSED' })
    await fund(id)
    await expect(orders.waitFor(world.organization, id)).rejects.toThrow(/retry it .* or refund it/)
    await orders.refund(world.organization, id)
    expect((await refunded).status.current_status).toBe('FAILED_REFUND_PROCESSED')
  })

  test('after its timeout, with the order as it was last read', async () => {
    const { id } = await world.order()
    const waiting = world.connect().orders.waitFor(world.organization, id, { timeout: 1000 })
    await expect(waiting).rejects.toThrow(OrderTimeoutError)
    await expect(waiting).rejects.toMatchObject({
      message: `order ${id} is STEP_1_AWAITING_FUNDING after 1000 ms`,
    })
  })

  test('not before a timeout that is longer than timers of the platform', async () => {
    const { id } = await world.order()
    const day = 86_400_000
    const waiting = world.connect().orders.waitFor(world.organization, id, { timeout: 30 * day })
    await streamOpen()
    await fund(id)
    expect((await waiting).status.current_status).toBe('STEP_4_COMPLETED')
  })

  test("with the signal's reason", async () => {
    const { id } = await world.order()
    const controller = new AbortController()
    const { signal } = controller
    const waiting = world.connect().orders.waitFor(world.organization, id, { signal })
    const reason = new Error('the user has left')
    const rejected = expect(waiting).rejects.toBe(reason)
    await streamOpen()
    controller.abort(reason)
    await rejected
    await expect.poll(() => world.proxy.openStreams()).toBe(0)
  })

  test('at once for an order that does not exist', async () => {
    await expect(
      world.connect().orders.waitFor(world.organization, 'ord_01jqe8m2x4fv5s0t6w7y8z9abc'),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('the statuses that follow one another are those of the service', () => {
  // Nobody waits for what an operator puts right after a restore.
  const expected = transitions.filter(({ event }) => event !== 'reinstated')
  const after = (from: OrderStatus) =>
    [...new Set(expected.filter((one) => one.from === from).map(({ to }) => to))].toSorted()
  // A completed order counts as ended.
  for (const status of new Set(transitions.map(({ to }) => to)))
    expect(followers(status).toSorted(), status).toEqual(
      status === 'STEP_4_COMPLETED' ? [] : after(status),
    )
})

test('a stream that is cut goes on without a gap and without repetition', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const seen: string[] = []
  const from = await world.direct.events.list(world.organization).pages()
  let cursor = ''
  for await (const page of from) cursor = page.cursor ?? cursor
  const following = (async () => {
    const stream = world.connect().events.stream(world.organization, { cursor }, { signal })
    for await (const { event } of stream) seen.push(event.id)
  })().catch((error: unknown) => error)
  const ids: string[] = []
  for (let count = 0; count < 4; count++) {
    await streamOpen()
    const { id } = await world.order()
    ids.push(id)
    await fund(id)
    world.proxy.cutStreams()
    await world.direct.orders.waitFor(world.organization, id)
  }
  const listed = await world.direct.events.list(world.organization, { cursor }).all()
  await expect.poll(() => seen).toEqual(listed.map(({ id }) => id))
  controller.abort()
  expect(await following).toBe(signal.reason)
})

test('a loop over a stream that breaks closes its connection', async () => {
  const { id } = await world.order()
  for await (const { event } of world.connect().events.stream(world.organization, {
    cursor: (await world.direct.events.list(world.organization, { limit: 1 }).page()).cursor ?? '',
  })) {
    expect(event.type).toMatch(/\./)
    break
  }
  await expect.poll(() => world.proxy.openStreams()).toBe(0)
  expect(id).toMatch(/^ord_/)
})
