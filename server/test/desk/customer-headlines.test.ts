// The headline of the customer's overview in each state: it says that all is well only when that was read. How an order stands,
// which titles, lists, steps and counts say alike.
import type { OrderStatus, PausedOrder } from '@corridor/sdk'
import { describe, expect, test } from 'vitest'
import { headlineOf, type Known } from '../../../console/src/customer/headlines.ts'
import { countsOf, standingOf } from '../../../console/src/customer/order-standing.ts'

const open = (status: OrderStatus, count = 1, hasMore = false) => ({
  status,
  orders: Array.from({ length: count }, (_, index) => ({ id: `${status} ${index}` })),
  hasMore,
})
const waits = (status: OrderStatus, step: string) => [{ order_id: `${status} 0`, step }]
const quiet: Known = {
  asked: 0,
  isHeld: false,
  approvals: { count: 0, hasMore: false },
  orders: { open: [], failed: [], last: [{}] },
  waits: [],
}
const orders = (...all: ReturnType<typeof open>[]) => ({ open: all, failed: [], last: [{}] })
const FILLING = 'STEP_2_FILLING_FX'
const DECLINED = 'FAILED_DECLINED_BY_LIQ_PROVIDER'
const UNFUNDED = 'STEP_1_AWAITING_FUNDING'

const cases: [state: string, known: Partial<Known>, headline: object][] = [
  ['nothing is read', { asked: undefined, orders: undefined }, { is: 'unknown' }],
  ['the desk asks', { asked: 1, isHeld: true }, { is: 'asked' }],
  ['the organization is on hold', { isHeld: true, orders: undefined }, { is: 'held' }],
  ['an order was declined', { orders: orders(open(DECLINED)) }, { is: 'yours', count: 1 }],
  [
    'prepared orders wait for the reader',
    { approvals: { count: 20, hasMore: true } },
    { is: 'yours', count: 20, isMore: true },
  ],
  [
    'the desk checks an order, also a declined one',
    { orders: orders(open(FILLING), open(DECLINED)), waits: waits(DECLINED, 'review') },
    { is: 'checked', count: 1 },
  ],
  [
    'the desk checks an order that waits for its funds',
    { orders: orders(open(UNFUNDED)), waits: waits(UNFUNDED, 'review') },
    { is: 'checked', count: 1 },
  ],
  [
    'a step is paused',
    { orders: orders(open(FILLING, 2)), waits: waits(FILLING, 'conversion') },
    { is: 'paused', count: 1 },
  ],
  [
    'an order failed lately, and another one goes on',
    { orders: { ...orders(open(FILLING)), failed: [{}] } },
    { is: 'failed', count: 1 },
  ],
  [
    'orders wait for their funds',
    { orders: orders(open(UNFUNDED, 3, true), open(FILLING)) },
    { is: 'unfunded', count: 3, isMore: true },
  ],
  ['orders go on', { orders: orders(open(FILLING, 2)) }, { is: 'moving', count: 2 }],
  [
    'more orders are open than were looked at',
    { orders: orders(open(FILLING, 101)) },
    { is: 'unchecked', count: 101 },
  ],
  ['no order is open', {}, { is: 'idle' }],
  ['there never was an order', { orders: { ...orders(), last: [] } }, { is: 'never' }],
  [
    'nobody has said whether an order waits',
    { orders: orders(open(FILLING)), waits: undefined },
    { is: 'unknown' },
  ],
  ['requests of the desk are not read', { asked: undefined }, { is: 'unknown' }],
  ['a hold is not read', { isHeld: undefined }, { is: 'unknown' }],
  ['approvals are not read', { approvals: undefined }, { is: 'unknown' }],
]

test.each(cases)('the overview where %s', (_state, known, headline) => {
  expect(headlineOf({ ...quiet, ...known })).toMatchObject(headline)
})

describe('how an order stands', () => {
  const wait = (step: PausedOrder['step']): PausedOrder => ({
    order_id: 'ord_1',
    step,
    since: '2026-03-02T00:00:00Z',
  })
  test('is its status, a pause of its own step, or a look of the desk before all', () => {
    expect(standingOf(FILLING, [], false)).toBe(FILLING)
    expect(standingOf(FILLING, [wait('payout')], false)).toBe(FILLING)
    expect(standingOf(FILLING, [wait('conversion')], false)).toBe('conversion')
    expect(standingOf(FILLING, [wait('conversion'), wait('review')], false)).toBe('heldMoney')
    expect(standingOf(DECLINED, [wait('review')], false)).toBe('heldMoney')
    expect(standingOf(UNFUNDED, [], true)).toBe('sendNothing')
  })

  test('is what the overview counts: an order under check is not converting', () => {
    const two = {
      status: FILLING,
      orders: [{ id: 'ord_1' }, { id: 'ord_2' }],
      hasMore: false,
    } as const
    expect(countsOf([two], [wait('review')], false)).toEqual([
      { status: FILLING, standing: FILLING, count: 1, hasMore: false },
      { status: FILLING, standing: 'heldMoney', count: 1, hasMore: false },
    ])
  })
})
