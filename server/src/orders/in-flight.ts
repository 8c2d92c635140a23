// What was asked of a provider or rail for an order and has no definite answer yet. While there is such a thing, only
// the other company's answer ends the order's state. A parked order gets no new one: see leasedOrder.
import type { Db } from '../db/pool.ts'
import { selectFills } from '../fills/queries.ts'
import { selectPayouts } from '../payouts/queries.ts'
import type { OrderId } from './of-orders.ts'

/** As a person would name it; undefined when nothing is in flight. */
export async function inFlightOf(db: Db, order: OrderId): Promise<string | undefined> {
  const [fills, payouts] = await Promise.all([selectFills(db, [order]), selectPayouts(db, [order])])
  const fill = fills.find((row) => row.filled_at === null && row.declined_at === null)
  if (fill !== undefined) return `fill ${fill.provider_key} at ${fill.provider_name}`
  const payout = payouts.find((row) => row.settled_at === null && row.rejected_at === null)
  return payout === undefined ? undefined : `payout ${payout.rail_key}`
}
