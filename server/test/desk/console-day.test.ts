// The board of the desk: what its charts show first, what they leave out, and what they claim of last week.
import { describe, expect, test } from 'vitest'
import {
  corridorsOfDay,
  gasesOf,
  marginsOfDay,
  pairsByUse,
} from '../../../console/src/operator/day-order.ts'
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
