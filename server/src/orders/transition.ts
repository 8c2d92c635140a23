// The only way an order changes its status: looks the event up in the table, and has one guarded
// statement write the new status with what caused it.
import type { Instant } from '../clock.ts'
import type { Deps } from '../deps.ts'
import type { Uuid } from '../ids.ts'
import type { OrderRow } from './queries.ts'
import { transitionFor, type OrderEvent } from './states.ts'

type Cause = { leaseToken?: Uuid; fillReference?: string; payoutReference?: string }

/** The order after the event, or null when it had moved meanwhile, the lease was lost or the time was wrong. */
export async function transition(
  deps: Deps,
  order: Pick<OrderRow, 'organization_id' | 'id' | 'status' | 'funding_expires_at'>,
  event: OrderEvent,
  at: Instant,
  cause: Cause = {},
): Promise<OrderRow | null> {
  const row = transitionFor(order.status, event)
  if (row === undefined) return null
  const moved = await deps.updateOrderStatus({
    organizationId: order.organization_id,
    id: order.id,
    from: order.status,
    event,
    to: row.to,
    at,
    // In the sandbox a step takes about a second, so that a person can watch it.
    dueAt: row.due === 'now' ? at + deps.config.sandboxStepMs : null,
    leaseToken: cause.leaseToken ?? null,
    fillReference: cause.fillReference ?? null,
    payoutReference: cause.payoutReference ?? null,
  })
  if (moved !== null) {
    deps.metrics.transitions.inc({ event, to: row.to })
    if (row.due === 'now') deps.wakeWorker()
  }
  return moved
}
