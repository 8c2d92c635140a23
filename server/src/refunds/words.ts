// Statuses and reasons of refunds, as stored and as published.

export const refundStatuses = ['PENDING', 'SENT', 'PROCESSED', 'FAILED'] as const

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
] as const
