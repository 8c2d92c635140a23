// The writes of one change of an order, and its row of the statement in changes.ts.
import type { Instant } from '../../platform/clock.ts'
import { sqlInstant } from '../../platform/db/pool.ts'
import type { DepositOutcome, NewDeposit, Reversal } from '../deposits/queries.ts'
import type { NewEvent } from '../../platform/events/insert-events.ts'
import type { FillOutcome } from '../fills/queries.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { Posting } from '../ledger/postings.ts'
import type { ReceivableChange } from '../ledger/receivable-postings.ts'
import type { NewMark } from '../marks/queries.ts'
import type { NewPayout, PayoutOutcome } from '../payouts/queries.ts'
import type { NewRefund, RefundRow, RefundUpdate } from '../refunds/queries.ts'
import type { ReversedRefund } from '../refunds/reversal-queries.ts'
import type { NewReturn } from '../returns/queries.ts'
import { endsUnfunded } from '../volume-limits/order-parts.ts'
import { payoutHeldAfter } from './held-payout.ts'
import { LEASE_MS } from './job-queries.ts'
import type { NewNote } from './notes.ts'
import type { OrderRow, ParkedReason } from './queries.ts'
import type { OrderStatus } from './states.ts'
import type { OrderSend } from './order-send.ts'

export type OrderChange = {
  organizationId: Uuid<'org'>
  id: Uuid<'ord'>
  /** The order that the change was computed from. */
  order: OrderRow
  /** The worker's lease on the order; null when a request or an operator acts. */
  leaseToken: Uuid<'lease'> | null
  /** No earlier than the order's `updated_at`. */
  at: Instant
  /** The new statuses, in order; empty when the change records only money or events. */
  statuses: readonly OrderStatus[]
  /** The worker handles the order next at `dueAt`, or never. Otherwise `due_at` stays as it is. */
  isRescheduled: boolean
  dueAt: Instant | null
  /** The worker goes on with the order under its lease, which begins anew. */
  goesOn: boolean
  receivedMinor: bigint
  /** Added to the amount that the order lacks. */
  shortMinor: bigint
  retryOrderId: Uuid<'ord'> | null
  /**
   * A new deposit must not be recorded yet. With `isAssigned`, the deposit must still be in suspense. Otherwise nothing is
   * written.
   */
  deposit: { deposit: NewDeposit; outcome: DepositOutcome; isAssigned: boolean } | null
  /** Nothing is written if the deposit was taken back before. */
  reversal: Reversal | null
  /** Nothing is written if one of them was sent meanwhile. */
  setOffRefunds: readonly ReversedRefund[]
  receivables: readonly ReceivableChange[]
  fill: FillOutcome | null
  payout: PayoutOutcome | null
  withdrawn: PayoutOutcome | null
  /** Nothing is written if the key has come back before. */
  returned: NewReturn | null
  newPayout: NewPayout | null
  refunds: readonly NewRefund[]
  collected: readonly { row: RefundRow; collectedIn: Uuid<'rf'> }[]
  refundUpdate: RefundUpdate | null
  postings: readonly Posting[]
  events: readonly NewEvent[]
  /** Null changes nothing. A new status always ends the parking. */
  parking: Parking | null
  /** Null leaves it as it is. */
  freezing: 'frozen' | 'unfrozen' | null
  acceptedLossMinor: bigint | null
  chosenProvider: string | null
  /** Nothing is written while a worker has a lease on the order, or on the refund that changes. */
  mark: NewMark | null
  /** The same, and if somebody has decided about the mark with this key. */
  decided: { key: string; recordStands: boolean } | null
  cancellation: OrderSend | null
  /** A note for operators. */
  note: NewNote | null
}

/** Parks the order for an operator, or releases it. */
export type Parking = { reason: ParkedReason } | 'released'

/** The columns that each change needs. Undefined is null. */
export function orderJson(change: OrderChange, position: number) {
  const { statuses, isRescheduled, goesOn } = change
  const hasStatus = statuses.length > 0
  const created_at = sqlInstant(change.at)
  return {
    position,
    organization_id: change.organizationId,
    id: change.id,
    version: change.order.version,
    lease_token: change.leaseToken ?? undefined,
    at: created_at,
    status: statuses.at(-1),
    entries: statuses.map((status) => ({ status, created_at })),
    is_shown: hasStatus || change.retryOrderId !== null,
    due_at: change.dueAt === null ? undefined : sqlInstant(change.dueAt),
    received_minor: change.receivedMinor === 0n ? undefined : String(change.receivedMinor),
    deposit_id: change.deposit?.deposit.id,
    is_rescheduled: isRescheduled,
    events: change.events.length,
    keeps_parking: !hasStatus && change.parking === null,
    attempt: goesOn ? 1 : isRescheduled || change.parking === 'released' ? 0 : undefined,
    keeps_lease: goesOn || (!isRescheduled && parkedFor(change) === undefined),
    renewed_ms: goesOn ? LEASE_MS : undefined,
    payout_held: payoutHeldAfter(change) ?? undefined,
  }
}

/** The other columns. All are undefined in a change that only moves the order on. */
export function rareJson(change: OrderChange) {
  const { refundUpdate } = change
  return {
    short_minor: change.shortMinor === 0n ? undefined : String(change.shortMinor),
    retry_order_id: change.retryOrderId ?? undefined,
    reversed_id: change.reversal?.depositId,
    set_off: change.setOffRefunds.length === 0 ? undefined : change.setOffRefunds.length,
    refund_id: refundUpdate?.id,
    refund_lease: refundUpdate?.leaseToken ?? undefined,
    return_key: change.returned?.key,
    parked_for: parkedFor(change),
    freezing: change.freezing ?? undefined,
    accepted_loss_minor:
      change.acceptedLossMinor === null ? undefined : String(change.acceptedLossMinor),
    chosen_provider: change.chosenProvider ?? undefined,
    pays_to: change.newPayout?.instrumentId ?? refundUpdate?.redirected?.destination ?? undefined,
    is_marked: change.mark === null && change.decided === null ? undefined : true,
    decided_key: change.decided?.key,
    record_stands: change.decided?.recordStands,
    ends_unfunded: endsUnfunded(change.statuses) ? true : undefined,
  }
}

const parkedFor = ({ parking }: OrderChange): ParkedReason | undefined =>
  parking === null || parking === 'released' ? undefined : parking.reason
