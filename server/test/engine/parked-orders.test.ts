// Parked orders: what their customers see, and how an operator releases or ends them.
import { afterEach, describe, expect, test } from 'vitest'
import type { EventJson } from '../../src/engine/events/schemas.ts'
import { insertFillIntents } from '../../src/engine/fills/queries.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import type { Refused } from '../../src/engine/orders/decide-order.ts'
import { endOrder, type Ending } from '../../src/engine/orders/end-order.ts'
import type { ClaimedOrder } from '../../src/engine/orders/job-queries.ts'
import { park } from '../../src/engine/orders/leases.ts'
import { selectParkedOrders } from '../../src/engine/orders/operator-queries.ts'
import { orderForOperator, orderSummary } from '../../src/engine/orders/operator-view.ts'
import type { OrderRow, ParkedReason } from '../../src/engine/orders/queries.ts'
import { releaseOrder } from '../../src/engine/orders/release-order.ts'
import type { TimelineJson } from '../../src/engine/orders/timeline.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { updateOrganizationStatus } from '../../src/parties/organizations/queries.ts'
import { forFile } from '../support/for-file.ts'
import { untilBlocked } from '../support/database.ts'
import { claimFirst, fillDue, fillIntentOf, rowOf, runDueWork } from '../support/orders.ts'
import { testService } from '../support/service.ts'
import { requireUuid } from '../support/ids.ts'

const corridor = await forFile(testService({ worker: false }))
afterEach(async () => expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined())

async function parkedFor(reason: ParkedReason, total = '1000.00'): Promise<OrderJson> {
  const order = await corridor.order((await corridor.quote(undefined, total)).id)
  await corridor.fund(order.id)
  await park(corridor.deps, await claimFirst(corridor), reason)
  return order
}

const pathOf = (order: { id: string }) => `${corridor.organization}/orders/${order.id}`
const timelineOf = async (order: { id: string }) =>
  (await corridor.get<TimelineJson>(`${pathOf(order)}/timeline`)).data
const eventsOf = async (order: { id: string }): Promise<EventJson[]> =>
  (await timelineOf(order)).events
const typesOf = async (order: { id: string }) => (await eventsOf(order)).map(({ type }) => type)
const end = async (order: { id: string }, ending: Ending, reason = 'asked by telephone') =>
  accepted(await endOrder(corridor.deps, await rowOf(corridor, order), ending, reason))
const release = async (order: { id: string }) =>
  accepted(await releaseOrder(corridor.deps, await rowOf(corridor, order)))

function accepted(order: OrderRow | Refused): OrderRow {
  if ('refused' in order) throw new Error(order.refused)
  return order
}

/** Runs the order work until nothing is due. */

describe('a customer', () => {
  test.each<[ParkedReason, string]>([
    ['compliance_hold', 'review'],
    ['slippage', 'review'],
    ['attempts', 'processing'],
  ])('sees an order parked for %s with the reason %s', async (reason, shown) => {
    const order = await parkedFor(reason)
    await release(order)
    await runDueWork(corridor)
    const events = await eventsOf(order)
    expect(events.map(({ type }) => type)).toEqual([
      'order.created',
      'deposit.recorded',
      'order.funded',
      'order.parked',
      'order.released',
      'order.filled',
      'order.completed',
    ])
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(events.slice(3, 5).map(({ data }) => [data['status'], data['reason']])).toEqual([
      ['STEP_2_FILLING_FX', shown],
      ['STEP_2_FILLING_FX', shown],
    ])
    expect(JSON.stringify(await timelineOf(order))).not.toMatch(/compliance|slippage|attempts/i)
  })

  test('sees the unchanged order while it is parked', async () => {
    const order = await corridor.order()
    const funded = await corridor.fund(order.id)
    await park(corridor.deps, await claimFirst(corridor), 'attempts')
    expect((await corridor.get(pathOf(order))).data).toEqual(funded.data)
    await end(order, 'refund')
    await runDueWork(corridor)
  })

  test("never sees the provider, its rate, the desk's accounts or its result", async () => {
    const order = await corridor.order()
    await corridor.fund(order.id)
    await runDueWork(corridor)
    const text = JSON.stringify(await timelineOf(order))
    expect(text).not.toMatch(/ALPHA|BETA|provider|firm_rate|rail:|"fx|rounding|unwind/)
    const { fills, ledger_entries: entries } = await timelineOf(order)
    expect(fills).toMatchObject([
      {
        payin: { currency: 'USDC', amount: '988.10' },
        fee: order.payin.fee,
        tax: order.payin.tax,
        payout: { currency: 'COP', amount: order.payout.total },
        exchange_rate: order.exchange_rate,
      },
    ])
    const account = `customer:${corridor.sandbox.organization_id}`
    expect(new Set(entries.map((entry) => entry.account))).toEqual(new Set([account]))
  })

  test('gets the event of a refund before the event of its effect on the order', async () => {
    const order = await parkedFor('attempts')
    await end(order, 'refund')
    await runDueWork(corridor)
    const types = await typesOf(order)
    expect(types.slice(types.indexOf('order.parked') + 1)).toEqual([
      'refund.updated',
      'order.declined',
      'order.refund_requested',
      'refund.updated',
      'order.refunded',
    ])
  })

  test('gets the event of a retry, and the retry counts as funded', async () => {
    const order = await parkedFor('attempts')
    await end(order, 'fail')
    const before = await fundedCount()
    const quote = await corridor.quote(order.offering_id, '900.00')
    const retry = await corridor.post<OrderJson>(`${pathOf(order)}/retry`, { quote_id: quote.id })
    expect(retry.status).toBe(201)
    expect((await eventsOf(order)).at(-1)).toMatchObject({
      type: 'order.retried',
      data: { status: 'FAILED_DECLINED_BY_LIQ_PROVIDER', retry_order_id: retry.data.id },
    })
    expect(await fundedCount()).toBe(before + 1)
    await runDueWork(corridor)
  })
})

const fundedCount = async (): Promise<number> => {
  const { values } = await corridor.deps.metrics.transitions.get()
  return values.find(({ labels }) => labels.event === 'funded')?.value ?? 0
}

describe('an operator', () => {
  test('sees the figures needed to decide about an order with a worse rate', async () => {
    const order = await corridor.order((await corridor.quote(undefined, '1911.05')).id)
    await corridor.fund(order.id)
    await advanceOrders(corridor.deps)
    const [parked] = await selectParkedOrders(corridor.deps.db)
    if (parked === undefined) throw new Error('the order was not parked')
    const summary = orderSummary(parked)
    expect(summary).toMatchObject({
      order_id: order.id,
      organization_id: corridor.sandbox.organization_id,
      liquidity_provider: 'ALPHA',
      promised_rate: order.exchange_rate,
      parked_reason: 'slippage',
    })
    expect(Number(summary.firm_rate) / Number(order.exchange_rate)).toBeCloseTo(0.95, 3)
    expect(summary.result).toMatch(/^-\d+(\.\d+)? COP$/)
    await end(order, 'fail', 'the rate will not come back')
    const shown = await orderForOperator(corridor.deps.db, await rowOf(corridor, order))
    expect(shown.notes).toMatchObject([
      { action: 'parked', reason: 'slippage', result: summary.result },
      { action: 'failed', reason: 'the rate will not come back' },
    ])
    expect(shown.ledger_entries[0]).toMatchObject({ debit_account: 'rail:sandbox' })
    expect(JSON.stringify(await timelineOf(order))).not.toContain('will not come back')
  })

  test('ends a funded order, whose customer then retries it or requests a refund', async () => {
    const order = await parkedFor('slippage')
    expect((await end(order, 'fail')).status).toBe('FAILED_DECLINED_BY_LIQ_PROVIDER')
    await runDueWork(corridor)
    expect((await timelineOf(order)).refunds).toEqual([])
    await expect(end(order, 'fail')).rejects.toThrow('has already failed')
    expect((await end(order, 'refund')).status).toBe('FAILED_REFUND_REQUESTED')
    await runDueWork(corridor)
    await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
    await expect(end(order, 'refund')).rejects.toThrow('is FAILED_REFUND_PROCESSED and not parked')
  })

  test('refunds a funded order in one step, beside an earlier refund of an excess', async () => {
    const order = await parkedFor('attempts', '1911.10')
    expect((await end(order, 'refund')).status_history.map(({ status }) => status)).toEqual([
      'STEP_1_AWAITING_FUNDING',
      'STEP_2_FILLING_FX',
      'FAILED_DECLINED_BY_LIQ_PROVIDER',
      'FAILED_REFUND_REQUESTED',
    ])
    await runDueWork(corridor)
    const { refunds } = await timelineOf(order)
    expect(refunds.map(({ reason, amount, status }) => [reason, amount, status])).toEqual([
      ['excess', '191.11', 'PROCESSED'],
      ['declined', '1911.10', 'PROCESSED'],
    ])
  })

  test.each<Ending>(['fail', 'refund'])(
    'ends a filled order (%s): the whole payin is refunded, and the desk keeps the bought currency',
    async (ending) => {
      const order = await corridor.order()
      await corridor.fund(order.id)
      await fillDue(corridor)
      await park(corridor.deps, await claimFirst(corridor), 'compliance_hold')
      expect((await end(order, ending)).status).toBe('FAILED_REFUND_REQUESTED')
      await runDueWork(corridor)
      await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
      const { refunds, ledger_entries: entries } = await timelineOf(order)
      expect(refunds).toMatchObject([{ reason: 'payout_ended', amount: order.payin.total }])
      const total = (side: string, currency: string) =>
        entries
          .filter((entry) => entry.side === side && entry.currency === currency)
          .reduce((sum, { amount }) => sum + Number(amount), 0)
      for (const currency of ['USDC', 'COP'])
        expect(total('debit', currency)).toBeCloseTo(total('credit', currency), 2)
    },
  )

  test('ends an order that awaits funding, and its partial deposit is refunded', async () => {
    const order = await corridor.order((await corridor.quote(undefined, '1911.09')).id)
    await corridor.fund(order.id)
    await corridor.sql`update orders set parked_reason = 'attempts', parked_at = now()
        where id = ${uuidOf('ord', order.id)}`
    await end(order, 'fail')
    await runDueWork(corridor)
    await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
  })

  test('cannot end an order that is not parked', async () => {
    const order = await corridor.order()
    await expect(end(order, 'refund')).rejects.toThrow(
      `${order.id} is STEP_1_AWAITING_FUNDING and not parked`,
    )
    await corridor.fund(order.id)
    await expect(end(order, 'fail')).rejects.toThrow('is STEP_2_FILLING_FX and not parked')
    await runDueWork(corridor)
    await expect(end(order, 'fail')).rejects.toThrow('is STEP_4_COMPLETED and not parked')
  })

  test('cannot refund an order that was retried', async () => {
    const order = await parkedFor('attempts')
    await end(order, 'fail')
    const quote = await corridor.quote(order.offering_id, '1000.00')
    const retry = await corridor.post<OrderJson>(`${pathOf(order)}/retry`, { quote_id: quote.id })
    await expect(end(order, 'refund')).rejects.toThrow(`was retried as ${retry.data.id}`)
    await runDueWork(corridor)
  })

  test('and a customer who request the same refund at once create one refund', async () => {
    const order = await parkedFor('attempts')
    await end(order, 'fail')
    await Promise.allSettled([
      end(order, 'refund'),
      corridor.post(`${pathOf(order)}/refund`, {}, { idempotencyKey: null }),
    ])
    await runDueWork(corridor)
    expect((await timelineOf(order)).refunds).toHaveLength(1)
  })
})

describe('while the outcome of a fill is unknown', () => {
  const intentOf = (order: ClaimedOrder) => fillIntentOf(order, corridor.clock.now())

  test('an order cannot be ended, and can be released even during a hold', async () => {
    const order = await corridor.order((await corridor.quote(undefined, '1911.03')).id)
    await corridor.fund(order.id)
    await advanceOrders(corridor.deps)
    corridor.clock.advance(10_000)
    await park(corridor.deps, await claimFirst(corridor), 'attempts')
    for (const ending of ['fail', 'refund'] as const)
      await expect(end(order, ending)).rejects.toThrow(
        `the outcome of fill ${order.id}:fill:1 at ALPHA is not known`,
      )
    await hold('COMPLIANCE_HOLD')
    await release(order)
    await fillDue(corridor)
    expect((await rowOf(corridor, order)).status).toBe('STEP_3_SETTLING_PAYOUT')
    await hold('ACTIVE')
    await runDueWork(corridor)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
  })

  test('an overtaken worker records no fill for an order that was parked and ended', async () => {
    const order = await corridor.order()
    await corridor.fund(order.id)
    const claimed = await claimFirst(corridor)
    // The statement waits for a lock while the order is parked and ended.
    const holder = await corridor.database.owner.connect()
    await holder.query('begin')
    await holder.query('select from orders where id = $1 for update', [claimed.id])
    const late = insertFillIntents(corridor.deps.db, [intentOf(claimed)])
    await waitForLock()
    await holder.query(
      `update orders set parked_reason = 'attempts', parked_at = now(), version = version + 1,
              lease_token = null, leased_until = null where id = $1`,
      [claimed.id],
    )
    await holder.query('commit')
    holder.release()
    await end(order, 'refund')
    expect(await late).toEqual([null])
    await runDueWork(corridor)
    await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
  })

  test('an order released and claimed at the last moment is not ended', async () => {
    const order = await parkedFor('attempts')
    const seen = await rowOf(corridor, order)
    await release(order)
    const claimed = await claimFirst(corridor)
    const [intent] = await insertFillIntents(corridor.deps.db, [
      { ...intentOf(claimed), payinMinor: 988100000n },
    ])
    expect(intent).not.toBeNull()
    // The operator decides from an outdated read.
    expect(await endOrder(corridor.deps, seen, 'refund', 'too late')).toHaveProperty('refused')
    expect((await rowOf(corridor, order)).status).toBe('STEP_2_FILLING_FX')
    await corridor.sql`update orders set lease_token = null, leased_until = null
        where id = ${claimed.id}`
  })

  const hold = (status: 'ACTIVE' | 'COMPLIANCE_HOLD') =>
    updateOrganizationStatus(
      corridor.deps.db,
      requireUuid('org', corridor.sandbox.organization_id),
      status,
      corridor.clock.now(),
    )

  /** Inserts into fills. */
  const waitForLock = () => untilBlocked(corridor.database, 'i.provider_key')
})
