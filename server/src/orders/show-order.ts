// An order for its reader. Who waits for one reads it again and again: the database is then only asked whether it has
// changed, and what has not is neither sent by it nor rendered once more.
import type { Deps } from '../deps.ts'
import { bodyText } from '../http/rendered.ts'
import type { OwnedId } from '../ids.ts'
import { orderView } from './view.ts'

/** An answer as it was sent last. With every change that shows, the version of the order is another. */
export type Shown = { version: number; body: Buffer }

/** Before every version. */
const UNSEEN = 0

/** The answer in full; null when there is no such order in that organization. */
export async function showOrder(deps: Deps, order: OwnedId): Promise<Buffer | null> {
  // With the organization, so that nothing of another one can be found.
  const name = `${order.organizationId}/${order.id}`
  const seen = deps.shownOrders.get(name)
  const changed = await deps.findChangedOrder({ ...order, version: seen?.version ?? UNSEEN })
  // Orders are never deleted: one that was seen is still there.
  if (changed === null) return seen?.body ?? null
  const body = Buffer.from(bodyText({ data: await orderView(deps.catalogue, changed) }))
  deps.shownOrders.set(name, { version: changed.version, body })
  return body
}
