// Operation 13, sandbox only: the customer is taken to have sent what the order asks for.
import type { Deps } from '../deps.ts'
import { failure } from '../errors.ts'
import type { Uuid } from '../ids.ts'
import type { OrderRow } from './queries.ts'
import { transition } from './transition.ts'

export async function simulateFunding(
  deps: Deps,
  organizationId: Uuid,
  id: Uuid | undefined,
): Promise<OrderRow> {
  const order = id === undefined ? null : await deps.findOrder({ organizationId, id })
  if (order === null) throw failure('not_found')
  const funded = await transition(deps, order, 'funded', deps.clock.now())
  if (funded !== null) return funded
  const present = await deps.findOrder({ organizationId, id: order.id })
  throw failure('order_not_awaiting_funding', { current_status: present?.status })
}
