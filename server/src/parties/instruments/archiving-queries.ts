// The SQL of archiving: it closes instruments to new orders, finds open orders and refunds, archives and reopens.
import type { Instant } from '../../platform/clock.ts'
import { columnsOf, rows, sqlInstant, sqlUuids, type Db } from '../../platform/db/pool.ts'
import { allRows, oneOwned, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { announceEvents } from '../../platform/events/insert-events.ts'
import { changedWithoutOrder, newStatus } from '../../platform/events/status-changes.ts'
import type { Uuid } from '../../platform/ids.ts'
import {
  INSTRUMENT_COLUMNS,
  statusEventsOf,
  type InstrumentId,
  type InstrumentRow,
} from './queries.ts'

/** `until` is the exact text of the instant, since it also identifies the closing. */
export type Closing = { until: string; ids: readonly Uuid<'epi'>[] }

const idsOf = (instruments: readonly InstrumentId[]): [string, string] => [
  sqlUuids(instruments.map((one) => one.organization_id)),
  sqlUuids(instruments.map((one) => one.id)),
]

// Force each part through its partial index, whatever the statistics say. "offset 0" stops the planner from reading all
// orders of an organization. The bounds that are always true make it choose the index.
const USES = `
  wanted as (
    select * from unnest($1::uuid[], $2::uuid[]) with ordinality as i (of_organization, of_instrument, position)
  ), open_orders as (
    (select organization_id, id, payin_instrument_id, payout_instrument_id from orders
      where due_at is not null and parked_reason is null and due_at >= '-infinity'
        and status in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT') offset 0)
    union all
    (select organization_id, id, payin_instrument_id, payout_instrument_id from orders
      where parked_reason is not null and parked_at >= '-infinity'
        and status in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT') offset 0)
    union all
    (select organization_id, id, payin_instrument_id, payout_instrument_id from orders
      where awaits_retry
        and id >= '00000000-0000-0000-0000-000000000000' offset 0)
  ), open_refunds as (
    select organization_id, order_id, destination_instrument_id from refunds
     where due_at is not null and due_at >= '-infinity' and status in ('PENDING', 'SENT') offset 0
  ), open_payouts as (
    select organization_id, order_id, instrument_id from payouts where rail is null and rejected_at is null offset 0
  ), uses as (
    select w.position, o.id as order_id, false as is_refund
      from wanted w join open_orders o on o.organization_id = w.of_organization
       and w.of_instrument in (o.payin_instrument_id, o.payout_instrument_id)
    union all
    select w.position, p.order_id, false
      from wanted w join open_payouts p on p.organization_id = w.of_organization
       and p.instrument_id = w.of_instrument
    union all
    select w.position, r.order_id, true
      from wanted w join open_refunds r on r.organization_id = w.of_organization
       and r.destination_instrument_id = w.of_instrument
  )`

const UPDATE_CLOSING = statement(
  'update_closing',
  ['organization_ids', 'ids', 'closed_ms'],
  `update external_payment_instruments e set closing_until = now() + $3 * interval '1 millisecond'
     from unnest($1::uuid[], $2::uuid[]) as i (of_organization, of_instrument)
    where e.organization_id = i.of_organization and e.id = i.of_instrument and e.status <> 'ARCHIVED'
      and (e.closing_until is null or e.closing_until <= now())
    returning e.id, e.closing_until::text as until`,
)

/** Closes instruments to new orders for `closedMs`. Null if one is archived, or if another caller is archiving one. */
export async function updateClosing(
  db: Db,
  instruments: readonly InstrumentId[],
  closedMs: number,
): Promise<Closing | null> {
  const closed = await rows<{ id: Uuid<'epi'>; until: string }>(db, UPDATE_CLOSING, [
    ...idsOf(instruments),
    closedMs,
  ])
  const closing = { until: closed[0]?.until ?? '', ids: closed.map(({ id }) => id) }
  if (closed.length === instruments.length) return closing
  if (closed.length > 0) await updateReopened(db, instruments, closing)
  return null
}

/** Ends a closing early. Does nothing if it has ended or its instrument is archived. */
export const updateReopened = write(
  'update_reopened',
  ['organization_ids', 'ids', 'until'],
  `update external_payment_instruments e set closing_until = null
     from unnest($1::uuid[], $2::uuid[]) as i (of_organization, of_instrument)
    where e.organization_id = i.of_organization and e.id = i.of_instrument and e.closing_until = $3::timestamptz`,
  (instruments: readonly InstrumentId[], closing: Closing) => [
    ...idsOf(instruments),
    closing.until,
  ],
)

const SELECT_ORDER_WRITERS = statement(
  'select_order_writers',
  ['among'],
  `select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and relation = 'orders'::regclass
      and database = (select oid from pg_database where datname = current_database())
      and ($1::text[] is null or virtualtransaction = any ($1))`,
)

/**
 * The transactions that may be inserting or changing orders now; with `among`, only those of the list. A statement locks
 * the table before it takes its snapshot. So a statement that is not listed sees every closing that is committed.
 * pg_snapshot_xmin would miss a statement that has read its rows but not written yet.
 */
export async function selectOrderWriters(
  db: Db,
  among: readonly string[] | null,
): Promise<string[]> {
  const writers = await rows<{ writer: string }>(db, SELECT_ORDER_WRITERS, [among])
  return writers.map(({ writer }) => writer)
}

export type InstrumentUse = {
  id: Uuid<'epi'>
  open_orders: number
  open_refunds: number
  order_id: Uuid<'ord'>
}

const SELECT_USES = statement(
  'select_uses',
  ['organization_ids', 'ids'],
  `with ${USES}
   select w.of_instrument as id, count(*) filter (where not u.is_refund)::int as open_orders,
          count(*) filter (where u.is_refund)::int as open_refunds, (array_agg(u.order_id order by u.order_id))[1] as order_id
     from uses u join wanted w using (position)
    group by w.of_instrument, w.position
    order by w.position`,
)

/**
 * Counts the open orders and refunds of each instrument; an instrument without any has no row. A declined order is open
 * too, since it can be retried or refunded. A failed refund does not count, since an operator chooses its destination.
 */
export async function selectUses(
  db: Db,
  instruments: readonly InstrumentId[],
): Promise<InstrumentUse[]> {
  return rows<InstrumentUse>(db, SELECT_USES, idsOf(instruments))
}

export type AccountBalance = { balance_minor: bigint; currency: string }

/** What an account at the desk has; undefined for other instruments. */
export const selectAccountBalance = oneOwned<AccountBalance, 'epi'>(
  'select_account_balance',
  `select balance_minor, currency from accounts where organization_id = $1 and id = $2`,
)

/**
 * Archives the instruments without open orders, refunds and money, if their closing lasts at least `marginMs` longer. The
 * margin exceeds the statement timeout, so that no order is created before the commit.
 */
export const updateArchived = allRows<
  InstrumentRow,
  [
    instruments: readonly InstrumentId[],
    options: { closing: Closing; marginMs: number; at: Instant },
  ]
>(
  'update_archived',
  ['organization_ids', 'ids', 'until', 'margin_ms', 'at', 'events'],
  `with ${USES}, written as (
     update external_payment_instruments e
        set closing_until = null, ${newStatus('e', "'ARCHIVED'", '$5')}
       from wanted w
      where e.organization_id = w.of_organization and e.id = w.of_instrument and e.status <> 'ARCHIVED'
        and e.closing_until = $3::timestamptz
        and e.closing_until > clock_timestamp() + $4 * interval '1 millisecond'
        and not exists (select from uses u where u.position = w.position)
        and not exists (select from accounts a
                         where a.organization_id = w.of_organization and a.id = w.of_instrument and a.balance_minor <> 0)
     returning ${columnsOf(INSTRUMENT_COLUMNS, 'e')}, w.position
   ), changed as (${changedWithoutOrder('organization_id', 'written', 'position')}
   ), ${announceEvents('$6', 'changed')}
   select ${INSTRUMENT_COLUMNS} from written order by position`,
  (instruments, options) => [
    ...idsOf(instruments),
    options.closing.until,
    options.marginMs,
    sqlInstant(options.at),
    statusEventsOf(instruments, 'ARCHIVED', options.at),
  ],
)

const SELECT_IS_CLOSING = statement(
  'select_is_closing',
  ['organization_id', 'id'],
  `select coalesce(closing_until > now(), false) as is_closing from external_payment_instruments
    where organization_id = $1 and id = $2`,
)

/** Whether the instrument is closed to new orders because it is being archived. */
export async function selectIsClosing(db: Db, { organization_id, id }: InstrumentId) {
  const [row] = await rows<{ is_closing: boolean }>(db, SELECT_IS_CLOSING, [organization_id, id])
  return row?.is_closing === true
}
