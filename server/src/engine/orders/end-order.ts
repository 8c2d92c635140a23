// An operator ends a parked order, or refunds a declined one, and gives a reason. An order with a fill or payout in
// flight cannot be ended. The order is read before the attempts, and the write requires the version that was read.
import type { Db } from '../../platform/db/pool.ts'
import { selectFills } from '../fills/queries.ts'
import { soldBy } from '../fills/sold.ts'
import { contestText } from '../halts/contested.ts'
import { publicId } from '../../platform/ids.ts'
import { selectPayouts, withdrawalOf } from '../payouts/queries.ts'
import { hasOpenRefunds } from '../refunds/queries.ts'
import { decideOrder, type OrderActDeps, type Refused } from './decide-order.ts'
import { inFlightOf, unknownOutcome } from './in-flight.ts'
import { noteOf } from './notes.ts'
import { onEnded } from './outcomes.ts'
import type { OrderRow } from './queries.ts'

/** `refund` sends the money back at once. After `fail`, the customer of a funded order may retry it or have it refunded. */
export type Ending = 'fail' | 'refund'

/** Returns the reason for the operator if the order cannot be ended in this way. */
export function endOrder(
  deps: OrderActDeps,
  seen: OrderRow,
  ending: Ending,
  reason: string,
): Promise<OrderRow | Refused> {
  const action = ending === 'fail' ? 'failed' : 'refunded'
  return decideOrder(deps, seen, { action, reason }, async (order, at) => {
    const refused =
      (await reasonForRefusal(deps.db, order, ending)) ??
      (await contestText(deps.db, order, endReasonOf(order)))
    if (refused !== undefined) return refused
    const sold = soldBy(await selectFills(deps.db, [order]))
    const hasOpen = await hasOpenRefunds(deps.db, order)
    const decision = onEnded(order, sold, ending === 'refund', hasOpen, at)
    if (decision === null) return `cannot be ended: it is ${order.status}`
    const latest = (await selectPayouts(deps.db, [order])).at(-1)
    return { ...decision, ...withdrawalOf(latest), note: noteOf(action, reason) }
  })
}

// An ending may lead to just the refund that a rail lists after a restore.
const endReasonOf = ({ status }: OrderRow) =>
  status === 'STEP_1_AWAITING_FUNDING' ? 'cancelled' : 'payout_ended'

async function reasonForRefusal(
  db: Db,
  order: OrderRow,
  ending: Ending,
): Promise<string | undefined> {
  const { status, retry_order_id: retryOrderId } = order
  if (status === 'FAILED_DECLINED_BY_LIQ_PROVIDER') {
    if (retryOrderId !== null)
      return `was retried as ${publicId('ord', retryOrderId)}, which took over its money`
    return ending === 'fail'
      ? 'has already failed; `corridor orders refund` sends its money back'
      : undefined
  }
  if (order.parked_reason === null) {
    return `is ${status} and not parked; only parked and declined orders can be ended`
  }
  const inFlight = await inFlightOf(db, order)
  return inFlight === undefined ? undefined : unknownOutcome(inFlight)
}
