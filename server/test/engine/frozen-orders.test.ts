// A frozen order: nothing is filled, paid out or refunded for it, deposits are recorded, and what is in flight is looked up.
import { afterEach, describe, expect, test } from 'vitest'
import type { EventJson } from '../../src/engine/events/schemas.ts'
import { insertFillIntents } from '../../src/engine/fills/queries.ts'
import { newLeaseToken, type Uuid } from '../../src/platform/ids.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { freezeOrder, unfreezeOrder } from '../../src/engine/orders/freeze-order.ts'
import { selectOperatorOrder } from '../../src/engine/orders/operator-queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { claimDueRefunds, updateRefundPrepared } from '../../src/engine/refunds/queries.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson } from '../support/desk.ts'
import { exitsWorld } from '../support/exits.ts'
import {
  claimFirst,
  fillDue,
  fillIntentOf,
  fundedOrder,
  insertIntents,
  rowOf,
  stateOf,
} from '../support/orders.ts'

const world = await forFile(exitsWorld())
const operator = await newPerson(world, 'operator', 'operator')
const compliance = await newPerson(world, 'compliance', 'compliance')
const treasurer = await newPerson(world, 'treasurer', 'treasurer')
afterEach(() => world.settle())

const act = (order: OrderJson, path: string, body: object = {}) =>
  operator.act('POST', `/orders/${order.id}/${path}`, { reason: 'a question is open', ...body })
const state = (order: OrderJson) => stateOf(world.corridor, order)
const pathOf = (order: OrderJson) => `${world.corridor.organization}/orders/${order.id}`
const eventsOf = async (order: OrderJson): Promise<EventJson[]> =>
  (await world.corridor.get<{ events: EventJson[] }>(`${pathOf(order)}/timeline`)).data.events
const typesOf = async (order: OrderJson) => (await eventsOf(order)).map(({ type }) => type)
const customer = <Data>(order: OrderJson, act: string, body: object = {}) =>
  world.corridor.post<Data>(`${pathOf(order)}/${act}`, body)

/** What a worker does in ten minutes. */
async function work(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await world.advance()
    await world.sendRefunds()
  }
}

describe('while an order is frozen', () => {
  test('it is not filled, and is filled afterwards', async () => {
    const order = await world.funded()
    expect((await act(order, 'freeze')).status).toBe(200)
    await work()
    expect(await state(order)).toBe('STEP_2_FILLING_FX')
    expect(world.script.sent).toEqual([])
    await act(order, 'unfreeze')
    await advanceOrders(world.corridor.deps)
    expect(await state(order)).toBe('STEP_4_COMPLETED')
  })

  test('it is not paid out, and is paid out afterwards', async () => {
    const order = await world.funded()
    await fillDue(world.corridor)
    await act(order, 'freeze')
    await work()
    expect(await state(order)).toBe('STEP_3_SETTLING_PAYOUT')
    expect(world.script.sent).toEqual([`ALPHA ${order.id}:fill:1`])
    await act(order, 'unfreeze')
    await advanceOrders(world.corridor.deps)
    expect(await state(order)).toBe('STEP_4_COMPLETED')
  })

  test('its refund is not sent, and is sent afterwards', async () => {
    const order = await world.parkedForSlippage()
    await act(order, 'refund')
    await act(order, 'freeze')
    world.reset()
    await work()
    expect(await state(order)).toBe('FAILED_REFUND_REQUESTED')
    expect(world.script.sent).toEqual([])
    await act(order, 'unfreeze')
    await world.sendRefunds()
    expect(await state(order)).toBe('FAILED_REFUND_PROCESSED')
  })

  test('its deposits are recorded, and it waits as funded', async () => {
    const order = await world.corridor.order()
    await act(order, 'freeze')
    await world.corridor.fund(order.id)
    await work()
    expect(await state(order)).toBe('STEP_2_FILLING_FX')
    expect(await typesOf(order)).toEqual([
      'order.created',
      'order.parked',
      'deposit.recorded',
      'order.funded',
    ])
  })

  test('an excess waits, and is refunded afterwards', async () => {
    const order = await fundedOrder(world.corridor, '1911.10')
    await act(order, 'freeze')
    await work()
    expect(world.script.sent).toEqual([])
    await act(order, 'unfreeze')
    await work()
    expect(await state(order)).toBe('STEP_4_COMPLETED')
    expect(world.script.sent.filter((key) => key.includes(':refund:'))).toHaveLength(1)
  })

  test('a fill in flight is looked up and recorded, and nothing follows', async () => {
    const order = await world.funded()
    world.script.provider = 'silent'
    await advanceOrders(world.corridor.deps)
    await act(order, 'freeze')
    world.reset()
    await work()
    // The provider never heard of it.
    expect(world.script.askedAbout).toContain(`ALPHA ${order.id}:fill:1`)
    expect(world.script.sent).toEqual([])
    expect(await state(order)).toBe('STEP_2_FILLING_FX')
    await act(order, 'unfreeze')
    await world.advance()
    expect(world.script.sent).toContain(`ALPHA ${order.id}:fill:1`)
    expect(await state(order)).toBe('STEP_4_COMPLETED')
  })

  test('a payout in flight is looked up, never sent again, and its outcome is recorded', async () => {
    const order = await world.funded()
    world.script.rail = 'silent'
    await advanceOrders(world.corridor.deps)
    expect(await state(order)).toBe('STEP_3_SETTLING_PAYOUT')
    await act(order, 'freeze')
    world.script.sent.length = 0
    world.script.rail = 'unknown'
    await work()
    expect(world.script.askedAbout).toContain(`${order.id}:payout:1`)
    expect(world.script.sent).toEqual([])
    world.script.rail = 'answers'
    world.script.answer = { state: 'settled', reference: 'R-1' }
    await work()
    expect(world.script.sent).toEqual([])
    expect(await state(order)).toBe('STEP_4_COMPLETED')
  })

  test('a refund in flight is looked up, and never sent again', async () => {
    const order = await world.parkedForSlippage()
    await act(order, 'refund')
    world.reset()
    world.script.rail = 'silent'
    await world.sendRefunds()
    await act(order, 'freeze')
    world.script.rail = 'unknown'
    world.script.sent.length = 0
    world.script.askedAbout.length = 0
    await work()
    expect(world.script.askedAbout.length).toBeGreaterThan(0)
    expect(world.script.sent).toEqual([])
  })

  test('it is never parked for failed look-ups, so that they go on', async () => {
    const order = await world.funded()
    world.script.rail = 'silent'
    await advanceOrders(world.corridor.deps)
    await act(order, 'freeze')
    for (let round = 0; round < 18; round++) await world.advance()
    expect(await state(order)).toBe('STEP_3_SETTLING_PAYOUT')
    world.script.askedAbout.length = 0
    await world.advance()
    expect(world.script.askedAbout).toEqual([`${order.id}:payout:1`])
  })

  test.each(['release', 'fail', 'refund'])('an operator cannot %s it', async (decision) => {
    const order = await world.parkedForSlippage()
    await act(order, 'freeze')
    const { version } = await rowOf(world.corridor, order)
    const refused = await act(order, decision)
    expect(refused.problem).toMatchObject({ code: 'act_refused' })
    expect(refused.problem.detail).toBe(`${order.id} is frozen: unfreeze it first`)
    expect((await rowOf(world.corridor, order)).version).toBe(version)
  })

  test('its customer can neither retry nor refund it', async () => {
    const order = await world.parkedForSlippage()
    await act(order, 'fail')
    world.reset()
    await act(order, 'freeze')
    const quote = await world.corridor.quote(order.offering_id, '900.00')
    const retry = await customer(order, 'retry', { quote_id: quote.id })
    expect(retry.problem).toMatchObject({ code: 'order_not_retryable' })
    expect(retry.problem.detail).toContain('under review')
    const refund = await world.corridor.post(
      `${pathOf(order)}/refund`,
      {},
      { idempotencyKey: null },
    )
    expect(refund.problem).toMatchObject({ code: 'order_not_refundable' })
    expect(await state(order)).toBe('FAILED_DECLINED_BY_LIQ_PROVIDER')
    await act(order, 'unfreeze')
    expect((await customer(order, 'retry', { quote_id: quote.id })).status).toBe(201)
  })
})

describe('the statements of the intents refuse a frozen order', () => {
  const freeze = async (id: Uuid<'ord'>) => {
    const row = await selectOperatorOrder(world.corridor.deps.db, id)
    if (row === undefined) throw new Error('there is no such order')
    expect(await freezeOrder(world.corridor.deps, row, 'stop')).not.toHaveProperty('refused')
  }
  const forgetLeases = () =>
    world.corridor.database.owner.query(`update orders set lease_token = null, leased_until = null`)

  test('of a worker that claimed it before: the fill', async () => {
    await world.funded()
    const claimed = await claimFirst(world.corridor)
    await freeze(claimed.id)
    const [intent] = await insertFillIntents(world.corridor.deps.db, [
      fillIntentOf(claimed, world.clock.now()),
    ])
    expect(intent).toBeNull()
    await forgetLeases()
  })

  test('of a worker that claimed it before: the payout', async () => {
    await world.funded()
    await fillDue(world.corridor)
    const claimed = await claimFirst(world.corridor)
    await freeze(claimed.id)
    expect(await insertIntents(world.corridor, [claimed], 'sandbox')).toEqual([null])
    await forgetLeases()
  })

  test('of a worker that claimed it before: the refund', async () => {
    const order = await world.parkedForSlippage()
    await act(order, 'refund')
    world.clock.advance(10_000)
    const now = world.clock.now()
    const [refund] = await claimDueRefunds(world.corridor.deps.db, {
      now,
      leaseToken: newLeaseToken(),
      leaseMs: 30_000,
      limit: 1,
    })
    if (refund === undefined) throw new Error('no refund is due')
    await freeze(refund.order_id)
    const sealed = { keyId: 'a', bytes: Buffer.from('x') }
    const times = { now, againAt: now }
    expect(
      await updateRefundPrepared(world.corridor.deps.db, refund, 'sandbox', sealed, times),
    ).toBe(false)
    await world.corridor.sql`update refunds
        set lease_token = null, leased_until = null, due_at = created_at where id = ${refund.id}`
  })
})

describe('the customer', () => {
  test('sees a freeze as a review, and its end', async () => {
    const order = await world.corridor.order()
    await act(order, 'freeze')
    await act(order, 'unfreeze')
    const events = await eventsOf(order)
    expect(events.map(({ type, data }) => [type, data['reason']])).toEqual([
      ['order.created', undefined],
      ['order.parked', 'review'],
      ['order.released', 'review'],
    ])
    expect(JSON.stringify(events)).not.toMatch(/froze|freeze|question/)
    expect((await world.corridor.get(pathOf(order))).data).toEqual(order)
  })

  test('is told once of an order that is parked and frozen', async () => {
    const order = await world.parkedForSlippage()
    await act(order, 'freeze')
    expect((await typesOf(order)).filter((type) => type === 'order.parked')).toHaveLength(1)
    await act(order, 'unfreeze')
    expect(await typesOf(order)).not.toContain('order.released')
    expect(await state(order)).toBe('STEP_2_FILLING_FX slippage')
    world.reset()
    await act(order, 'release')
    expect((await typesOf(order)).filter((type) => type === 'order.released')).toHaveLength(1)
  })
})

describe('operators', () => {
  test('see since when an order is frozen, in a list and in the order', async () => {
    const order = await world.corridor.order()
    await act(order, 'freeze')
    const { data } = await operator.act<{ id: string; frozen_at: string }[]>(
      'GET',
      '/orders/frozen',
    )
    expect(data).toEqual([expect.objectContaining({ id: order.id })])
    expect(Date.parse(data[0]?.frozen_at ?? '')).toBe(world.clock.now())
    await act(order, 'unfreeze')
    expect((await operator.act('GET', '/orders/frozen')).data).toEqual([])
  })

  test('freeze once: of three at once, one freezes', async () => {
    const order = await world.corridor.order()
    const answers = await Promise.all([1, 2, 3].map(() => act(order, 'freeze')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await act(order, 'freeze')).problem.detail).toContain('is frozen already')
    await act(order, 'unfreeze')
    expect((await act(order, 'unfreeze')).problem.detail).toContain('is not frozen')
  })

  test('of compliance freeze too, and those of treasury do not', async () => {
    const order = await world.corridor.order()
    const path = `/orders/${order.id}/freeze`
    const refused = await treasurer.act('POST', path, { reason: 'x' })
    expect(refused.problem).toMatchObject({
      code: 'right_missing',
      roles_with_the_right: ['operator', 'compliance'],
    })
    expect((await compliance.act('POST', path, { reason: 'x' })).status).toBe(200)
  })

  test('freeze while a worker fills: the fill counts, or never happens', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await world.funded()
      const row = await rowOf(world.corridor, order)
      const [frozen] = await Promise.all([
        freezeOrder(world.corridor.deps, row, 'stop'),
        advanceOrders(world.corridor.deps),
      ])
      expect(frozen).not.toHaveProperty('refused')
      const sentBefore = world.script.sent.filter((key) => key.includes(order.id))
      await work()
      expect(world.script.sent.filter((key) => key.includes(order.id))).toEqual(sentBefore)
      await unfreezeOrder(world.corridor.deps, await rowOf(world.corridor, order), 'go on')
      await work()
      expect(await state(order)).toBe('STEP_4_COMPLETED')
    }
  })
})
