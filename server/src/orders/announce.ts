// The events that customers receive about an order.
import type { Instant } from '../clock.ts'
import type { DepositOutcome, NewDeposit } from '../deposits/queries.ts'
import type { NewEvent } from '../events/queries.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import { formatAmount } from '../money/decimal.ts'
import type { NewRefund, RefundStatus } from '../refunds/queries.ts'
import type { PayoutRow } from '../payouts/queries.ts'
import type { Parking } from './changes.ts'
import type { OrderRow, ParkedReason } from './queries.ts'
import type { OrderStatus } from './states.ts'

type Announced = Pick<OrderRow, 'id' | 'reference_number' | 'external_reference_id'>

/** An event about a payout that does not change the status of its order. */
export type ToldPayout = {
  type: 'payout.returned' | 'payout.settled'
  payout: Pick<PayoutRow, 'id' | 'currency' | 'amount_minor'>
}

const orderFacts = (order: Announced) => ({
  order_id: publicId('ord', order.id),
  reference_number: order.reference_number,
  external_reference_id: order.external_reference_id,
})

export const orderEvent = (
  order: Announced,
  type: string,
  status: OrderStatus,
  at: Instant,
  more: object = {},
): NewEvent => ({
  id: newUuid('evt', at),
  type,
  data: { ...orderFacts(order), status, ...more },
})

/** The reason shown to customers. It never reveals a compliance hold. */
const publicReason: Readonly<Record<ParkedReason, 'review' | 'processing' | null>> = {
  compliance_hold: 'review',
  slippage: 'review',
  attempts: 'processing',
  outflow_limit: 'processing',
  deposit_reversed: 'review',
  screening: 'review',
  // No event: it ends by itself.
  liquidity: null,
}

/** None, or one event. An order that is parked for another reason now was told before. */
export function parkingEvents(
  order: Announced & Pick<OrderRow, 'parked_reason'>,
  status: OrderStatus,
  parking: Parking,
  at: Instant,
): NewEvent[] {
  const isReleased = parking === 'released'
  const before = order.parked_reason === null ? null : publicReason[order.parked_reason]
  if (!isReleased && before !== null) return []
  const internal = isReleased ? order.parked_reason : parking.reason
  const reason = internal === null ? 'processing' : publicReason[internal]
  if (reason === null) return []
  const type = isReleased ? 'order.released' : 'order.parked'
  return [orderEvent(order, type, status, at, { reason })]
}

export const retriedEvent = (
  order: Announced & Pick<OrderRow, 'status'>,
  retryOrderId: Uuid<'ord'>,
  at: Instant,
): NewEvent =>
  orderEvent(order, 'order.retried', order.status, at, {
    retry_order_id: publicId('ord', retryOrderId),
  })

export const depositEvent = (
  order: Announced,
  { deposit, outcome }: { deposit: NewDeposit; outcome: DepositOutcome },
  at: Instant,
): NewEvent => ({
  id: newUuid('evt', at),
  type: 'deposit.recorded',
  data: {
    ...orderFacts(order),
    deposit_id: publicId('dep', deposit.id),
    currency: deposit.currency,
    amount: formatAmount(deposit.amountMinor, deposit.currency),
    outcome,
  },
})

export const payoutEvent = (
  order: Announced & Pick<OrderRow, 'status'>,
  { type, payout }: ToldPayout,
  at: Instant,
): NewEvent =>
  orderEvent(order, type, order.status, at, {
    payout_id: publicId('po', payout.id),
    currency: payout.currency,
    amount: formatAmount(payout.amount_minor, payout.currency),
  })

export const refundEvent = (
  order: Announced,
  refund: Pick<NewRefund, 'id' | 'currency' | 'amountMinor' | 'reason'>,
  status: RefundStatus,
  at: Instant,
): NewEvent => ({
  id: newUuid('evt', at),
  type: 'refund.updated',
  data: {
    ...orderFacts(order),
    refund_id: publicId('rf', refund.id),
    currency: refund.currency,
    amount: formatAmount(refund.amountMinor, refund.currency),
    reason: refund.reason,
    status,
  },
})
