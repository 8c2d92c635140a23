// The one statement that changes orders after their creation, with everything that must be true with the
// change: deposits, fills, payouts, refunds, ledger and events. Whoever computed a change says which version
// of the order he had seen; where it has moved on, nothing of the change is written.
import type { Instant } from '../clock.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import {
  assignDeposits,
  depositJson,
  insertDeposits,
  type DepositOutcome,
  type NewDeposit,
} from '../deposits/queries.ts'
import { announceEvents, type NewEvent } from '../events/queries.ts'
import { updateFills } from '../fills/queries.ts'
import { newUuid, type Uuid } from '../ids.ts'
import type { Posting } from '../ledger/postings.ts'
import { postTransfers, transfersJson } from '../ledger/queries.ts'
import { updatePayouts } from '../payouts/queries.ts'
import {
  insertRefunds,
  refundJson,
  refundUpdateJson,
  updateRefunds,
  type NewRefund,
  type RefundUpdate,
} from '../refunds/queries.ts'
import { insertNotes, noteJson, type NewNote } from './notes.ts'
import { addOpenTotals, openTotalSlots } from './open-total-queries.ts'
import { ORDER_COLUMNS_OF, type OrderRow, type ParkedReason } from './queries.ts'
import type { OrderStatus } from './states.ts'

export type OrderChange = {
  organizationId: Uuid
  id: Uuid
  /** Of the order as it was seen. */
  version: number
  /** The worker's lease on the order; null when somebody else acts. */
  leaseToken: Uuid | null
  at: Instant
  /** The states it goes through, in order; none when only money or events are recorded. */
  statuses: readonly OrderStatus[]
  /** When the worker looks at it next, where it goes through a state; else what was due stays due. */
  dueAt: Instant | null
  receivedMinor: bigint
  retryOrderId: Uuid | null
  /** Null, or the change happens only if this deposit was never recorded before, or is assigned and still in suspense. */
  deposit: { deposit: NewDeposit; outcome: DepositOutcome; isAssigned: boolean } | null
  fill: Outcome | null
  payout: Outcome | null
  refunds: readonly NewRefund[]
  refundUpdate: RefundUpdate | null
  postings: readonly Posting[]
  events: readonly NewEvent[]
  /** Null leaves the order parked or not, as it is; a new status always ends the parking. */
  parking: Parking | null
  /** A note on the change, for operators. */
  note: NewNote | null
}

/** Set aside for an operator, or let go on. */
export type Parking = { reason: ParkedReason } | 'released'

/** What became of an attempt; without a reference it was refused. */
export type Outcome = { sequence: number; reference: string | null }

// What became of attempts, [{position, sequence, reference}], with the orders they are of. "offset 0" makes it one
// relation before it is joined: else the planner may look attempts up by the part of their key that one of the two
// has, and read most of an index.
const outcomesOf = (json: string): string => `
    (select c.organization_id, c.id, c.at, i.sequence, i.reference
       from json_to_recordset(${json}::json) as i (position int, sequence int, reference text)
       join changed c using (position) offset 0)`

// `locked` before anything is written, so that a deposit is recorded only with the change it belongs to, and
// in one order, so that two batches never wait for each other.
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
  ],
  `with input as (
  select * from json_to_recordset($1::json) as i (position int, organization_id uuid, id uuid, version int,
    lease_token uuid, at timestamptz, statuses jsonb, due_at timestamptz, received_minor bigint,
    retry_order_id uuid, deposit_id uuid, refund_id uuid, refund_lease uuid, events int,
    parked_for text, is_released boolean)
), locked as (
  select i.*, o.status = 'STEP_1_AWAITING_FUNDING' and o.operation = 'create' and i.statuses <> '[]' as closes
    from input i join orders o on (o.organization_id, o.id) = (i.organization_id, i.id)
   where o.version = i.version and (i.lease_token is null or o.lease_token = i.lease_token)
   order by i.organization_id, i.id
     for update of o
), held as (
  select i.position
    from locked i join refunds r on (r.organization_id, r.id) = (i.organization_id, i.refund_id)
   where r.lease_token is not distinct from i.refund_lease
     for update of r
), recorded as (${insertDeposits('$2', 'locked')}
), assigned as (${assignDeposits('$9', 'locked')}
), changed as (
  update orders o
     set version = o.version + 1,
         last_event = o.last_event + i.events,
         received_minor = o.received_minor + i.received_minor,
         retry_order_id = coalesce(i.retry_order_id, o.retry_order_id),
         status = coalesce(i.statuses ->> -1, o.status),
         status_history = o.status_history || coalesce((
           select jsonb_agg(jsonb_build_object('status', s.status, 'created_at',
                    to_char(greatest(i.at, o.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                    order by s.step)
             from jsonb_array_elements_text(i.statuses) with ordinality as s (status, step)), '[]'),
         updated_at = case when i.statuses = '[]' and i.retry_order_id is null then o.updated_at else greatest(i.at, o.updated_at) end,
         due_at = case when i.statuses = '[]' then o.due_at else i.due_at end,
         parked_reason = case when i.parked_for is not null then i.parked_for
                              when i.statuses = '[]' and not i.is_released then o.parked_reason end,
         parked_at = case when i.parked_for is not null then i.at
                          when i.statuses = '[]' and not i.is_released then o.parked_at end,
         attempt = case when i.statuses = '[]' and not i.is_released then o.attempt else 0 end,
         lease_token = case when i.statuses = '[]' and i.parked_for is null then o.lease_token end,
         leased_until = case when i.statuses = '[]' and i.parked_for is null then o.leased_until end
    from locked i
   where (o.organization_id, o.id) = (i.organization_id, i.id)
     and (i.deposit_id is null or i.deposit_id in (select id from recorded union all select id from assigned))
     and (i.refund_id is null or i.position in (select position from held))
  returning ${ORDER_COLUMNS_OF('o')}, i.position, i.closes, o.last_event - i.events as first_event,
            greatest(i.at, o.created_at) as at
), closed as (${addOpenTotals('closed', 'changed', 'closes', '$11')}
), filled as (${updateFills(outcomesOf('$3'))}
), paid as (${updatePayouts(outcomesOf('$4'))}
), refunded as (${insertRefunds('$5', 'changed')}
), refund_moved as (${updateRefunds('$6', 'changed')}
), posted as (${postTransfers('$7', 'changed')}
), noted as (${insertNotes('$10', 'changed')}
), ${announceEvents('$8', 'changed')}
select ${ORDER_COLUMNS_OF('changed')}, changed.position from changed`,
)

/** One answer for each, in order; null where nothing was written. A batch holds one change of an order. */
export async function changeOrders(
  db: Db,
  changes: readonly OrderChange[],
): Promise<(OrderRow | null)[]> {
  const changed = await rows<OrderRow & { position: number }>(db, CHANGE_ORDERS, [
    JSON.stringify(changes.map(orderJson)),
    jsonOf(changes, ({ deposit }, position) =>
      deposit === null || deposit.isAssigned
        ? []
        : [depositJson(position, deposit.deposit, deposit.outcome)],
    ),
    jsonOf(changes, ({ fill }, position) => (fill === null ? [] : [{ position, ...fill }])),
    jsonOf(changes, ({ payout }, position) => (payout === null ? [] : [{ position, ...payout }])),
    jsonOf(changes, ({ refunds }, position) =>
      refunds.map((refund) => refundJson(position, refund)),
    ),
    jsonOf(changes, ({ refundUpdate }, position) =>
      refundUpdate === null ? [] : [refundUpdateJson(position, refundUpdate)],
    ),
    jsonOf(changes, ({ postings, at }, position) =>
      postings.flatMap((posting) => transfersJson(position, newUuid(at), posting)),
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
  ])
  const byPosition = new Map(changed.map(({ position, ...order }) => [position, order]))
  return changes.map((_, position) => byPosition.get(position) ?? null)
}

const jsonOf = (
  changes: readonly OrderChange[],
  pieces: (change: OrderChange, position: number) => readonly object[],
): string => JSON.stringify(changes.flatMap(pieces))

const orderJson = (change: OrderChange, position: number) => ({
  position,
  organization_id: change.organizationId,
  id: change.id,
  version: change.version,
  lease_token: change.leaseToken,
  at: sqlInstant(change.at),
  statuses: change.statuses,
  due_at: change.dueAt === null ? null : sqlInstant(change.dueAt),
  received_minor: String(change.receivedMinor),
  retry_order_id: change.retryOrderId,
  deposit_id: change.deposit?.deposit.id ?? null,
  refund_id: change.refundUpdate?.id ?? null,
  refund_lease: change.refundUpdate?.leaseToken ?? null,
  events: change.events.length,
  parked_for: typeof change.parking === 'object' ? change.parking?.reason : null,
  is_released: change.parking === 'released',
})
