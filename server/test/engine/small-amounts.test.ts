// Deposits and refunds below the smallest amounts that the desk has set: they cost nothing but rows, nobody loses them, and
// every order ends.
import { afterEach, expect, test } from 'vitest'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { settleReversal } from '../../src/engine/reversals/settle.ts'
import { sendKept } from '../../src/engine/refunds/send-kept.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { forFile } from '../support/for-file.ts'
import { applied, smallAmounts } from '../support/operator-files.ts'
import { requireUuid } from '../support/ids.ts'
import { runDueWork, ledgerBalance } from '../support/orders.ts'
import { reversalWorld, TOTAL } from '../support/reversals.ts'
import { later, type Instant } from '../../src/platform/clock.ts'
import { marginByDay, marginMinorOf } from '../../src/desk/reports/margin.ts'
import { selectSmallSums, type SmallSum } from '../../src/engine/small-amounts/report-queries.ts'
import { testService } from '../support/service.ts'

const UNIT = 1_000_000n
const corridor = await forFile(testService({ worker: false }))
const world = reversalWorld(corridor)
await corridor.deps.feeds.push()
afterEach(async () => expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined())

/** Deposits count from 0.10, refunds are sent from 5.00. */
const rule = (below: 'keep' | 'collect' | 'write_off', more = '') =>
  smallAmounts(corridor, below, { deposit: below === 'collect' ? '0.05' : '0.10', more })
const sent = async (order: { id: string }) => {
  await runDueWork(corridor)
  corridor.clock.advance(1500)
  await runDueWork(corridor)
  const { refunds } = await world.timelineOf(order)
  return refunds.map(({ reason, amount, borne_fee, status }) =>
    [reason, amount, status, ...(borne_fee === '0.00' ? [] : [`fee ${borne_fee}`])].join(' '),
  )
}
const expired = async (order: OrderJson, ...parts: bigint[]) => {
  for (const part of parts) await world.report(world.depositFor(order, part))
  const data = await corridor.post<OrderJson>(`${corridor.organization}/orders/${order.id}/cancel`)
  expect(data.status).toBe(200)
}
const keptSent = async (order: OrderJson) =>
  sendKept(corridor.deps, await world.rowOf(order), 'the payer asks')
const balance = (order: OrderJson, account: string) => world.balanceOf(order, account)
const sum = (account: string) => ledgerBalance(corridor, account)

test('a deposit below the smallest is not credited and told to no customer, and is kept for a person', async () => {
  await rule('keep')
  const order = await world.orderOf()
  const before = await world.rowOf(order)
  const suspense = await sum('suspense')
  await world.report(world.depositFor(order, UNIT / 10n - 1n), world.depositFor(order, 1n))
  expect((await world.rowOf(order)).version).toBe(before.version)
  expect((await world.timelineOf(order)).deposits).toEqual([])
  expect(suspense - (await sum('suspense'))).toBe(UNIT / 10n)
  await world.expectTaken()
})

test('a deposit of the smallest amount counts, and a smaller one if just it is missing', async () => {
  await rule('keep')
  const order = await world.orderOf()
  await world.report(world.depositFor(order, UNIT / 10n))
  await world.report(world.depositFor(order, TOTAL - UNIT / 10n - 5n))
  await world.report(world.depositFor(order, 4n))
  expect(await world.statusOf(order)).toBe('STEP_1_AWAITING_FUNDING')
  await world.report(world.depositFor(order, 5n))
  expect(await world.statusOf(order)).toBe('STEP_2_FILLING_FX')
  expect(await sent(order)).toEqual([])
})

test('a small refund is kept, its order ends unfunded, and the desk sends it when the payer asks', async () => {
  await rule('keep')
  const order = await world.orderOf()
  await expired(order, UNIT, UNIT)
  expect(await sent(order)).toEqual(['cancelled 2.00 KEPT'])
  expect(await world.statusOf(order)).toBe('FAILED_CANCELLED')
  await world.report(world.depositFor(order, UNIT))
  expect(await sent(order)).toEqual(['cancelled 2.00 KEPT', 'late 1.00 KEPT'])
  expect(await world.statusOf(order)).toBe('FAILED_CANCELLED')

  await keptSent(order)
  expect(await world.statusOf(order)).toBe('FAILED_REFUND_REQUESTED')
  expect(await sent(order)).toEqual([
    'cancelled 2.00 COLLECTED',
    'late 1.00 COLLECTED',
    'collected 3.00 PROCESSED',
  ])
  expect(await world.statusOf(order)).toBe('FAILED_REFUND_PROCESSED')
  expect(await keptSent(order)).toMatchObject({ refused: `${order.id} keeps no small refund` })
})

test('a late small deposit to a completed order moves nothing and changes no status', async () => {
  await rule('keep')
  const { order } = await world.funded()
  await world.report(world.depositFor(order, 2n * UNIT))
  expect(await sent(order)).toEqual(['extra 2.00 KEPT'])
  expect(await world.statusOf(order)).toBe('STEP_4_COMPLETED')
})

test('an excess that is kept goes with the next ones once they reach the smallest refund', async () => {
  await rule('collect')
  const order = await world.orderOf()
  await world.report(world.depositFor(order, TOTAL + 2n * UNIT))
  await world.report(world.depositFor(order, 2n * UNIT))
  expect(await sent(order)).toEqual(['excess 2.00 KEPT', 'extra 2.00 KEPT'])
  await world.report(world.depositFor(order, 2n * UNIT))
  expect(await sent(order)).toEqual([
    'excess 2.00 COLLECTED',
    'extra 2.00 COLLECTED',
    'extra 2.00 COLLECTED',
    'collected 6.00 PROCESSED',
  ])
  await world.report(world.depositFor(order, 4n * UNIT))
  await world.report(world.depositFor(order, 4n * UNIT))
  expect((await sent(order)).slice(4)).toEqual([
    'extra 4.00 COLLECTED',
    'extra 4.00 COLLECTED',
    'collected 8.00 PROCESSED',
  ])
  const rows = await corridor.sql<{ rail_key: string }>`select rail_key from refunds
      where reason = 'collected' and rail_key like ${`${order.id}%`} order by id`
  expect(rows.map(({ rail_key: key }) => key)).toEqual([
    `${order.id}:refund:collected-1:1`,
    `${order.id}:refund:collected-2:1`,
  ])
  expect(await world.statusOf(order)).toBe('STEP_4_COMPLETED')
})

test('what is written off is in an account of its own, and a reversal takes it from there', async () => {
  await rule('write_off')
  const before = await sum('small_amounts')
  const order = await world.orderOf()
  const unit = world.depositFor(order, 1n)
  await world.report(unit)
  const part = world.depositFor(order, 3n * UNIT)
  await world.report(part)
  await expired(order)
  expect(await sent(order)).toEqual(['cancelled 3.00 WRITTEN_OFF'])
  expect(await world.statusOf(order)).toBe('FAILED_CANCELLED')
  expect(before - (await sum('small_amounts'))).toBe(3n * UNIT + 1n)

  await world.report(world.reversalOf(unit), world.reversalOf(part))
  await world.expectTaken()
  expect(await sum('small_amounts')).toBe(before)
  expect(await balance(order, 'rail:sandbox')).toBe(0n)
  expect(await world.owedFor(order)).toBeUndefined()
})

test('a reversal takes a kept refund, and a collected one that was not sent', async () => {
  await rule('collect')
  const order = await world.orderOf()
  await world.report(world.depositFor(order, TOTAL))
  const extra = [world.depositFor(order, 3n * UNIT), world.depositFor(order, 3n * UNIT)] as const
  await world.report(extra[0])
  await world.report(world.reversalOf(extra[0]))
  expect((await world.timelineOf(order)).refunds).toMatchObject([{ status: 'PROCESSED' }])
  const again = world.depositFor(order, 3n * UNIT)
  await world.report(again, extra[1])
  await world.report(world.reversalOf(again))
  await world.expectTaken()
  expect(await sent(order)).toContain('collected 6.00 PROCESSED')
  expect(await world.owedFor(order)).toBeUndefined()
  const rows = await corridor.sql<{ minor: bigint }>`select amount_minor as minor
      from ledger_transfers where order_id = ${requireUuid('ord', order.id)} and posting = 'refund'`
  expect(rows).toEqual([{ minor: 3n * UNIT }])
})

test('the payer bears the fee of a refund, exactly, and gets it back with a reversal', async () => {
  await rule('keep', ", refund_fee: '1.25'")
  const before = await sum('refund_fee')
  const order = await world.orderOf()
  await expired(order, 5n * UNIT)
  expect(await sent(order)).toEqual(['cancelled 3.75 PROCESSED fee 1.25'])
  expect(await world.statusOf(order)).toBe('FAILED_REFUND_PROCESSED')
  expect(before - (await sum('refund_fee'))).toBe(1_250_000n)
  const small = await world.orderOf()
  await expired(small, UNIT)
  await keptSent(small)
  expect((await sent(small)).at(-1)).toBe('collected 1.00 PROCESSED')

  const taken = await world.orderOf()
  const deposit = world.depositFor(taken, 50n * UNIT)
  await world.report(deposit)
  await expired(taken)
  await world.report(world.reversalOf(deposit))
  await world.expectTaken()
  expect(before - (await sum('refund_fee'))).toBe(1_250_000n)
  expect(await balance(taken, 'rail:sandbox')).toBe(0n)
  expect(await world.statusOf(taken)).toBe('FAILED_REFUND_PROCESSED')
})

test.each([
  { after: 'a reversal takes the rest', rest: 50n },
  { after: 'a second debt takes the rest', rest: 0n },
])('a part of a refund with a fee is set off, and $after', async ({ rest }) => {
  await rule('keep', ", refund_fee: '1.25'")
  const before = await sum('refund_fee')
  const order = await world.orderOf()
  const settle = async () =>
    settleReversal(corridor.deps, await world.rowOf(order), 'USDC', 'set_off', 'agreed')
  const unsent = world.depositFor(order, 50n * UNIT)
  const lost = [world.depositFor(order, 10n * UNIT), world.depositFor(order, 100n * UNIT)] as const
  await expired(order)
  await world.report(unsent)
  await sent(order)
  await world.report(await world.returnOfRefund(order), ...lost)
  await sent(order)
  await world.report(world.reversalOf(lost[0]))
  await settle()
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
  if (rest > 0n) await world.report(world.reversalOf(unsent))
  else {
    await world.report(world.reversalOf(lost[1]))
    await settle()
  }
  await world.expectTaken()
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
  // The fees of the two others.
  expect(before - (await sum('refund_fee'))).toBe(2_500_000n)
  expect(await world.owedFor(order)).toBe((rest > 0n ? 10n : 60n) * UNIT)
})

test('the report has what was kept and written off, by rail, currency and state', async () => {
  await rule('keep')
  const now = corridor.clock.now()
  const sums = async (from: Instant) =>
    (await selectSmallSums(corridor.deps.db, { from, to: later(now, 1) }, null)).filter(
      ({ state }) => state === 'kept',
    )
  const [deposits, refunds] = await sums(later(now, -60_000))
  const order = await world.orderOf()
  await expired(order, UNIT)
  await world.report(world.depositFor(order, 1n))
  const more = (row: SmallSum | undefined, kind: string, minor: bigint) => ({
    rail: 'sandbox',
    currency: 'USDC',
    kind,
    state: 'kept',
    count: (row?.count ?? 0) + 1,
    sum_minor: `${BigInt(row?.sum_minor ?? 0) + minor}`,
  })
  expect(await sums(later(now, -60_000))).toEqual([
    more(deposits, 'deposits', 1n),
    more(refunds, 'refunds', UNIT),
  ])
  expect(await sums(later(now, 1))).toEqual([])
})

test('the margin has the fees of refunds and what was written off', async () => {
  await rule('write_off', ", refund_fee: '1.25'")
  const [large, small] = [await world.orderOf(), await world.orderOf()]
  await expired(large, 10n * UNIT)
  await expired(small, UNIT, UNIT / 100n)
  await sent(large)
  await sent(small)
  const seen = { margin: 0n, refund_fee: 0n, small_amounts: 0n }
  for await (const rows of marginByDay(corridor.deps.db, { from: null, to: null }, null))
    for (const row of rows) {
      seen.margin += marginMinorOf(row)
      for (const name of ['refund_fee', 'small_amounts'] as const)
        seen[name] += row.minor.get(name) ?? 0n
    }
  const [fees, written] = [-(await sum('refund_fee')), -(await sum('small_amounts'))]
  expect([fees > 0n, written > 0n]).toEqual([true, true])
  expect(seen).toMatchObject({ refund_fee: fees, small_amounts: written })
  expect(seen.margin).toBeGreaterThanOrEqual(fees + written)
})

test('a file with amounts that cannot work is refused with the reason', async () => {
  const wrong = (more: string) =>
    applied(
      corridor,
      `small_amounts:
  - { rail: sandbox, currency: USDC, smallest_deposit: '1.00', smallest_refund: '5.00', below: keep, ${more} }`.replace(
        "smallest_refund: '5.00', below: keep, smallest_refund",
        'below: keep, smallest_refund',
      ),
    )
  await expect(wrong("refund_fee: '5.00'")).rejects.toThrow(/refund_fee 5.00 is not below/)
  await expect(wrong("smallest_refund: '0.50'")).rejects.toThrow(/1.00 is above smallest_refund/)
  await expect(
    applied(
      corridor,
      `small_amounts:\n  - { rail: evm:bse, currency: USDC, smallest_deposit: '0.01', smallest_refund: '0.01', below: keep }`,
    ),
  ).rejects.toThrow(/there is no rail evm:bse/)
  await expect(
    applied(
      corridor,
      `small_amounts:\n  - { rail: sandbox, currency: USDC, smallest_deposit: '0.01', smallest_refund: '5.00', below: collect }`,
    ),
  ).rejects.toThrow(/below a hundredth/)
})
