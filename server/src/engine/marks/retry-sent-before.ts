// The step of a declined order whose retry had paid out and was lost with a restore. The retry has taken over the order's
// money. The operator books its conversion and its payout as movements.
import { refused } from '../../parties/acts/refused.ts'
import { updateRetryPutRight } from '../halts/restore-queries.ts'
import { publicId } from '../../platform/ids.ts'
import { carryOverPostings } from '../ledger/postings.ts'
import { keyIdOfRetry, keyNameOf } from '../orders/keys.ts'
import { noteOf } from '../orders/notes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { heldMinorOf } from '../orders/short.ts'
import type { Recorded, Recording } from './sent.ts'

export async function retrySentBefore(
  order: OrderRow,
  { db, at, sent, reason, step }: Recording,
): Promise<Recorded> {
  const id = publicId('ord', order.id)
  const isDeclined = order.status === 'FAILED_DECLINED_BY_LIQ_PROVIDER'
  if (!isDeclined || order.retry_order_id !== null || order.short_minor > 0n)
    throw refused(`${sent.key} is of a retry of ${id}, which has no money for a retry now`)
  const money = { currency: order.payin_currency, amountMinor: heldMinorOf(order) }
  const changed = await step(order, {
    events: [],
    retryOrderId: keyIdOfRetry(order),
    postings: [carryOverPostings(order.organization_id, money).lost],
    note: noteOf('marked_settled', `${sent.key}, sent before the restore by a retry: ${reason}`),
  })
  await updateRetryPutRight(db, order.id, keyNameOf(order), at)
  return { order: changed, fills: [] }
}
