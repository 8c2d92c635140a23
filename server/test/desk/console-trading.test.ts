// Rules of the desk's pages about trading: which pairs are open now, who else may fill an order, and which balances
// need a word.
import { describe, expect, test } from 'vitest'
import { otherProviders } from '../../../console/src/operator/other-providers.ts'
import { isOverdrawn, isStale, opensAt } from '../../../console/src/operator/trading.ts'

const at = (text: string) => Date.parse(`2026-03-02T${text}:00.000Z`)
const slot = (open: string, close: string) => ({
  open_time_utc: `2026-03-02T${open}:00.000Z`,
  close_time_utc: `2026-03-02T${close}:00.000Z`,
})
const morning = [slot('08:00', '12:00'), slot('13:00', '17:00')]
const pair = (hours = morning, age: number | null = 2) => ({
  payin_currency: 'USDC',
  payout_currency: 'COP',
  hours_of_operation: hours,
  rate_age_seconds: age,
  max_rate_age_seconds: 30,
})

describe('a pair', () => {
  test('that is closed says when it opens', () => {
    expect(opensAt(morning, at('08:00'))).toBeUndefined()
    expect(opensAt(morning, at('12:00'))).toBe('2026-03-02T13:00:00.000Z')
    expect(opensAt(morning.toReversed(), at('07:00'))).toBe('2026-03-02T08:00:00.000Z')
    expect(opensAt(morning, at('17:00'))).toBeNull()
  })

  test('that is closed needs no fresh rate', () => {
    expect(isStale(pair(morning, null), at('12:30'))).toBe(false)
    expect(isStale(pair(morning, null), at('09:00'))).toBe(true)
    expect(isStale(pair(morning, 31), at('09:00'))).toBe(true)
    expect(isStale(pair(morning, 30), at('09:00'))).toBe(false)
  })
})

test('an order is offered only other providers that have its pair', () => {
  const order = {
    payin: { amount: '1.00', currency: 'USDC' },
    payout: { amount: '1.00', currency: 'COP' },
    liquidity_provider: 'ALPHA',
    chosen_provider: null,
  }
  const other = { ...pair(), payout_currency: 'MXN' }
  const providers = [
    { name: 'ALPHA', trading_pairs: [pair()] },
    { name: 'BETA', trading_pairs: [other, pair()] },
    { name: 'GAMMA', trading_pairs: [other] },
  ]
  expect(otherProviders(providers, order)).toEqual(['BETA'])
  expect(otherProviders(providers, { ...order, chosen_provider: 'BETA' })).toEqual(['ALPHA'])
  expect(otherProviders(providers.slice(0, 1), order)).toEqual([])
})

test('only a rail or provider below zero needs a word', () => {
  expect(isOverdrawn({ account: 'rail:sandbox', ledger: '-1.00' })).toBe(true)
  expect(isOverdrawn({ account: 'provider:ALPHA', ledger: '1.00' })).toBe(false)
  expect(isOverdrawn({ account: 'treasury', ledger: '-1.00' })).toBe(false)
})
