// Renders one order for GET, with a cache of responses, since customers poll orders. Each request asks the database for
// the order only if its version has changed. If it has not, the cached response is sent.
import { LruMap } from 'toad-cache'
import type { Catalogue } from '../catalogue.ts'
import { bodyText } from '../../platform/http/rendered.ts'
import type { OwnedId } from '../../platform/ids.ts'
import { UNREAD } from './queries.ts'
import type { OrderStatements } from './shared-statements.ts'
import { orderView } from './view.ts'

/** The last response body. Every visible change of an order bumps its version. */
type CachedResponse = { version: number; body: Buffer }

/** The key is the organization and the order. */
export type ResponseCache = LruMap<CachedResponse>

/** About 15 MB per process, at 3 kB each. */
const MAX_RESPONSES = 5000

export const createResponseCache = (): ResponseCache => new LruMap(MAX_RESPONSES)

export type ShowDeps = Pick<OrderStatements, 'findChangedOrder'> & {
  responseCache: ResponseCache
  catalogue: Catalogue
}

/** Returns the complete response body. Null if the organization has no such order. */
export async function showOrder(deps: ShowDeps, order: OwnedId<'ord'>): Promise<Buffer | null> {
  // The key contains the organization, so that no other organization can read the entry.
  const key = `${order.organizationId}/${order.id}`
  const cached = deps.responseCache.get(key)
  const changed = await deps.findChangedOrder({ ...order, version: cached?.version ?? UNREAD })
  // Null means unchanged if there is a cached response, since orders are never deleted. Else there is no such order.
  if (changed === null) return cached?.body ?? null
  const text = bodyText({ data: await orderView(deps.catalogue, changed) })
  // Do not use Node's buffer pool: each cached response would keep a whole 64 kB slab alive.
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  body.write(text)
  deps.responseCache.set(key, { version: changed.version, body })
  return body
}
