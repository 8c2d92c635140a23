// Statuses and reasons of refunds, as stored and as published.

export const refundStatuses = [
  'PENDING',
  'SENT',
  'PROCESSED',
  'FAILED',
  'KEPT',
  'COLLECTED',
  'WRITTEN_OFF',
] as const

/** An order with a refund in one of these has not ended. Small refunds are not sent, and do not delay the end. */
export const openRefundStatuses: readonly (typeof refundStatuses)[number][] = [
  'PENDING',
  'SENT',
  'FAILED',
]

/** The desk owes the payer the money of such a refund. */
export const owedRefundStatuses = [...openRefundStatuses, 'KEPT'] as const

export const refundReasons = [
  'funding_expired',
  'cancelled',
  'excess',
  'extra',
  'late',
  'wrong_asset',
  'declined',
  'payout_rejected',
  'payout_ended',
  'payout_returned',
  'retry_leftover',
  'collected',
] as const
