// The SQL that creates orders. The SQL that changes them later is in changes.ts and job-queries.ts.
import {
  inOrder,
  joinByIndex,
  rows,
  sqlInstants,
  sqlNumbers,
  sqlUuids,
  type Db,
} from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import { announceEventArrays, eventArrays } from '../../platform/events/insert-events.ts'
import { metadataJson } from '../../platform/http/metadata.ts'
import { NO_ID, type Uuid } from '../../platform/ids.ts'
import { assignAccounts, isFreeAccount } from '../funding-accounts/pool-queries.ts'
import { affordableOrders, paymentsOf, payOrders } from '../accounts/pay-orders.ts'
import { whereTakesOrders } from '../../parties/organizations/require-active.ts'
import {
  addReserved,
  coveredOrders,
  reservationsOf,
  reservedBy,
} from '../liquidity/reservation-queries.ts'
import {
  askedVolumes,
  countVolumes,
  isWithinVolumes,
  lockedVolumes,
} from '../volume-limits/order-parts.ts'
import { addOpenTotals, openTotalOf, openTotalSlots, runningTotals } from './open-total-queries.ts'
import { insertedRow, type InsertedOrder, type NewOrder } from './new-order.ts'
import type { OrderRow } from './queries.ts'

// The parameters, in order. Those of special orders come last.
const PLAIN_PARAMETERS = [
  'organization_ids',
  'ids',
  'quote_ids',
  'reference_numbers',
  'external_reference_ids',
  'funding_details',
  'funding_addresses',
  'first_statuses',
  'created_at_texts',
  'created_at',
  'operations',
  'idempotency_keys',
  'request_hashes',
  'totals',
  'route_organization_ids',
  'route_ids',
  'slot',
  'funding_rails',
  'event_positions',
  'event_ids',
  'event_types',
  'event_data',
  'event_steps',
  'metadata',
] as const
const PARAMETERS = [
  ...PLAIN_PARAMETERS,
  'funding_account_ids',
  'reserving_ids',
  'reserving_providers',
  'reserving_payin_currencies',
  'reserving_payout_currencies',
  'reserving_payin_minor',
  'reserving_payout_minor',
  'payments',
  'account_transfers',
  'payment_transfers',
] as const
const the = (name: (typeof PARAMETERS)[number]) => `$${PARAMETERS.indexOf(name) + 1}`

const entry = (status: string): string =>
  `jsonb_build_object('status', ${status}, 'created_at', i.created_at_text)`
const HISTORY = `jsonb_build_array(${entry('i.status')})`
const HISTORY_IF_PAID = `case when paying.id is null then ${HISTORY}
                 else jsonb_build_array(${entry("'STEP_1_AWAITING_FUNDING'")}, ${entry('i.status')}) end`
/** Created, a deposit recorded, and funded. */
const EVENTS_OF_PAID = 3
/** Values of reserved_provider, received_minor and last_event. */
const OF_SPECIAL = `case when i.id = any (${the('reserving_ids')}) then q.priced_provider end, coalesce(paying.amount_minor, 0),
            case when paying.id is null then 1 else ${EVENTS_OF_PAID} end`
const LIMITED = `limited as materialized (
     select distinct organization_id from volume_limits
      where organization_id = any (${the('organization_ids')}) and limit_minor is not null
   )`
const IS_UNLIMITED = 'i.organization_id not in (select organization_id from limited)'
const OF_LIMITED = `
    union all
   select i.organization_id, i.id, null, null
     from unnest(${the('organization_ids')}::uuid[], ${the('ids')}::uuid[]) as i (organization_id, id) join limited using (organization_id)`

const COVERED = `covered as materialized (${coveredOrders(
  `unnest(${the('reserving_ids')}::uuid[], ${the('reserving_providers')}::text[],
             ${the('reserving_payin_currencies')}::text[], ${the('reserving_payout_currencies')}::text[],
             ${the('reserving_payin_minor')}::numeric[], ${the('reserving_payout_minor')}::numeric[])`,
)}
   ), ${affordableOrders(the('payments'), 'covered')}, batch as materialized (
     select * from unnest(${the('organization_ids')}::uuid[], ${the('ids')}::uuid[], ${the('quote_ids')}::uuid[],
                ${the('created_at')}::timestamptz[], ${the('operations')}::text[])
       with ordinality as b (organization_id, id, quote_id, created_at, operation, position)
   ), volumes as materialized (${lockedVolumes('batch', '(select id from covered union all select id from affordable) l')}
   ), asked_volumes as materialized (${askedVolumes('batch', 'volumes')}
   )`
const IS_FREE_AND_COVERED = `${isFreeAccount('i.funding_account')}
        and (i.id <> all (${the('reserving_ids')}) or i.id in (select id from covered))
        and (paying.id is null or i.id in (select id from affordable))
        and ${isWithinVolumes('i', 'asked_volumes')}`

/**
 * PostgreSQL prepares every part of a statement at each call, also those without a row. So orders without an account of a
 * pool, an account that pays, a reservation and a volume limit take a statement without those parts. It inserts no order of an
 * organization with a volume limit, and returns it without versions.
 */
const insertStatement = (name: string, isPlain: boolean) => {
  const special = (text: string) => (isPlain ? '' : text)
  return statement(
    name,
    isPlain ? PLAIN_PARAMETERS : PARAMETERS,
    `with room as materialized (
     select r.organization_id, r.id as route_id, r.max_open_total_minor - ${openTotalOf('r')} as minor
       from unnest(${the('route_organization_ids')}::uuid[], ${the('route_ids')}::uuid[]) as used (organization_id, id)
       ${joinByIndex('configured_routes', 'organization_id = used.organization_id and id = used.id and not is_disabled', 'r')}
   ), ${isPlain ? LIMITED : COVERED}, created as (
     insert into orders (organization_id, id, quote_id, offering_id, route_id, reference_number,
       external_reference_id, payin_instrument_id, payin_instrument_version, payout_instrument_id,
       payout_instrument_version, payin_currency, payout_currency, exchange_rate, effective_exchange_rate,
       payin_total_minor, payin_fee_minor, payin_tax_minor, payout_total_minor, funding_details, funding_address, funding_rail,
       funding_expires_at, status, status_history, created_at, updated_at, operation, idempotency_key,
       request_hash, due_at, priced_provider, metadata${special(', reserved_provider, received_minor, last_event')})
     select q.organization_id, i.id, q.id, q.offering_id, q.route_id, i.reference, i.external_reference,
            payin.id, payin.version, payout.id, payout.version, q.payin_currency, q.payout_currency,
            q.exchange_rate, q.exchange_rate, q.payin_total_minor, q.payin_fee_minor, q.payin_tax_minor,
            q.payout_total_minor, i.funding_details, i.funding_address, i.funding_rail, q.funding_expires_at,
            i.status, ${isPlain ? HISTORY : HISTORY_IF_PAID}, i.created_at, i.created_at, i.operation, i.key, i.hash,
            ${isPlain ? 'q.funding_expires_at' : 'coalesce(paying.due_at, q.funding_expires_at)'}, q.priced_provider, i.metadata${special(`,
            ${OF_SPECIAL}`)}
       from unnest(${the('organization_ids')}::uuid[], ${the('ids')}::uuid[], ${the('quote_ids')}::uuid[],
              ${the('reference_numbers')}::text[], ${the('external_reference_ids')}::text[], ${the('funding_details')}::jsonb[],
              ${the('funding_addresses')}::text[], ${the('first_statuses')}::text[], ${the('created_at_texts')}::text[],
              ${the('created_at')}::timestamptz[], ${the('operations')}::text[], ${the('idempotency_keys')}::text[],
              ${the('request_hashes')}::bytea[], ${the('totals')}::numeric[],
              ${the('funding_rails')}::text[], ${the('metadata')}::jsonb[]${special(`, ${the('funding_account_ids')}::uuid[]`)})
            as i (organization_id, id, quote_id, reference, external_reference, funding_details, funding_address,
              status, created_at_text, created_at, operation, key, hash, batch_minor, funding_rail, metadata${special(', funding_account')})${special(`
       left join paying on paying.id = i.id`)}
       ${joinByIndex('quotes', 'organization_id = i.organization_id and id = i.quote_id and i.created_at <= submission_expires_at', 'q')}
       ${joinByIndex('room', `organization_id = q.organization_id and route_id = q.route_id and (i.operation = 'retry' or ${special('paying.id is not null or ')}i.batch_minor <= minor)`)}
       ${whereTakesOrders('q')}
      where ${isPlain ? IS_UNLIMITED : IS_FREE_AND_COVERED}
     on conflict do nothing
     returning organization_id, id, payin_instrument_version, payout_instrument_version, route_id,
       payin_total_minor, created_at, operation${special(`, reserved_provider, payin_currency, payout_currency,
       payin_fee_minor, payin_tax_minor, payout_total_minor, status`)}
   ), opened_more as (${addOpenTotals('opened', 'created', `operation = 'create'${special(` and status = 'STEP_1_AWAITING_FUNDING'`)}`, the('slot'))}
   ), ${special(`reserved_more as (${addReserved(reservedBy('created', { provider: 'reserved_provider', sign: '', condition: 'reserved_provider is not null' }), the('slot'))}
   ), counted as (${countVolumes('created', 'asked_volumes')}
   ), assigned as (${assignAccounts(the('ids'), the('funding_account_ids'), 'created')}
   ), ${payOrders('created', the('account_transfers'), the('payment_transfers'))}, `)}numbered as (
     select i.position::int as position, c.organization_id, c.id, c.created_at as at, 0 as first_event
       from unnest(${the('ids')}::uuid[]) with ordinality as i (id, position) join created c using (id)
   ), ${announceEventArrays(
     {
       positions: the('event_positions'),
       ids: the('event_ids'),
       types: the('event_types'),
       data: the('event_data'),
       steps: the('event_steps'),
     },
     'numbered',
   )}
   select organization_id, id, payin_instrument_version, payout_instrument_version from created${isPlain ? OF_LIMITED : ''}`,
  )
}

const INSERT_PLAIN_ORDERS = insertStatement('insert_plain_orders', true)
const INSERT_ORDERS = insertStatement('insert_orders', false)

/** Organizations that the last statements found with volume limits. A hint: the statements decide. */
export type Limited = Set<Uuid<'org'>>
const MOST_LIMITED = 10_000

/**
 * Creates orders from quotes. Returns one row per order, in order; null for an order that was not inserted. Conditions:
 * - the quote is unexpired at the order's creation;
 * - the quote is unused: a unique index enforces this;
 * - the organization, the instruments and the route take orders;
 * - the route's max_open_total covers the open total when the statement began, plus the orders of the batch up to this
 *   one. Orders of a retry are exempt;
 * - the provider covers the order, if it has limits. Concurrent statements wait for each other there;
 * - the account that pays it has the money, with what the batch asks of it up to this order;
 * - the volume limits of the organization and of the payin instrument cover the order. Concurrent statements wait for
 *   each other there, too. Orders of a retry are exempt: their money was counted before.
 *
 * The statement does not see orders that other processes are inserting, so these can exceed max_open_total. An order
 * that follows a refused one in the batch may fit on the next try.
 */
export async function insertOrders(
  db: Db,
  orders: readonly NewOrder[],
  limited: Limited = new Set(),
): Promise<(OrderRow | null)[]> {
  const isPlain = (order: NewOrder) =>
    order.fundingAccountId === null &&
    order.payment === null &&
    !order.reserves &&
    !limited.has(order.organizationId)
  if (!orders.every(isPlain)) return insertedRows(orders, await insertAny(db, orders))
  const found = await rows<Judged>(db, INSERT_PLAIN_ORDERS, plainValues(orders))
  const inserted = found.filter(isInserted)
  const limitedIds = new Set(found.flatMap((row) => (isInserted(row) ? [] : [row.id])))
  if (limitedIds.size === 0) return insertedRows(orders, inserted)
  const others = orders.filter((order) => limitedIds.has(order.id))
  if (limited.size >= MOST_LIMITED) limited.clear()
  for (const { organizationId } of others) limited.add(organizationId)
  return insertedRows(orders, [...inserted, ...(await insertAny(db, others))])
}

const insertAny = (db: Db, orders: readonly NewOrder[]): Promise<InsertedOrder[]> =>
  rows<InsertedOrder>(db, INSERT_ORDERS, [
    ...plainValues(orders),
    accountsOnce(orders),
    ...reservationsOf(orders.filter((order) => order.reserves)),
    ...paymentsOf(orders),
  ])

function plainValues(orders: readonly NewOrder[]): unknown[] {
  const batch = runningTotals(orders.map((order) => order.quote))
  const createdAt = sqlInstants(orders.map((order) => order.createdAt))
  return [
    sqlUuids(orders.map((order) => order.organizationId)),
    sqlUuids(orders.map((order) => order.id)),
    sqlUuids(orders.map((order) => order.quote.id)),
    orders.map((order) => order.referenceNumber),
    orders.map((order) => order.externalReferenceId),
    orders.map((order) => JSON.stringify(order.fundingDetails)),
    orders.map((order) => order.fundingAddress),
    orders.map((order) => order.status),
    createdAt,
    createdAt,
    orders.map((order) => order.operation),
    orders.map((order) => order.idempotencyKey),
    orders.map((order) => order.requestHash),
    sqlNumbers(batch.totals),
    sqlUuids(batch.routes.map((route) => route.organizationId)),
    sqlUuids(batch.routes.map((route) => route.routeId)),
    openTotalSlots.opened,
    orders.map((order) => order.fundingRail),
    ...eventArrays(
      orders.flatMap(({ events }, index) =>
        events.map((event, before) => ({ position: index + 1, event, step: before + 1 })),
      ),
    ),
    orders.map((order) => metadataJson(order.metadata)),
  ]
}

const insertedRows = (
  orders: readonly NewOrder[],
  inserted: readonly InsertedOrder[],
): (OrderRow | null)[] =>
  inOrder(inserted, orders).map((row, index) => {
    const order = orders[index]
    return row === null || order === undefined ? null : insertedRow(order, row)
  })

// Orders of one batch may have chosen the same account. Only the first gets it; the others are not inserted.
const accountsOnce = (orders: readonly NewOrder[]): (Uuid | null)[] =>
  orders.map(({ fundingAccountId: id }, index) =>
    id !== null && orders.findIndex((other) => other.fundingAccountId === id) < index ? NO_ID : id,
  )

/** Without versions: not inserted, because its organization has a volume limit. */
type Judged =
  | InsertedOrder
  | (Omit<InsertedOrder, 'payin_instrument_version'> & { payin_instrument_version: null })
const isInserted = (row: Judged): row is InsertedOrder => row.payin_instrument_version !== null
