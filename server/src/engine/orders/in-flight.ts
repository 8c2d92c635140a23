// A fill or payout is in flight while the provider or rail has not given a definite answer. Until it does, the order
// keeps its status. A parked order gets no new fill or payout: see leasedOrder.
// "In flight" on the console's order page also counts refunds: console/src/operator/order.tsx.
import type { Db } from '../../platform/db/pool.ts'
import { selectFills } from '../fills/queries.ts'
import { isUnprepared, selectPayouts } from '../payouts/queries.ts'
import type { OrderRow } from './queries.ts'

/** The refusal of an act because of the fill or payout in flight. */
export const unknownOutcome = (inFlight: string): string =>
  `cannot be changed: the outcome of ${inFlight} is not known. Release the order, so that the worker asks for it`

/** Describes the fill or payout in flight; undefined if there is none. */
export async function inFlightOf(
  db: Db,
  order: Pick<OrderRow, 'organization_id' | 'id' | 'parked_reason'>,
): Promise<string | undefined> {
  const [fills, payouts] = await Promise.all([selectFills(db, [order]), selectPayouts(db, [order])])
  const fill = fills.find((row) => row.filled_at === null && row.declined_at === null)
  if (fill !== undefined) return `fill ${fill.provider_key} at ${fill.provider_name}`
  const payout = payouts.find(
    (row) =>
      row.settled_at === null &&
      row.rejected_at === null &&
      !(order.parked_reason !== null && isUnprepared(row)),
  )
  return payout === undefined ? undefined : `payout ${payout.rail_key}`
}
