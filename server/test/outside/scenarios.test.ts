// The scenarios of the sandbox, through the public API alone. Together they take every transition of the table of states.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { selectFills } from '../../src/engine/fills/queries.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { TimelineJson } from '../../src/engine/orders/timeline.ts'
import { transitions } from '../../src/engine/orders/states.ts'
import { selectUnmatchedDeposits } from '../../src/engine/deposits/queries.ts'
import { selectOperatorOrder } from '../../src/engine/orders/operator-queries.ts'
import { releaseOrder } from '../../src/engine/orders/release-order.ts'
import { payOutAgain, refundReturned } from '../../src/engine/payouts/pay-again.ts'
import { selectWaitingRefunds } from '../../src/engine/refunds/waiting-queries.ts'
import { redirectRefundOf } from '../../src/engine/refunds/redirect-refund.ts'
import { scenarios } from '../../src/outside/simulator/scenarios.ts'
import { forFile } from '../support/for-file.ts'
import { rowOf } from '../support/orders.ts'
import { testService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { requireUuid } from '../support/ids.ts'
import { NO_ID } from '../../src/platform/ids.ts'

const takenTransitions = new Set<string>()

const corridor = await forFile(testService())

/** Creates an order whose payin total selects a scenario. */
async function orderFor(name: string, more: { body?: object } = {}): Promise<OrderJson> {
  const cents = scenarios.find((scenario) => scenario.name === name)?.cents ?? '00'
  const { data } = await corridor.post<OrderJson>(`${corridor.organization}/orders`, {
    quote_id: (await corridor.quote(undefined, `1911.${cents}`)).id,
    ...more.body,
  })
  return data
}

const pathOf = (order: { id: string }) => `${corridor.organization}/orders/${order.id}`
const timelineOf = async (order: { id: string }) =>
  (await corridor.get<TimelineJson>(`${pathOf(order)}/timeline`)).data
const refundsOf = async (order: { id: string }) =>
  (await timelineOf(order)).refunds.map(
    ({ amount, currency, reason, status }) => `${reason} ${amount} ${currency} ${status}`,
  )

/** Moves the clock until the order has a status. */
const untilAt = (order: { id: string }, wanted: string) =>
  until(
    async () => {
      corridor.clock.advance(2000)
      return (await corridor.get<OrderJson>(pathOf(order))).data.status.current_status
    },
    (status) => status === wanted,
  )

const fillsOf = (order: { id: string }) =>
  selectFills(corridor.deps.db, [
    {
      organization_id: requireUuid('org', corridor.sandbox.organization_id),
      id: requireUuid('ord', order.id),
    },
  ])

async function statusesOf(order: { id: string }): Promise<string[]> {
  const { data } = await corridor.get<OrderJson>(pathOf(order))
  const statuses = data.status.status_history.map(({ status }) => status)
  for (const [index, status] of statuses.entries())
    takenTransitions.add(`${statuses[index - 1] ?? 'none'} ${status}`)
  return statuses
}

afterEach(async () => {
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
})

describe('the sandbox', () => {
  test('lists its scenarios, each with the amount and alias that select it', async () => {
    const { data } =
      await corridor.get<{ name: string; payin_total: string; alias: string }[]>(
        '/v1/sandbox/scenarios',
      )
    expect(data.map(({ name }) => name)).toEqual(scenarios.map(({ name }) => name))
    expect(data[0]).toMatchObject({ payin_total: '1911.01', alias: 'sandbox:provider_declines' })
  })

  test('completes an order without a scenario, and the ledger explains it to the last cent', async () => {
    const order = await corridor.order()
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    await statusesOf(order)
    const timeline = await timelineOf(order)
    expect(timeline.events.map(({ type }) => type)).toEqual([
      'order.created',
      'deposit.recorded',
      'order.funded',
      'order.filled',
      'order.completed',
    ])
    expect(timeline.events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
    const customer = `customer:${corridor.sandbox.organization_id}`
    const entry = (posting: string, side: string, currency: string, amount: string) => ({
      posting,
      account: customer,
      side,
      currency,
      amount,
    })
    const expected = [
      entry('deposit', 'credit', 'USDC', order.payin.total),
      entry('fill', 'debit', 'USDC', order.payin.fee),
      entry('fill', 'debit', 'USDC', order.payin.tax),
      entry('fill', 'debit', 'USDC', '988.10'),
      entry('fill', 'credit', 'COP', order.payout.total),
      entry('payout', 'debit', 'COP', order.payout.total),
    ]
    expect(timeline.ledger_entries.map(({ posted_at: _at, ...rest }) => rest)).toEqual(expected)
  })
})

describe('the simulated provider', () => {
  test('declines for good, and the order waits for a retry or a refund', async () => {
    const order = await orderFor('provider_declines')
    await corridor.fund(order.id)
    await corridor.until(order.id, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    const refunded = await corridor.post<OrderJson>(`${pathOf(order)}/refund`, undefined, {
      idempotencyKey: null,
    })
    expect(refunded.status).toBe(200)
    await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
    expect(await refundsOf(order)).toEqual([`declined ${order.payin.total} USDC PROCESSED`])
    const again = await corridor.post<OrderJson>(
      `${pathOf(order)}/refund`,
      {},
      { idempotencyKey: null },
    )
    expect(again.data.status.current_status).toBe('FAILED_REFUND_PROCESSED')
    expect(await refundsOf(order)).toHaveLength(1)
    await statusesOf(order)
  })

  test('declines once, and a second fill is requested under a new key', async () => {
    const order = await orderFor('provider_declines_once')
    await corridor.fund(order.id)
    await untilAt(order, 'STEP_4_COMPLETED')
    const fills = await fillsOf(order)
    expect(fills.map((fill) => [fill.declined_at !== null, fill.filled_at !== null])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  test.each([
    'provider_times_out_filled',
    'provider_times_out_not_filled',
    'rail_times_out_paid',
    'rail_settles_late',
  ])('%s: the order completes with one fill and one payout', async (name) => {
    const order = await orderFor(name)
    await corridor.fund(order.id)
    await untilAt(order, 'STEP_4_COMPLETED')
    const rows = await corridor.sql<{ key: string }>`select key from simulator.executions
        where key like '%' || ${order.id} || '%' order by key`
    expect(rows.map(({ key }) => key)).toEqual([
      `ALPHA/${order.id}:fill:1`,
      `rail/${order.id}:payout:1`,
    ])
  })

  test('fills a part, then the rest under a new key, and the customer gets what was promised', async () => {
    const order = await orderFor('provider_fills_partly')
    await corridor.fund(order.id)
    await untilAt(order, 'STEP_4_COMPLETED')
    const fills = await fillsOf(order)
    expect(
      fills.map(({ sequence, payin_minor, sold_minor }) => [sequence, payin_minor, sold_minor]),
    ).toEqual([
      [1, 1895_388788n, 1137_233272n],
      [2, 758_155516n, 758_155516n],
    ])
    const timeline = await timelineOf(order)
    expect(timeline.fills).toHaveLength(1)
    expect(timeline.fills[0]?.payin.amount).toBe('1895.388788')
    expect(timeline.fills[0]?.payout.amount).toBe(order.payout.total)
    expect(await statusesOf(order)).toHaveLength(4)
  })

  test('fills a part and declines the rest: all of the payin is refunded, and the desk keeps the part', async () => {
    const order = await orderFor('provider_low_balance')
    await corridor.fund(order.id)
    await untilAt(order, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    expect((await timelineOf(order)).fills).toEqual([])
    expect((await fillsOf(order)).map(({ decline_code }) => decline_code)).toEqual([
      null,
      'low_balance',
    ])
    await corridor.post(`${pathOf(order)}/refund`, undefined, { idempotencyKey: null })
    await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
    expect(await refundsOf(order)).toEqual([`declined ${order.payin.total} USDC PROCESSED`])
    const { rows } = await corridor.database.owner.query<{ sold: bigint }>(
      `select sum(amount_minor)::bigint as sold from ledger_transfers where order_id = $1
          and posting = 'fill_unwound' and debit_account = 'unwind'`,
      [requireUuid('ord', order.id)],
    )
    expect(rows).toEqual([{ sold: 1137_239222n }])
  })

  test('would deliver less than promised, and the order is parked until an operator releases it', async () => {
    const order = await orderFor('provider_worse_rate')
    await corridor.fund(order.id)
    const id = requireUuid('ord', order.id)
    const organizationId = requireUuid('org', corridor.sandbox.organization_id)
    await until(
      async () => (await corridor.deps.findOrder({ organizationId, id }))?.parked_reason,
      (reason) => reason === 'slippage',
    )
    corridor.clock.advance(60_000)
    expect((await statusesOf(order)).at(-1)).toBe('STEP_2_FILLING_FX')
    const parked = await selectOperatorOrder(corridor.deps.db, id)
    if (parked === undefined) throw new Error('the order does not exist')
    expect(await releaseOrder(corridor.deps, parked)).not.toHaveProperty('refused')
    await corridor.until(order.id, 'STEP_4_COMPLETED')
  })
})

describe('a retry', () => {
  test("uses the declined order's money and refunds the rest", async () => {
    const order = await orderFor('provider_declines')
    await corridor.fund(order.id)
    await corridor.until(order.id, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    const fresh = await corridor.quote(order.offering_id, '1900.00')
    const key = 'retry-of-the-first'
    const made = await corridor.post<OrderJson>(
      `${pathOf(order)}/retry`,
      { quote_id: fresh.id },
      { idempotencyKey: key },
    )
    expect(made.status).toBe(201)
    expect(made.data.status.status_history.map(({ status }) => status)).toEqual([
      'STEP_1_AWAITING_FUNDING',
      'STEP_2_FILLING_FX',
    ])
    await corridor.until(made.data.id, 'STEP_4_COMPLETED')
    expect((await corridor.get<OrderJson>(pathOf(order))).data.retry_order_id).toBe(made.data.id)
    await until(
      () => refundsOf(made.data),
      (refunds) => refunds[0]?.endsWith('PROCESSED') === true,
    )
    expect(await refundsOf(made.data)).toEqual(['retry_leftover 11.01 USDC PROCESSED'])
    const again = await corridor.post(
      `${pathOf(order)}/retry`,
      { quote_id: fresh.id },
      { idempotencyKey: key },
    )
    expect(again.text).toBe(made.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await corridor.quote(order.offering_id, '100.00')
    const second = await corridor.post(`${pathOf(order)}/retry`, { quote_id: other.id })
    const detail = `The order was retried: its money is in ${made.data.id}.`
    expect(second.problem).toMatchObject({ code: 'order_not_retryable', detail })
    const refund = await corridor.post(`${pathOf(order)}/refund`, {}, { idempotencyKey: null })
    expect(refund.problem).toMatchObject({ code: 'order_not_refundable', detail })
  })

  test('above that money is refused and changes nothing', async () => {
    const order = await orderFor('provider_declines')
    await corridor.fund(order.id)
    const declined = await corridor.until(order.id, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    const more = await corridor.quote(order.offering_id, '1911.02')
    const refused = await corridor.post(`${pathOf(order)}/retry`, { quote_id: more.id })
    expect(refused.problem).toMatchObject({
      code: 'retry_not_covered',
      held: '1911.01',
      needed: '1911.02',
    })
    expect((await corridor.get<OrderJson>(pathOf(order))).data).toEqual(declined)
  })

  test('of an order that was not declined is refused and changes nothing', async () => {
    const order = await orderFor('provider_declines')
    const refusedNow = async (status: string) => {
      const before = (await corridor.get<OrderJson>(pathOf(order))).data
      const quote = await corridor.quote(order.offering_id, '100.00')
      const refused = await corridor.post(`${pathOf(order)}/retry`, { quote_id: quote.id })
      expect(refused.problem).toMatchObject({
        code: 'order_not_retryable',
        current_status: status,
      })
      expect((await corridor.get<OrderJson>(pathOf(order))).data).toEqual(before)
      // The quote is still good for an order.
      expect((await corridor.order(quote.id)).status.current_status).toBe('STEP_1_AWAITING_FUNDING')
    }
    await refusedNow('STEP_1_AWAITING_FUNDING')
    await corridor.fund(order.id)
    await corridor.until(order.id, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    await corridor.post(`${pathOf(order)}/refund`, {}, { idempotencyKey: null })
    await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
    await refusedNow('FAILED_REFUND_PROCESSED')
  })

  test('with a quote of another offering is refused and changes nothing', async () => {
    const order = await orderFor('provider_declines')
    await corridor.fund(order.id)
    const declined = await corridor.until(order.id, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    const quote = await corridor.quote((await corridor.offering()).id, '100.00')
    expect(quote.offering_id).not.toBe(order.offering_id)
    const refused = await corridor.post(`${pathOf(order)}/retry`, { quote_id: quote.id })
    expect(refused.problem).toMatchObject({
      code: 'order_not_retryable',
      detail: 'The quote is of another offering.',
    })
    expect((await corridor.get<OrderJson>(pathOf(order))).data).toEqual(declined)
  })

  test('and a concurrent refund exclude each other', async () => {
    const order = await orderFor('provider_declines')
    await corridor.fund(order.id)
    await corridor.until(order.id, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    const quotes = await Promise.all(
      Array.from({ length: 5 }, () => corridor.quote(order.offering_id, '1911.00')),
    )
    const answers = await Promise.all([
      ...quotes.map((quote) => corridor.post(`${pathOf(order)}/retry`, { quote_id: quote.id })),
      corridor.post(`${pathOf(order)}/refund`, {}, { idempotencyKey: null }),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    await until(
      () => statusesOf(order),
      (statuses) => answers.at(-1)?.status !== 200 || statuses.at(-1) === 'FAILED_REFUND_PROCESSED',
    )
  })
})

describe('the simulated rail', () => {
  async function returnedOrder(): Promise<OrderJson> {
    const order = await orderFor('payout_returned')
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    corridor.clock.advance(2000)
    await until(
      () => typesOf(order),
      (types) => types.includes('payout.returned'),
    )
    return order
  }
  const typesOf = async (order: { id: string }) =>
    (await timelineOf(order)).events.map(({ type }) => type)

  test('returns a settled payout, which an operator pays again while the order stays completed', async () => {
    const order = await returnedOrder()
    expect(
      await payOutAgain(corridor.deps, await rowOf(corridor, order), null, 'the bank asked'),
    ).toMatchObject({ status: 'STEP_4_COMPLETED' })
    await until(
      () => typesOf(order),
      (types) => types.at(-1) === 'payout.settled',
    )
    const { payouts } = await timelineOf(order)
    expect(payouts.map(({ settled_at }) => settled_at !== null)).toEqual([true, true])
    expect((await statusesOf(order)).at(-1)).toBe('STEP_4_COMPLETED')
    // A second decision about the same return would pay twice.
    expect(
      await payOutAgain(corridor.deps, await rowOf(corridor, order), null, 'again'),
    ).toMatchObject({
      refused: expect.stringContaining('holds no payout that came back'),
    })
    expect(
      await refundReturned(corridor.deps, await rowOf(corridor, order), 'again'),
    ).toMatchObject({
      refused: expect.stringContaining('holds no payout that came back'),
    })
  })

  test('returns a settled payout, and an operator refunds the order instead', async () => {
    const order = await returnedOrder()
    await refundReturned(corridor.deps, await rowOf(corridor, order), 'the account is closed')
    await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
    expect(await refundsOf(order)).toEqual([`payout_returned ${order.payin.total} USDC PROCESSED`])
    await statusesOf(order)
  })

  test('reports a deposit again in capital letters, and it counts once', async () => {
    const order = await orderFor('lying_rail')
    await corridor.fund(order.id)
    corridor.clock.advance(2000)
    await until(
      async () =>
        (await corridor.database.owner.query('select from rail_entries where due_at is null'))
          .rowCount ?? 0,
      (count) => count >= 2,
    )
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    expect((await timelineOf(order)).deposits).toHaveLength(1)
    expect(await refundsOf(order)).toEqual([])
  })

  test('rejects the payout, and the whole payin is refunded with fee and tax', async () => {
    const order = await orderFor('rail_rejects')
    await corridor.fund(order.id)
    await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
    expect(await refundsOf(order)).toEqual([`payout_rejected ${order.payin.total} USDC PROCESSED`])
    await statusesOf(order)
  })

  test('fails the refund twice before it succeeds', async () => {
    const order = await orderFor('refund_fails_then_succeeds')
    await corridor.fund(order.id)
    await until(
      async () => {
        corridor.clock.advance(2000)
        return (await statusesOf(order)).at(-1)
      },
      (status) => status === 'FAILED_REFUND_PROCESSED',
    )
    expect(await refundsOf(order)).toEqual([`payout_rejected ${order.payin.total} USDC PROCESSED`])
  })

  test('rejects the refund, which waits for an operator while the order keeps its status', async () => {
    const order = await orderFor('refund_rejected')
    await corridor.fund(order.id)
    await until(
      () => refundsOf(order),
      (refunds) => refunds[0]?.endsWith('FAILED') === true,
    )
    expect((await statusesOf(order)).at(-1)).toBe('FAILED_REFUND_REQUESTED')
    const waiting = await selectWaitingRefunds(corridor.deps.db)
    expect(waiting).toHaveLength(1)
    const [refund] = waiting
    if (refund === undefined) throw new Error('no refund waits for an operator')
    const to = refund.destination_instrument_id ?? NO_ID
    const redirected = async () =>
      redirectRefundOf(corridor.deps, await rowOf(corridor, order), refund.id, to, 'a test')
    expect(await redirected()).not.toHaveProperty('refused')
    await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
    expect(await redirected(), 'a refund can be redirected once').toHaveProperty('refused')
  })
})

describe('funding', () => {
  test('in part waits for the rest', async () => {
    const order = await orderFor('partial_funding')
    const half = await corridor.fund(order.id)
    expect((half.data as OrderJson).status.current_status).toBe('STEP_1_AWAITING_FUNDING')
    corridor.clock.advance(2000)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    expect(
      (await timelineOf(order)).deposits.map(({ amount, outcome }) => [amount, outcome]),
    ).toEqual([
      ['955.545', 'counted'],
      ['955.545', 'counted'],
    ])
  })

  test('in part is refunded when the order expires', async () => {
    const order = await orderFor('partial_funding')
    await corridor.fund(order.id)
    // The rest would arrive two seconds later, after the expiry.
    corridor.clock.set(
      Date.parse(
        (
          await corridor.get<{ funding_expires_at: string }>(
            `${corridor.organization}/quotes/${order.quote_id}`,
          )
        ).data.funding_expires_at,
      ) + 1,
    )
    await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
    const refunds = await until(
      () => refundsOf(order),
      (found) => found.length === 2 && found.every((one) => one.endsWith('PROCESSED')),
    )
    expect(refunds.map((refund) => refund.split(' ')[0]).sort()).toEqual([
      'funding_expired',
      'late',
    ])
    await statusesOf(order)
  })

  test('in part is refunded when the customer cancels', async () => {
    const order = await orderFor('partial_funding')
    await corridor.fund(order.id)
    const cancelled = await corridor.post<OrderJson>(`${pathOf(order)}/cancel`, undefined, {
      idempotencyKey: null,
    })
    expect(cancelled.data.status.status_history.map(({ status }) => status)).toEqual([
      'STEP_1_AWAITING_FUNDING',
      'FAILED_CANCELLED',
      'FAILED_REFUND_REQUESTED',
    ])
    await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
    expect(await refundsOf(order)).toEqual(['cancelled 955.545 USDC PROCESSED'])
    await statusesOf(order)
  })

  test('above the total advances the order, and the excess is refunded', async () => {
    const order = await orderFor('over_funding')
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    await until(
      () => refundsOf(order),
      (refunds) => refunds[0]?.endsWith('PROCESSED') === true,
    )
    expect(await refundsOf(order)).toEqual(['excess 191.11 USDC PROCESSED'])
  })

  test('after the expiry is refunded', async () => {
    const order = await orderFor('late_funding')
    await corridor.fund(order.id)
    corridor.clock.advance(3 * 3_600_000)
    await corridor.until(order.id, 'FAILED_REFUND_PROCESSED')
    expect(await refundsOf(order)).toEqual([`late ${order.payin.total} USDC PROCESSED`])
    await statusesOf(order)
  })

  test('with another asset is recorded and refunded in that asset', async () => {
    const order = await orderFor('wrong_asset_funding')
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    await until(
      () => refundsOf(order),
      (refunds) => refunds[0]?.endsWith('PROCESSED') === true,
    )
    expect(await refundsOf(order)).toEqual([`wrong_asset ${order.payin.total} USDT PROCESSED`])
  })

  test('to an unknown address waits for an operator, and a later right deposit counts', async () => {
    const order = await orderFor('unknown_address_funding')
    const lost = await corridor.fund(order.id)
    expect(lost.data.status.current_status).toBe('STEP_1_AWAITING_FUNDING')
    const unmatched = await selectUnmatchedDeposits(corridor.deps.db, false)
    expect(unmatched.map(({ transaction }) => transaction)).toEqual([`sim:${order.id}:0:astray`])
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    expect(await selectUnmatchedDeposits(corridor.deps.db, false)).toHaveLength(1)
  })

  test('reported twice counts once', async () => {
    const order = await orderFor('duplicate_report')
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    corridor.clock.advance(2000)
    await until(reportsLeft, (left) => left === 0)
    expect((await timelineOf(order)).deposits).toHaveLength(1)
    expect(await refundsOf(order)).toEqual([])
  })

  test('after completion is refunded, and the order stays completed', async () => {
    const order = await orderFor('funding_after_completion')
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    corridor.clock.advance(3_600_000)
    await until(
      () => refundsOf(order),
      (refunds) => refunds[0]?.endsWith('PROCESSED') === true,
    )
    expect(await refundsOf(order)).toEqual([`extra ${order.payin.total} USDC PROCESSED`])
    expect((await statusesOf(order)).at(-1)).toBe('STEP_4_COMPLETED')
  })
})

async function reportsLeft(): Promise<number> {
  const rows = await corridor.sql<{ count: number }>`select count(*)::int as count
      from simulator.deposits where reported_at is null`
  return rows[0]?.count ?? 0
}

describe('cancelling', () => {
  test('ends an unfunded order, and a repetition gets the same order', async () => {
    const order = await corridor.order()
    const cancelled = await corridor.post<OrderJson>(
      `${pathOf(order)}/cancel`,
      {},
      { idempotencyKey: null },
    )
    expect(cancelled.data.status.current_status).toBe('FAILED_CANCELLED')
    const again = await corridor.post(`${pathOf(order)}/cancel`, {}, { idempotencyKey: null })
    expect(again.text).toBe(cancelled.text)
    await statusesOf(order)
  })

  test('is refused for a funded order', async () => {
    const order = await corridor.order()
    await corridor.fund(order.id)
    const refused = await corridor.post(`${pathOf(order)}/cancel`, {}, { idempotencyKey: null })
    expect(refused.problem.code).toBe('order_not_cancellable')
    await corridor.until(order.id, 'STEP_4_COMPLETED')
  })
})

// parked-orders.test.ts takes the transitions of operators.
const isOperators = (event: string): boolean =>
  event.endsWith('_ended') || event.endsWith('reinstated')

test("the scenarios take every transition of the table except the operators'", async () => {
  const expired = await corridor.order()
  corridor.clock.advance(3 * 3_600_000)
  await corridor.until(expired.id, 'FAILED_FUNDING_EXPIRED')
  await statusesOf(expired)
  // A diagram drawn from the observed transitions equals the one in docs/order-lifecycle.md.
  const eventOf = new Map(
    transitions
      .filter(({ event }) => !isOperators(event))
      .map(({ from, event, to }) => [`${from ?? 'none'} ${to}`, event]),
  )
  const drawn = [...takenTransitions].map((way) => {
    const [from = '', to = ''] = way.split(' ')
    return `  ${from === 'none' ? '[*]' : from} --> ${to}: ${eventOf.get(way) ?? 'not in the table'}`
  })
  const page = readFileSync(join(import.meta.dirname, '../../../docs/order-lifecycle.md'), 'utf8')
  const picture = /```mermaid\nstateDiagram-v2\n([\s\S]*?)\n```/
    .exec(page)?.[1]
    ?.split('\n')
    .filter((way) => !isOperators(way))
  expect(drawn.sort()).toEqual(picture?.sort())
})
