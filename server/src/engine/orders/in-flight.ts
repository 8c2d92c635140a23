// A fill or payout is in flight while the provider or rail has not given a definite answer. Until it does, the order
// keeps its status. A parked order gets no new fill or payout: see leasedOrder.
// "In flight" on the console's order page also counts refunds: console/src/operator/order.tsx.
import type { Db } from '../../platform/db/pool.ts'
import { selectFills, type FillRow } from '../fills/queries.ts'
import { isUnprepared, selectPayouts, type PayoutRow } from '../payouts/queries.ts'
import type { OrderRow } from './queries.ts'

export type InFlight = { code: 'fill_unknown' | 'payout_unknown'; what: string }

/** The refusal of an act because of the fill or payout in flight. */
export const unknownOutcome = ({ what }: InFlight): string =>
  `cannot be changed: the outcome of ${what} is not known. Release the order, so that the worker asks for it`

/** Pure rule: the fill or payout in flight; undefined if there is none. */
export function inFlightIn(
  order: Pick<OrderRow, 'parked_reason'>,
  fills: readonly FillRow[],
  payouts: readonly PayoutRow[],
): InFlight | undefined {
  const fill = fills.find((row) => row.filled_at === null && row.declined_at === null)
  if (fill !== undefined)
    return { code: 'fill_unknown', what: `fill ${fill.provider_key} at ${fill.provider_name}` }
  const payout = payouts.find(
    (row) =>
      row.settled_at === null &&
      row.rejected_at === null &&
      !(order.parked_reason !== null && isUnprepared(row)),
  )
  return payout && { code: 'payout_unknown', what: `payout ${payout.rail_key}` }
}

/** Reads and judges at once. */
export async function inFlightOf(
  db: Db,
  order: Pick<OrderRow, 'organization_id' | 'id' | 'parked_reason'>,
): Promise<InFlight | undefined> {
  const [fills, payouts] = await Promise.all([selectFills(db, [order]), selectPayouts(db, [order])])
  return inFlightIn(order, fills, payouts)
}
