// A deposit counts from when its rail says that the money came, however late the service reads it.
import { describe, expect, test } from 'vitest'
import { later, parseTimestamp, type Instant } from '../../src/platform/clock.ts'
import { selectDepositByTransaction } from '../../src/engine/deposits/queries.ts'
import { earliestOf } from '../../src/outside/rails/bank-files/bank-days.ts'
import type { Polled } from '../../src/outside/rails/port.ts'
import { selectRailStates } from '../../src/outside/rails/queries.ts'
import { fixedRails } from '../../src/outside/rails/registry.ts'
import { watchRails } from '../../src/engine/entries/watch-rails.ts'
import { forFile } from '../support/for-file.ts'
import { reversalWorld, TOTAL } from '../support/reversals.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
const rail = reversalWorld(corridor)

const HOURS = 3_600_000

/** An order whose window ended three hours ago, and that no worker has expired. */
async function overdue() {
  const order = await rail.orderOf()
  const { funding_expires_at: end } = await rail.rowOf(order)
  corridor.clock.set(later(end, 3 * HOURS))
  return { order, end }
}
const receivedAt = async (transaction: string): Promise<Instant | null | undefined> =>
  (await selectDepositByTransaction(corridor.deps.db, 'sandbox', transaction, 0))?.received_at

describe('a deposit that is read late', () => {
  test('funds the order if it came in time, to the millisecond', async () => {
    const { order, end } = await overdue()
    const deposit = rail.depositFor(order, TOTAL, { receivedAt: end })
    await rail.report(deposit)
    expect(await rail.statusOf(order)).toBe('STEP_2_FILLING_FX')
    expect(await receivedAt(deposit.transaction)).toBe(end)
  })

  test('is refunded if it came a millisecond too late', async () => {
    const { order, end } = await overdue()
    await rail.report(rail.depositFor(order, TOTAL, { receivedAt: later(end, 1) }))
    expect(await rail.statusOf(order)).toBe('FAILED_REFUND_REQUESTED')
  })

  test('came when it was reported if the rail tells no instant', async () => {
    const { order } = await overdue()
    const deposit = rail.depositFor(order)
    await rail.report(deposit)
    expect(await rail.statusOf(order)).toBe('FAILED_REFUND_REQUESTED')
    expect(await receivedAt(deposit.transaction)).toBe(corridor.clock.now())
  })

  test('never came after it was reported, though the clock of its rail is ahead', async () => {
    const order = await rail.orderOf()
    const ahead = later(corridor.clock.now(), 365 * 24 * HOURS)
    const deposit = rail.depositFor(order, TOTAL, { receivedAt: ahead })
    await rail.report(deposit)
    expect(await rail.statusOf(order)).toBe('STEP_2_FILLING_FX')
    expect(await receivedAt(deposit.transaction)).toBe(corridor.clock.now())
  })

  test('counts from when it was reported if it could not be taken up until later', async () => {
    const order = await rail.orderOf()
    const { owner } = corridor.database
    const deposit = rail.depositFor(order)
    await owner.query(
      'alter table deposits add constraint blocked check (amount_minor <> 1000000000) not valid',
    )
    try {
      await rail.report(deposit)
    } finally {
      await owner.query('alter table deposits drop constraint blocked')
    }
    const { funding_expires_at: end } = await rail.rowOf(order)
    corridor.clock.set(later(end, HOURS))
    await rail.report()
    expect(await rail.statusOf(order)).toBe('STEP_2_FILLING_FX')
  })

  test('without an order is assigned as one that came in time', async () => {
    const { order, end } = await overdue()
    const deposit = rail.depositFor(order, TOTAL, { account: 'nobody', receivedAt: later(end, -1) })
    await rail.report(deposit)
    await rail.assign(order, deposit.transaction)
    expect(await rail.statusOf(order)).toBe('STEP_2_FILLING_FX')
  })

  test('of an older version came when it was recorded', async () => {
    const { order, end } = await overdue()
    const deposit = rail.depositFor(order, TOTAL, { account: 'nobody', receivedAt: later(end, -1) })
    await rail.report(deposit)
    const { owner } = corridor.database
    await owner.query('update deposits set received_at = null where transaction = $1', [
      deposit.transaction,
    ])
    await rail.assign(order, deposit.transaction)
    expect(await rail.statusOf(order)).toBe('FAILED_REFUND_REQUESTED')
  })
})

describe('an order expires', () => {
  const LATE = 'late-rail'

  /** An order at a rail of its own whose window ended a minute ago. */
  async function overdueAt(name: string) {
    const { order } = await overdue()
    const { owner } = corridor.database
    const { rows } = await owner.query<{ end: Instant }>(
      `update orders set funding_rail = $2 where reference_number = $1 returning funding_expires_at as "end"`,
      [order.reference_number, name],
    )
    const [row] = rows
    if (row === undefined) throw new Error('there is no such order')
    return { order, end: row.end }
  }
  const poll = async (name: string, polled: Partial<Polled>) => {
    const [simulated] = await corridor.deps.rails.all()
    if (simulated === undefined) throw new Error('there is no rail')
    const answer = { cursor: `${(polls += 1)}`, entries: [], ...polled }
    const late = { ...simulated, name, poll: async () => answer }
    await watchRails({ ...corridor.deps, rails: fixedRails([late]) })
  }
  let polls = 0
  const work = async () => {
    corridor.clock.advance(60_001)
    await rail.work()
  }

  test('once its rail was read up to its end, and not before', async () => {
    const { order, end } = await overdueAt(LATE)
    await work()
    expect(await rail.statusOf(order)).toBe('STEP_1_AWAITING_FUNDING')
    await poll(LATE, { readUpTo: later(end, -1) })
    await work()
    expect(await rail.statusOf(order)).toBe('STEP_1_AWAITING_FUNDING')
    await poll(LATE, { readUpTo: null })
    await poll(LATE, { hasMore: true })
    await work()
    expect(await rail.statusOf(order)).toBe('STEP_1_AWAITING_FUNDING')
    await poll(LATE, { readUpTo: end })
    await work()
    expect(await rail.statusOf(order)).toBe('FAILED_FUNDING_EXPIRED')
  })

  test('not while a payment that came in time waits to be taken up', async () => {
    const { order, end } = await overdueAt('waiting-rail')
    const { owner } = corridor.database
    await owner.query(
      'alter table deposits add constraint blocked check (amount_minor <> 1000000000) not valid',
    )
    const deposit = rail.depositFor(order, TOTAL, { receivedAt: end })
    try {
      await poll('waiting-rail', { entries: [deposit] })
      await work()
      expect(await rail.statusOf(order)).toBe('STEP_1_AWAITING_FUNDING')
    } finally {
      await owner.query('alter table deposits drop constraint blocked')
    }
    await owner.query('update rail_entries set due_at = now() where due_at is not null')
    await poll('waiting-rail', {})
    expect(await rail.statusOf(order)).toBe('STEP_2_FILLING_FX')
  })

  test('not by a late payment while one in time may follow', async () => {
    const { order, end } = await overdueAt('two-pages')
    const late = rail.depositFor(order, 5n, { receivedAt: later(end, 1) })
    await poll('two-pages', { entries: [late], hasMore: true })
    expect(await rail.statusOf(order)).toBe('STEP_1_AWAITING_FUNDING')
    const inTime = rail.depositFor(order, TOTAL, { receivedAt: end })
    await poll('two-pages', { entries: [inTime] })
    expect(await rail.statusOf(order)).toBe('STEP_2_FILLING_FX')
    expect((await rail.timelineOf(order)).refunds).toMatchObject([{ reason: 'late' }])
  })

  test('a day after its end if its rail cannot be read', async () => {
    const { order, end } = await overdueAt('silent-rail')
    corridor.clock.set(later(end, 24 * HOURS))
    await rail.work()
    expect(await rail.statusOf(order)).toBe('STEP_1_AWAITING_FUNDING')
    const states = await selectRailStates(corridor.deps.db, ['silent-rail'], corridor.clock.now())
    expect(states).toMatchObject([{ held_orders: 1, read_up_to: null }])
    await work()
    expect(await rail.statusOf(order)).toBe('FAILED_FUNDING_EXPIRED')
  })

  test('though its rail says that it has read the future', async () => {
    const order = await rail.orderOf()
    const ahead = later(corridor.clock.now(), 1000 * HOURS)
    await poll('fast-rail', { readUpTo: ahead })
    const [state] = await selectRailStates(corridor.deps.db, ['fast-rail'], corridor.clock.now())
    expect(state?.read_up_to).toBe(corridor.clock.now())
    expect(await rail.statusOf(order)).toBe('STEP_1_AWAITING_FUNDING')
  })
})

test('a date of a bank never makes a payment late that may have come in time', () => {
  const calendar = { timezone: 'America/Bogota', cut_off: '16:00' }
  const at = (text: string) => parseTimestamp(text)
  expect(earliestOf(calendar, '2026-03-02')).toBe(at('2026-03-02T05:00:00Z'))
  expect(earliestOf(calendar, '2026-03-02T09:30:00')).toBe(at('2026-03-02T14:30:00Z'))
  expect(earliestOf(calendar, '2026-03-02T09:30:00.5-03:00')).toBe(at('2026-03-02T12:30:00.500Z'))
  expect(earliestOf(calendar, '2026-03-02T09:30:00.123456Z')).toBe(at('2026-03-02T09:30:00.123Z'))
  for (const text of [undefined, '', 'yesterday', '2026-02-30', '2026-03-02T25:00:00'])
    expect(earliestOf(calendar, text)).toBeNull()
})
