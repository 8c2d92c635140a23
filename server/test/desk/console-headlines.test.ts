// The titles of the console's pages: each claims what was checked, and nothing else.
import { describe, expect, test } from 'vitest'
import { keyRuleOf } from '../../../console/src/customer/key-rule.ts'
import {
  happeningOf,
  heldSince,
  isHeld,
  standstillOf as customersStandstillOf,
} from '../../../console/src/customer/happening.ts'
import {
  claimOfBalances,
  claimOfStatements,
  claimOfTrouble,
  claimOfWaiting,
  hasFundingEnd,
  standstillOf,
  waitingFor,
} from '../../../console/src/operator/headlines.ts'
import { orderStatuses } from '../../src/engine/orders/states.ts'
import { isFor, isOwnUser } from '../../../console/src/operator/queue-words.ts'

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

describe('the titles of rails and providers', () => {
  const of = (all: boolean[] | undefined) => claimOfTrouble(all, (isBad) => isBad)

  test('claim nothing before the answer, and nothing of rails or pairs that are not there', () => {
    expect(of(undefined)).toEqual({ is: 'unknown' })
    expect(of([])).toEqual({ is: 'none' })
  })
  test('count those with a problem, and say that all are well only without any', () => {
    expect(of([true, false, true])).toEqual({ is: 'bad', count: 2 })
    expect(of([false])).toEqual({ is: 'well' })
  })
})

describe('the titles of the board, of halts and of approvals', () => {
  const page = (count: number, cursor: string | null = null) => ({
    data: Array.from({ length: count }, () => 'item'),
    cursor,
  })

  test('claim nothing before the answer', () => {
    expect(claimOfWaiting(undefined)).toEqual({ is: 'unknown' })
  })
  test('say that nothing waits only if the whole list is empty', () => {
    expect(claimOfWaiting([page(0)])).toEqual({ is: 'nothing' })
    expect(claimOfWaiting([page(0, 'more')])).toEqual({ is: 'some', count: 0, isMore: true })
  })
  test('say that there may be more while pages are left to read', () => {
    expect(claimOfWaiting([page(50, 'a'), page(3)])).toEqual({
      is: 'some',
      count: 53,
      isMore: false,
    })
    expect(claimOfWaiting([page(50, 'a')])).toEqual({ is: 'some', count: 50, isMore: true })
  })
})

test('an order that is frozen or parked is not called converting', () => {
  const at = '2026-03-02T00:00:00.000Z'
  expect(standstillOf({ frozen_at: null, parked_reason: null })).toBeUndefined()
  expect(standstillOf({ frozen_at: null, parked_reason: 'liquidity' })).toBe('parked')
  expect(standstillOf({ frozen_at: at, parked_reason: 'liquidity' })).toBe('frozen')
})

test('an order that was funded names no end of its funding', () => {
  const named = orderStatuses.filter(hasFundingEnd)
  expect(named).toEqual(['STEP_1_AWAITING_FUNDING', 'FAILED_FUNDING_EXPIRED'])
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
  test('and to send nothing, if the order has no funds yet', () => {
    const known = { payouts: [], refunds: [] }
    const parked = { ...known, events: events('order.created', 'order.parked') }
    expect(happeningOf('STEP_1_AWAITING_FUNDING', parked)).toBe('sendNothing')
    const open = { ...known, events: events('order.created') }
    expect(happeningOf('STEP_1_AWAITING_FUNDING', open)).toBe('STEP_1_AWAITING_FUNDING')
  })
})

test('lists of a customer say of an order what its page says', () => {
  for (const status of ['STEP_1_AWAITING_FUNDING', 'STEP_3_SETTLING_PAYOUT'] as const) {
    const known = { events: [{ type: 'order.parked' }], payouts: [], refunds: [] }
    expect(customersStandstillOf(status, true, false)).toBe(happeningOf(status, known))
    expect(customersStandstillOf(status, false, false)).toBeUndefined()
  }
  expect(customersStandstillOf('STEP_2_FILLING_FX', false, true)).toBe('heldMoney')
})

describe('an organization on hold', () => {
  const history = [
    { status: 'ACTIVE', created_at: '2026-03-01T00:00:00.000Z' },
    { status: 'COMPLIANCE_HOLD', created_at: '2026-03-02T00:00:00.000Z' },
  ] as const

  test('is told since when, and nothing once it is active', () => {
    const held = { current_status: 'COMPLIANCE_HOLD', status_history: [...history] } as const
    expect(heldSince(held)).toBe('2026-03-02T00:00:00.000Z')
    expect(heldSince({ ...held, current_status: 'ACTIVE' })).toBeUndefined()
  })

  test('has no order that is being converted', () => {
    expect(happeningOf('STEP_2_FILLING_FX', undefined, true)).toBe('heldMoney')
    expect(happeningOf('STEP_1_AWAITING_FUNDING', undefined, true)).toBe('sendNothing')
    expect(happeningOf('STEP_4_COMPLETED', undefined, true)).toBe('STEP_4_COMPLETED')
  })
})

describe('an order that is being paid out', () => {
  const of = (payouts: readonly ('PENDING' | 'REJECTED')[], events: { type: string }[] = []) =>
    happeningOf('STEP_3_SETTLING_PAYOUT', {
      events,
      payouts: payouts.map((status) => ({ status })),
      refunds: [],
    })

  test('is not called sent: a payout may be prepared, and held by a halt', () => {
    for (const payouts of [[], ['PENDING'], ['REJECTED'], ['REJECTED', 'PENDING']] as const)
      expect(of(payouts)).toBe('STEP_3_SETTLING_PAYOUT')
  })
  test('is told of a person who checks it', () => {
    expect(of(['PENDING'], [{ type: 'order.parked' }])).toBe('heldMoney')
  })
})

describe('the queue', () => {
  const item = { kind: 'parked_order', roles: ['operator'], facts: {} }
  const ana = { role: 'admin', actor: 'user:ana' }

  test('waits for whoever may decide, and counts the rest apart', () => {
    const parked = { count: 5, for_you: 0, is_more: false }
    const users = { count: 3, for_you: 2, is_more: true }
    expect(waitingFor([parked, users])).toEqual({ forYou: 2, others: 6, isMore: true })
    expect(waitingFor([{ ...parked, is_more: true }])).toEqual({
      forYou: 0,
      others: 5,
      isMore: false,
    })
  })

  test('has no item of a user for herself, and none of an act for its proposer', () => {
    expect(isFor(ana, item)).toBe(false)
    expect(isFor({ role: 'operator', actor: 'user:ben' }, item)).toBe(true)
    expect(isFor(undefined, item)).toBe(false)
    const user = { kind: 'new_user', roles: ['admin'], facts: { login: 'ana' } }
    expect([isFor(ana, user), isOwnUser(ana, user)]).toEqual([false, true])
    expect(isFor(ana, { ...user, facts: { login: 'eve' } })).toBe(true)
    const approval = { kind: 'approval', roles: ['admin'], facts: { proposed_by: 'user:ana' } }
    expect(isFor(ana, approval)).toBe(false)
  })
})

test('an admin reads that API keys order without a second person, once an amount is set', () => {
  const from = [{ currency: 'USDC', amount: '1000.00' }]
  const of = (bounds: readonly object[], covers: boolean) =>
    keyRuleOf({ second_person_from: bounds, second_person_for_keys: covers })
  expect([of([], false), of([], true)]).toEqual([undefined, undefined])
  expect([of(from, false), of(from, true)]).toEqual(['free', 'covered'])
})
