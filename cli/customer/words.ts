// Values that options accept. The compiler compares them with the types of the API: each list is complete.
import type { Schemas } from '@corridor/sdk'

/** A list of which no value may be missing, and none be unknown. */
function every<Value extends string>() {
  return <const List extends readonly Value[]>(
    list: [Value] extends [List[number]]
      ? List
      : readonly ['missing', Exclude<Value, List[number]>],
  ) => list
}

export const orderStatuses = every<Schemas['OrderStatus']>()([
  'STEP_1_AWAITING_FUNDING',
  'STEP_2_FILLING_FX',
  'STEP_3_SETTLING_PAYOUT',
  'STEP_4_COMPLETED',
  'FAILED_FUNDING_EXPIRED',
  'FAILED_CANCELLED',
  'FAILED_DECLINED_BY_LIQ_PROVIDER',
  'FAILED_REFUND_REQUESTED',
  'FAILED_REFUND_PROCESSED',
])

export const payoutStatuses = every<Schemas['PayoutStatus']>()([
  'PENDING',
  'SETTLED',
  'REJECTED',
  'RETURNED',
])

export const refundStatuses = every<Schemas['RefundStatus']>()([
  'PENDING',
  'SENT',
  'PROCESSED',
  'FAILED',
  'KEPT',
  'COLLECTED',
  'WRITTEN_OFF',
])

export const depositOutcomes = every<Schemas['DepositOutcome']>()([
  'counted',
  'late',
  'extra',
  'wrong_asset',
])

export const eventTypes = every<Schemas['EventType']>()([
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
])

export const informationStatuses = every<Schemas['InformationRequestStatus']>()([
  'OPEN',
  'ANSWERED',
  'CLOSED',
])

export const personRoles = every<Schemas['PersonRole']>()([
  'viewer',
  'preparer',
  'approver',
  'developer',
  'admin',
])

export const loginClaims = every<Schemas['LoginClaim']>()(['email', 'preferred_username'])

export const orderRequestStatuses = every<Schemas['OrderRequestStatus']>()([
  'PENDING',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'LAPSED',
  'EXPIRED',
])

export const pricedBy = every<Schemas['PricedBy']>()(['payin', 'payout'])

export const scopes = every<Schemas['KeyScope']>()(['read', 'write'])

export const mailLanguages = every<Schemas['MailLanguage']>()(['en', 'es'])
