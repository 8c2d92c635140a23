// The one statement that changes existing orders, together with their deposits, fills, payouts, refunds, ledger
// transfers and events. The caller computes a change from one version of the order. If the version has changed since,
// the statement writes nothing for that order.
import type { Instant } from '../clock.ts'
import { leaseEnd } from '../db/lease.ts'
import { columnsOf, rows, sqlInstant, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import {
  assignDeposits,
  depositJson,
  insertDeposits,
  reversalJson,
  reverseDeposits,
  type DepositOutcome,
  type NewDeposit,
  type Reversal,
} from '../deposits/queries.ts'
import { announceEvents, type NewEvent } from '../events/queries.ts'
import { fillOutcomeJson, updateFills, type FillOutcome } from '../fills/queries.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { addReserved, isReserving, reservedBy } from '../liquidity/reservation-queries.ts'
import type { Posting, ReceivableChange } from '../ledger/postings.ts'
import { postTransfers, transfersJson } from '../ledger/queries.ts'
import {
  insertPayouts,
  markReturnedPayouts,
  newPayoutJson,
  payoutJson,
  updatePayouts,
  type NewPayout,
  type PayoutOutcome,
} from '../payouts/queries.ts'
import { insertReturns, returnJson, type NewReturn } from '../returns/queries.ts'
import {
  insertRefunds,
  refundJson,
  refundUpdateJson,
  updateRefunds,
  type NewRefund,
  type RefundUpdate,
} from '../refunds/queries.ts'
import {
  lockUnsentRefunds,
  reversedRefundJson,
  reverseRefunds,
} from '../refunds/reversal-queries.ts'
import { insertReceivableChanges, receivableJson } from '../reversals/queries.ts'
import { LEASE_MS } from './job-queries.ts'
import { insertNotes, noteJson, type NewNote } from './notes.ts'
import { addOpenTotals, openTotalSlots } from './open-total-queries.ts'
import type { OrderRow, ParkedReason } from './queries.ts'
import type { OrderStatus } from './states.ts'

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
  /** Added to what the order lacks. */
  shortMinor: bigint
  retryOrderId: Uuid<'ord'> | null
  /**
   * A new deposit must not be recorded yet. With `isAssigned`, the deposit must still be in suspense. Otherwise nothing is
   * written.
   */
  deposit: { deposit: NewDeposit; outcome: DepositOutcome; isAssigned: boolean } | null
  /** Nothing is written if the deposit was taken back before. */
  reversal: Reversal | null
  receivable: ReceivableChange | null
  fill: FillOutcome | null
  payout: PayoutOutcome | null
  /** Nothing is written if the key has come back before. */
  returned: NewReturn | null
  newPayout: NewPayout | null
  refunds: readonly NewRefund[]
  refundUpdate: RefundUpdate | null
  postings: readonly Posting[]
  events: readonly NewEvent[]
  /** Null changes nothing. A new status always ends the parking. */
  parking: Parking | null
  /** A note for operators. */
  note: NewNote | null
}

/** Parks the order for an operator, or releases it. */
export type Parking = { reason: ParkedReason } | 'released'

// The columns that changes write. The others stay as they were read.
const CHANGING = [
  'status',
  'status_history',
  'updated_at',
  'version',
  'last_event',
  'received_minor',
  'short_minor',
  'retry_order_id',
  'parked_reason',
  'attempt',
  'lease_token',
] as const satisfies readonly (keyof OrderRow)[]
type Changed = Pick<OrderRow, (typeof CHANGING)[number]>

// The complete text is in server/statements/orders.sql. The caller computes status, history and `updated_at`: the check
// of the version protects them. The statement computes the lease, `attempt` and `due_at`, which also change without a new
// version.
const CHANGE_ORDERS = statement(
  'change_orders',
  [
    'changes',
    'deposits',
    'fills',
    'payouts',
    'refunds',
    'refund_updates',
    'transfers',
    'events',
    'assigned_deposits',
    'notes',
    'slot',
    'returns',
    'new_payouts',
    'reversals',
    'reversed_refunds',
    'receivables',
  ],
  `
-- Lock the orders first, so that a deposit is recorded only together with its change. Lock them in key order, so that
-- two batches never deadlock.
with locked as (
  select i.*, o.status = 'STEP_1_AWAITING_FUNDING' and o.operation = 'create' and i.status is not null as closes,
         ${isReserving('o')} and not ${isReserving('o', 'i.status')} as releases
    from json_to_recordset($1::json) as i (position int, organization_id uuid, id uuid, version int,
           lease_token uuid, at timestamptz, status text, entries jsonb, is_shown boolean, due_at timestamptz,
           received_minor bigint, short_minor bigint, retry_order_id uuid, deposit_id uuid, reversed_id uuid, refund_id uuid, refund_lease uuid,
           return_key text, is_rescheduled boolean,
           events int, parked_for text, keeps_parking boolean, attempt int, keeps_lease boolean, renewed_ms int)
    join orders o on (o.organization_id, o.id) = (i.organization_id, i.id)
   where o.version = i.version and (i.lease_token is null or o.lease_token = i.lease_token)
   order by i.organization_id, i.id
     for update of o
), held as (
  -- A refund changes only if its lease is still the one that the caller read.
  select i.position
    from locked i join refunds r on (r.organization_id, r.id) = (i.organization_id, i.refund_id)
   where r.lease_token is not distinct from i.refund_lease
     for update of r
), recorded as (
  -- A deposit that is already recorded inserts no row, so its order is not changed.${insertDeposits('$2', 'locked')}
), assigned as (${assignDeposits('$9', 'locked')}
), returned as (
  -- A key that has come back before inserts no row, so its order is not changed.${insertReturns('$12', 'locked')}
), unsent as (
  -- A refund that was sent meanwhile gives no position: the deposit is then not taken back.${lockUnsentRefunds('$15', 'locked')}
), reversed as (${reverseDeposits('$14', 'locked', 'unsent')}
), changed as (
  update orders o
     set version = o.version + 1,
         last_event = o.last_event + i.events,
         received_minor = o.received_minor + i.received_minor,
         short_minor = o.short_minor + i.short_minor,
         retry_order_id = coalesce(i.retry_order_id, o.retry_order_id),
         status = coalesce(i.status, o.status),
         status_history = o.status_history || i.entries,
         updated_at = case when i.is_shown then i.at else o.updated_at end,
         -- Keep due_at if the old and the new value are both already due: a new value would rewrite every index entry.
         due_at = case when not i.is_rescheduled or (i.due_at <= i.at and o.due_at <= i.due_at) then o.due_at
                       else i.due_at end,
         parked_reason = case when i.keeps_parking then o.parked_reason else i.parked_for end,
         parked_at = case when i.keeps_parking then o.parked_at when i.parked_for is not null then i.at end,
         attempt = coalesce(i.attempt, o.attempt),
         lease_token = case when i.keeps_lease then o.lease_token end,
         leased_until = case when i.renewed_ms is not null then ${leaseEnd('i.renewed_ms')}
                             when i.keeps_lease then o.leased_until end
    from locked i
   where (o.organization_id, o.id) = (i.organization_id, i.id)
     and (i.deposit_id is null or i.deposit_id in (select id from recorded union all select id from assigned))
     and (i.refund_id is null or i.position in (select position from held))
     and (i.return_key is null or i.return_key in (select key from returned))
     and (i.reversed_id is null or i.reversed_id in (select id from reversed))
  returning ${columnsOf(CHANGING.join(), 'o')}, o.organization_id, o.id, o.route_id, o.payin_total_minor,
    o.payin_fee_minor, o.payin_tax_minor, o.payin_currency, o.payout_currency, o.payout_total_minor,
    o.reserved_provider, i.position, i.closes, i.releases,
    o.last_event - i.events as first_event, i.at
), closed as (
  -- Orders that no longer await funding leave the open total of their route.${addOpenTotals('closed', 'changed', 'closes', '$11')}
), released as (
  -- Orders that are filled or have ended give back what they reserve.${addReserved(reservedBy('changed', { provider: 'reserved_provider', sign: '-', condition: 'releases' }), '$11')}
), filled as (${updateFills('$3', 'changed')}
), paid as (${updatePayouts('$4', 'changed')}
), payout_returned as (${markReturnedPayouts('$12', 'changed')}
), paid_again as (${insertPayouts('$13', 'changed')}
), refunded as (${insertRefunds('$5', 'changed')}
), refund_moved as (${updateRefunds('$6', 'changed')}
), refund_reversed as (${reverseRefunds('$15', 'changed')}
), receivable_changed as (${insertReceivableChanges('$16', 'changed')}
), posted as (${postTransfers('$7', 'changed')}
), noted as (${insertNotes('$10', 'changed')}
), ${announceEvents('$8', 'changed')}
select ${CHANGING.join(', ')}, position from changed`,
)

/** Returns one row per change, in order; null where nothing was written. A batch holds at most one change per order. */
export async function changeOrders(
  db: Db,
  changes: readonly OrderChange[],
): Promise<(OrderRow | null)[]> {
  const changed = await rows<Changed & { position: number }>(db, CHANGE_ORDERS, [
    JSON.stringify(changes.map(orderJson)),
    jsonOf(changes, ({ deposit }, position) =>
      deposit === null || deposit.isAssigned
        ? []
        : [depositJson(position, deposit.deposit, deposit.outcome)],
    ),
    jsonOf(changes, ({ fill }, position) =>
      fill === null ? [] : [fillOutcomeJson(position, fill)],
    ),
    jsonOf(changes, ({ payout }, position) =>
      payout === null ? [] : [payoutJson(position, payout)],
    ),
    jsonOf(changes, ({ refunds }, position) =>
      refunds.map((refund) => refundJson(position, refund)),
    ),
    jsonOf(changes, ({ refundUpdate }, position) =>
      refundUpdate === null ? [] : [refundUpdateJson(position, refundUpdate)],
    ),
    jsonOf(changes, ({ postings, at }, position) =>
      postings.flatMap((posting) => transfersJson(position, newUuid('posting', at), posting)),
    ),
    jsonOf(changes, ({ events }, position) =>
      events.map((event, index) => ({ position, ...event, step: index + 1 })),
    ),
    jsonOf(changes, ({ deposit }, position) =>
      deposit?.isAssigned === true
        ? [{ position, id: deposit.deposit.id, outcome: deposit.outcome }]
        : [],
    ),
    jsonOf(changes, ({ note }, position) => (note === null ? [] : [noteJson(position, note)])),
    openTotalSlots.closed,
    jsonOf(changes, ({ returned }, position) =>
      returned === null ? [] : [returnJson(position, returned)],
    ),
    jsonOf(changes, ({ newPayout }, position) =>
      newPayout === null ? [] : [newPayoutJson(position, newPayout)],
    ),
    jsonOf(changes, ({ reversal }, position) =>
      reversal === null ? [] : [reversalJson(position, reversal)],
    ),
    jsonOf(changes, ({ reversal }, position) =>
      (reversal?.refunds ?? []).map((refund) => reversedRefundJson(position, refund)),
    ),
    jsonOf(changes, ({ receivable }, position) =>
      receivable === null ? [] : [receivableJson(position, receivable)],
    ),
  ])
  const byPosition = new Map(changed.map(({ position, ...columns }) => [position, columns]))
  return changes.map(({ order }, position) => {
    const columns = byPosition.get(position)
    return columns === undefined ? null : { ...order, ...columns }
  })
}

const jsonOf = (
  changes: readonly OrderChange[],
  pieces: (change: OrderChange, position: number) => readonly object[],
): string => JSON.stringify(changes.flatMap(pieces))

function orderJson(change: OrderChange, position: number) {
  const { parking, statuses, isRescheduled, goesOn } = change
  const hasStatus = statuses.length > 0
  const parkedFor = parking === null || parking === 'released' ? null : parking.reason
  const created_at = sqlInstant(change.at)
  return {
    position,
    organization_id: change.organizationId,
    id: change.id,
    version: change.order.version,
    lease_token: change.leaseToken,
    at: created_at,
    status: statuses.at(-1) ?? null,
    entries: statuses.map((status) => ({ status, created_at })),
    is_shown: hasStatus || change.retryOrderId !== null,
    due_at: change.dueAt === null ? null : sqlInstant(change.dueAt),
    received_minor: String(change.receivedMinor),
    short_minor: String(change.shortMinor),
    retry_order_id: change.retryOrderId,
    deposit_id: change.deposit?.deposit.id ?? null,
    reversed_id: change.reversal?.depositId ?? null,
    refund_id: change.refundUpdate?.id ?? null,
    refund_lease: change.refundUpdate?.leaseToken ?? null,
    return_key: change.returned?.key ?? null,
    is_rescheduled: isRescheduled,
    events: change.events.length,
    parked_for: parkedFor,
    keeps_parking: !hasStatus && parking === null,
    attempt: goesOn ? 1 : isRescheduled || parking === 'released' ? 0 : null,
    keeps_lease: goesOn || (!isRescheduled && parkedFor === null),
    renewed_ms: goesOn ? LEASE_MS : null,
  }
}
