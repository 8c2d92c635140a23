// An operator chooses a destination for a refund that has none, or that the rail rejected for good.
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import type { Uuid } from '../ids.ts'
import { onRefundRedirected } from '../orders/refund-outcomes.ts'
import { requireOrder } from '../orders/require-order.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import { selectRefunds, type RefundRow } from './queries.ts'

/** Returns false if the refund was sent or redirected concurrently. */
export async function redirectRefund(
  deps: TransitionDeps & { db: Db; clock: Clock },
  refund: RefundRow,
  destination: Uuid<'epi'>,
): Promise<boolean> {
  const { organization_id: organizationId, order_id: orderId, id } = refund
  const at = deps.clock.now()
  const order = await requireOrder(deps, { organizationId, id: orderId })
  const moved = await transition(
    deps,
    order,
    async () => {
      const present = (await selectRefunds(deps.db, [order])).find((one) => one.id === id)
      // Only a refund that was never sent, or was rejected for good, can safely be sent elsewhere.
      const isWaiting =
        present?.status === 'FAILED' || (present?.status === 'PENDING' && present.attempt === 0)
      return present === undefined || !isWaiting
        ? null
        : onRefundRedirected(present, destination, at)
    },
    { at },
  )
  return moved !== null
}
