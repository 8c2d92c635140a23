// The postings of fills that got no payout, as they follow from the history of an order, for verify.ts.
import type { OrderRow } from '../orders/queries.ts'
import type { PayoutRow } from '../payouts/queries.ts'
import { payoutUnwoundPosting, type Posting } from './postings.ts'

// A filled order went on to a refund: its rail rejected the payout, or an operator ended it. After a payout came back, a
// rejection leaves the money held, and an operator decides. A payout without a rail was withdrawn before it was sent. If a payout
// that was recorded as rejected had gone after all, the order was reinstated.
export function unwoundPostings(order: OrderRow, payouts: readonly PayoutRow[]): Posting[] {
  const statuses = order.status_history.map(({ status }) => status)
  const wasRejected = payouts.some(({ rejected_at, rail }) => rejected_at !== null && rail !== null)
  return statuses.flatMap((status, place) => {
    const from = statuses[place - 1]
    if (status !== 'FAILED_REFUND_REQUESTED') return []
    if (from !== 'STEP_4_COMPLETED' && from !== 'STEP_3_SETTLING_PAYOUT') return []
    const next = statuses.slice(place + 1).find((one) => one !== 'FAILED_REFUND_PROCESSED')
    const isReinstated = next === 'STEP_3_SETTLING_PAYOUT'
    const kind =
      from === 'STEP_3_SETTLING_PAYOUT' && (wasRejected || isReinstated)
        ? 'payout_rejected'
        : 'payout_ended'
    const unwound = payoutUnwoundPosting(order, kind)
    return isReinstated
      ? [unwound, payoutUnwoundPosting(order, kind, { isUndone: true })]
      : [unwound]
  })
}
