// The customer no longer wants an order that is not funded. What came in for it in part goes back.
import type { Deps } from '../deps.ts'
import { failure } from '../errors.ts'
import type { Uuid } from '../ids.ts'
import { onCancel } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import { transition } from './transition.ts'

/** Repeated, it answers with the order as it is. */
export async function cancelOrder(
  deps: Deps,
  organizationId: Uuid,
  id: Uuid | undefined,
): Promise<OrderRow> {
  const order = id === undefined ? null : await deps.findOrder({ organizationId, id })
  if (order === null) throw failure('not_found')
  const cancelled = await transition(deps, order, onCancel, { at: deps.clock.now() })
  const present = cancelled ?? (await deps.findOrder({ organizationId, id: order.id })) ?? order
  if (!present.status_history.some(({ status }) => status === 'FAILED_CANCELLED')) {
    throw failure('order_not_cancellable', { current_status: present.status })
  }
  return present
}
