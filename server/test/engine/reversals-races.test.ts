// A reversal at the same instant as a fill, a payout, a refund, an assignment or a retry: whichever is first, the money is
// counted once and nothing is sent for money that is gone.
import { afterEach, expect, test } from 'vitest'
import { assignDeposit } from '../../src/engine/deposits/assign-deposit.ts'
import { selectUnmatchedDeposits } from '../../src/engine/deposits/queries.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { endOrder } from '../../src/engine/orders/end-order.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { recordReversal } from '../../src/engine/reversals/record-reversal.ts'
import { fixedRails } from '../../src/outside/rails/registry.ts'
import type { SeenDeposit } from '../../src/outside/rails/port.ts'
import { sendRefunds } from '../../src/engine/refunds/send-refunds.ts'
import { settleReversal } from '../../src/engine/reversals/settle.ts'
import { forFile } from '../support/for-file.ts'
import { reversalWorld, TOTAL } from '../support/reversals.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
const world = reversalWorld(corridor)
afterEach(async () => expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined())

const AT_ONCE = 12

/** A reversal that finds its deposit or refund changing is taken up again, as by the worker. */
async function reverse(deposit: SeenDeposit): Promise<void> {
  const reversal = world.reversalOf(deposit)
  if (reversal.kind !== 'reversal') throw new Error('not a reversal')
  for (let tries = 0; tries < 100; tries++) {
    try {
      return await recordReversal(corridor.deps, { name: 'sandbox', occurrence: 0 }, reversal)
    } catch (error) {
      if (!String(error).includes('changed at the same time')) throw error
    }
  }
  throw new Error('the reversal was refused 100 times')
}

async function fundedOrders(count: number): Promise<Awaited<ReturnType<typeof world.funded>>[]> {
  const orders = []
  while (orders.length < count) orders.push(await world.funded())
  return orders
}

async function countOf(text: string, orders: readonly { order: OrderJson }[]): Promise<number> {
  const ids = orders.map(({ order }) => uuidOf('ord', order.id))
  const { rows } = await corridor.database.owner.query<{ count: number }>(text, [ids])
  return rows[0]?.count ?? 0
}

// Each money is either held no more and the order stands, or was used before and is owed.
const MISCOUNTED = `
  select count(*)::int as count from orders o join deposits d on d.reversal_order_id = o.id
   where o.id = any($1::uuid[])
     and not (o.status = 'STEP_2_FILLING_FX' and d.loss_minor = 0 and o.short_minor = o.payin_total_minor
              and not exists (select from fills f where f.order_id = o.id and f.filled_at is not null))
     and not (o.status in ('STEP_3_SETTLING_PAYOUT', 'STEP_4_COMPLETED')
              and o.short_minor = o.payin_total_minor)`
const REVERSED = `select count(*)::int as count from deposits where order_id = any($1::uuid[]) and reversed_at is not null`

test('a reversal and the fill of an order at once', async () => {
  const orders = await fundedOrders(AT_ONCE)
  await Promise.all([world.fill(), ...orders.map(({ deposit }) => reverse(deposit))])
  expect(await countOf(REVERSED, orders)).toBe(AT_ONCE)
  expect(await countOf(MISCOUNTED, orders)).toBe(0)
  expect(
    await countOf(
      `select count(*)::int as count from payouts where order_id = any($1::uuid[])`,
      orders,
    ),
  ).toBe(0)
  await world.work()
  expect(
    await countOf(
      `select count(*)::int as count from payouts where order_id = any($1::uuid[])`,
      orders,
    ),
  ).toBe(0)
})

test('a reversal and the payout of an order at once', async () => {
  const orders = await fundedOrders(AT_ONCE)
  await world.fill()
  await Promise.all([world.advance(), ...orders.map(({ deposit }) => reverse(deposit))])
  expect(await countOf(REVERSED, orders)).toBe(AT_ONCE)
  expect(await countOf(MISCOUNTED, orders)).toBe(0)
  // An order without an intent gets none. An order with one completes, and its payer owes the money.
  const before = await countOf(
    `select count(*)::int as count from payouts where order_id = any($1::uuid[])`,
    orders,
  )
  await world.work()
  const after = await countOf(
    `select count(*)::int as count from payouts where order_id = any($1::uuid[])`,
    orders,
  )
  expect(after).toBe(before)
  for (const { order } of orders) expect(await world.owedFor(order)).toBe(TOTAL)
})

test('a reversal and the refund of its deposit at once', async () => {
  const orders = await fundedOrders(AT_ONCE)
  const extras = orders.map(({ order }) => world.depositFor(order, 9n))
  await world.report(...extras)
  await Promise.all([sendRefunds(corridor.deps), ...extras.map(reverse)])
  await world.work()
  // Each refund was either sent, and is lost, or given back by the reversal. Never both, never neither.
  const right = `
    select count(*)::int as count from refunds r join deposits d on d.id = r.deposit_id
     where r.order_id = any($1::uuid[]) and r.status = 'PROCESSED'
       and (r.reversed_minor, d.loss_minor) in ((9, 0), (0, 9))`
  expect(await countOf(right, orders)).toBe(AT_ONCE)
})

test('a refund that is sent while it is set off is not set off', async () => {
  const { order } = await world.funded()
  const lost = world.depositFor(order, 9n)
  await world.report(lost)
  await world.work()
  await world.report(world.depositFor(order, 9n))
  await reverse(lost)
  const { deps } = corridor
  const [rail] = await deps.rails.all()
  if (rail === undefined) throw new Error('there is no rail')
  const send = async () => {
    throw new Error('the answer is lost')
  }
  const settled = await settleReversal(
    {
      ...deps,
      // The refund is prepared and sent between the decision and its statement.
      async changeOrder(change) {
        await sendRefunds({ ...deps, rails: fixedRails([{ ...rail, send }]) })
        return deps.changeOrder(change)
      },
    },
    await world.rowOf(order),
    'USDC',
    'set_off',
    'at once',
  )
  expect(settled).toHaveProperty('refused')
  expect(await world.owedFor(order)).toBe(9n)
})

test('twenty reports of one reversal at once', async () => {
  const { order, deposit } = await world.funded()
  await world.work()
  await Promise.all(Array.from({ length: 20 }, () => reverse(deposit)))
  expect(await world.balanceOf(order, 'receivable')).toBe(TOTAL)
  const row = await world.rowOf(order)
  const settled = await Promise.all(
    Array.from({ length: 5 }, () =>
      settleReversal(corridor.deps, row, 'USDC', 'written_off', 'agreed'),
    ),
  )
  expect(settled.filter((one) => 'refused' in one)).toHaveLength(4)
  expect(await world.balanceOf(order, 'receivable')).toBe(0n)
})

test('a reversal and the assignment of a deposit in suspense at once', async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => world.orderOf()))
  const lost = orders.map((order) => world.depositFor(order, TOTAL, { account: 'nobody' }))
  await world.report(...lost)
  const rows = await selectUnmatchedDeposits(corridor.deps.db, false)
  await Promise.all(
    orders.flatMap(async (order, index) => {
      const [row, deposit] = [rows[index], lost[index]]
      if (row === undefined || deposit === undefined) throw new Error('a deposit is missing')
      const present = await world.rowOf(order)
      await Promise.all([
        assignDeposit(corridor.deps, row, present, { wrongAsset: false }),
        reverse(deposit),
      ])
    }),
  )
  for (const order of orders) expect((await world.rowOf(order)).received_minor).toBe(0n)
  expect(await selectUnmatchedDeposits(corridor.deps.db, false)).toEqual([])
})

test('a reversal and the retry of a declined order at once', async () => {
  const { id: offering } = await corridor.offering()
  for (let round = 0; round < 4; round++) {
    const order = await corridor.order((await corridor.quote(offering, '1911.01')).id)
    const deposit = world.depositFor(order, 1_911_010_000n)
    await world.report(deposit)
    await world.work()
    const { id: quoteId } = await corridor.quote(offering, '1000.00')
    const [answer] = await Promise.all([
      corridor.post<OrderJson>(`${corridor.organization}/orders/${order.id}/retry`, {
        quote_id: quoteId,
      }),
      reverse(deposit),
    ])
    if (answer.status === 201) {
      // The follow-up bears the reversal: it stops, and the leftover is not sent.
      await world.work()
      const row = await world.rowOf(answer.data)
      expect([row.status, row.parked_reason]).toEqual(['STEP_2_FILLING_FX', 'deposit_reversed'])
      await endOrder(corridor.deps, row, 'refund', 'recalled')
      expect(await world.statusOf(answer.data)).toBe('FAILED_REFUND_PROCESSED')
    } else expect(answer.problem.code).toBe('retry_not_covered')
    expect(await world.owedFor(order)).toBe(answer.status === 201 ? undefined : 0n)
  }
})
