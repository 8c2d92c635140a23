// Pure rules decide what each event causes: status changes, refunds and ledger postings. They do no I/O and read no
// clock. onDeposit also decides on money that does not match the order.
import type { DepositOutcome, NewDeposit, Reversal } from '../deposits/queries.ts'
import {
  assignmentPosting,
  depositPosting,
  feePostings,
  fillPostings,
  fillUnwoundPosting,
  netOf,
  payoutPosting,
  payoutUnwoundPosting,
  type FilledPart,
  type Posting,
  type Sold,
} from '../ledger/postings.ts'
import type { ReceivableChange } from '../ledger/receivable-postings.ts'
import type { Instant } from '../../platform/clock.ts'
import type { FillOutcome } from '../fills/queries.ts'
import type { NewPayout, PayoutOutcome, PayoutRow } from '../payouts/queries.ts'
import type { NewReturn } from '../returns/queries.ts'
import type { Money } from '../../outside/rails/port.ts'
import type { NewRefund, RefundReason, RefundRow, RefundStatus } from '../refunds/queries.ts'
import type { ReversedRefund } from '../refunds/reversal-queries.ts'
import type { NewMark } from '../marks/queries.ts'
import type { ToldPayout } from './announce.ts'
import type { Parking } from './order-change.ts'
import type { NewNote, Offer } from './notes.ts'
import type { OrderRow, ParkedReason } from './queries.ts'
import {
  againReceived,
  isShort,
  least,
  receivableDecision,
  setOff,
  setOffShort,
  unreversedMinorOf,
} from './short.ts'
import type { OrderEvent } from './states.ts'
import type { OrderSend } from './order-send.ts'
import type { Uuid } from '../../platform/ids.ts'

/** Nothing is refunded if the amount is zero. */
export type Owed = {
  depositId: Uuid<'dep'> | null
  currency: string
  amountMinor: bigint
  reason: RefundReason
  /** The rail where the money came in; by default that of the deposit or of the order. */
  rail?: string
  /** It is not sent before an operator has chosen its destination. */
  waits?: true
} & Partial<
  Pick<NewRefund, 'id' | 'railKey' | 'status' | 'smallRail' | 'borneFeeMinor' | 'collectedIn'>
>

/** `events` are looked up in the table of states. An absent field means that nothing of that kind happened. */
export type Decision = {
  events: readonly OrderEvent[]
  receivedMinor?: bigint
  shortMinor?: bigint
  reversal?: Reversal
  /** Unsent refunds that pay what their payer owes. */
  setOffRefunds?: readonly ReversedRefund[]
  /** Refunds that a reversal gave back whole, or that paid a debt. */
  refundsReversed?: readonly RefundRow[]
  receivable?: ReceivableChange
  /** Money that left twice. */
  sentTwice?: ReceivableChange
  /** `isAssigned`: the deposit was in suspense before. */
  deposit?: {
    deposit: NewDeposit
    outcome: Exclude<DepositOutcome, 'unmatched'>
    isAssigned: boolean
  }
  fill?: FillOutcome
  payout?: PayoutOutcome
  /** A later payout, unprepared. */
  withdrawn?: PayoutOutcome
  owed?: readonly Owed[]
  /** Unsent refunds that a new one pays back. */
  collected?: readonly { row: RefundRow; collectedIn: Uuid<'rf'> }[]
  refund?: {
    row: RefundRow
    status: RefundStatus
    reference: string | null
    code?: string
    fee?: Money | null
    dueAt: Instant | null
    /** The new destination that an operator chose, with a new rail key. */
    redirected?: { destination: Uuid<'epi'>; railKey: string }
    found?: { destination: Uuid<'epi'> | null; railKey: string; rail: string }
  }
  returned?: NewReturn
  newPayout?: NewPayout
  toldPayout?: ToldPayout
  /** When the worker handles the order next, without a new status; null for never. */
  dueAt?: Instant | null
  retryOrderId?: Uuid<'ord'>
  postings?: readonly Posting[]
  parking?: Parking
  freezing?: 'frozen' | 'unfrozen'
  acceptedLossMinor?: bigint
  chosenProvider?: string
  /** An operator records the outcome at the rail. No worker may have a lease. */
  mark?: NewMark
  /** A contradicted mark that an operator decides, and whether the record stands. No worker may have a lease. */
  decided?: { key: string; recordStands: boolean }
  /** An operator asks the rail not to execute a payout or refund. */
  cancellation?: OrderSend
  note?: NewNote
}

type Circumstances = { isAssigned: boolean; isKeptOpen: boolean; owedMinor: bigint }

/**
 * A deposit counts if it came until the expiry, inclusive, by its rail. Later it is late, even if the worker has not expired
 * the order yet.
 * `isAssigned`: it was in suspense. `isKeptOpen`: a deposit that came in time is being screened, so the order stays open.
 * `owedMinor`: what its payer owes in the currency of the deposit. Money that an order does not await pays that first.
 */
export function onDeposit(
  order: OrderRow,
  deposit: NewDeposit,
  { isAssigned, isKeptOpen, owedMinor }: Circumstances,
): Decision {
  const money = { currency: deposit.currency, amountMinor: deposit.amountMinor }
  const postings = [
    isAssigned
      ? assignmentPosting(order.organization_id, money)
      : depositPosting(order.organization_id, deposit.rail, money),
  ]
  const isWaiting = order.status === 'STEP_1_AWAITING_FUNDING'
  const isPayinAsset = deposit.currency === order.payin_currency
  const isInTime = deposit.receivedAt <= order.funding_expires_at

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
  if (isPayinAsset && isShort(order)) {
    const { excessMinor, ...again } = againReceived(order, deposit.amountMinor, owedMinor)
    return {
      ...again,
      events: [],
      deposit: { deposit, outcome: 'counted', isAssigned },
      owed: [owedPayin(order, excessMinor, 'excess')],
      postings: [...postings, ...again.postings],
    }
  }
  const outcome = !isPayinAsset ? 'wrong_asset' : wasFunded(order) ? 'extra' : 'late'
  const offMinor = least(deposit.amountMinor, owedMinor)
  const backMinor = deposit.amountMinor - offMinor
  const off = setOff(order, deposit.currency, offMinor)
  const own = {
    ...off,
    deposit: { deposit, outcome, isAssigned },
    owed: [{ ...money, depositId: deposit.id, amountMinor: backMinor, reason: outcome }],
    postings: [...postings, ...off.postings],
  } as const
  if (isWaiting && !isInTime && !isKeptOpen) {
    const owed = [...(onExpiry(order).owed ?? []), ...own.owed]
    return { ...own, events: ['funding_expired', 'refund_requested'], owed }
  }
  return { ...own, events: backMinor > 0n && hasFailedUnfunded(order) ? ['refund_requested'] : [] }
}

const wasFunded = (order: OrderRow): boolean =>
  order.status_history.some(({ status }) => status === 'STEP_2_FILLING_FX')

export const hasFailedUnfunded = (order: OrderRow): boolean =>
  order.status === 'FAILED_FUNDING_EXPIRED' || order.status === 'FAILED_CANCELLED'

export const onExpiry = (order: OrderRow): Decision => endUnfunded(order, 'funding_expired')
export const onCancel = (order: OrderRow): Decision => endUnfunded(order, 'cancelled')

// Refunds partial funding.
function endUnfunded(order: OrderRow, event: 'funding_expired' | 'cancelled'): Decision {
  if (order.received_minor === 0n) return { events: [event] }
  return {
    events: [event, 'refund_requested'],
    owed: [owedPayin(order, order.received_minor, event)],
  }
}

/** The order goes on once all of its net is sold. `before`: what earlier fills sold. */
export const onFilled = (
  order: OrderRow,
  before: Sold,
  fill: { sequence: number; reference: string; part: FilledPart },
): Decision => {
  const { sequence, reference, part } = fill
  const isAllSold = before.soldMinor + part.soldMinor === netOf(order)
  const postings = fillPostings(order, before, part)
  const filled = { fill: { sequence, reference, ...part }, postings }
  if (!isAllSold) return { ...filled, events: [] }
  if (order.short_minor === 0n) return { ...filled, events: ['filled'] }
  // A deposit was reversed while the fill was in flight: the desk has sold its own money, which the payer owes now.
  const advanced = receivableDecision(order, {
    kind: 'advanced',
    currency: order.payin_currency,
    amountMinor: order.short_minor,
    rail: null,
  })
  return {
    ...filled,
    ...advanced,
    ...onParked('deposit_reversed', null),
    events: ['filled'],
    receivedMinor: order.short_minor,
    postings: [...advanced.postings, ...postings],
  }
}

/**
 * The provider refused this attempt; `isFinal`: for good. `isLast`: no provider is left, so no further attempt is made and
 * what was sold is unwound.
 */
export const onDeclined = (
  order: OrderRow,
  before: Sold,
  fill: { sequence: number; code: string; isFinal: boolean; isLast: boolean },
): Decision => ({
  events: fill.isLast ? ['declined'] : [],
  fill: { sequence: fill.sequence, reference: null, code: fill.code, isFinal: fill.isFinal },
  postings: fill.isLast ? unwound(order, before) : [],
})

const unwound = (order: OrderRow, sold: Sold): Posting[] =>
  sold.soldMinor === 0n ? [] : [fillUnwoundPosting(order, sold)]

export const onPaidOut = (
  order: OrderRow,
  row: PayoutRow,
  answer: { reference: string; fee: Money | null },
  rail: string,
): Decision => ({
  // A payout that is paid again changes no status.
  ...(order.status === 'STEP_4_COMPLETED'
    ? { events: [], dueAt: null, toldPayout: { type: 'payout.settled', payout: row } }
    : { events: ['paid_out'] }),
  payout: { ...answer, sequence: row.sequence, code: null },
  postings: [payoutPosting(order, rail), ...feePostings(rail, order.payout_currency, answer.fee)],
})

/**
 * Refunds the full payin total, fee and tax included. The desk bears the cost of the conversion. What the payer owes is
 * set off. `hasOpenRefunds`: the order has other refunds that are not done.
 */
export const onPayoutRejected = (
  order: OrderRow,
  { sequence, code }: { sequence: number; code: string },
  hasOpenRefunds: boolean,
): Decision => {
  const payout = { sequence, reference: null, code: shortCode(code), fee: null }
  // A payout that was to be paid again: the money stays held, and an operator decides again.
  if (order.status === 'STEP_4_COMPLETED') return { events: [], dueAt: null, payout }
  const kept = payoutUnwoundPosting(order, 'payout_rejected')
  return {
    ...givenBack(order, ['payout_rejected'], 'payout_rejected', hasOpenRefunds, kept),
    payout,
  }
}

/** Codes come from other systems: bound them. */
export const shortCode = (code: string): string =>
  code.toWellFormed().replaceAll('\0', '').slice(0, 200)

/** A declined order holds its payin total, less what reversals took. Any excess was refunded before. */
export const onRefundRequested = (order: OrderRow, hasOpenRefunds: boolean): Decision => {
  const heldMinor = unreversedMinorOf(order)
  return {
    events: ['refund_requested', ...endOf(heldMinor, hasOpenRefunds)],
    owed: [owedPayin(order, heldMinor, 'declined')],
  }
}

/** A filled order is given back: the desk keeps the converted money (`kept`), and sets off what the payer owes. */
export function givenBack(
  order: OrderRow,
  events: readonly OrderEvent[],
  reason: RefundReason,
  hasOpenRefunds: boolean,
  kept: Posting,
): Decision {
  const owedMinor = unreversedMinorOf(order)
  const off = setOffShort(order)
  return {
    ...off,
    events: [...events, ...endOf(owedMinor, hasOpenRefunds)],
    owed: [owedPayin(order, owedMinor, reason)],
    postings: [kept, ...off.postings],
  }
}

// The payer has all of its money back already if reversals took it.
const endOf = (owedMinor: bigint, hasOpenRefunds: boolean): OrderEvent[] =>
  owedMinor === 0n && !hasOpenRefunds ? ['refunded'] : []

/** Parks an order for an operator. `offer`: the provider's offer, if it was too low. */
export const onParked = (reason: ParkedReason, offer: Offer | null): Decision => ({
  events: [],
  parking: { reason },
  note: { action: 'parked', reason, offer },
})

/**
 * An operator ends an order that has nothing in flight; null if its status does not allow it.
 * - A funded order becomes declined, so that its customer can retry it, unless it is refunded at once. A part that was
 *   sold is unwound.
 * - A filled order can only be refunded; the desk keeps the converted money.
 */
export function onEnded(
  order: OrderRow,
  sold: Sold,
  isRefunded: boolean,
  hasOpenRefunds: boolean,
  at: Instant,
): Decision | null {
  switch (order.status) {
    case 'STEP_1_AWAITING_FUNDING':
      return at > order.funding_expires_at ? onExpiry(order) : onCancel(order)
    case 'STEP_2_FILLING_FX': {
      const { events, owed = [] } = onRefundRequested(order, hasOpenRefunds)
      const postings = unwound(order, sold)
      return isRefunded
        ? { events: ['fill_ended', ...events], owed, postings }
        : { events: ['fill_ended'], postings }
    }
    case 'STEP_3_SETTLING_PAYOUT':
      return givenBack(
        order,
        ['payout_ended'],
        'payout_ended',
        hasOpenRefunds,
        payoutUnwoundPosting(order, 'payout_ended'),
      )
    case 'FAILED_DECLINED_BY_LIQ_PROVIDER':
      return isRefunded && order.retry_order_id === null
        ? onRefundRequested(order, hasOpenRefunds)
        : null
    default:
      return null
  }
}

const owedPayin = (order: OrderRow, amountMinor: bigint, reason: RefundReason): Owed => ({
  depositId: null,
  currency: order.payin_currency,
  amountMinor,
  reason,
})
