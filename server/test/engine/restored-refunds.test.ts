// Refunds of the lost time whose money a restored database owes in other parts: deposits count now that were late then, or are
// read in another order, or were taken back. Each refund is recorded with what was sent, and the rest waits for an operator.
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { NOTHING_SOLD } from '../../src/engine/fills/sold.ts'
import { markRefund } from '../../src/engine/marks/mark-send.ts'
import { freezeOrder, unfreezeOrder } from '../../src/engine/orders/freeze-order.ts'
import { endOrder } from '../../src/engine/orders/end-order.ts'
import { onEnded } from '../../src/engine/orders/outcomes.ts'
import { onRefundMoved } from '../../src/engine/orders/refund-outcomes.ts'
import { transition } from '../../src/engine/orders/transition.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { Rail, RailEntry } from '../../src/outside/rails/port.ts'
import { selectRefunds, type RefundRow } from '../../src/engine/refunds/queries.ts'
import { redirectRefundOf } from '../../src/engine/refunds/redirect-refund.ts'
import { sendRefunds } from '../../src/engine/refunds/send-refunds.ts'
import { fixedRails } from '../../src/outside/rails/registry.ts'
import { applied } from '../support/operator-files.ts'
import { advanceAll, rowOf, stateOf } from '../support/orders.ts'
import { compare, depositFor, report, resumeAll, sentFor } from '../support/restored-orders.ts'
import {
  backUp,
  cancel,
  corridor,
  restore,
  sentBefore,
  useRestorableWorld,
  verified,
  work,
  world,
} from '../support/restored-service.ts'

useRestorableWorld()

// A test that failed leaves its halts.
beforeEach(async () => {
  await world.database.sql`update halts set resumed_at = now() where resumed_at is null`
  await corridor.deps.halts.present('fresh')
})

const HOURS = 3_600_000
const TOTAL = 1_000_000_000n

const redirect = async (order: { id: string }, refund: RefundRow) => {
  const row = await rowOf(corridor, order)
  const to = row.payin_instrument_id
  const redirected = await redirectRefundOf(corridor.deps, row, refund.id, to, 'a test')
  expect(redirected).not.toHaveProperty('refused')
}
const refundsOf = async (order: { id: string }) =>
  selectRefunds(corridor.deps.db, [await rowOf(corridor, order)])
const statuses = async (order: { id: string }) =>
  (await refundsOf(order)).map(({ amount_minor, status }) => `${amount_minor} ${status}`).toSorted()
type Executed = { key: string; request: string }
/** The sum that the simulated rail paid for the order. */
async function paidFor({ id }: { id: string }, currency = 'USDC'): Promise<bigint> {
  const rows = await world.database.sql<Executed>`select key, request from simulator.executions
      where key like ${`rail/${id}:%`}`
  return rows.reduce((sum, { request }) => {
    const [word, amount = '0', of] = request.split(' ')
    return word === 'pay' && of === currency ? sum + BigInt(amount) : sum
  }, 0n)
}

let named = 0
const deposit = (order: OrderJson, minor: bigint): RailEntry =>
  depositFor(order, `parts-${++named}`, minor)

function reversalOf(funding: RailEntry): RailEntry {
  if (funding.kind !== 'deposit') throw new Error('not a deposit')
  return {
    kind: 'reversal',
    transaction: `reversal of ${funding.transaction}`,
    index: 0,
    ofTransaction: funding.transaction,
    ofIndex: 0,
    code: 'recalled',
  }
}

type Parts = {
  name: string
  /** Before the backup. */
  before?: (order: OrderJson) => Promise<void>
  /** In the lost time. Returns what the rail reports again, in this order. */
  lost(order: OrderJson): Promise<RailEntry[]>
  ends: string
  sent: number
}
async function lateAfterCancel(order: OrderJson, minor: bigint): Promise<RailEntry[]> {
  await cancel(order)
  const late = deposit(order, minor)
  await report(corridor, late)
  return [late]
}
const cases: Parts[] = [
  {
    name: 'a late deposit that is too much, and now funds its order',
    lost: (order) => lateAfterCancel(order, TOTAL + 250_000_000n),
    ends: 'FAILED_REFUND_PROCESSED',
    sent: 1,
  },
  {
    name: 'a part, and the rest that came after the cancellation',
    before: (order) => report(corridor, deposit(order, 300_000_000n)),
    lost: (order) => lateAfterCancel(order, 450_000_000n),
    ends: 'FAILED_REFUND_PROCESSED',
    sent: 2,
  },
  {
    name: 'a part, and more than the rest that came after the cancellation',
    before: (order) => report(corridor, deposit(order, 300_000_000n)),
    lost: (order) => lateAfterCancel(order, TOTAL + 250_000_000n),
    ends: 'FAILED_REFUND_PROCESSED',
    sent: 2,
  },
  {
    name: 'an excess and an extra deposit, read in another order',
    async lost(order) {
      const [first, extra] = [deposit(order, TOTAL + 50_000_000n), deposit(order, 200_000_000n)]
      await report(corridor, first)
      await advanceAll(corridor)
      await report(corridor, extra)
      return [extra, first]
    },
    ends: 'STEP_4_COMPLETED',
    sent: 3,
  },
]
test.each(cases)('refunds of $name are recorded as they were sent', async (one) => {
  const order = await corridor.order()
  await one.before?.(order)
  const backup = await backUp()
  const entries = await one.lost(order)
  await work()
  const sent = await sentFor(world, order)
  expect(sent).toHaveLength(one.sent)
  const paid = await paidFor(order)

  await restore(backup)
  for (const entry of entries) await report(corridor, entry)
  await compare(corridor)
  for (const key of sent.filter((each) => each.includes(':refund:'))) await sentBefore(order, key)
  await resumeAll(corridor)
  await work()
  expect(await stateOf(corridor, order)).toBe(one.ends)
  expect(await sentFor(world, order)).toEqual(sent)
  expect(await paidFor(order)).toBe(paid)
  const refunds = await refundsOf(order)
  expect(
    refunds.reduce(
      (sum, { status, amount_minor }) => (status === 'PROCESSED' ? sum + amount_minor : sum),
      0n,
    ),
  ).toBe(paid)
  expect(refunds.every(({ status }) => ['PROCESSED', 'COLLECTED'].includes(status))).toBe(true)
  expect(await verified()).toBeUndefined()
})

test('a payout and the refund of its excess are recorded for an order that expired meanwhile', async () => {
  const order = await corridor.order()
  const backup = await backUp()
  const funding = deposit(order, TOTAL + 70_000_000n)
  await report(corridor, funding)
  await advanceAll(corridor)
  await work()
  const sent = await sentFor(world, order)
  expect(sent).toHaveLength(2)

  await restore(backup)
  world.clock.advance(3 * HOURS)
  await transition(
    corridor.deps,
    await rowOf(corridor, order),
    () => ({ events: ['funding_expired'] }),
    { at: world.clock.now() },
  )
  await compare(corridor, funding)
  const [payout = '', refund = ''] = sent
  await expect(sentBefore(order, payout)).rejects.toThrow(`record ${refund} first`)
  await sentBefore(order, refund)
  await sentBefore(order, payout)
  await resumeAll(corridor)
  await work()
  expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
  expect(await sentFor(world, order)).toEqual(sent)
  expect(await paidFor(order)).toBe(70_000_000n)
  expect(await verified()).toBeUndefined()
})

test('money that came after the restore is not sent under the key of a refund before it, and waits for an operator', async () => {
  const order = await corridor.order()
  await report(corridor, deposit(order, 300_000_000n))
  const backup = await backUp()
  await cancel(order)
  await work()
  const [key = ''] = await sentFor(world, order)

  await restore(backup)
  await compare(corridor)
  await resumeAll(corridor)
  await report(corridor, deposit(order, 80_000_000n))
  world.clock.advance(3 * HOURS)
  await report(corridor)
  await work()
  expect(await statuses(order)).toEqual(['380000000 PENDING'])
  await sentBefore(order, key)
  await work()
  expect(await statuses(order)).toEqual([
    '300000000 PROCESSED',
    '380000000 COLLECTED',
    '80000000 PENDING',
  ])
  expect(await paidFor(order)).toBe(300_000_000n)
  expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_REQUESTED')

  const rest = (await refundsOf(order)).find(({ status }) => status === 'PENDING')
  if (rest === undefined) throw new Error('nothing is left')
  await redirect(order, rest)
  await work()
  expect(await paidFor(order)).toBe(380_000_000n)
  expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
  expect(await verified()).toBeUndefined()
})

test('a refund that was less than the order holds now, because a deposit was taken back, leaves the rest to the reversal', async () => {
  const order = await corridor.order()
  const [first, second] = [deposit(order, 400_000_000n), deposit(order, 600_000_000n)]
  await report(corridor, first, second)
  const backup = await backUp()
  const reversal = reversalOf(first)
  await report(corridor, reversal)
  expect(await stateOf(corridor, order)).toBe('STEP_2_FILLING_FX deposit_reversed')
  await endOrder(corridor.deps, await rowOf(corridor, order), 'refund', 'it lacks money')
  await work()
  const [key = ''] = await sentFor(world, order)
  expect(await paidFor(order)).toBe(600_000_000n)

  await restore(backup)
  await compare(corridor, reversal)
  await sentBefore(order, key)
  await resumeAll(corridor)
  await work()
  await report(corridor)
  await work()
  expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
  expect(await paidFor(order)).toBe(600_000_000n)
  expect(await verified()).toBeUndefined()
})

test('a deposit that was taken back after its order was paid out is reversed after the payout again', async () => {
  const order = await corridor.order()
  const funding = deposit(order, TOTAL)
  const backup = await backUp()
  await report(corridor, funding)
  await advanceAll(corridor)
  const reversal = reversalOf(funding)
  await report(corridor, reversal)
  const sent = await sentFor(world, order)

  await restore(backup)
  await report(corridor, funding)
  await compare(corridor, reversal)
  await resumeAll(corridor)
  await report(corridor)
  expect(await stateOf(corridor, order)).toBe('STEP_2_FILLING_FX')
  await work()
  await report(corridor)
  expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
  expect(await rowOf(corridor, order)).toMatchObject({ short_minor: TOTAL })
  expect(await sentFor(world, order)).toEqual(sent)
  expect(await verified()).toBeUndefined()
})

test('a refund that came back and was sent again is recorded twice', async () => {
  const order = await corridor.order()
  await report(corridor, deposit(order, 300_000_000n))
  const backup = await backUp()
  await cancel(order)
  await work()
  const [key = ''] = await sentFor(world, order)
  const back: RailEntry = {
    kind: 'return',
    transaction: `back-${order.id}`,
    index: 0,
    key,
    sendReference: null,
    currency: 'USDC',
    amountMinor: 300_000_000n,
    code: 'AC04',
  }
  await report(corridor, back)
  const again = async () => {
    const [failed] = await refundsOf(order)
    if (failed === undefined) throw new Error('there is no refund')
    await redirect(order, failed)
  }
  await again()
  await work()
  const sent = await sentFor(world, order)
  expect(sent).toHaveLength(2)

  await restore(backup)
  await compare(corridor, back)
  await sentBefore(order, key)
  await report(corridor)
  expect(await statuses(order)).toEqual(['300000000 FAILED'])
  await sentBefore(order, sent[1] ?? '')
  await resumeAll(corridor)
  await work()
  expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
  expect(await sentFor(world, order)).toEqual(sent)
  expect(await verified()).toBeUndefined()
})

test('a refund of before the backup that was given up and sent elsewhere in the lost time is not sent again', async () => {
  const order = await corridor.order()
  await report(corridor, deposit(order, 300_000_000n))
  await cancel(order)
  world.clock.advance(60_000)
  // The refund is committed, and never reaches its rail.
  const [rail] = await corridor.deps.rails.all()
  if (rail === undefined) throw new Error('there is no rail')
  const deaf: Rail = { ...rail, send: async () => ({ state: 'pending' }) }
  await sendRefunds({ ...corridor.deps, rails: fixedRails([deaf]) })
  const backup = await backUp()
  const [row] = await refundsOf(order)
  if (row === undefined) throw new Error('there is no refund')
  const failed = { row, status: 'FAILED', reference: null, code: 'a test', fee: null } as const
  await transition(
    corridor.deps,
    await rowOf(corridor, order),
    (present) => onRefundMoved(present, true, { ...failed, rail: rail.name, dueAt: null }),
    { at: world.clock.now() },
  )
  await redirect(order, row)
  await work()
  const sent = [row.rail_key.replace(/1$/, '2')]
  expect(await sentFor(world, order)).toEqual(sent)

  await restore(backup)
  await compare(corridor)
  await resumeAll(corridor)
  await work()
  expect(await sentFor(world, order)).toEqual(sent)

  // The operator gives it up again.
  await freezeOrder(corridor.deps, await rowOf(corridor, order), 'a test')
  world.clock.advance(corridor.deps.config.evidenceAfterMs)
  const marked = await markRefund(corridor.deps, await rowOf(corridor, order), row.id, {
    outcome: 'rejected',
    evidence: 'letter 4711',
    reason: 'the bank wrote',
  })
  expect(marked).not.toHaveProperty('refused')
  await unfreezeOrder(corridor.deps, await rowOf(corridor, order), 'a test')
  await sentBefore(order, sent[0] ?? '')
  await work()
  expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
  expect(await sentFor(world, order)).toEqual(sent)
  expect(await verified()).toBeUndefined()
})

test('a refund of the whole order is not taken for one of an extra deposit of the same amount', async () => {
  const order = await corridor.order()
  const first = deposit(order, TOTAL)
  await report(corridor, first)
  const backup = await backUp()
  await transition(
    corridor.deps,
    await rowOf(corridor, order),
    (present) => onEnded(present, NOTHING_SOLD, true, false, world.clock.now()),
    { at: world.clock.now() },
  )
  await work()
  const [key = ''] = await sentFor(world, order)

  await restore(backup)
  await compare(corridor, deposit(order, TOTAL))
  await sentBefore(order, key)
  expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_REQUESTED')
  await resumeAll(corridor)
  await work()
  expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
  expect(await paidFor(order)).toBe(2n * TOTAL)
  expect(await verified()).toBeUndefined()
})

test('a refund of a deposit that the order does not have is not taken for another one of its amount', async () => {
  const order = await corridor.order()
  await cancel(order)
  const backup = await backUp()
  const [one, two] = [deposit(order, 30_000_000n), deposit(order, 30_000_000n)]
  await report(corridor, one)
  await work()
  const [key = ''] = await sentFor(world, order)

  await restore(backup)
  await compare(corridor, two)
  await expect(sentBefore(order, key)).rejects.toThrow('assign it first')
  await report(corridor, one)
  await sentBefore(order, key)
  await resumeAll(corridor)
  await work()
  expect(await statuses(order)).toEqual(['30000000 PROCESSED', '30000000 PROCESSED'])
  expect(await paidFor(order)).toBe(60_000_000n)
  expect(await verified()).toBeUndefined()
})

test('fees that payers bear are taken once of a refund that is owed in parts now', async () => {
  await applied(
    corridor,
    `small_amounts: [{ rail: sandbox, currency: USDC, smallest_deposit: '0.10', smallest_refund: '5.00', refund_fee: '1.00', below: keep }]`,
  )
  await sleep(1100)
  const order = await corridor.order()
  const backup = await backUp()
  await cancel(order)
  const late = deposit(order, TOTAL + 250_000_000n)
  await report(corridor, late)
  await work()
  const [key = ''] = await sentFor(world, order)
  expect(await paidFor(order)).toBe(TOTAL + 249_000_000n)

  await restore(backup)
  await sleep(1100)
  await compare(corridor, late)
  await sentBefore(order, key)
  await resumeAll(corridor)
  await work()
  expect(await statuses(order)).toEqual([
    '1249000000 PROCESSED',
    '249000000 COLLECTED',
    '999000000 COLLECTED',
  ])
  expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
  expect(await sentFor(world, order)).toEqual([key])
  expect(await verified()).toBeUndefined()
})
