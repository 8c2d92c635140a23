// The events that customers receive about an order.
import { toTimestamp, type Instant } from '../../platform/clock.ts'
import type { DepositOutcome, NewDeposit } from '../deposits/queries.ts'
import type { NewEvent } from '../../platform/events/insert-events.ts'
import { metadataView } from '../../platform/http/metadata.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { NewRefund, RefundStatus } from '../refunds/queries.ts'
import type { PayoutRow } from '../payouts/queries.ts'
import { publicReason, type Delay } from './delays.ts'
import type { Parking } from './order-change.ts'
import type { OrderRow } from './queries.ts'
import type { OrderStatus } from './states.ts'

type Announced = Pick<OrderRow, 'id' | 'reference_number' | 'external_reference_id' | 'metadata'>

/** An event about a payout that does not change the status of its order. */
export type ToldPayout = {
  type: 'payout.returned' | 'payout.settled'
  payout: Pick<PayoutRow, 'id' | 'currency' | 'amount_minor'>
}

const orderFacts = (order: Announced) => ({
  order_id: publicId('ord', order.id),
  reference_number: order.reference_number,
  external_reference_id: order.external_reference_id,
  ...metadataView(order),
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

const isToldAsParked = ({ parked_reason: reason }: Pick<OrderRow, 'parked_reason'>): boolean =>
  reason !== null && publicReason[reason] !== null

/** Customers see a freeze like a parking for review, and of a parked order nothing more. */
export function freezeEvents(
  order: Announced & Pick<OrderRow, 'parked_reason'>,
  status: OrderStatus,
  freezing: 'frozen' | 'unfrozen',
  at: Instant,
): NewEvent[] {
  if (isToldAsParked(order)) return []
  const type = freezing === 'frozen' ? 'order.parked' : 'order.released'
  return [orderEvent(order, type, status, at, { reason: 'review' })]
}

/** None, or one event. An order that is frozen, or parked for another reason now, was told before. */
export function parkingEvents(
  order: Announced & Pick<OrderRow, 'parked_reason' | 'frozen_at'>,
  status: OrderStatus,
  parking: Parking,
  at: Instant,
): NewEvent[] {
  const isReleased = parking === 'released'
  if (order.frozen_at !== null || (!isReleased && isToldAsParked(order))) return []
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

export const delayedEvent = (
  order: Announced & Pick<OrderRow, 'status'>,
  { code, resolution, expectedAt }: Delay,
  at: Instant,
): NewEvent =>
  orderEvent(order, 'order.delayed', order.status, at, {
    code,
    resolution,
    expected_at: toTimestamp(expectedAt),
  })

export const depositEvent = (
  order: Announced,
  {
    deposit,
    outcome,
  }: {
    deposit: Pick<NewDeposit, 'id' | 'currency' | 'amountMinor'>
    outcome: DepositOutcome
  },
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
