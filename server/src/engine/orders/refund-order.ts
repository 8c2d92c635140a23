// Refunds a declined order to its payer, instead of retrying it.
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { requireUncontested } from '../halts/contested.ts'
import type { OwnedId } from '../../platform/ids.ts'
import { hasOpenRefunds } from '../refunds/queries.ts'
import { closedToCustomer } from './customer-acts.ts'
import { onRefundRequested } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import { requireOrder } from './require-order.ts'
import { transition, type TransitionDeps } from './transition.ts'

/** Idempotent: a repeated call returns the order as it is now. */
export async function refundOrder(
  deps: TransitionDeps & { db: Db; clock: Clock },
  ownedId: OwnedId<'ord'>,
): Promise<OrderRow> {
  const order = await requireOrder(deps, ownedId)
  await requireUncontested(deps.db, order, 'order_not_refundable', 'declined')
  const requested = await transition(
    deps,
    order,
    async (present) =>
      closedToCustomer(present, 'refund') === null
        ? onRefundRequested(present, await hasOpenRefunds(deps.db, present))
        : null,
    { at: deps.clock.now() },
  )
  const present = requested ?? (await requireOrder(deps, ownedId))
  if (
    present.status !== 'FAILED_REFUND_REQUESTED' &&
    present.status !== 'FAILED_REFUND_PROCESSED'
  ) {
    throw failure(
      'order_not_refundable',
      { current_status: present.status },
      closedToCustomer(present, 'refund') ?? undefined,
    )
  }
  return present
}
