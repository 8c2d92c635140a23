// Renders one order for GET, with a cache. Customers poll an order while they wait. The database is asked only whether
// the version changed; if not, the cached response is sent.
import { LruMap } from 'toad-cache'
import type { Catalogue } from '../catalogue.ts'
import { bodyText } from '../http/rendered.ts'
import type { OwnedId } from '../ids.ts'
import { UNREAD } from './queries.ts'
import type { OrderStatements } from './shared-statements.ts'
import { orderView } from './view.ts'

/** The last response. Every visible change bumps the version. */
type KeptAnswer = { version: number; body: Buffer }

/** Keyed by organization and order. */
export type KeptAnswers = LruMap<KeptAnswer>

/** About 15 MB per process, at 3 kB each. */
const MOST_KEPT = 5000

export const createKeptAnswers = (): KeptAnswers => new LruMap(MOST_KEPT)

export type ShowDeps = Pick<OrderStatements, 'findChangedOrder'> & {
  keptAnswers: KeptAnswers
  catalogue: Catalogue
}

/** The complete response body; null if the organization has no such order. */
export async function showOrder(deps: ShowDeps, order: OwnedId<'ord'>): Promise<Buffer | null> {
  // The key holds the organization, so that no other organization can read the entry.
  const key = `${order.organizationId}/${order.id}`
  const kept = deps.keptAnswers.get(key)
  const changed = await deps.findChangedOrder({ ...order, version: kept?.version ?? UNREAD })
  // Null with a cached response means unchanged: orders are never deleted.
  if (changed === null) return kept?.body ?? null
  const text = bodyText({ data: await orderView(deps.catalogue, changed) })
  // Avoid Node's buffer pool: each cached response would keep a 64 kB slab alive.
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  body.write(text)
  deps.keptAnswers.set(key, { version: changed.version, body })
  return body
}
