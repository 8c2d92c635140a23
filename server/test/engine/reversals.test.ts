// Deposits that their rail takes back: at every stage the order stops or the loss is booked, and an operator has a way on.
import { afterEach, describe, expect, test } from 'vitest'
import { assignDeposit } from '../../src/engine/deposits/assign-deposit.ts'
import { selectUnmatchedDeposits } from '../../src/engine/deposits/queries.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { endOrder } from '../../src/engine/orders/end-order.ts'
import { releaseOrder } from '../../src/engine/orders/release-order.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { payOutAgain, refundReturned } from '../../src/engine/payouts/pay-again.ts'
import { selectWaitingEntries } from '../../src/outside/rails/entry-queries.ts'
import { settleReversal } from '../../src/engine/reversals/settle.ts'
import { selectRefunds, sentMinorOf } from '../../src/engine/refunds/queries.ts'
import { sendRefunds } from '../../src/engine/refunds/send-refunds.ts'
import { redirectRefundOf } from '../../src/engine/refunds/redirect-refund.ts'
import { forFile } from '../support/for-file.ts'
import { reversalWorld, TOTAL } from '../support/reversals.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
const world = reversalWorld(corridor)
afterEach(async () => expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined())

const typesOf = async (order: { id: string }) =>
  (await world.timelineOf(order)).events.map(({ type }) => type)
const refundsOf = async (order: { id: string }) =>
  (await world.timelineOf(order)).refunds.map((one) => `${one.reason} ${one.amount} ${one.status}`)
const end = async (order: { id: string }, ending: 'fail' | 'refund') =>
  endOrder(corridor.deps, await world.rowOf(order), ending, 'recalled by the bank')
const release = async (order: { id: string }) =>
  releaseOrder(corridor.deps, await world.rowOf(order))
const settle = async (
  order: { id: string },
  how: 'received' | 'written_off' | 'set_off',
  currency = 'USDC',
) => settleReversal(corridor.deps, await world.rowOf(order), currency, how, 'agreed by phone')
const toRefunded = ['order.refund_requested', 'order.refunded']

describe('before anything is sent', () => {
  test('a partial deposit that is taken back no longer counts, and the order goes on waiting', async () => {
    const order = await world.orderOf()
    const part = world.depositFor(order, TOTAL / 2n)
    await world.report(part)
    await world.report(world.reversalOf(part))
    const row = await world.rowOf(order)
    expect([row.status, row.received_minor, row.parked_reason]).toEqual([
      'STEP_1_AWAITING_FUNDING',
      0n,
      null,
    ])
    await world.report(world.depositFor(order))
    await world.work()
    expect(await world.statusOf(order)).toBe('STEP_4_COMPLETED')
  })

  test('a funded order stops and parks, and nothing is converted', async () => {
    const { order, deposit } = await world.funded()
    await world.report(world.reversalOf(deposit))
    await world.work()
    const row = await world.rowOf(order)
    expect([row.status, row.parked_reason]).toEqual(['STEP_2_FILLING_FX', 'deposit_reversed'])
    expect(await world.balanceOf(order, 'rail:sandbox')).toBe(0n)
    expect(await world.balanceOf(order, 'receivable')).toBe(0n)
    const shown = await world.forOperator(order)
    expect(shown).toMatchObject({ lacks: '1000.00 USDC', fills: [] })
    expect(shown.deposits[0]).toMatchObject({ reversal_code: 'AM09', lost: '0.00 USDC' })
    expect(shown.notes.at(-1)).toMatchObject({ action: 'reversed' })
    const parked = (await world.timelineOf(order)).events.at(-1)
    expect(parked).toMatchObject({ type: 'order.parked', data: { reason: 'review' } })
    expect(await release(order)).toMatchObject({
      refused: expect.stringContaining('lacks 1000.00 USDC'),
    })
    await end(order, 'refund')
  })

  test('a stopped order goes on when the money came again and an operator releases it', async () => {
    const { order, deposit } = await world.funded()
    await world.report(world.reversalOf(deposit))
    await world.report(world.depositFor(order, TOTAL - 1n))
    expect(await release(order)).toMatchObject({
      refused: expect.stringContaining('lacks 0.000001 USDC'),
    })
    await world.report(world.depositFor(order, 3n))
    await release(order)
    await world.work()
    expect(await world.statusOf(order)).toBe('STEP_4_COMPLETED')
    expect(await refundsOf(order)).toEqual(['excess 0.000002 PROCESSED'])
  })

  test('money that is there again without a report is noted by an operator', async () => {
    const { order, deposit } = await world.funded()
    await world.report(world.reversalOf(deposit))
    expect(await settle(order, 'written_off')).toMatchObject({ refused: expect.any(String) })
    await settle(order, 'received')
    await release(order)
    await world.work()
    expect(await world.statusOf(order)).toBe('STEP_4_COMPLETED')
    expect(await world.balanceOf(order, 'receivable')).toBe(0n)
  })

  test('an ended order whose money is all gone owes nothing and is over', async () => {
    const { order, deposit } = await world.funded()
    await world.report(world.reversalOf(deposit))
    await end(order, 'refund')
    expect(await world.statusOf(order)).toBe('FAILED_REFUND_PROCESSED')
    expect((await typesOf(order)).slice(-2)).toEqual(toRefunded)
    expect(await refundsOf(order)).toEqual([])
  })

  test('an ended order gives back what is left, and a retry must be covered by it', async () => {
    const order = await world.orderOf()
    const [first, second] = [world.depositFor(order, TOTAL / 4n), world.depositFor(order, TOTAL)]
    await world.report(first, second)
    await world.report(world.reversalOf(first))
    // 250 of excess were not sent: the reversal gave them back.
    expect((await world.rowOf(order)).parked_reason).toBeNull()
    expect(await refundsOf(order)).toEqual(['excess 250.00 PROCESSED'])
    const { id: offering } = await corridor.offering()
    const third = await corridor.order((await corridor.quote(offering, '1000.00')).id)
    const parts = [world.depositFor(third, TOTAL / 4n), world.depositFor(third, (TOTAL / 4n) * 3n)]
    await world.report(...parts)
    await world.report(world.reversalOf(parts[0] ?? world.depositFor(third)))
    await end(third, 'fail')
    expect(await world.statusOf(third)).toBe('FAILED_DECLINED_BY_LIQ_PROVIDER')
    const retryWith = async (amount: string) =>
      corridor.post<OrderJson>(`${corridor.organization}/orders/${third.id}/retry`, {
        quote_id: (await corridor.quote(offering, amount)).id,
      })
    const refused = await retryWith('750.01')
    expect([refused.problem.code, refused.problem['held']]).toEqual(['retry_not_covered', '750.00'])
    const { data: followUp } = await retryWith('700.00')
    expect(await refundsOf(followUp)).toEqual(['retry_leftover 50.00 PENDING'])
    // The follow-up bears the reversal of a deposit whose money it took over.
    await world.report(world.reversalOf(parts[1] ?? world.depositFor(third)))
    expect(await world.forOperator(followUp)).toMatchObject({
      parked_reason: 'deposit_reversed',
      lacks: '700.00 USDC',
    })
    expect(await refundsOf(followUp)).toEqual(['retry_leftover 50.00 PROCESSED'])
    await end(followUp, 'refund')
    expect(await world.statusOf(followUp)).toBe('FAILED_REFUND_PROCESSED')
    await world.work()
  })

  test('a declined order gives back only what it still holds', async () => {
    const { order, deposit } = await world.funded('1911.01')
    await world.work()
    expect(await world.statusOf(order)).toBe('FAILED_DECLINED_BY_LIQ_PROVIDER')
    await world.report(world.reversalOf(deposit))
    const path = `${corridor.organization}/orders/${order.id}/refund`
    await corridor.post(path, {}, { idempotencyKey: null })
    expect(await world.statusOf(order)).toBe('FAILED_REFUND_PROCESSED')
    expect(await refundsOf(order)).toEqual([])
  })
})

describe('after the conversion', () => {
  async function filled(amount?: string) {
    const one = await world.funded(amount)
    await world.fill()
    expect(await world.statusOf(one.order)).toBe('STEP_3_SETTLING_PAYOUT')
    return one
  }

  test('the order parks, nothing is paid out, and the payer owes the money', async () => {
    const { order, deposit } = await filled()
    await world.report(world.reversalOf(deposit))
    await world.work()
    const row = await world.rowOf(order)
    expect([row.status, row.parked_reason]).toEqual(['STEP_3_SETTLING_PAYOUT', 'deposit_reversed'])
    expect((await world.timelineOf(order)).payouts).toEqual([])
    expect(await world.balanceOf(order, 'receivable')).toBe(TOTAL)
    expect(await world.owedFor(order)).toBe(TOTAL)
    expect(await release(order)).toMatchObject({ refused: expect.stringContaining('lacks') })
    await end(order, 'fail')
    expect(await world.statusOf(order)).toBe('FAILED_REFUND_PROCESSED')
    expect((await typesOf(order)).slice(-2)).toEqual(toRefunded)
    expect(await world.balanceOf(order, 'receivable')).toBe(0n)
    expect(await refundsOf(order)).toEqual([])
  })

  test('a new deposit pays the debt, and the released order is paid out', async () => {
    const { order, deposit } = await filled()
    await world.report(world.reversalOf(deposit))
    await world.report(world.depositFor(order, TOTAL + 5n))
    await release(order)
    await world.work()
    expect(await world.statusOf(order)).toBe('STEP_4_COMPLETED')
    expect(await world.owedFor(order)).toBeUndefined()
    expect(await refundsOf(order)).toEqual(['excess 0.000005 PROCESSED'])
  })

  test.each(['received', 'written_off'] as const)(
    'a debt that is %s lets the order go on',
    async (how) => {
      const { order, deposit } = await filled()
      await world.report(world.reversalOf(deposit))
      await settle(order, how)
      await release(order)
      await world.work()
      expect(await world.statusOf(order)).toBe('STEP_4_COMPLETED')
      expect(await world.balanceOf(order, 'receivable')).toBe(0n)
      expect(await settle(order, how)).toMatchObject({
        refused: expect.stringContaining('owes no'),
      })
    },
  )

  test('a part that was taken back is set off when the order is ended', async () => {
    const order = await world.orderOf()
    const parts = [world.depositFor(order, TOTAL / 4n), world.depositFor(order, (TOTAL / 4n) * 3n)]
    await world.report(...parts)
    await world.fill()
    await world.report(world.reversalOf(parts[0] ?? world.depositFor(order)))
    await end(order, 'refund')
    await world.work()
    expect(await refundsOf(order)).toEqual(['payout_ended 750.00 PROCESSED'])
    expect(await world.statusOf(order)).toBe('FAILED_REFUND_PROCESSED')
  })

  test('a payout in flight goes on, and its order completes with a debt', async () => {
    const { order, deposit } = await filled('1911.08')
    await world.fill()
    expect((await world.timelineOf(order)).payouts).toMatchObject([{ settled_at: null }])
    await world.report(world.reversalOf(deposit))
    expect((await world.rowOf(order)).parked_reason).toBeNull()
    for (let round = 0; round < 6; round++) {
      corridor.clock.advance(600_000)
      await world.work()
    }
    expect(await world.statusOf(order)).toBe('STEP_4_COMPLETED')
    expect(await world.owedFor(order)).toBe(1_911_080_000n)
  })

  test('a fill in flight goes on, and the filled order parks with a debt', async () => {
    const { order, deposit } = await world.funded('1911.04')
    await world.fill()
    await world.report(world.reversalOf(deposit))
    expect((await world.rowOf(order)).parked_reason).toBeNull()
    corridor.clock.advance(600_000)
    await world.work()
    const row = await world.rowOf(order)
    expect([row.status, row.parked_reason]).toEqual(['STEP_3_SETTLING_PAYOUT', 'deposit_reversed'])
    expect((await world.timelineOf(order)).events.at(-1)).toMatchObject({
      type: 'order.parked',
      data: { status: 'STEP_3_SETTLING_PAYOUT' },
    })
    expect(await world.owedFor(order)).toBe(1_911_040_000n)
    await end(order, 'refund')
    expect(await world.statusOf(order)).toBe('FAILED_REFUND_PROCESSED')
  })
})

describe('after the payout', () => {
  test('the loss is booked and listed, and the customer sees the same order', async () => {
    const { order, deposit } = await world.funded()
    await world.work()
    const before = await corridor.until(order.id, 'STEP_4_COMPLETED')
    const events = await typesOf(order)
    await world.report(world.reversalOf(deposit))
    const path = `${corridor.organization}/orders/${order.id}`
    expect((await corridor.get<OrderJson>(path)).data).toEqual(before)
    expect(await typesOf(order)).toEqual(events)
    expect(await world.owedFor(order)).toBe(TOTAL)
    expect(await settle(order, 'received', 'COP')).toMatchObject({ refused: expect.any(String) })
    await settle(order, 'written_off')
    expect(await world.owedFor(order)).toBeUndefined()
    expect(await world.balanceOf(order, 'written_off')).toBe(TOTAL)
    expect((await world.forOperator(order)).notes.map(({ action }) => action)).toEqual([
      'reversed',
      'written_off',
    ])
  })

  test('a new deposit pays the debt and is not refunded', async () => {
    const { order, deposit } = await world.funded()
    await world.work()
    await world.report(world.reversalOf(deposit))
    await world.report(world.depositFor(order))
    await world.work()
    expect(await world.owedFor(order)).toBeUndefined()
    expect(await refundsOf(order)).toEqual([])
    await world.report(world.depositFor(order, 7n))
    expect(await refundsOf(order)).toEqual(['extra 0.000007 PENDING'])
    await world.work()
  })

  test('a returned payout is not paid again while its payer owes money; a refund is set off', async () => {
    const { order, deposit } = await world.funded()
    await world.work()
    const { rows } = await corridor.database.owner.query<{ rail_key: string; amount: bigint }>(
      `select rail_key, amount_minor as amount from payouts
        where order_id = (select id from orders where reference_number = $1)`,
      [order.reference_number],
    )
    const [payout] = rows
    if (payout === undefined) throw new Error('the order has no payout')
    await world.report({
      kind: 'return',
      transaction: `return of ${payout.rail_key}`,
      index: 0,
      key: payout.rail_key,
      sendReference: null,
      currency: 'COP',
      amountMinor: payout.amount,
      code: 'AC04',
    })
    await world.report(world.reversalOf(deposit))
    const row = await world.rowOf(order)
    expect(await payOutAgain(corridor.deps, row, null, 'asked')).toMatchObject({
      refused: expect.stringContaining('lacks 1000.00 USDC'),
    })
    await refundReturned(corridor.deps, row, 'asked')
    expect(await world.statusOf(order)).toBe('FAILED_REFUND_PROCESSED')
    expect(await world.balanceOf(order, 'receivable')).toBe(0n)
  })
})

describe('money that does not match', () => {
  test('an unmatched deposit leaves suspense and can no longer be assigned', async () => {
    const order = await world.orderOf()
    const lost = world.depositFor(order, TOTAL, { account: 'nobody' })
    await world.report(lost)
    const [row] = await selectUnmatchedDeposits(corridor.deps.db, false)
    await world.report(world.reversalOf(lost))
    expect(await selectUnmatchedDeposits(corridor.deps.db, false)).toEqual([])
    if (row === undefined) throw new Error('the deposit is not in suspense')
    const options = { wrongAsset: false }
    expect(await assignDeposit(corridor.deps, row, await world.rowOf(order), options)).toBeNull()
    expect((await world.rowOf(order)).received_minor).toBe(0n)
  })

  test('a refund that was not sent is given back by the reversal; a sent one is lost', async () => {
    const { order } = await world.funded()
    const [unsent, sent] = [world.depositFor(order, 5n), world.depositFor(order, 6n)]
    await world.report(sent)
    await world.work()
    await world.report(unsent)
    await world.report(world.reversalOf(unsent), world.reversalOf(sent))
    await world.work()
    expect((await refundsOf(order)).toSorted()).toEqual([
      'extra 0.000005 PROCESSED',
      'extra 0.000006 PROCESSED',
    ])
    expect(await world.owedFor(order)).toBe(6n)
    expect(await world.balanceOf(order, 'receivable')).toBe(6n)
    await settle(order, 'received')
    expect(await world.owedFor(order)).toBeUndefined()
  })

  test('a refund that comes back after its deposit was taken back is not sent again while its payer owes it', async () => {
    const { order } = await world.funded()
    const extra = world.depositFor(order, 6n)
    await world.report(extra)
    await world.work()
    const [sent] = await selectRefunds(corridor.deps.db, [await world.rowOf(order)])
    if (sent === undefined) throw new Error('nothing was refunded')
    await world.report(world.reversalOf(extra), await world.returnOfRefund(order))
    const redirected = async () => {
      const row = await world.rowOf(order)
      return redirectRefundOf(corridor.deps, row, sent.id, row.payin_instrument_id, 'asked')
    }
    expect(await redirected()).toMatchObject({
      refused: expect.stringContaining('owes 0.000006 USDC'),
    })
    await settle(order, 'received')
    expect(await redirected()).not.toHaveProperty('refused')
    await world.work()
    expect(await refundsOf(order)).toEqual(['extra 0.000006 PROCESSED'])
  })

  test.each([
    { than: 'as large as', lost: 6n, owes: undefined, left: 0n },
    { than: 'larger than', lost: 4n, owes: undefined, left: 2n },
    { than: 'smaller than', lost: 9n, owes: 3n, left: 0n },
  ])('a refund that came back and is $than the debt of its payer is set off', async (one) => {
    const { order } = await world.funded()
    const lost = world.depositFor(order, one.lost)
    await world.report(world.depositFor(order, 6n))
    await world.report(lost)
    await world.work()
    await world.report(world.reversalOf(lost), await world.returnOfRefund(order))
    expect(await settle(order, 'set_off', 'COP')).toMatchObject({ refused: expect.any(String) })
    await settle(order, 'set_off')
    expect(await world.owedFor(order)).toBe(one.owes)
    expect(await world.balanceOf(order, 'receivable')).toBe(one.owes ?? 0n)
    const [refund] = await selectRefunds(corridor.deps.db, [await world.rowOf(order)])
    if (refund === undefined) throw new Error('nothing was refunded')
    expect(sentMinorOf(refund)).toBe(one.left)
    expect(refund.status).toBe(one.left > 0n ? 'FAILED' : 'PROCESSED')
    // Nothing is left to set off.
    expect(await settle(order, 'set_off')).toMatchObject({ refused: expect.any(String) })
    if (one.left > 0n) {
      const row = await world.rowOf(order)
      await redirectRefundOf(corridor.deps, row, refund.id, row.payin_instrument_id, 'asked')
      await world.work()
      expect((await refundsOf(order))[0]).toBe('extra 0.000006 PROCESSED')
    }
    if (one.owes !== undefined) await settle(order, 'written_off')
  })

  test('the last refund that is set off ends its order', async () => {
    const order = await world.orderOf()
    const [lost, unsent] = [world.depositFor(order, 300n), world.depositFor(order, 200n)]
    const path = `${corridor.organization}/orders/${order.id}/cancel`
    await corridor.post(path, {}, { idempotencyKey: null })
    await world.report(lost)
    await world.work()
    await world.report(unsent)
    await world.report(world.reversalOf(lost))
    await settle(order, 'set_off')
    expect(await world.statusOf(order)).toBe('FAILED_REFUND_PROCESSED')
    await world.work()
    expect(await world.owedFor(order)).toBe(100n)
    await settle(order, 'written_off')
  })

  test('a new deposit of an order that failed pays the debt first, and the rest is refunded', async () => {
    const order = await world.orderOf()
    const part = world.depositFor(order, 300n)
    await world.report(part)
    const path = `${corridor.organization}/orders/${order.id}/cancel`
    await corridor.post(path, {}, { idempotencyKey: null })
    await world.work()
    await world.report(world.reversalOf(part))
    await world.report(world.depositFor(order, 100n))
    expect(await world.owedFor(order)).toBe(200n)
    await world.report(world.depositFor(order, 500n))
    expect(await world.owedFor(order)).toBeUndefined()
    await world.work()
    expect(await refundsOf(order)).toEqual(['cancelled 0.0003 PROCESSED', 'late 0.0003 PROCESSED'])
  })

  test.each([
    { name: 'that lacks its money before the conversion', isPaid: false },
    { name: 'that was paid out', isPaid: true },
  ])('a new deposit of an order $name pays all that its payer owes', async ({ isPaid }) => {
    const { order, deposit } = await world.funded()
    const extra = world.depositFor(order, 6n)
    await world.report(extra)
    await (isPaid ? world.work() : sendRefunds(corridor.deps))
    await world.report(world.reversalOf(extra), world.reversalOf(deposit))
    await world.report(world.depositFor(order, TOTAL + 10n))
    expect(await world.owedFor(order)).toBeUndefined()
    expect((await world.rowOf(order)).short_minor).toBe(0n)
    await release(order)
    await world.work()
    expect(await refundsOf(order)).toEqual([
      'extra 0.000006 PROCESSED',
      'excess 0.000004 PROCESSED',
    ])
    expect(await world.statusOf(order)).toBe('STEP_4_COMPLETED')
  })

  test('only the rest of a refund of several deposits is sent', async () => {
    const order = await world.orderOf()
    const [first, second] = [world.depositFor(order, 300n), world.depositFor(order, 500n)]
    await world.report(first, second)
    const path = `${corridor.organization}/orders/${order.id}/cancel`
    await corridor.post(path, {}, { idempotencyKey: null })
    await world.report(world.reversalOf(first))
    expect(await world.statusOf(order)).toBe('FAILED_REFUND_REQUESTED')
    await world.work()
    expect(await world.statusOf(order)).toBe('FAILED_REFUND_PROCESSED')
    const { rows } = await corridor.database.owner.query(
      `select amount_minor from ledger_transfers t join orders o on o.id = t.order_id
        where o.reference_number = $1 and posting = 'refund'`,
      [order.reference_number],
    )
    expect(rows).toEqual([{ amount_minor: 500n }])
    // The rest was sent: its reversal is a loss.
    await world.report(world.reversalOf(second))
    expect(await world.owedFor(order)).toBe(500n)
    await settle(order, 'written_off')
  })

  test('the last refund that a reversal gives back ends the order', async () => {
    const order = await world.orderOf()
    const part = world.depositFor(order, 300n)
    await world.report(part)
    const path = `${corridor.organization}/orders/${order.id}/cancel`
    await corridor.post(path, {}, { idempotencyKey: null })
    await world.report(world.reversalOf(part))
    expect(await world.statusOf(order)).toBe('FAILED_REFUND_PROCESSED')
    expect((await typesOf(order)).slice(-2)).toEqual(['refund.updated', 'order.refunded'])
    await world.work()
    expect(await world.owedFor(order)).toBeUndefined()
  })
})

describe('reports of a reversal', () => {
  test('count once, however often, in which letter case and under which name', async () => {
    const { order, deposit } = await world.funded()
    await world.work()
    const reversal = world.reversalOf(deposit)
    await world.report(reversal)
    await world.report(reversal, world.reversalOf(deposit, 'another name'))
    const inCapitals = { ...deposit, transaction: deposit.transaction.toUpperCase() }
    await world.report(world.reversalOf(inCapitals, 'a third name'))
    await world.expectTaken()
    expect(await world.owedFor(order)).toBe(TOTAL)
    await settle(order, 'written_off')
  })

  test('may carry the name of the deposit itself', async () => {
    const { order, deposit } = await world.funded()
    await world.report(world.reversalOf(deposit, deposit.transaction))
    expect((await world.rowOf(order)).parked_reason).toBe('deposit_reversed')
    await end(order, 'refund')
  })

  test('of a deposit that was not taken up yet: the deposit is never credited', async () => {
    const order = await world.orderOf()
    const deposit = world.depositFor(order)
    await world.report(world.reversalOf(deposit), deposit)
    await world.report()
    await world.expectTaken()
    const row = await world.rowOf(order)
    expect([row.status, row.received_minor]).toEqual(['STEP_1_AWAITING_FUNDING', 0n])
    await world.report(world.depositFor(order))
    expect(await world.statusOf(order)).toBe('STEP_2_FILLING_FX')
    await world.work()
  })

  test('of an unknown deposit wait for an operator and change nothing', async () => {
    const order = await world.orderOf()
    await world.report(world.reversalOf(world.depositFor(order)))
    const waiting = await selectWaitingEntries(corridor.deps.db)
    expect(waiting.map(({ problem }) => problem)).toEqual([expect.stringContaining('is not known')])
    await corridor.sql`update rail_entries set due_at = null, problem = null`
  })
})
