// Screening by a list: held deposits keep their order open, held beneficiaries are not paid, and an operator decides.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { assignDeposit } from '../../src/engine/deposits/assign-deposit.ts'
import { selectUnmatchedDeposits } from '../../src/engine/deposits/queries.ts'
import { selectDeposit } from '../../src/engine/deposits/screened-queries.ts'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { selectWaiting } from '../../src/desk/operator-file/queries.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { endOrder } from '../../src/engine/orders/end-order.ts'
import { orderForOperator } from '../../src/engine/orders/operator-view.ts'
import { releaseOrder } from '../../src/engine/orders/release-order.ts'
import { selectWaitingRefunds } from '../../src/engine/refunds/waiting-queries.ts'
import { releaseRefund } from '../../src/engine/refunds/release-refund.ts'
import { releaseHeld } from '../../src/engine/screening/release.ts'
import { screenDepositOnce } from '../../src/engine/screening/screen-deposits.ts'
import { screenedWorld, type ScreenedWorld } from '../support/screening.ts'
import { testService, type TestService } from '../support/service.ts'

let corridor: TestService
let world: ScreenedWorld
beforeAll(async () => {
  corridor = await testService({ worker: false })
  world = screenedWorld(corridor)
})
afterAll(async () => {
  world.close()
  await corridor.close()
})
afterEach(() => world.screenNobody())

const release = (key: string, reason = 'reviewed') => releaseHeld(corridor.deps, key, reason)
const expire = (order: { funding_expires_at: number }) =>
  corridor.clock.set(Math.max(corridor.clock.now(), order.funding_expires_at + 1000))
const LISTED = '0x52908400098527886E0F7030069857D2E4169EE7'
const paidBy = async (sender: string | null) => {
  const order = await corridor.order()
  await world.pay(order, sender)
  await world.runDueWork()
  return order
}
const beneficiaryOf = async (order: { id: string }) => {
  const { payout_instrument_id: id, organization_id: organizationId } = await world.rowOf(order)
  const found = await corridor.deps.catalogue.instrument({ organizationId, id })
  if (found === undefined) throw new Error('the order has no payout instrument')
  // Sorted and in capitals: neither matters.
  const words = (found.details['legal_entity_name'] ?? '').toUpperCase().split(' ')
  return words.toReversed().join(' ')
}

describe('a deposit', () => {
  test('of an unlisted sender is credited, and its order completes', async () => {
    await world.screenWith([`address ${LISTED}`])
    const order = await paidBy('0x8617E340B3D01FA5F11F306F4090FD50E238070D')
    expect(await world.stateOf(order)).toBe('STEP_4_COMPLETED')
    expect(await verifyLedger(corridor.deps.db)).toMatchObject({ difference: undefined })
  })

  test('of a listed sender is held, keeps its order open after the expiry, and completes it once released', async () => {
    await world.screenWith([`address ${LISTED}`])
    const order = await paidBy(LISTED.toLowerCase())
    expect(await world.stateOf(order)).toBe('STEP_1_AWAITING_FUNDING')
    const held = await world.heldDepositOf(order)
    expect(held).toMatchObject({ state: 'hold', screener: 'sanctions', reason: 'listed in line 1' })
    expect(await selectWaiting(corridor.deps.db)).toContainEqual(
      expect.objectContaining({ what: 'screening_hits', count: 1 }),
    )
    expect(await selectUnmatchedDeposits(corridor.deps.db, false)).toEqual([])

    expire(await world.rowOf(order))
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('STEP_1_AWAITING_FUNDING')

    expect(await release(held.key)).toMatchObject({ state: 'released', release_reason: 'reviewed' })
    expect(await release(held.key)).toMatchObject({ state: 'released' })
    await world.runDueWork()
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('STEP_4_COMPLETED')
    const shown = await orderForOperator(corridor.deps.db, await world.rowOf(order))
    expect(shown.screenings).toContainEqual(
      expect.objectContaining({ key: held.key, state: 'released', release_reason: 'reviewed' }),
    )
    expect(shown.deposits).toMatchObject([{ outcome: 'counted' }])
    expect(shown.refunds).toEqual([])
  })

  test('that comes late is refunded, and ends no order while one that came in time is held', async () => {
    await world.screenWith([`address ${LISTED}`])
    const order = await paidBy(LISTED)
    const held = await world.heldDepositOf(order)
    expire(await world.rowOf(order))
    await world.pay(order, '0x8617E340B3D01FA5F11F306F4090FD50E238070D')
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('STEP_1_AWAITING_FUNDING')

    await release(held.key)
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('STEP_4_COMPLETED')
    const shown = await orderForOperator(corridor.deps.db, await world.rowOf(order))
    expect(shown.deposits.map(({ outcome }) => outcome)).toEqual(['counted', 'late'])
    expect(shown.refunds).toMatchObject([{ reason: 'late', status: 'PROCESSED' }])
    expect(await verifyLedger(corridor.deps.db)).toMatchObject({ difference: undefined })
  })

  test('that a list rejects cannot be released, and is not refunded when its order expires', async () => {
    await world.screenWith([`address ${LISTED}`], ', listed: reject')
    const order = await paidBy(LISTED)
    const held = await world.heldDepositOf(order)
    expect(await release(held.key)).toMatchObject({
      refused: expect.stringContaining('rejected by the screener sanctions'),
    })
    expire(await world.rowOf(order))
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('FAILED_FUNDING_EXPIRED')
    expect((await world.heldDepositOf(order)).state).toBe('reject')
    expect(await verifyLedger(corridor.deps.db)).toMatchObject({ difference: undefined })
  })

  test('that a corrected list no longer rejects is asked about again by the release', async () => {
    await world.screenWith([`address ${LISTED}`], ', listed: reject')
    const order = await paidBy(LISTED)
    const { key } = await world.heldDepositOf(order)
    await world.screenWith(['name Somebody Else'], ', listed: reject')
    expect(await release(key)).toMatchObject({ state: 'asking' })
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('STEP_4_COMPLETED')
  })

  test('whose sender the rail does not tell is held, unless the list says otherwise', async () => {
    await world.screenWith(['name Nobody'])
    const order = await paidBy(null)
    expect(await world.heldDepositOf(order)).toMatchObject({ reason: 'unknown sender' })
    await world.screenWith(['name Nobody'], ', unknown_sender: clear')
    expect(await world.stateOf(await paidBy(null))).toBe('STEP_4_COMPLETED')
  })

  test('stays held when the screeners are removed, until an operator releases it', async () => {
    await world.screenWith([`address ${LISTED}`])
    const order = await paidBy(LISTED)
    await world.screenNobody()
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('STEP_1_AWAITING_FUNDING')
    const { key } = await world.heldDepositOf(order)
    await release(key)
    expect(await screenDepositOnce(corridor.deps, key)).toContain('is credited')
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('STEP_4_COMPLETED')
  })

  test('that belongs to no order is screened too, and an operator cannot assign it while it is held', async () => {
    await world.screenWith([`address ${LISTED}`])
    const order = await corridor.order()
    const row = await world.rowOf(order)
    const arrives = (sender: string, transaction: string) =>
      recordDeposit(
        corridor.deps,
        { name: 'sandbox' },
        {
          kind: 'deposit',
          transaction,
          index: 0,
          account: `nobody-${transaction}`,
          reference: null,
          sender,
          currency: row.payin_currency,
          amountMinor: row.payin_total_minor,
        },
      )
    await arrives(LISTED, 'stray-listed')
    await arrives('0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'stray-clear')
    await world.runDueWork()
    const [clear, ...others] = await selectUnmatchedDeposits(corridor.deps.db, false)
    expect(clear?.transaction).toBe('stray-clear')
    expect(others).toEqual([])
    const listed = (await selectUnmatchedDeposits(corridor.deps.db, true)).find(
      ({ transaction }) => transaction === 'stray-listed',
    )
    if (clear === undefined || listed === undefined) throw new Error('a deposit is missing')
    const assign = (deposit: typeof clear) =>
      assignDeposit(corridor.deps, deposit, row, { wrongAsset: false })
    await expect(assign(listed)).rejects.toThrow(/screening holds it/)
    // A new list: the answer of the old one does not count any more.
    await world.screenWith(['address 0x8617e340b3d01fa5f11f306f4090fd50e238070d'])
    await expect(assign(clear)).rejects.toThrow(/screening holds it/)
    await world.screenWith(['name Nobody'])
    expect((await assign(clear))?.status).toBe('STEP_2_FILLING_FX')
  })

  test('is credited once when many workers screen it at the same time', async () => {
    await world.screenWith(['name Nobody'])
    const order = await corridor.order()
    await world.pay(order, LISTED, 'same')
    await world.pay(order, LISTED, 'same')
    await Promise.all(Array.from({ length: 8 }, () => world.runDueWork()))
    await world.runDueWork()
    const { deposits } = await orderForOperator(corridor.deps.db, await world.rowOf(order))
    expect(deposits).toHaveLength(1)
    expect(await world.stateOf(order)).toBe('STEP_4_COMPLETED')
  })

  test('that an answer of an older list cleared is not credited under a new list', async () => {
    await world.screenWith(['name Nobody'])
    const order = await corridor.order()
    await world.pay(order, LISTED)
    const { key, deposit_id: id } = await world.heldDepositOf(order)
    await corridor.database.owner.query(
      `update screenings set state = 'clear', version = (select version from screening), answered_at = asked_at
        where key = $1`,
      [key],
    )
    await world.screenWith([`address ${LISTED}`])
    await world.runDueWork()
    expect((await world.heldDepositOf(order)).state).toBe('hold')
    if (id === null) throw new Error('the screening has no deposit')
    expect((await selectDeposit(corridor.deps.db, id))?.outcome).toBe('unmatched')
  })

  test('recorded by a process that does not know the screeners yet is screened nevertheless', async () => {
    const order = await corridor.order()
    await corridor.deps.screeners.areConfigured()
    await world.screenWith([`address ${LISTED}`])
    const ignorant = {
      ...corridor.deps,
      screeners: { ...corridor.deps.screeners, areConfigured: async () => false },
    }
    const row = await world.rowOf(order)
    const [[, account] = ['', '']] = Object.entries(row.funding_details)
    const seen = {
      kind: 'deposit',
      transaction: 'early',
      index: 0,
      account,
      reference: null,
      sender: LISTED,
      currency: row.payin_currency,
      amountMinor: row.payin_total_minor,
    } as const
    await recordDeposit(ignorant, { name: 'sandbox' }, seen, row)
    await recordDeposit(
      ignorant,
      { name: 'sandbox' },
      { ...seen, transaction: 'stray', account: 'x' },
    )
    await world.runDueWork()
    expect((await world.heldDepositOf(order)).state).toBe('hold')
    expect(await selectUnmatchedDeposits(corridor.deps.db, false)).toEqual([])
  })
})

describe('a payout', () => {
  const heldPayout = async () => {
    const order = await corridor.order()
    await world.screenWith([`name ${await beneficiaryOf(order)}`])
    await world.pay(order, 'sandbox:payer')
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('STEP_3_SETTLING_PAYOUT screening')
    return order
  }

  test('to a listed beneficiary parks the order, and a release after review pays it', async () => {
    const order = await heldPayout()
    expect(await releaseOrder(corridor.deps, await world.rowOf(order))).toMatchObject({
      refused: expect.stringContaining('--reason'),
    })
    const released = await releaseOrder(corridor.deps, await world.rowOf(order), 'another person')
    expect(released).not.toHaveProperty('refused')
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('STEP_4_COMPLETED')
  })

  test('released under an older list is held again by a new list', async () => {
    const order = await heldPayout()
    await releaseOrder(corridor.deps, await world.rowOf(order), 'another person')
    await world.screenWith([`name ${await beneficiaryOf(order)}`, 'name Somebody Else'])
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('STEP_3_SETTLING_PAYOUT screening')
  })

  test('that is rejected cannot be released, and can be ended: the money goes back', async () => {
    const order = await corridor.order()
    await world.screenWith([`name ${await beneficiaryOf(order)}`], ', listed: reject')
    await world.pay(order, 'sandbox:payer')
    await world.runDueWork()
    const parked = await world.rowOf(order)
    expect(await releaseOrder(corridor.deps, parked, 'please')).toMatchObject({
      refused: expect.stringContaining('a release cannot end that'),
    })
    await endOrder(corridor.deps, await world.rowOf(order), 'refund', 'on a list')
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('FAILED_REFUND_PROCESSED')
  })

  test('is not sent by a process that does not know the screeners yet', async () => {
    const order = await corridor.order()
    await corridor.deps.screeners.areConfiguredNow()
    await world.pay(order, null)
    await world.screenWith([`name ${await beneficiaryOf(order)}`])
    const ignorant = {
      ...corridor.deps,
      screeners: { ...corridor.deps.screeners, areConfigured: async () => false },
    }
    while ((await advanceOrders(ignorant)) > 0);
    expect(await world.stateOf(order)).toBe('STEP_3_SETTLING_PAYOUT')
    const { payouts } = await orderForOperator(corridor.deps.db, await world.rowOf(order))
    expect(payouts).toEqual([])
    corridor.clock.advance(60_000)
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('STEP_3_SETTLING_PAYOUT screening')
  })

  test('held by screening is told to the customer as a review only', async () => {
    const order = await heldPayout()
    const { events } = await orderForOperator(corridor.deps.db, await world.rowOf(order))
    const parked = events.find(({ type }) => type === 'order.parked')
    expect(parked?.data).toMatchObject({ reason: 'review' })
    expect(JSON.stringify(events)).not.toContain('screening')
  })
})

describe('a refund', () => {
  test('to a listed beneficiary waits, and is sent once released', async () => {
    const order = await corridor.order()
    const row = await world.rowOf(order)
    const { organization_id: organizationId, payin_instrument_id: id } = row
    const payin = await corridor.deps.catalogue.instrument({ organizationId, id })
    await world.screenWith([`address ${payin?.details['address']}`])
    await world.pay(order, 'sandbox:payer', 'first')
    await world.pay(order, 'sandbox:payer', 'second')
    await world.runDueWork()
    await world.runDueWork()
    const [waiting] = await selectWaitingRefunds(corridor.deps.db)
    expect(waiting).toMatchObject({ waits_for: 'screening', status: 'PENDING' })
    if (waiting === undefined) throw new Error('no refund waits')
    expect(await releaseRefund(corridor.deps, waiting, 'the customer itself')).toBeNull()
    await world.runDueWork()
    expect(await selectWaitingRefunds(corridor.deps.db)).toEqual([])
    const shown = await orderForOperator(corridor.deps.db, await world.rowOf(order))
    expect(shown.refunds).toMatchObject([{ status: 'PROCESSED' }])
  })
})

describe('the sandbox', () => {
  test('has a scenario whose deposit is held without any screener', async () => {
    const quote = await corridor.quote(undefined, '1911.20')
    const order = await corridor.order(quote.id)
    const { status, data } = await corridor.fund(order.id)
    expect([status, data.status.current_status]).toEqual([200, 'STEP_1_AWAITING_FUNDING'])
    await world.runDueWork()
    const { key } = await world.heldDepositOf(order)
    await release(key)
    await world.runDueWork()
    expect(await world.stateOf(order)).toBe('STEP_4_COMPLETED')
  })

  test('screens simulated deposits by a list of the operator', async () => {
    await world.screenWith(['address sandbox:payer'])
    await corridor.deps.screeners.areConfiguredNow()
    const order = await corridor.order()
    await corridor.fund(order.id)
    await world.runDueWork()
    expect((await world.heldDepositOf(order)).state).toBe('hold')
  })
})
