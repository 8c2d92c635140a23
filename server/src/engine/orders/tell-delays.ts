// A background task: tells customers once about each delay of an order, as the event `order.delayed`. An order is delayed if
// it is parked or frozen, or if it has had its status for longer than expected, or for a minute because of a halt.
import type { Catalogue } from '../catalogue.ts'
import { afterBankDays } from '../../outside/rails/bank-days.ts'
import type { BankHolidays } from '../../platform/calendars/holidays.ts'
import { later, laterOf, type Clock, type Instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { fillsAreHalted, sendsAreHalted, type Halt } from '../halts/halted.ts'
import type { Halts } from '../halts/present.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { servingRail } from '../../outside/rails/serving-rail.ts'
import { delayedEvent } from './announce.ts'
import { delayOf } from './delays.ts'
import {
  insertOrderDelays,
  selectHeldOrders,
  selectSlowOrders,
  type DelayedOrder,
  type SlowOrder,
  type ToldDelay,
} from './delay-queries.ts'
import { LONGEST_BACK_OFF_MS } from './leases.ts'

type DelayDeps = {
  db: Db
  clock: Clock
  config: Config
  catalogue: Pick<Catalogue, 'instrument'>
  halts: Halts
  rails: Rails
  metrics: Metrics
}

/** Tell nobody of delays that end within a minute. */
const GRACE_MS = 60_000
const BATCH = 1000

/** Returns the number of orders that were told. */
export async function tellDelays(deps: DelayDeps): Promise<number> {
  const { db, clock, config } = deps
  const at = clock.now()
  const halts = (await deps.halts.present('cached')).filter(({ what }) => what !== 'quotes')
  const held = await selectHeldOrders(db, later(at, -GRACE_MS), BATCH)
  const slow = await selectSlowOrders(db, at, {
    // Allow for the normal difference to the clocks of other machines.
    dueBefore: later(at, Math.max(LONGEST_BACK_OFF_MS, config.sandboxStepMs) + GRACE_MS),
    expected: expectedOf(config),
    haltedMs: halts.length === 0 ? null : GRACE_MS,
    limit: BATCH,
  })
  const delays = held.map((order) => told(config, order, false, at, []))
  for (const order of slow) {
    const rail = await payoutRailOf(deps, halts, order)
    const isHalted = waitsForHalt(halts, order, rail)
    const bank = order.status === 'STEP_2_FILLING_FX' ? [] : holidaysOf(deps.rails, rail)
    if (isHalted || (order.is_late && isLateAt(config, order, bank, at)))
      delays.push(told(config, order, isHalted, at, bank))
  }
  if (delays.length === 0) return 0
  const written = await insertOrderDelays(db, delays)
  for (const { delay } of written) deps.metrics.delayed.inc({ code: delay.code })
  return written.length
}

function told(
  config: Config,
  order: DelayedOrder,
  isHalted: boolean,
  now: Instant,
  bank: readonly BankHolidays[],
): ToldDelay {
  // The history of an order never goes back in time.
  const at = laterOf(now, order.updated_at)
  const delay = delayOf(order, isHalted, expectedOf(config), at, (instant) =>
    paidAfter(bank, instant, 0),
  )
  return { order, delay, event: delayedEvent(order, delay, at), at }
}

/** The holidays of its rail count, which the statement does not know. They only make a payout later. */
const isLateAt = (
  config: Config,
  { updated_at: since, settlement_days: days }: SlowOrder,
  bank: readonly BankHolidays[],
  at: Instant,
): boolean =>
  bank.length === 0 || later(paidAfter(bank, since, days), expectedOf(config).payoutMs) <= at

/** A rail without holidays, such as a chain, pays on every day. */
function paidAfter(bank: readonly BankHolidays[], at: Instant, days: number): Instant {
  const [first, ...others] = bank
  return first === undefined ? at : afterBankDays([first, ...others], at, days)
}

const holidaysOf = (rails: Rails, rail: string | undefined): readonly BankHolidays[] =>
  rail === undefined ? [] : (rails.holidays().get(rail) ?? [])

// Steps of a sandbox take time by themselves.
const expectedOf = ({ expected, sandboxStepMs }: Config) => ({
  fillMs: expected.fillMs + sandboxStepMs,
  payoutMs: expected.payoutMs + sandboxStepMs,
  reviewMs: expected.reviewMs,
})

function waitsForHalt(halts: readonly Halt[], order: SlowOrder, rail: string | undefined): boolean {
  if (halts.length === 0 || !order.has_nothing_in_flight) return false
  if (order.status === 'STEP_2_FILLING_FX') return fillsAreHalted(halts, order.provider ?? '')
  return rail !== undefined && sendsAreHalted(halts, rail)
}

/** Undefined also if neither a halt nor a holiday needs it. */
async function payoutRailOf(
  { catalogue, rails }: DelayDeps,
  halts: readonly Halt[],
  order: SlowOrder,
): Promise<string | undefined> {
  const all = await rails.all()
  if (halts.length === 0 && rails.holidays().size === 0) return undefined
  const { organization_id: organizationId, payout_instrument_id: id } = order
  const instrument = await catalogue.instrument({ organizationId, id })
  if (instrument === undefined) return undefined
  return servingRail(all, { ...instrument, currency: order.payout_currency })?.name
}
