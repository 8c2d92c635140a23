// A background task: tells customers once about each delay of an order, as the event `order.delayed`. An order is delayed if
// it is parked or frozen, or if it has had its status for longer than expected, or for a minute because of a halt.
import type { Catalogue } from '../catalogue.ts'
import { later, laterOf, type Clock, type Instant } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { fillsAreHalted, sendsAreHalted, type Halt } from '../halts/halted.ts'
import type { Halts } from '../halts/present.ts'
import type { Metrics } from '../metrics.ts'
import type { Rails } from '../rails/registry.ts'
import { servingRail } from '../rails/served.ts'
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

/** What ends within a minute is no news. */
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
  const delays = held.map((order) => told(config, order, false, at))
  for (const order of slow) {
    const isHalted = await waitsForHalt(deps, halts, order)
    if (order.is_late || isHalted) delays.push(told(config, order, isHalted, at))
  }
  if (delays.length === 0) return 0
  const written = await insertOrderDelays(db, delays)
  for (const { delay } of written) deps.metrics.delayed.inc({ code: delay.code })
  return written.length
}

function told(config: Config, order: DelayedOrder, isHalted: boolean, now: Instant): ToldDelay {
  // The history of an order never goes back in time.
  const at = laterOf(now, order.updated_at)
  const delay = delayOf(order, isHalted, expectedOf(config), at)
  return { order, delay, event: delayedEvent(order, delay, at), at }
}

// Steps of a sandbox take time by themselves.
const expectedOf = ({ expected, sandboxStepMs }: Config) => ({
  fillMs: expected.fillMs + sandboxStepMs,
  payoutMs: expected.payoutMs + sandboxStepMs,
  reviewMs: expected.reviewMs,
})

async function waitsForHalt(
  { catalogue, rails }: DelayDeps,
  halts: readonly Halt[],
  order: SlowOrder,
): Promise<boolean> {
  if (halts.length === 0 || !order.has_nothing_in_flight) return false
  if (order.status === 'STEP_2_FILLING_FX') return fillsAreHalted(halts, order.provider ?? '')
  const { organization_id: organizationId, payout_instrument_id: id } = order
  const instrument = await catalogue.instrument({ organizationId, id })
  if (instrument === undefined) return false
  const rail = servingRail(await rails.all(), { ...instrument, currency: order.payout_currency })
  return rail !== undefined && sendsAreHalted(halts, rail.name)
}
