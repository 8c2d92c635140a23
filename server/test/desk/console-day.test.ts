// The board of the desk: what its charts show first, what they leave out, and what they claim of last week.
import { orderStatuses } from '../../src/engine/orders/states.ts'
import { describe, expect, test } from 'vitest'
import {
  corridorsOfDay,
  gasesOf,
  marginsOfDay,
  pairsByUse,
} from '../../../console/src/operator/day-order.ts'
import { hourCounts, isKnownFrom, STEPS, totalOf } from '../../../console/src/operator/day-steps.ts'
import { largestOf } from '../../../console/src/parts/largest.ts'

const sum = { payin: '1.00', payout: '1.00', cost: '0.00' }
/** `USDC COP 3`: three completed orders. */
const series = (...completed: string[]) => ({
  series: completed.map((text) => {
    const [payin_currency = '', payout_currency = '', orders = ''] = text.split(' ')
    const total = { ...sum, orders: Number.parseInt(orders, 10) }
    return {
      payin_currency,
      payout_currency,
      status: 'STEP_4_COMPLETED',
      total,
      points: [],
    } as const
  }),
})
const margin = (...currencies: string[]) => ({
  series: currencies.map((currency) => ({
    currency,
    total: { margin: '1.00', network_fee: '0.00' },
    points: [],
  })),
})
const none = { series: [] }

describe('charts of a day', () => {
  test('have the currency of most orders first, and count those that are left out', () => {
    const day = {
      orders: series('USDC COP 40', 'NGN USDC 1', 'USDC MXN 2'),
      ordersBefore: series('BRL USDC 5'),
      margin: margin('BRL', 'COP', 'MXN', 'NGN', 'SOL', 'USDC'),
      marginBefore: margin('CLP', 'USDC'),
    }
    expect(marginsOfDay(day)).toEqual({ shown: ['USDC', 'COP', 'BRL', 'MXN'], left: 3 })
  })

  test('have the corridor of most orders first, and count those that are left out', () => {
    const orders = series('ARS USDC 1', 'BRL USDC 2', 'CLP USDC 3', 'COP USDC 4', 'USDC COP 50')
    expect(corridorsOfDay({ orders, ordersBefore: none })).toEqual({
      shown: ['USDC COP', 'COP USDC', 'CLP USDC', 'BRL USDC'],
      left: 1,
    })
    expect(corridorsOfDay({ orders: none, ordersBefore: orders }).left).toBe(1)
  })

  test('have a pair once, the most used first', () => {
    const pair = (payin_currency: string, payout_currency: string) => ({
      payin_currency,
      payout_currency,
    })
    const traded = [pair('ARS', 'USDC'), pair('USDC', 'COP'), pair('USDC', 'COP')]
    expect(pairsByUse(traded, series('USDC COP 7').series, 1)).toEqual({
      shown: [pair('USDC', 'COP')],
      left: 1,
    })
  })

  test('have the gas that was paid on most days first', () => {
    const paid = (currency: string, ...fees: string[]) => ({
      currency,
      total: { margin: '0', network_fee: '0' },
      points: fees.map((network_fee) => ({ at: '', margin: '0', network_fee })),
    })
    const { shown, left } = gasesOf({
      series: [paid('ETH', '0.001'), paid('COP', '0.00'), paid('SOL', '0.001', '0.002')],
    })
    expect([shown.map(({ currency }) => currency), left]).toEqual([['SOL', 'ETH'], 0])
  })
})

test('a part of a list has the largest ones, and what is equal keeps its order', () => {
  expect(largestOf(['a1', 'b2', 'c1', 'd2'], (one) => Number(one.slice(1)), 3)).toEqual({
    shown: ['b2', 'd2', 'a1'],
    left: 1,
  })
})

describe('the steps of a day', () => {
  const entered = (status: string, orders: number, ...hours: number[]) => ({
    status,
    total: { orders },
    points: hours.map((hour) => ({
      at: new Date(DAY + hour * 3_600_000).toISOString(),
      orders: 1,
    })),
  })
  const DAY = Date.parse('2026-03-04T00:00:00Z')

  test('have a rejected payout, and a declined order that is refunded once', () => {
    const declined = [
      entered('FAILED_DECLINED_BY_LIQ_PROVIDER', 1, 3),
      entered('FAILED_REFUND_REQUESTED', 1, 3),
      entered('FAILED_REFUND_PROCESSED', 1, 4),
    ]
    expect([totalOf(declined, 'failed'), totalOf(declined, 'refunding')]).toEqual([1, 1])
    const rejected = [entered('FAILED_REFUND_REQUESTED', 1, 3)]
    expect([totalOf(rejected, 'failed'), totalOf(rejected, 'refunding')]).toEqual([0, 1])
  })

  test('leave out no status but the end of a refund, and have none twice', () => {
    const shown = Object.values(STEPS).flat().toSorted()
    expect([...shown, 'FAILED_REFUND_PROCESSED'].toSorted()).toEqual(orderStatuses.toSorted())
  })

  test('have an hour each, and nothing where no order came', () => {
    const counts = hourCounts(
      [entered('FAILED_CANCELLED', 2, 3, 5), entered('FAILED_FUNDING_EXPIRED', 1, 3)],
      'failed',
      DAY,
    )
    expect(counts).toHaveLength(24)
    expect(counts.slice(2, 6)).toEqual([null, '2', null, '1'])
  })

  test('of last week are known only if they were counted', () => {
    expect(isKnownFrom(null, DAY)).toBe(false)
    expect(isKnownFrom('2026-03-04T00:00:00.000Z', DAY)).toBe(true)
    expect(isKnownFrom('2026-03-04T01:00:00.000Z', DAY)).toBe(false)
  })
})
