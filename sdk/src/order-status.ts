// Which statuses an order can still come to, and what it means when it cannot come to the wanted one.
import type { OrderStatus } from './schemas.ts'

// The same table as in the service. A completed order counts as ended here, although its payout can come back days later, and
// after a restore an operator may find that an ended order was paid out.
const next: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  STEP_1_AWAITING_FUNDING: ['STEP_2_FILLING_FX', 'FAILED_FUNDING_EXPIRED', 'FAILED_CANCELLED'],
  STEP_2_FILLING_FX: ['STEP_3_SETTLING_PAYOUT', 'FAILED_DECLINED_BY_LIQ_PROVIDER'],
  STEP_3_SETTLING_PAYOUT: ['STEP_4_COMPLETED', 'FAILED_REFUND_REQUESTED'],
  STEP_4_COMPLETED: [],
  FAILED_FUNDING_EXPIRED: ['FAILED_REFUND_REQUESTED'],
  FAILED_CANCELLED: ['FAILED_REFUND_REQUESTED'],
  FAILED_DECLINED_BY_LIQ_PROVIDER: ['FAILED_REFUND_REQUESTED'],
  FAILED_REFUND_REQUESTED: ['FAILED_REFUND_PROCESSED'],
  FAILED_REFUND_PROCESSED: [],
}

export const followers = (status: OrderStatus): readonly OrderStatus[] => next[status] ?? []

/** Whether an order with this status can still come to one of the wanted ones. */
export function canReach(status: OrderStatus, wanted: readonly OrderStatus[]): boolean {
  // A newer service may have a status that this version does not know. Keep waiting then.
  if (next[status] === undefined) return true
  return followers(status).some((one) => wanted.includes(one) || canReach(one, wanted))
}

const meanings: Readonly<Partial<Record<OrderStatus, string>>> = {
  STEP_4_COMPLETED: 'the beneficiary was paid',
  FAILED_FUNDING_EXPIRED: 'it was not funded in time; create a new quote',
  FAILED_CANCELLED: 'it was cancelled before it was funded',
  FAILED_DECLINED_BY_LIQ_PROVIDER:
    'the conversion was declined; retry it with a fresh quote, or refund it',
  FAILED_REFUND_REQUESTED: 'it was not paid out, and its money goes back to the payer',
  FAILED_REFUND_PROCESSED: 'it was not paid out, and its money was refunded',
}

export const meaningOf = (status: OrderStatus): string =>
  meanings[status] ?? 'it has passed the wanted status'
