// Money that does not match: one outcome each, whatever a rail reports and how often.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { recordDeposit } from '../src/deposits/record-deposit.ts'
import { selectUnmatchedDeposits } from '../src/deposits/queries.ts'
import { uuidOf } from '../src/ids.ts'
import { verifyLedger } from '../src/ledger/verify.ts'
import type { OrderJson } from '../src/orders/view.ts'
import type { TimelineJson } from '../src/orders/timeline.ts'
import type { SeenDeposit } from '../src/rails/port.ts'
import { updateInstrumentStatus } from '../src/instruments/queries.ts'
import { updateOrganizationStatus } from '../src/organizations/queries.ts'
import { updateOrderReleased } from '../src/orders/job-queries.ts'
import { testService, type TestService } from './support/service.ts'

let corridor: TestService
beforeAll(async () => void (corridor = await testService()))
afterAll(() => corridor.close())
afterEach(async () =>
  expect((await verifyLedger(corridor.deps.db, () => 'sandbox')).difference).toBeUndefined(),
)

let transactions = 0
const addressOf = (order: OrderJson) => order.funding_instructions.details['address'] ?? ''
const seen = (
  address: string,
  amountMinor: bigint,
  more: Partial<SeenDeposit> = {},
): SeenDeposit => ({
  transaction: `tx-${transactions++}`,
  outputIndex: 0,
  address,
  reference: null,
  currency: 'USDC',
  amountMinor,
  ...more,
})

async function report(deposit: SeenDeposit) {
  const [rail] = corridor.deps.rails
  if (rail === undefined) throw new Error('the sandbox has a rail')
  return recordDeposit(corridor.deps, rail, deposit)
}

const timelineOf = async (order: { id: string }) =>
  (await corridor.get<TimelineJson>(`${corridor.organization}/orders/${order.id}/timeline`)).data
const settled = async (order: { id: string }, count: number) => {
  for (let tries = 0; tries < 200; tries++) {
    const { refunds } = await timelineOf(order)
    if (refunds.length === count && refunds.every(({ status }) => status === 'PROCESSED')) {
      return refunds.map(({ reason, amount, currency }) => `${reason} ${amount} ${currency}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(
    `refunds of ${order.id} did not settle: ${JSON.stringify((await timelineOf(order)).refunds)}`,
  )
}
const TOTAL = 1_000_000_000n

describe('a deposit', () => {
  test('of the total, at the address of an order, funds it', async () => {
    const order = await corridor.order()
    expect((await report(seen(addressOf(order), TOTAL)))?.status).toBe('STEP_2_FILLING_FX')
    await corridor.until(order.id, 'STEP_4_COMPLETED')
  })

  test('of less waits; later ones add up', async () => {
    const order = await corridor.order()
    expect((await report(seen(addressOf(order), TOTAL - 2n)))?.status).toBe(
      'STEP_1_AWAITING_FUNDING',
    )
    expect((await report(seen(addressOf(order), 1n)))?.status).toBe('STEP_1_AWAITING_FUNDING')
    expect((await report(seen(addressOf(order), 1n)))?.status).toBe('STEP_2_FILLING_FX')
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    expect((await timelineOf(order)).refunds).toEqual([])
  })

  test('of more funds the order, and the excess goes back', async () => {
    const order = await corridor.order()
    await report(seen(addressOf(order), TOTAL + 1n))
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    expect(await settled(order, 1)).toEqual(['excess 0.000001 USDC'])
  })

  test('reported again, by twenty at once and later, counts once', async () => {
    const order = await corridor.order()
    const deposit = seen(addressOf(order), TOTAL / 2n)
    await Promise.all(Array.from({ length: 20 }, () => report(deposit)))
    await report(deposit)
    expect((await timelineOf(order)).deposits).toHaveLength(1)
    await report({ ...deposit, outputIndex: 1 })
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    await report(deposit)
    expect((await timelineOf(order)).deposits).toHaveLength(2)
  })

  test('at once from many sides: none is lost, and the excess is exact', async () => {
    const order = await corridor.order()
    await Promise.all(Array.from({ length: 25 }, () => report(seen(addressOf(order), TOTAL / 10n))))
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    const { deposits } = await timelineOf(order)
    expect(deposits.filter(({ outcome }) => outcome === 'counted')).toHaveLength(10)
    expect(deposits.filter(({ outcome }) => outcome === 'extra')).toHaveLength(15)
    expect(await settled(order, 15)).toEqual(Array.from({ length: 15 }, () => 'extra 100.00 USDC'))
  })

  test('for an order that is completed goes back, and the status does not change', async () => {
    const order = await corridor.order()
    await report(seen(addressOf(order), TOTAL))
    const completed = await corridor.until(order.id, 'STEP_4_COMPLETED')
    await report(seen(addressOf(order), 5n))
    expect(await settled(order, 1)).toEqual(['extra 0.000005 USDC'])
    expect(
      (await corridor.get<OrderJson>(`${corridor.organization}/orders/${order.id}`)).data.status,
    ).toEqual(completed.status)
  })

  test('of another asset goes back in that asset', async () => {
    const order = await corridor.order()
    await report(seen(addressOf(order), 7n, { currency: 'USDT' }))
    expect(await settled(order, 1)).toEqual(['wrong_asset 0.000007 USDT'])
    expect((await timelineOf(order)).deposits[0]?.outcome).toBe('wrong_asset')
  })

  test('that the payin instrument cannot receive waits for an operator', async () => {
    const order = await corridor.order()
    await report(seen(addressOf(order), 700n, { currency: 'COP' }))
    const { refunds } = await timelineOf(order)
    expect(refunds).toMatchObject([{ status: 'PENDING', external_payment_instrument_id: null }])
  })

  test('at an address of no order is kept in suspense, once', async () => {
    const deposit = seen('nobody', 9n)
    await Promise.all([report(deposit), report(deposit), report(deposit)])
    const unmatched = await selectUnmatchedDeposits(corridor.deps.db)
    expect(unmatched.map(({ address, amount_minor }) => [address, amount_minor])).toEqual([
      ['nobody', 9n],
    ])
  })

  test('late by a millisecond goes back, though nobody had noticed the expiry yet', async () => {
    const waiting = await testService({ worker: false })
    try {
      const quote = await waiting.quote()
      const order = await waiting.order(quote.id)
      const [rail] = waiting.deps.rails
      if (rail === undefined) throw new Error('the sandbox has a rail')
      waiting.clock.set(Date.parse(quote.funding_expires_at) + 1)
      const after = await recordDeposit(waiting.deps, rail, seen(addressOf(order), TOTAL))
      expect(after?.status_history.map(({ status }) => status)).toEqual([
        'STEP_1_AWAITING_FUNDING',
        'FAILED_FUNDING_EXPIRED',
        'FAILED_REFUND_REQUESTED',
      ])
    } finally {
      await waiting.close()
    }
  })
})

describe('a hold', () => {
  const organizationId = () => uuidOf('org', corridor.sandbox.organization_id) ?? ''
  const parkedReason = async (order: OrderJson) =>
    (
      await corridor.deps.findOrder({
        organizationId: organizationId(),
        id: uuidOf('ord', order.id) ?? '',
      })
    )?.parked_reason
  async function isParked(order: OrderJson): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      if ((await parkedReason(order)) === 'compliance_hold') return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error('the order was not parked')
  }
  const release = (order: OrderJson) =>
    updateOrderReleased(corridor.deps.db, uuidOf('ord', order.id) ?? '', corridor.clock.now())

  test('on the organization parks a funded order before its fill, until it is released', async () => {
    const order = await corridor.order()
    await updateOrganizationStatus(
      corridor.deps.db,
      organizationId(),
      'COMPLIANCE_HOLD',
      corridor.clock.now(),
    )
    await report(seen(addressOf(order), TOTAL))
    await isParked(order)
    expect((await timelineOf(order)).fills).toEqual([])
    await updateOrganizationStatus(
      corridor.deps.db,
      organizationId(),
      'ACTIVE',
      corridor.clock.now(),
    )
    expect(await release(order)).toBe(true)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
  })

  test('on the payout instrument parks it too; released while held, it is parked again', async () => {
    const order = await corridor.order()
    const id = uuidOf('epi', order.payout.external_payment_instrument.id) ?? ''
    await updateInstrumentStatus(
      corridor.deps.db,
      organizationId(),
      id,
      'COMPLIANCE_HOLD',
      corridor.clock.now(),
    )
    await report(seen(addressOf(order), TOTAL))
    await isParked(order)
    await release(order)
    await isParked(order)
    await updateInstrumentStatus(
      corridor.deps.db,
      organizationId(),
      id,
      'ACTIVE',
      corridor.clock.now(),
    )
    await release(order)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
  })
})
