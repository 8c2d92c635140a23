// The titles of the console's pages: each claims what was checked, and nothing else.
import { describe, expect, test } from 'vitest'
import { happeningOf, isHeld } from '../../../console/src/customer/happening.ts'
import {
  claimOfBalances,
  claimOfStatements,
  standstillOf,
} from '../../../console/src/operator/headlines.ts'

describe('the title of the treasury', () => {
  const of = (...differences: (string | null)[]) =>
    claimOfBalances(differences.map((difference) => ({ difference })))

  test('claims nothing while no balance is reported', () => {
    expect(of()).toEqual({ is: 'unchecked' })
    expect(of(null, null)).toEqual({ is: 'unchecked' })
  })
  test('says how many balances are not reported', () => {
    expect(of('0.00', null, null)).toEqual({ is: 'partly', unchecked: 2 })
  })
  test('counts differences first', () => {
    expect(of('0.00', '-0.01', null, '3.00')).toEqual({ is: 'different', count: 2 })
  })
  test('says that all agree only if all were reported', () => {
    expect(of('0.00', '0', '-0.00')).toEqual({ is: 'equal' })
  })
})

describe('the title of the reconciliations', () => {
  const of = (differences: number[], isAll = true) =>
    claimOfStatements(
      differences.map((open) => ({ open_differences: open })),
      isAll,
    )

  test('claims nothing before the first comparison', () => {
    expect(of([])).toEqual({ is: 'unchecked' })
  })
  test('counts the open differences of all statements', () => {
    expect(of([0, 2, 1])).toEqual({ is: 'different', count: 3 })
  })
  test('claims for the latest statements alone while older ones are not read', () => {
    expect(of([0, 0], false)).toEqual({ is: 'partly', unchecked: 0 })
    expect(of([0, 0])).toEqual({ is: 'equal' })
  })
})

test('an order that is frozen or parked is not called converting', () => {
  const at = '2026-03-02T00:00:00.000Z'
  expect(standstillOf({ frozen_at: null, parked_reason: null })).toBeUndefined()
  expect(standstillOf({ frozen_at: null, parked_reason: 'liquidity' })).toBe('parked')
  expect(standstillOf({ frozen_at: at, parked_reason: 'liquidity' })).toBe('frozen')
})

describe('a customer is told that a person checks the order', () => {
  const events = (...types: string[]) => types.map((type) => ({ type }))

  test('from its parking to its release', () => {
    expect(isHeld(events('order.created', 'order.funded'))).toBe(false)
    expect(isHeld(events('order.funded', 'order.parked'))).toBe(true)
    expect(isHeld(events('order.funded', 'order.parked', 'order.released'))).toBe(false)
  })
  test('also while deposits and delays are told, and not once the order ended', () => {
    expect(isHeld(events('order.parked', 'order.delayed', 'deposit.recorded'))).toBe(true)
    expect(isHeld(events('order.parked', 'order.declined'))).toBe(false)
    expect(isHeld([])).toBe(false)
  })
})

describe('a converted order is said to be on its way', () => {
  type Payouts = NonNullable<Parameters<typeof happeningOf>[1]>['payouts']
  const of = (payouts: Payouts, events: { type: string }[] = []) =>
    happeningOf('STEP_3_SETTLING_PAYOUT', { events, payouts, refunds: [] })

  test('only once its payout was sent', () => {
    expect(of([])).toBe('STEP_3_SETTLING_PAYOUT')
    expect(of([{ status: 'PENDING' }])).toBe('sent')
  })
  test('not before its timeline is read', () => {
    expect(happeningOf('STEP_3_SETTLING_PAYOUT', undefined)).toBe('STEP_3_SETTLING_PAYOUT')
  })
  test('not for a payout that was rejected, nor for one that the desk asked for afterwards', () => {
    expect(of([{ status: 'REJECTED' }])).toBe('STEP_3_SETTLING_PAYOUT')
    expect(of([{ status: 'REJECTED' }, { status: 'PENDING' }])).toBe('STEP_3_SETTLING_PAYOUT')
  })
  test('not while a person checks it', () => {
    expect(of([{ status: 'PENDING' }], [{ type: 'order.parked' }])).toBe('heldMoney')
  })
})
