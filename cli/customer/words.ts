// Values that options accept. The compiler compares them with the types of the API.
import type { Schemas } from '@corridor/sdk'

export const orderStatuses = [
  'STEP_1_AWAITING_FUNDING',
  'STEP_2_FILLING_FX',
  'STEP_3_SETTLING_PAYOUT',
  'STEP_4_COMPLETED',
  'FAILED_FUNDING_EXPIRED',
  'FAILED_CANCELLED',
  'FAILED_DECLINED_BY_LIQ_PROVIDER',
  'FAILED_REFUND_REQUESTED',
  'FAILED_REFUND_PROCESSED',
] as const satisfies readonly Schemas['OrderStatus'][]

export const payoutStatuses = [
  'PENDING',
  'SETTLED',
  'REJECTED',
  'RETURNED',
] as const satisfies readonly Schemas['PayoutStatus'][]

export const refundStatuses = [
  'PENDING',
  'SENT',
  'PROCESSED',
  'FAILED',
] as const satisfies readonly Schemas['RefundStatus'][]

export const depositOutcomes = [
  'counted',
  'late',
  'extra',
  'wrong_asset',
] as const satisfies readonly Schemas['DepositOutcome'][]

export const eventTypes = [
  'order.created',
  'order.funded',
  'order.funding_expired',
  'order.cancelled',
  'order.filled',
  'order.declined',
  'order.completed',
  'order.refund_requested',
  'order.refunded',
  'order.retried',
  'order.parked',
  'order.released',
  'order.delayed',
  'deposit.recorded',
  'payout.returned',
  'payout.settled',
  'refund.updated',
  'instrument.status_changed',
  'organization.status_changed',
  'instrument.travel_rule_required',
  'information.requested',
  'information.answered',
  'information.closed',
  'webhook.test',
] as const satisfies readonly Schemas['EventType'][]

export const scopes = ['read', 'write'] as const satisfies readonly Schemas['KeyScope'][]
