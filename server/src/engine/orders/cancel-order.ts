// Cancels an order that is not fully funded. Deposits received so far are refunded.
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { requireUncontested } from '../halts/contested.ts'
import type { OwnedId } from '../../platform/ids.ts'
import { closedToCustomer } from './customer-acts.ts'
import { onCancel } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import { requireOrder } from './require-order.ts'
import { transition, type TransitionDeps } from './transition.ts'

/** Idempotent: a repeated call returns the order as it is now. */
export async function cancelOrder(
  deps: TransitionDeps & { db: Db; clock: Clock },
  ownedId: OwnedId<'ord'>,
): Promise<OrderRow> {
  const order = await requireOrder(deps, ownedId)
  await requireUncontested(deps.db, order, 'order_not_cancellable', 'cancelled')
  const cancelled = await transition(
    deps,
    order,
    (present) => (closedToCustomer(present, 'cancel') === null ? onCancel(present) : null),
    { at: deps.clock.now() },
  )
  const present = cancelled ?? (await requireOrder(deps, ownedId))
  if (!present.status_history.some(({ status }) => status === 'FAILED_CANCELLED')) {
    const why = closedToCustomer(present, 'cancel') ?? undefined
    throw failure('order_not_cancellable', { current_status: present.status }, why)
  }
  return present
}
