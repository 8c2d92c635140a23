// The one statement that changes existing orders, together with their deposits, fills, payouts, refunds, ledger
// transfers and events. The caller computes a change from one version of the order. If the version has changed since,
// the statement writes nothing for that order.
import { isFree, leaseEnd } from '../../platform/db/lease.ts'
import { columnsOf, rows, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import {
  assignDeposits,
  depositJson,
  insertDeposits,
  reversalJson,
  reverseDeposits,
} from '../deposits/queries.ts'
import { announceEvents } from '../../platform/events/insert-events.ts'
import { fillOutcomeJson, updateFills } from '../fills/queries.ts'
import { newUuid } from '../../platform/ids.ts'
import { addReserved, isReserving, reservedBy } from '../liquidity/reservation-queries.ts'
import { postTransfers, transfersJson } from '../ledger/queries.ts'
import {
  insertPayouts,
  markReturnedPayouts,
  newPayoutJson,
  payoutJson,
  updatePayouts,
} from '../payouts/queries.ts'
import { insertReturns, returnJson } from '../returns/queries.ts'
import {
  collectRefunds,
  insertRefunds,
  refundJson,
  refundUpdateJson,
  updateRefunds,
} from '../refunds/queries.ts'
import {
  lockUnsentRefunds,
  reversedRefundJson,
  reverseRefunds,
} from '../refunds/reversal-queries.ts'
import { insertReceivableChanges, receivableJson } from '../reversals/queries.ts'
import { giveBackVolumes } from '../volume-limits/order-parts.ts'
import { insertCancellations } from '../cancellations/queries.ts'
import { decideMarks, insertMarks, lockContradicted } from '../marks/queries.ts'
import { LEASE_MS } from './job-queries.ts'
import { insertNotes, noteJson } from './notes.ts'
import { addOpenTotals, openTotalSlots } from './open-total-queries.ts'
import { orderJson, rareJson, type OrderChange } from './order-change.ts'
import type { OrderRow } from './queries.ts'
import { sendJson } from './order-send.ts'

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
  'accepted_loss_minor',
  'chosen_provider',
  'frozen_at',
  'attempt',
  'lease_token',
] as const satisfies readonly (keyof OrderRow)[]
type Changed = Pick<OrderRow, (typeof CHANGING)[number]>

// The complete texts are in server/statements/orders.sql. The caller computes status, history and `updated_at`: the check
// of the version protects them. The statement computes the lease, `attempt` and `due_at`, which also change without a new
// version.
const COLUMNS = `position int, organization_id uuid, id uuid, version int, lease_token uuid, at timestamptz, status text,
           entries jsonb, is_shown boolean, due_at timestamptz, received_minor bigint, deposit_id uuid,
           is_rescheduled boolean, events int, keeps_parking boolean, attempt int, keeps_lease boolean, renewed_ms int,
           payout_held text`
const RARE_COLUMNS = `short_minor bigint, retry_order_id uuid, reversed_id uuid, set_off int, refund_id uuid, refund_lease uuid, return_key text, parked_for text,
           freezing text, accepted_loss_minor bigint, chosen_provider text, pays_to uuid, is_marked boolean, decided_key text, record_stands boolean, ends_unfunded boolean`

// The parameters, in order. All but the slot are lists, as JSON texts.
const LISTS = ['changes', 'deposits', 'fills', 'payouts', 'transfers', 'events'] as const
const RARE_LISTS = [
  'refunds',
  'refund_updates',
  'collected_refunds',
  'assigned_deposits',
  'notes',
  'returns',
  'new_payouts',
  'reversals',
  'reversed_refunds',
  'receivables',
  'marks',
  'cancellations',
] as const
const PARAMETERS = [...LISTS, 'slot', ...RARE_LISTS] as const
const the = (name: (typeof PARAMETERS)[number]) => `$${PARAMETERS.indexOf(name) + 1}`

/**
 * PostgreSQL prepares every part of a statement at each call, also those without a row. So a batch of changes that only
 * move an order on takes a statement without the rare parts.
 */
// oxlint-disable-next-line max-lines-per-function -- one statement
const changeStatement = (name: string, hasRare: boolean) => {
  const rare = (text: string) => (hasRare ? text : '')
  return statement(
    name,
    PARAMETERS.slice(0, hasRare ? undefined : LISTS.length + 1),
    `
-- Lock the orders first, so that a deposit is recorded only together with its change. Lock them in key order, so that
-- two batches never deadlock.
with locked as (
  select i.*, o.status = 'STEP_1_AWAITING_FUNDING' and o.operation = 'create' and i.status is not null as closes,
         ${isReserving('o')} and not ${isReserving('o', 'i.status')} as releases${rare(`,
         o.operation = 'create' and i.ends_unfunded and o.status = 'STEP_1_AWAITING_FUNDING' as gives_back`)}
    from json_to_recordset(${the('changes')}::json) as i (${COLUMNS}${rare(`,
           ${RARE_COLUMNS}`)})
    join orders o on (o.organization_id, o.id) = (i.organization_id, i.id)
   where o.version = i.version and (i.lease_token is null or o.lease_token = i.lease_token)${rare(`
     and (i.is_marked is null or ${isFree('o.leased_until', String(LEASE_MS))})`)}
   order by i.organization_id, i.id
     for update of o
), recorded as (
  -- A deposit that is already recorded inserts no row, so its order is not changed.${insertDeposits(the('deposits'), 'locked')}
)${rare(`, held as (
  -- A refund changes only if its lease is still the one that the caller read, and gets another destination only unprepared.
  select i.position
    from locked i join refunds r on (r.organization_id, r.id) = (i.organization_id, i.refund_id)
   where r.lease_token is not distinct from i.refund_lease
     and (i.pays_to is null or r.status = 'FAILED' or (r.rail is null and r.prepared_sealed is null))
     and (i.is_marked is null or ${isFree('r.leased_until', String(LEASE_MS))})
     for update of r
), assigned as (${assignDeposits(the('assigned_deposits'), 'locked')}
), returned as (
  -- A return that was recorded before inserts no row, so its order is not changed.${insertReturns(the('returns'), 'locked')}
), unsent as (
  -- A refund that was sent meanwhile gives no position: the deposit is then not taken back, and nothing is set off.${lockUnsentRefunds(the('reversed_refunds'), 'locked')}
), reversed as (${reverseDeposits(the('reversals'), 'locked', 'unsent')}
), contradicted as (
  -- A contradiction is decided once. That its record stands can be taken back.${lockContradicted('locked')}
)`)}, changed as (
  update orders o
     set version = o.version + 1,
         last_event = o.last_event + i.events,
         received_minor = o.received_minor + coalesce(i.received_minor, 0),
         status = coalesce(i.status, o.status),
         status_history = o.status_history || i.entries,
         updated_at = case when i.is_shown then i.at else o.updated_at end,
         -- Keep due_at if the old and the new value are both already due: a new value would rewrite every index entry.
         due_at = case when not i.is_rescheduled or (i.due_at <= i.at and o.due_at <= i.due_at) then o.due_at
                       else i.due_at end,
         attempt = coalesce(i.attempt, o.attempt),
         lease_token = case when i.keeps_lease then o.lease_token end,
         leased_until = case when i.renewed_ms is not null then ${leaseEnd('i.renewed_ms')}
                             when i.keeps_lease then o.leased_until end${rare(`,
         short_minor = o.short_minor + coalesce(i.short_minor, 0),
         retry_order_id = coalesce(i.retry_order_id, o.retry_order_id),
         accepted_loss_minor = coalesce(i.accepted_loss_minor, o.accepted_loss_minor),
         chosen_provider = coalesce(i.chosen_provider, o.chosen_provider),
         frozen_at = case i.freezing when 'frozen' then i.at when 'unfrozen' then null else o.frozen_at end`)},
         payout_held_since = case i.payout_held when 'held' then i.at when 'decided' then null else o.payout_held_since end,
         parked_reason = case when i.keeps_parking then o.parked_reason${rare(' else i.parked_for')} end,
         parked_at = case when i.keeps_parking then o.parked_at${rare(' when i.parked_for is not null then i.at')} end
    from locked i
   where (o.organization_id, o.id) = (i.organization_id, i.id)
     and (i.deposit_id is null or i.deposit_id in (select id from recorded${rare(' union all select id from assigned')}))${rare(`
     and (i.refund_id is null or i.position in (select position from held))
     and (i.return_key is null or i.return_key in (select key from returned))
     and (i.reversed_id is null or i.reversed_id in (select id from reversed))
     and (i.decided_key is null or i.decided_key in (select key from contradicted))
     and (i.set_off is null or i.set_off = (select count(*) from unsent u where u.position = i.position))
     and (i.pays_to is null or exists (
            select from external_payment_instruments e
             where e.organization_id = i.organization_id and e.id = i.pays_to and e.status = 'ACTIVE'
               and (e.closing_until is null or e.closing_until <= now())))`)}
  returning ${columnsOf(CHANGING.join(), 'o')}, o.organization_id, o.id, o.route_id, o.payin_total_minor,
    o.payin_fee_minor, o.payin_tax_minor, o.payin_currency, o.payout_currency, o.payout_total_minor,
    o.reserved_provider, o.payin_instrument_id, o.created_at, i.position, i.closes, i.releases,
    o.last_event - i.events as first_event, i.at${rare(', i.gives_back, i.decided_key, i.record_stands')}
), closed as (
  -- Orders that no longer await funding leave the open total of their route.${addOpenTotals('closed', 'changed', 'closes', the('slot'))}
), released as (
  -- Orders that are filled or have ended give back what they reserve.${addReserved(reservedBy('changed', { provider: 'reserved_provider', sign: '-', condition: 'releases' }), the('slot'))}
), filled as (${updateFills(the('fills'), 'changed')}
), paid as (${updatePayouts(the('payouts'), 'changed')}
), posted as (${postTransfers(the('transfers'), 'changed')}
)${rare(`, given_back as (
  -- Orders that end unfunded no longer count for volume limits.${giveBackVolumes('changed', 'gives_back')}
), payout_returned as (${markReturnedPayouts(the('returns'), 'changed')}
), paid_again as (${insertPayouts(the('new_payouts'), 'changed')}
), refunded as (${insertRefunds(the('refunds'), 'changed')}
), refunds_collected as (${collectRefunds(the('collected_refunds'), 'changed')}
), refund_moved as (${updateRefunds(the('refund_updates'), 'changed')}
), refund_reversed as (${reverseRefunds(the('reversed_refunds'), 'changed')}
), receivable_changed as (${insertReceivableChanges(the('receivables'), 'changed')}
), marked as (${insertMarks(the('marks'), 'changed')}
), decided as (${decideMarks('changed')}
), cancelling as (${insertCancellations(the('cancellations'), 'changed')}
), noted as (${insertNotes(the('notes'), 'changed')}
)`)}, ${announceEvents(the('events'), 'changed')}
select ${CHANGING.join(', ')}, position from changed`,
  )
}

const CHANGE_ORDERS = changeStatement('change_orders', false)
const CHANGE_ORDERS_IN_ANY_WAY = changeStatement('change_orders_in_any_way', true)

const rareLists = (changes: readonly OrderChange[]) => ({
  refunds: changes.flatMap(({ refunds }, position) =>
    refunds.map((refund) => refundJson(position, refund)),
  ),
  refund_updates: changes.flatMap(({ refundUpdate }, position) =>
    refundUpdate === null ? [] : [refundUpdateJson(position, refundUpdate)],
  ),
  collected_refunds: changes.flatMap(({ collected }, position) =>
    collected.map(({ row, collectedIn }) => ({
      position,
      id: row.id,
      collected_in: collectedIn,
    })),
  ),
  assigned_deposits: changes.flatMap(({ deposit }, position) =>
    deposit?.isAssigned === true
      ? [{ position, id: deposit.deposit.id, outcome: deposit.outcome }]
      : [],
  ),
  notes: changes.flatMap(({ note }, position) => (note === null ? [] : [noteJson(position, note)])),
  returns: changes.flatMap(({ returned }, position) =>
    returned === null ? [] : [returnJson(position, returned)],
  ),
  new_payouts: changes.flatMap(({ newPayout }, position) =>
    newPayout === null ? [] : [newPayoutJson(position, newPayout)],
  ),
  reversals: changes.flatMap(({ reversal }, position) =>
    reversal === null ? [] : [reversalJson(position, reversal)],
  ),
  reversed_refunds: changes.flatMap(({ reversal, setOffRefunds }, position) =>
    [...(reversal?.refunds ?? []), ...setOffRefunds].map((refund) =>
      reversedRefundJson(position, refund),
    ),
  ),
  receivables: changes.flatMap(({ receivables }, position) =>
    receivables.map((one) => receivableJson(position, one)),
  ),
  cancellations: changes.flatMap(({ cancellation }, position) =>
    cancellation === null ? [] : [sendJson(position, cancellation)],
  ),
  marks: changes.flatMap(({ mark }, position) => (mark === null ? [] : [sendJson(position, mark)])),
})

const usualLists = (changes: readonly OrderChange[]) => ({
  deposits: changes.flatMap(({ deposit }, position) =>
    deposit === null || deposit.isAssigned
      ? []
      : [depositJson(position, deposit.deposit, deposit.outcome)],
  ),
  fills: changes.flatMap(({ fill }, position) =>
    fill === null ? [] : [fillOutcomeJson(position, fill)],
  ),
  payouts: changes.flatMap(({ payout, withdrawn }, position) =>
    [payout, withdrawn].flatMap((one) => (one === null ? [] : [payoutJson(position, one)])),
  ),
  transfers: changes.flatMap(({ postings, at }, position) =>
    postings.flatMap((posting) => transfersJson(position, newUuid('posting', at), posting)),
  ),
  events: changes.flatMap(({ events }, position) =>
    events.map((event, index) => ({ position, ...event, step: index + 1 })),
  ),
})

/** Returns one row per change, in order; null where nothing was written. A batch holds at most one change per order. */
export async function changeOrders(
  db: Db,
  changes: readonly OrderChange[],
): Promise<(OrderRow | null)[]> {
  const rare = rareLists(changes)
  const rareColumns = changes.map(rareJson)
  const hasRare =
    RARE_LISTS.some((name) => rare[name].length > 0) ||
    rareColumns.some((columns) => Object.values(columns).some((value) => value !== undefined))
  const lists = {
    changes: changes.map((change, position) => ({
      ...orderJson(change, position),
      ...(hasRare ? rareColumns[position] : {}),
    })),
    ...usualLists(changes),
  }
  const changed = await rows<Changed & { position: number }>(
    db,
    hasRare ? CHANGE_ORDERS_IN_ANY_WAY : CHANGE_ORDERS,
    [
      ...LISTS.map((name) => JSON.stringify(lists[name])),
      openTotalSlots.closed,
      ...(hasRare ? RARE_LISTS.map((name) => JSON.stringify(rare[name])) : []),
    ],
  )
  const byPosition = new Map(changed.map(({ position, ...columns }) => [position, columns]))
  return changes.map(({ order }, position) => {
    const columns = byPosition.get(position)
    return columns === undefined ? null : { ...order, ...columns }
  })
}
