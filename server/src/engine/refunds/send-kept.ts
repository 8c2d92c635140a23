// An operator sends the small refunds that an order keeps, together, because the payer asks for them.
import { closed } from '../../parties/acts/closed.ts'
import { decideOrder, type OrderActDeps, type Refused } from '../orders/decide-order.ts'
import { noteOf } from '../orders/notes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { onKeptSent } from '../orders/small-refunds.ts'

export const sendKept = (
  deps: OrderActDeps,
  seen: OrderRow,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideOrder(
    deps,
    seen,
    { exit: 'order.send-kept', action: 'refunded', reason },
    async ({ order, refunds }, at) => {
      const decision = await onKeptSent(deps, order, refunds, at)
      return decision === null
        ? closed('no_kept_refund', 'keeps no small refund')
        : { ...decision, note: noteOf('refunded', reason) }
    },
  )
