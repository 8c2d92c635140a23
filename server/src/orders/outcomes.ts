// What each thing that happens to an order leads to: the events along the table of states, the money that
// goes back, and what the ledger says. Pure: no I/O, no clock. The table of money that does not match is here.
import type { DepositOutcome, NewDeposit } from '../deposits/queries.ts'
import {
  assignmentPosting,
  depositPosting,
  fillPostings,
  payoutPosting,
  payoutUnwoundPosting,
  refundPosting,
  type Posting,
} from '../ledger/postings.ts'
import type { Instant } from '../clock.ts'
import type { ClaimedRefund, RefundReason, RefundRow, RefundStatus } from '../refunds/queries.ts'
import type { StepOutcome, Parking } from './changes.ts'
import type { NewNote, Offer } from './notes.ts'
import type { OrderRow, ParkedReason } from './queries.ts'
import type { OrderEvent } from './states.ts'
import type { Uuid } from '../ids.ts'

export type Owed = {
  depositId: Uuid<'dep'> | null
  currency: string
  amountMinor: bigint
  reason: RefundReason
}

/** `events` go through the table of states; what is absent did not happen. */
export type Decision = {
  events: readonly OrderEvent[]
  receivedMinor?: bigint
  /** `isAssigned`: it was in suspense. */
  deposit?: {
    deposit: NewDeposit
    outcome: Exclude<DepositOutcome, 'unmatched'>
    isAssigned: boolean
  }
  fill?: StepOutcome
  payout?: StepOutcome
  owed?: readonly Owed[]
  refund?: {
    row: RefundRow
    status: RefundStatus
    reference: string | null
    dueAt: Instant | null
    /** Where an operator sends it instead, under a new key. */
    redirected?: { destination: Uuid<'epi'>; railKey: string }
  }
  retryOrderId?: Uuid<'ord'>
  postings?: readonly Posting[]
  parking?: Parking
  note?: NewNote
}

/** At or before its expiry a deposit funds; after it the money is late, whether or not the sweep has run. */
export function onDeposit(
  order: OrderRow,
  deposit: NewDeposit,
  at: Instant,
  isAssigned = false,
): Decision {
  const money = { currency: deposit.currency, amountMinor: deposit.amountMinor }
  const postings = [
    isAssigned
      ? assignmentPosting(order.organization_id, money)
      : depositPosting(order.organization_id, deposit.rail, money),
  ]
  const back = (reason: RefundReason): Owed => ({
    depositId: deposit.id,
    currency: deposit.currency,
    amountMinor: deposit.amountMinor,
    reason,
  })
  const isWaiting = order.status === 'STEP_1_AWAITING_FUNDING'
  const isPayinAsset = deposit.currency === order.payin_currency
  const isInTime = at <= order.funding_expires_at

  if (isWaiting && isInTime && isPayinAsset) {
    const receivedMinor = order.received_minor + deposit.amountMinor
    const excessMinor = receivedMinor - order.payin_total_minor
    return {
      events: excessMinor >= 0n ? ['funded'] : [],
      receivedMinor: deposit.amountMinor,
      deposit: { deposit, outcome: 'counted', isAssigned },
      owed: excessMinor > 0n ? [owedPayin(order, excessMinor, 'excess')] : [],
      postings,
    }
  }
  const outcome = !isPayinAsset ? 'wrong_asset' : wasFunded(order) ? 'extra' : 'late'
  const own = {
    deposit: { deposit, outcome, isAssigned },
    owed: [back(outcome)],
    postings,
  } as const
  if (isWaiting && !isInTime) {
    const owed = [...(onExpiry(order).owed ?? []), ...own.owed]
    return { ...own, events: ['funding_expired', 'refund_requested'], owed }
  }
  return { ...own, events: hasFailedUnfunded(order) ? ['refund_requested'] : [] }
}

const wasFunded = (order: OrderRow): boolean =>
  order.status_history.some(({ status }) => status === 'STEP_2_FILLING_FX')

const hasFailedUnfunded = (order: OrderRow): boolean =>
  order.status === 'FAILED_FUNDING_EXPIRED' || order.status === 'FAILED_CANCELLED'

export const onExpiry = (order: OrderRow): Decision => endUnfunded(order, 'funding_expired')
export const onCancel = (order: OrderRow): Decision => endUnfunded(order, 'cancelled')

// What is held in part goes back.
function endUnfunded(order: OrderRow, event: 'funding_expired' | 'cancelled'): Decision {
  if (order.received_minor === 0n) return { events: [event] }
  return {
    events: [event, 'refund_requested'],
    owed: [owedPayin(order, order.received_minor, event)],
  }
}

export const onFilled = (
  order: OrderRow,
  fill: { sequence: number; reference: string; provider: string; providerPayoutMinor: bigint },
): Decision => ({
  events: ['filled'],
  fill: { sequence: fill.sequence, reference: fill.reference },
  postings: fillPostings(order, fill),
})

/** The provider refused this attempt; for good, when it allows no other. */
export const onDeclined = (fill: { sequence: number }, isFinal: boolean): Decision => ({
  events: isFinal ? ['declined'] : [],
  fill: { sequence: fill.sequence, reference: null },
})

export const onPaidOut = (
  order: OrderRow,
  payout: { sequence: number; reference: string },
  rail: string,
): Decision => ({
  events: ['paid_out'],
  payout,
  postings: [payoutPosting(order, rail)],
})

/** The payer gets all of it back, fee and tax too; the desk bears the unwinding. */
export const onPayoutRejected = (order: OrderRow, payout: { sequence: number }): Decision => ({
  events: ['payout_rejected'],
  payout: { sequence: payout.sequence, reference: null },
  owed: [owedPayin(order, order.payin_total_minor, 'payout_rejected')],
  postings: [payoutUnwoundPosting(order, 'payout_rejected')],
})

/** Of a declined order: what it still holds of what came in is its total; any excess went back before. */
export const onRefundRequested = (order: OrderRow): Decision => ({
  events: ['refund_requested'],
  owed: [owedPayin(order, order.payin_total_minor, 'declined')],
})

/** Sets an order aside for an operator. `offer`: the provider's offer, when it was too low. */
export const onParked = (reason: ParkedReason, offer: Offer | null): Decision => ({
  events: [],
  parking: { reason },
  note: { action: 'parked', reason, offer },
})

export const onReleased = (): Decision => ({
  events: [],
  parking: 'released',
  note: { action: 'released', reason: null, offer: null },
})

/**
 * An operator ends an order while nothing of it is in flight; null when its state has no such transition. A funded
 * order then waits for its customer like any declined order, unless it is refunded at once. A filled order can only be
 * refunded: the desk keeps the converted money.
 */
export function onEnded(order: OrderRow, isRefunded: boolean, at: Instant): Decision | null {
  switch (order.status) {
    case 'STEP_1_AWAITING_FUNDING':
      return at > order.funding_expires_at ? onExpiry(order) : onCancel(order)
    case 'STEP_2_FILLING_FX': {
      const { events, owed = [] } = onRefundRequested(order)
      return isRefunded ? { events: ['fill_ended', ...events], owed } : { events: ['fill_ended'] }
    }
    case 'STEP_3_SETTLING_PAYOUT':
      return {
        events: ['payout_ended'],
        owed: [owedPayin(order, order.payin_total_minor, 'payout_ended')],
        postings: [payoutUnwoundPosting(order, 'payout_ended')],
      }
    case 'FAILED_DECLINED_BY_LIQ_PROVIDER':
      return isRefunded && order.retry_order_id === null ? onRefundRequested(order) : null
    default:
      return null
  }
}

/** `isLast`: no other refund of the order is open, as it was read with the order. */
export function onRefundMoved(
  order: OrderRow,
  isLast: boolean,
  moved: {
    row: ClaimedRefund
    status: RefundStatus
    reference: string | null
    rail: string
    dueAt: Instant | null
  },
): Decision {
  const { row, status, reference, rail, dueAt } = moved
  const isDone = status === 'PROCESSED'
  return {
    events: isDone && isLast && order.status === 'FAILED_REFUND_REQUESTED' ? ['refunded'] : [],
    refund: { row, status, reference, dueAt },
    postings: isDone
      ? [
          refundPosting(order.organization_id, rail, {
            currency: row.currency,
            amountMinor: row.amount_minor,
          }),
        ]
      : [],
  }
}

/** An operator sends it elsewhere: what the rail rejected for good cannot still be on its way. */
export const onRefundRedirected = (
  row: RefundRow,
  destination: Uuid<'epi'>,
  at: Instant,
): Decision => ({
  events: [],
  refund: {
    row,
    status: 'PENDING',
    reference: null,
    dueAt: at,
    redirected: { destination, railKey: nextKey(row.rail_key) },
  },
})

// Keys end in the number of the attempt.
const nextKey = (key: string): string =>
  key.replace(/\d+$/, (number) => String(Number.parseInt(number, 10) + 1))

const owedPayin = (order: OrderRow, amountMinor: bigint, reason: RefundReason): Owed => ({
  depositId: null,
  currency: order.payin_currency,
  amountMinor,
  reason,
})
