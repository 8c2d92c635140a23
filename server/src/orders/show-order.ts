// An order for its reader. Who waits for one reads it again and again: the database is then only asked whether it has
// changed, and what has not is neither sent by it nor rendered once more.
import { LruMap } from 'toad-cache'
import type { Catalogue } from '../catalogue.ts'
import { bodyText } from '../http/rendered.ts'
import type { OwnedId } from '../ids.ts'
import { UNREAD } from './queries.ts'
import type { OrderStatements } from './shared-statements.ts'
import { orderView } from './view.ts'

/** The answer that was sent last. With every change that shows, the version of the order is another. */
type KeptAnswer = { version: number; body: Buffer }

/** By organization and order. */
export type KeptAnswers = LruMap<KeptAnswer>

/** 15 MB, of 3 kB each, in each process that serves. */
const MOST_KEPT = 5000

export const createKeptAnswers = (): KeptAnswers => new LruMap(MOST_KEPT)

export type ShowDeps = Pick<OrderStatements, 'findChangedOrder'> & {
  keptAnswers: KeptAnswers
  catalogue: Catalogue
}

/** The answer in full; null when there is no such order in that organization. */
export async function showOrder(deps: ShowDeps, order: OwnedId<'ord'>): Promise<Buffer | null> {
  // With the organization, so that nothing of another one can be found.
  const key = `${order.organizationId}/${order.id}`
  const kept = deps.keptAnswers.get(key)
  const changed = await deps.findChangedOrder({ ...order, version: kept?.version ?? UNREAD })
  // Orders are never deleted: one that was there is still there.
  if (changed === null) return kept?.body ?? null
  const text = bodyText({ data: await orderView(deps.catalogue, changed) })
  // Not of Node's pool, of which each answer that is kept would keep 64 kB.
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  body.write(text)
  deps.keptAnswers.set(key, { version: changed.version, body })
  return body
}
