// Orders of a restored database whose payout or refund was sent in the lost time: nothing of them goes out twice.
import { describe, expect, test } from 'vitest'
import { NOTHING_SOLD } from '../../src/engine/fills/sold.ts'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import { markPayout } from '../../src/engine/marks/mark-send.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { freezeOrder, unfreezeOrder } from '../../src/engine/orders/freeze-order.ts'
import { endOrder } from '../../src/engine/orders/end-order.ts'
import {
  onEnded,
  onParked,
  onPayoutRejected,
  onRefundRequested,
  type Decision,
} from '../../src/engine/orders/outcomes.ts'
import { transition } from '../../src/engine/orders/transition.ts'
import { payOutAgain, refundReturned } from '../../src/engine/payouts/pay-again.ts'
import { selectPayouts } from '../../src/engine/payouts/queries.ts'
import type { Rail } from '../../src/outside/rails/port.ts'
import { fixedRails } from '../../src/outside/rails/registry.ts'
import { selectSendState } from '../../src/engine/sends/may-send.ts'
import { watchRails } from '../../src/engine/entries/watch-rails.ts'
import { selectRefunds } from '../../src/engine/refunds/queries.ts'
import { requireUuid } from '../support/ids.ts'
import { advanceAll, fillDue, rowOf, stateOf } from '../support/orders.ts'
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

const HOURS = 3_600_000
let deposits = 0
const transaction = () => `restored-tx-${++deposits}`

const unknown = async () =>
  (await selectHalts(corridor.deps.db)).reduce(
    (sum, halt) => sum + halt.unknown_sends + halt.unknown_fills,
    0,
  )

test('an order that was paid out after the backup is neither cancelled nor expired before its rail is compared, and is paid once', async () => {
  const order = await corridor.order()
  const deposit = depositFor(order, transaction(), 1_000_000_000n)
  const backup = await backUp()
  await report(corridor, deposit)
  await advanceAll(corridor)
  expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')

  await restore(backup)
  await expect(cancel(order)).rejects.toMatchObject({ code: 'order_not_cancellable' })
  await compare(corridor, deposit)
  await expect(cancel(order)).rejects.toMatchObject({ code: 'order_not_cancellable' })
  await resumeAll(corridor)
  await work()
  expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
  expect(await sentFor(world, order)).toEqual([`${order.id}:payout:1`])
  expect(await verified()).toBeUndefined()
})

test('an order that nothing was sent for expires only once its rails are compared', async () => {
  const order = await corridor.order()
  await restore(await backUp())
  world.clock.advance(3 * HOURS)
  await advanceAll(corridor)
  expect(await stateOf(corridor, order)).toBe('STEP_1_AWAITING_FUNDING')
  await compare(corridor)
  await resumeAll(corridor)
  await work()
  expect(await stateOf(corridor, order)).toBe('FAILED_FUNDING_EXPIRED')
})

test('a refund that was sent after the backup goes under the same key again, whoever ends the order now', async () => {
  const [cancelled, late] = [await corridor.order(), await corridor.order()]
  const part = depositFor(cancelled, transaction(), 400_000_000n)
  await report(corridor, part)
  const backup = await backUp()
  await cancel(cancelled)
  await cancel(late)
  const lateDeposit = depositFor(late, transaction(), 700_000_000n)
  await report(corridor, lateDeposit)
  await work()
  const sent = [await sentFor(world, cancelled), await sentFor(world, late)]
  expect(sent).toEqual([
    [`${cancelled.id}:refund:unfunded:1`],
    [expect.stringMatching(`^${late.id}:refund:d[0-9a-f]{20}:1$`)],
  ])

  await restore(backup)
  world.clock.advance(3 * HOURS)
  await compare(corridor, lateDeposit)
  await resumeAll(corridor)
  await work()
  expect(await stateOf(corridor, cancelled)).toBe('FAILED_REFUND_PROCESSED')
  expect([await sentFor(world, cancelled), await sentFor(world, late)]).toEqual(sent)
  expect(await verified()).toBeUndefined()
})

test('nothing else of an order is converted, paid or refunded while its rail lists a send that the database lacks', async () => {
  const [paid, refunded] = [await corridor.order(), await corridor.order()]
  for (const order of [paid, refunded])
    await report(corridor, depositFor(order, transaction(), 1_000_000_000n))
  await fillDue(corridor)
  const backup = await backUp()
  await advanceAll(corridor)
  expect(await stateOf(corridor, paid)).toBe('STEP_4_COMPLETED')

  await restore(backup)
  await compare(corridor)
  await resumeAll(corridor)
  const row = await rowOf(corridor, paid)
  await transition(corridor.deps, row, () => onParked('attempts', null), { at: world.clock.now() })
  // The operator would refund what was paid.
  expect(
    await endOrder(corridor.deps, await rowOf(corridor, paid), 'refund', 'a test'),
  ).toMatchObject({ refused: expect.stringContaining(`its rail lists ${paid.id}:payout:1`) })

  // A refund that exists all the same is not sent.
  const at = world.clock.now()
  await transition(
    corridor.deps,
    await rowOf(corridor, paid),
    (order) => onEnded(order, NOTHING_SOLD, true, false, at),
    { at },
  )
  await work()
  const [refund] = await selectRefunds(corridor.deps.db, [await rowOf(corridor, paid)])
  expect(refund).toMatchObject({ status: 'PENDING', rail: null })
  expect(await sentFor(world, paid)).toEqual([`${paid.id}:payout:1`])
  expect(await sentFor(world, refunded)).toEqual([`${refunded.id}:payout:1`])
})

test('a payout of before the backup that was given up and refunded in the lost time is not sent again', async () => {
  const order = await corridor.order()
  await report(corridor, depositFor(order, transaction(), 1_000_000_000n))
  await fillDue(corridor)
  // The payout is committed, and never reaches its rail.
  const [rail] = await corridor.deps.rails.all()
  if (rail === undefined) throw new Error('there is no rail')
  const deaf: Rail = { ...rail, send: async () => ({ state: 'pending' }) }
  await advanceOrders({ ...corridor.deps, rails: fixedRails([deaf]) })
  const [payout] = await selectPayouts(corridor.deps.db, [await rowOf(corridor, order)])
  expect(payout).toMatchObject({ settled_at: null, rejected_at: null, rail: 'sandbox' })
  const backup = await backUp()
  await end(
    order,
    onPayoutRejected(await rowOf(corridor, order), { sequence: 1, code: 'a test' }, false),
  )
  await work()
  const sent = [`${order.id}:refund:total:1`]
  expect(await sentFor(world, order)).toEqual(sent)

  await restore(backup)
  const row = await rowOf(corridor, order)
  const { db } = corridor.deps
  const key = `${order.id}:payout:1`
  // Its rail might be compared before the one that refunded the order.
  expect(await selectSendState(db, 'compared', key)).toBe('withheld')
  await compare(corridor)
  await resumeAll(corridor)
  await work()
  expect(await selectSendState(db, 'sandbox', key)).toBe('withheld')
  expect(await sentFor(world, order)).toEqual(sent)

  // The operator gives it up again.
  await freezeOrder(corridor.deps, row, 'a test')
  world.clock.advance(corridor.deps.config.evidenceAfterMs)
  const marked = await markPayout(corridor.deps, await rowOf(corridor, order), {
    outcome: 'rejected',
    evidence: 'letter 4711',
    reason: 'the bank wrote',
  })
  expect(marked).not.toHaveProperty('refused')
  await unfreezeOrder(corridor.deps, await rowOf(corridor, order), 'a test')
  await work()
  expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
  expect(await sentFor(world, order)).toEqual(sent)
  expect(await verified()).toBeUndefined()
})

test('an order is converted and paid out only once every rail has listed what it sent', async () => {
  const orders = [await corridor.order(), await corridor.order()] as const
  await report(corridor, depositFor(orders[0], transaction(), 1_000_000_000n))
  await fillDue(corridor)
  await report(corridor, depositFor(orders[1], transaction(), 1_000_000_000n))
  await restore()
  await compare(corridor)
  await resumeAll(corridor)
  await world.database.sql`insert into halts (id, what, rail, cause, actor, reason, halted_at)
     values (gen_random_uuid(), 'sends', 'slow', 'restore', 'database', 'a test', now())`
  await work()
  // The slow rail may have refunded them.
  expect(await stateOf(corridor, orders[0])).toBe('STEP_3_SETTLING_PAYOUT')
  expect(await stateOf(corridor, orders[1])).toBe('STEP_2_FILLING_FX')
  await world.database.sql`update halts set resumed_at = now() where rail = 'slow'`
  await corridor.deps.halts.present('fresh')
  await work()
  await work()
  for (const order of orders) expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
})

type Paid = {
  name: string
  until?: 'funded' | 'filled'
  meanwhile(order: { id: string }): Promise<void>
}
const end = async (order: { id: string }, decision: Decision) => {
  const seen = await rowOf(corridor, order)
  await transition(corridor.deps, seen, () => decision, { at: world.clock.now() })
}
async function requestRefund(order: { id: string }): Promise<void> {
  await end(order, { events: ['declined'] })
  await end(order, onRefundRequested(await rowOf(corridor, order), false))
}
// States that a service could bring an order to before its rail was compared.
const states: Paid[] = [
  { name: 'that awaits its funding, the deposit read late', meanwhile: async () => {} },
  { name: 'that expired', meanwhile: (order) => end(order, { events: ['funding_expired'] }) },
  { name: 'that was cancelled', meanwhile: (order) => end(order, { events: ['cancelled'] }) },
  { name: 'that is funded', until: 'funded', meanwhile: async () => {} },
  {
    name: 'that was declined',
    until: 'funded',
    meanwhile: (order) => end(order, { events: ['declined'] }),
  },
  {
    name: 'whose refund is requested',
    until: 'funded',
    meanwhile: (order) => requestRefund(order),
  },
  { name: 'that is filled', until: 'filled', meanwhile: async () => {} },
]
test.each(states)(
  'a payout of the lost time is recorded once for an order $name',
  async ({ until, meanwhile }) => {
    const order = await corridor.order()
    const deposit = depositFor(order, transaction(), 1_000_000_000n)
    const key = `${order.id}:payout:1`
    if (until !== undefined) await report(corridor, deposit)
    if (until === 'filled') await fillDue(corridor)
    const backup = await backUp()
    if (until === undefined) await report(corridor, deposit)
    await advanceAll(corridor)
    expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')

    await restore(backup)
    const open = await unknown()
    world.clock.advance(3 * HOURS)
    await meanwhile(order)
    await compare(corridor, deposit)
    expect(await unknown()).toBeGreaterThan(open)
    await expect(sentBefore(order, key, { rail: 'another' })).rejects.toMatchObject({
      code: 'act_refused',
    })
    await sentBefore(order, key)
    expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
    await expect(
      sentBefore(order, key, { rail: 'sandbox', reference: 'again' }),
    ).rejects.toMatchObject({
      code: 'act_refused',
    })
    await resumeAll(corridor)
    await work()
    expect(await sentFor(world, order)).toEqual([key])
    expect(await verified()).toBeUndefined()
  },
)

describe('a conversion whose provider does not tell its key', () => {
  /** The provider lists the conversions of the lost time by its own names only, as Bitso does. */
  async function compareWithoutKeys(...entries: Parameters<typeof compare>[1][]) {
    await compare(corridor, ...entries)
    await world.database.sql`update unknown_fills set key = null, order_id = null`
    const { rows } = await world.database.owner.query<{ id: string; reference: string }>(
      `select h.id, u.reference from unknown_fills u join halts h on h.id = u.halt_id
        where h.resumed_at is null and u.put_right_at is null`,
    )
    return rows.map(({ reference }) => reference)
  }
  const fillsOf = async () => (await world.executed('fill')).length

  test('halts all fills until its order is named, and is not made again', async () => {
    const [order, other] = [await corridor.order(), await corridor.order()]
    const reported = [order, other].map((one) => depositFor(one, transaction(), 1_000_000_000n))
    await report(corridor, ...reported)
    const backup = await backUp()
    await end(other, { events: ['declined'] })
    await advanceAll(corridor)
    expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
    const made = await fillsOf()

    await restore(backup)
    const [fill = ''] = await compareWithoutKeys()
    await expect(resumeAll(corridor)).rejects.toThrow(`${fill} can be that of ${order.id}`)
    // The other order fits as well, until somebody knows better.
    await expect(resumeAll(corridor)).rejects.toThrow(other.id)
    const key = `${order.id}:fill:1`
    await expect(sentBefore(order, key, { fill: 'nobody knows it' })).rejects.toThrow('no provider')
    await expect(sentBefore(order, key)).rejects.toThrow('--fill')
    await sentBefore(order, key, { fill })
    expect(await stateOf(corridor, order)).toBe('STEP_3_SETTLING_PAYOUT')
    await expect(sentBefore(other, `${other.id}:fill:1`, { fill })).rejects.toThrow('no provider')
    await end(other, { events: ['declined'] })
    await resumeAll(corridor)
    await work()
    expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
    expect(await fillsOf()).toBe(made)
    expect(await sentFor(world, order)).toEqual([`${order.id}:payout:1`])
    expect(await verified()).toBeUndefined()
  })

  test('is recorded with the payout of an order that ended', async () => {
    const order = await corridor.order()
    const deposit = depositFor(order, transaction(), 1_000_000_000n)
    const backup = await backUp()
    await report(corridor, deposit)
    await advanceAll(corridor)
    await restore(backup)
    await end(order, { events: ['funding_expired'] })
    const [fill = ''] = await compareWithoutKeys(deposit)
    const key = `${order.id}:payout:1`
    await expect(sentBefore(order, key)).rejects.toThrow('--fill')
    await sentBefore(order, key, { fill })
    expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
    await resumeAll(corridor)
    await work()
    expect(await sentFor(world, order)).toEqual([key])
    expect(await verified()).toBeUndefined()
  })

  test('does not keep fills halted if it fits no order, or only frozen ones', async () => {
    const order = await corridor.order()
    await report(corridor, depositFor(order, transaction(), 1_000_000_000n))
    const backup = await backUp()
    await advanceAll(corridor)
    await restore(backup)
    await compareWithoutKeys()
    await expect(resumeAll(corridor)).rejects.toThrow(order.id)
    await freezeOrder(corridor.deps, await rowOf(corridor, order), 'whose is it?')
    await resumeAll(corridor)
    await work()
    expect(await stateOf(corridor, order)).toBe('STEP_2_FILLING_FX')
  })
})

const refunds: { name: string; partMinor: bigint; later(order: { id: string }): Promise<void> }[] =
  [
    { name: 'that awaits the rest of its funding', partMinor: 300_000_000n, later: async () => {} },
    {
      name: 'that is converted now',
      partMinor: 1_000_000_000n,
      later: async () => void (await fillDue(corridor)),
    },
  ]
test.each(refunds)(
  'a refund of the lost time is recorded once for an order $name',
  async ({ partMinor, later }) => {
    const order = await corridor.order()
    const deposit = depositFor(order, transaction(), partMinor)
    const backup = await backUp()
    // In the lost time the order was cancelled before its deposit came.
    await cancel(order)
    await report(corridor, deposit)
    await work()
    const [key = ''] = await sentFor(world, order)
    expect(key).toContain(':refund:d')

    await restore(backup)
    await compare(corridor, deposit)
    await later(order)
    await sentBefore(order, key)
    expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
    await expect(sentBefore(order, key)).rejects.toMatchObject({ code: 'act_refused' })
    await resumeAll(corridor)
    await work()
    expect(await sentFor(world, order)).toEqual([key])
    expect(await verified()).toBeUndefined()
  },
)

test.each(['recorded', 'decided again'] as const)(
  'a returned payout that was refunded in the lost time is refunded once: %s',
  async (how) => {
    const order = await corridor.order()
    const deposit = depositFor(order, transaction(), 1_000_000_000n)
    await report(corridor, deposit)
    await advanceAll(corridor)
    const { payout_currency: currency, payout_total_minor: amountMinor } = await rowOf(
      corridor,
      order,
    )
    const payoutKey = `${order.id}:payout:1`
    await report(corridor, {
      kind: 'return',
      transaction: transaction(),
      index: 0,
      key: payoutKey,
      sendReference: null,
      currency,
      amountMinor,
      code: 'AC04',
    })
    const backup = await backUp()
    const refund = async () =>
      refundReturned(corridor.deps, await rowOf(corridor, order), 'it came back')
    await refund()
    await work()
    const key = `${order.id}:refund:total:1`
    expect(await sentFor(world, order)).toEqual([payoutKey, key])

    await restore(backup)
    await compare(corridor)
    if (how === 'recorded') await sentBefore(order, key)
    await resumeAll(corridor)
    if (how === 'decided again') expect(await refund()).not.toHaveProperty('refused')
    await work()
    expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
    expect(await sentFor(world, order)).toEqual([payoutKey, key])
    expect(await verified()).toBeUndefined()
  },
)

test('a payout that comes back after its order kept a refund is refunded under the next key', async () => {
  const order = await corridor.order()
  await report(corridor, depositFor(order, transaction(), 1_000_000_000n))
  const backup = await backUp()
  await advanceAll(corridor)
  const { payout_currency: currency, payout_total_minor: amountMinor } = await rowOf(
    corridor,
    order,
  )
  const key = `${order.id}:payout:1`
  await restore(backup)
  await requestRefund(order)
  await compare(corridor)
  await sentBefore(order, key)
  await report(corridor, {
    kind: 'return',
    transaction: transaction(),
    index: 0,
    key,
    sendReference: null,
    currency,
    amountMinor,
    code: 'AC04',
  })
  await resumeAll(corridor)
  const refunded = await refundReturned(corridor.deps, await rowOf(corridor, order), 'a test')
  expect(refunded).not.toHaveProperty('refused')
  await work()
  expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
  expect(await sentFor(world, order)).toEqual([key, `${order.id}:refund:total:2`])
  expect(await verified()).toBeUndefined()
})

test('of two payouts of the lost time the first is recorded first, and then nothing of the order waits', async () => {
  const order = await corridor.order()
  await report(corridor, depositFor(order, transaction(), 1_000_000_000n))
  await fillDue(corridor)
  const backup = await backUp()
  await advanceAll(corridor)
  const keys = [`${order.id}:payout:1`, `${order.id}:payout:2`] as const
  const { payout_currency: currency, payout_total_minor: amountMinor } = await rowOf(
    corridor,
    order,
  )
  const returned = {
    kind: 'return',
    transaction: transaction(),
    index: 0,
    key: keys[0],
    sendReference: null,
    currency,
    amountMinor,
    code: 'AC04',
  } as const
  await report(corridor, returned)
  const again = await payOutAgain(corridor.deps, await rowOf(corridor, order), null, 'a test')
  expect(again).not.toHaveProperty('refused')
  await work()
  expect(await sentFor(world, order)).toEqual(keys)

  await restore(backup)
  await compare(corridor)
  await expect(sentBefore(order, keys[1])).rejects.toThrow(`${keys[0]} listed too`)
  await sentBefore(order, keys[0])
  await report(corridor, returned)
  await sentBefore(order, keys[1])
  const held = await world.database.owner.query(
    'select payout_held_since from orders where id = $1',
    [requireUuid('ord', order.id)],
  )
  expect(held.rows).toEqual([{ payout_held_since: null }])
  await resumeAll(corridor)
  await work()
  expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
  expect(await sentFor(world, order)).toEqual(keys)
  expect(await verified()).toBeUndefined()
})

test('a payout that took the place of an unsent one in the lost time is recorded', async () => {
  const order = await corridor.order()
  await report(corridor, depositFor(order, transaction(), 1_000_000_000n))
  await fillDue(corridor)
  const elsewhere = async () => {
    const row = await rowOf(corridor, order)
    await end(order, onParked('attempts', null))
    const paid = await payOutAgain(
      corridor.deps,
      await rowOf(corridor, order),
      row.payout_instrument_id,
      'the first account is closed',
    )
    expect(paid).not.toHaveProperty('refused')
  }
  await elsewhere()
  const backup = await backUp()
  await elsewhere()
  await advanceAll(corridor)
  const key = `${order.id}:payout:3`
  expect(await sentFor(world, order)).toEqual([key])

  await restore(backup)
  await compare(corridor)
  await sentBefore(order, key)
  expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
  await resumeAll(corridor)
  await work()
  expect(await sentFor(world, order)).toEqual([key])
  expect(await verified()).toBeUndefined()
})

test('a list begins before the last change of the backup, whatever the service has changed since', async () => {
  const order = await corridor.order()
  const backup = await backUp()
  const backedUpAt = world.clock.now()
  world.clock.advance(5 * HOURS)
  await restore(backup)
  // The service changes an order before the rail is compared.
  await end(order, { events: ['cancelled'] })
  const since: number[] = []
  const [rail] = await corridor.deps.rails.all()
  if (rail === undefined) throw new Error('there is no rail')
  const listing: Rail = {
    ...rail,
    poll: async () => ({ cursor: '', entries: [] }),
    sends: async (asked) => {
      since.push(asked.since)
      return null
    },
  }
  await corridor.deps.halts.present('fresh')
  await watchRails({ ...corridor.deps, rails: fixedRails([listing]) })
  expect(since).toHaveLength(1)
  expect(since[0]).toBeLessThan(backedUpAt)
  await compare(corridor)
  await resumeAll(corridor)
})

test('a reversal waits until it is known whether its refund was sent', async () => {
  const order = await corridor.order()
  await cancel(order)
  const deposit = depositFor(order, transaction(), 50_000_000n)
  await report(corridor, deposit)
  const backup = await backUp()
  await work()
  const [key = ''] = await sentFor(world, order)
  await restore(backup)
  if (deposit.kind !== 'deposit') throw new Error('not a deposit')
  const reversal = {
    kind: 'reversal',
    transaction: `reversal of ${deposit.transaction}`,
    index: 0,
    ofTransaction: deposit.transaction,
    ofIndex: 0,
    code: 'recalled',
  } as const
  await compare(corridor, reversal)
  await report(corridor)
  const [refund] = await selectRefunds(corridor.deps.db, [await rowOf(corridor, order)])
  expect(refund).toMatchObject({ rail_key: key, status: 'PENDING', reversed_minor: 0n })
  await resumeAll(corridor)
  await work()
  await report(corridor)
  expect(await sentFor(world, order)).toEqual([key])
  expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
  expect(await verified()).toBeUndefined()
})

test('an order of the backup waits for the lists also if business time is ahead of the clock of the database', async () => {
  world.clock.advance(Date.now() - world.clock.now() + 48 * HOURS)
  const order = await corridor.order()
  await restore(await backUp())
  await expect(cancel(order)).rejects.toMatchObject({ code: 'order_not_cancellable' })
  world.clock.advance(1000)
  // One of afterwards waits for nothing.
  await cancel(await corridor.order())
  await compare(corridor)
  await resumeAll(corridor)
  await cancel(order)
})
