// Finds items of the queue for an operator.
import type { Db } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { seesEnterprise, type Operator } from '../../parties/operators/operator.ts'
import { withFacts } from './facts.ts'
import { isQueueKind, storedSubject } from './kinds.ts'
import { selectQueueItem, type QueueRow } from './queries.ts'
import { queueItemView } from './view.ts'

/** Undefined for an item that is unknown, done, or of an enterprise that the operator does not see. */
export async function seenItem(
  db: Db,
  operator: Operator,
  kind: string,
  subject: string,
): Promise<QueueRow | undefined> {
  const stored = isQueueKind(kind) ? storedSubject(kind, subject) : undefined
  if (!isQueueKind(kind) || stored === undefined) return undefined
  const item = await selectQueueItem(db, kind, stored)
  return item !== undefined && seesEnterprise(operator, item.enterprise_id) ? item : undefined
}

/** The item as it is now. Throws not_found if it is done. */
export async function requireItemView(db: Db, { kind, subject }: QueueRow) {
  const item = await selectQueueItem(db, kind, subject)
  const [found] = item === undefined ? [] : await withFacts(db, [item])
  if (found === undefined) throw failure('not_found')
  return queueItemView(found)
}
