// The money of an order that the provider declined goes back to the payer, instead of into another try.
import type { Deps } from '../deps.ts'
import { failure } from '../errors.ts'
import type { Uuid } from '../ids.ts'
import { onRefundRequested } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import { transition } from './transition.ts'

/** Repeated, it answers with the order as it is. */
export async function refundOrder(
  deps: Deps,
  organizationId: Uuid,
  id: Uuid | undefined,
): Promise<OrderRow> {
  const order = id === undefined ? null : await deps.findOrder({ organizationId, id })
  if (order === null) throw failure('not_found')
  const requested = await transition(
    deps,
    order,
    (present) =>
      present.status === 'FAILED_DECLINED_BY_LIQ_PROVIDER' && present.retry_order_id === null
        ? onRefundRequested(present)
        : null,
    { at: deps.clock.now() },
  )
  const present = requested ?? (await deps.findOrder({ organizationId, id: order.id })) ?? order
  if (
    present.status !== 'FAILED_REFUND_REQUESTED' &&
    present.status !== 'FAILED_REFUND_PROCESSED'
  ) {
    throw failure('order_not_refundable', { current_status: present.status })
  }
  return present
}
