// An operator ends a parked order, or refunds a declined one, and gives a reason. An order with a fill or payout in
// flight cannot be ended. The order is read before the attempts, and the write requires the version that was read.
import { closed } from '../../parties/acts/closed.ts'
import { soldBy } from '../fills/sold.ts'
import { withdrawalOf } from '../payouts/queries.ts'
import { hasOpenRefunds } from '../refunds/queries.ts'
import { decideOrder, type OrderActDeps, type Refused } from './decide-order.ts'
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
  return decideOrder(
    deps,
    seen,
    { exit: `order.${ending}`, action, reason },
    async ({ order, fills, payouts }, at) => {
      const hasOpen = await hasOpenRefunds(deps.db, order)
      const decision = onEnded(order, soldBy(fills), ending === 'refund', hasOpen, at)
      return decision === null
        ? closed('cannot_end', `cannot be ended: it is ${order.status}`)
        : { ...decision, ...withdrawalOf(payouts.at(-1)), note: noteOf(action, reason) }
    },
  )
}
