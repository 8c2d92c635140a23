// All SQL that writes orders, with what became of their attempts (attempts.ts). `status` is written by insertOrders, for the first one,
// and by updateOrderStatuses, which only transition.ts calls.
import type { Instant } from '../clock.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import type { StatusEntry } from '../http/status.ts'
import type { Uuid } from '../ids.ts'
import type { OrderEvent, OrderStatus } from './states.ts'

export type OrderRow = {
  organization_id: Uuid
  id: Uuid
  quote_id: Uuid
  offering_id: Uuid
  route_id: Uuid
  reference_number: string
  external_reference_id: string | null
  payin_instrument_id: Uuid
  payin_instrument_version: number
  payout_instrument_id: Uuid
  payout_instrument_version: number
  payin_currency: string
  payout_currency: string
  /** Decimal text. */
  exchange_rate: string
  effective_exchange_rate: string
  payin_total_minor: bigint
  payin_fee_minor: bigint
  payin_tax_minor: bigint
  payout_total_minor: bigint
  funding_details: Record<string, string>
  funding_expires_at: Instant
  retry_order_id: Uuid | null
  status: OrderStatus
  status_history: StatusEntry[]
  created_at: Instant
  updated_at: Instant
  request_hash: Buffer
  attempt: number
  lease_token: Uuid | null
}

const NAMES = [
  'organization_id',
  'id',
  'quote_id',
  'offering_id',
  'route_id',
  'reference_number',
  'external_reference_id',
  'payin_instrument_id',
  'payin_instrument_version',
  'payout_instrument_id',
  'payout_instrument_version',
  'payin_currency',
  'payout_currency',
  'exchange_rate',
  'effective_exchange_rate',
  'payin_total_minor',
  'payin_fee_minor',
  'payin_tax_minor',
  'payout_total_minor',
  'funding_details',
  'funding_expires_at',
  'retry_order_id',
  'status',
  'status_history',
  'created_at',
  'updated_at',
  'request_hash',
  'attempt',
  'lease_token',
] as const satisfies readonly (keyof OrderRow)[]
const COLUMNS = NAMES.join(', ')
const COLUMNS_OF_O = NAMES.map((name) => `o.${name}`).join(', ')

export type NewOrder = {
  organizationId: Uuid
  id: Uuid
  quoteId: Uuid
  referenceNumber: string
  externalReferenceId: string | null
  fundingDetails: Record<string, string>
  firstStatus: OrderStatus
  createdAt: Instant
  idempotencyKey: string
  requestHash: Buffer
}

/**
 * Makes orders of quotes that are unexpired at the order's creation, unused, and whose organization,
 * instruments and route still allow it. Single use is the unique index over the quote. One answer for
 * each, in order; null where nothing was written.
 */
export async function insertOrders(
  db: Db,
  orders: readonly NewOrder[],
): Promise<(OrderRow | null)[]> {
  const inserted = await rows<OrderRow>(
    db,
    'insert_orders',
    `insert into orders (organization_id, id, quote_id, offering_id, route_id, reference_number,
       external_reference_id, payin_instrument_id, payin_instrument_version, payout_instrument_id,
       payout_instrument_version, payin_currency, payout_currency, exchange_rate, effective_exchange_rate,
       payin_total_minor, payin_fee_minor, payin_tax_minor, payout_total_minor, funding_details,
       funding_expires_at, status, status_history, created_at, updated_at, operation, idempotency_key,
       request_hash, due_at)
     select q.organization_id, i.id, q.id, q.offering_id, q.route_id, i.reference, i.external_reference,
            payin.id, payin.version, payout.id, payout.version, q.payin_currency, q.payout_currency,
            q.exchange_rate, q.exchange_rate, q.payin_total_minor, q.payin_fee_minor, q.payin_tax_minor,
            q.payout_total_minor, i.funding_details, q.funding_expires_at, i.status,
            jsonb_build_array(jsonb_build_object('status', i.status, 'created_at', i.created_at_text)),
            i.created_at, i.created_at, 'create', i.key, i.hash, q.funding_expires_at
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::jsonb[], $7::text[], $8::text[],
              $9::timestamptz[], $10::text[], $11::bytea[])
            as i (organization_id, id, quote_id, reference, external_reference, funding_details, status,
              created_at_text, created_at, key, hash)
       join quotes q on q.organization_id = i.organization_id and q.id = i.quote_id
        and i.created_at <= q.submission_expires_at
       join organizations o on o.id = q.organization_id and o.status = 'ACTIVE'
       join configured_routes r on r.organization_id = q.organization_id and r.id = q.route_id
        and not r.is_disabled
       join external_payment_instruments payin on payin.organization_id = q.organization_id
        and payin.id = q.payin_instrument_id and payin.status = 'ACTIVE'
       join external_payment_instruments payout on payout.organization_id = q.organization_id
        and payout.id = q.payout_instrument_id and payout.status = 'ACTIVE'
     on conflict do nothing
     returning ${COLUMNS}`,
    [
      orders.map((order) => order.organizationId),
      orders.map((order) => order.id),
      orders.map((order) => order.quoteId),
      orders.map((order) => order.referenceNumber),
      orders.map((order) => order.externalReferenceId),
      orders.map((order) => JSON.stringify(order.fundingDetails)),
      orders.map((order) => order.firstStatus),
      orders.map((order) => sqlInstant(order.createdAt)),
      orders.map((order) => sqlInstant(order.createdAt)),
      orders.map((order) => order.idempotencyKey),
      orders.map((order) => order.requestHash),
    ],
  )
  return inOrder(inserted, orders)
}

/** One answer for each key, in order; null where there is no such order in that organization. */
export async function selectOrdersByIds(
  db: Db,
  keys: readonly { organizationId: Uuid; id: Uuid }[],
): Promise<(OrderRow | null)[]> {
  const found = await rows<OrderRow>(
    db,
    'select_orders_by_ids',
    `select ${COLUMNS} from orders where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
    [keys.map((key) => key.organizationId), keys.map((key) => key.id)],
  )
  return inOrder(found, keys)
}

function inOrder(
  found: readonly OrderRow[],
  wanted: readonly { organizationId: Uuid; id: Uuid }[],
): (OrderRow | null)[] {
  const byId = new Map(found.map((row) => [row.id, row]))
  return wanted.map(({ organizationId, id }) => {
    const row = byId.get(id)
    return row?.organization_id === organizationId ? row : null
  })
}

export async function selectOrderByKey(
  db: Db,
  organizationId: Uuid,
  idempotencyKey: string,
): Promise<OrderRow | undefined> {
  const [row] = await rows<OrderRow>(
    db,
    'select_order_by_key',
    `select ${COLUMNS} from orders where organization_id = $1 and operation = 'create' and idempotency_key = $2`,
    [organizationId, idempotencyKey],
  )
  return row
}

/** What stands in the way of an order: the quote's own order, and the one with the external reference. */
export async function selectRivals(
  db: Db,
  organizationId: Uuid,
  quoteId: Uuid,
  externalReferenceId: string | null,
): Promise<{ uses_quote: boolean; uses_reference: boolean }> {
  const [row] = await rows<{ uses_quote: boolean; uses_reference: boolean }>(
    db,
    'select_rivals',
    `select exists (select from orders where organization_id = $1 and quote_id = $2) as uses_quote,
            exists (select from orders where organization_id = $1 and external_reference_id = $3) as uses_reference`,
    [organizationId, quoteId, externalReferenceId],
  )
  return row ?? { uses_quote: false, uses_reference: false }
}

export type OrderFilter = {
  status?: OrderStatus
  createdAfter?: Instant
  createdBefore?: Instant
  externalReferenceId?: string
  offeringId?: Uuid
}

/** Newest first, from below `after`. */
export async function selectOrders(
  db: Db,
  organizationId: Uuid,
  filter: OrderFilter,
  after: Uuid | null,
  limit: number,
): Promise<OrderRow[]> {
  const values: unknown[] = [organizationId, limit]
  const conditions = ['organization_id = $1']
  let name = 'select_orders'
  // All of the words together stay below the 63 bytes that PostgreSQL keeps of a statement's name.
  const add = (word: string, condition: string, value: unknown) => {
    conditions.push(`${condition} $${values.push(value)}`)
    name += ` ${word}`
  }
  if (after !== null) add('page', 'id <', after)
  if (filter.status !== undefined) add('status', 'status =', filter.status)
  if (filter.createdAfter !== undefined)
    add('after', 'created_at >', sqlInstant(filter.createdAfter))
  if (filter.createdBefore !== undefined)
    add('before', 'created_at <', sqlInstant(filter.createdBefore))
  if (filter.externalReferenceId !== undefined)
    add('reference', 'external_reference_id =', filter.externalReferenceId)
  if (filter.offeringId !== undefined) add('offering', 'offering_id =', filter.offeringId)
  const where = conditions.join(' and ')
  // Each set of filters is a statement of its own, so that the plan sees only the conditions that are there.
  return rows<OrderRow>(
    db,
    name,
    `select ${COLUMNS} from orders where ${where} order by organization_id desc, id desc limit $2`,
    values,
  )
}

export type ClaimedOrder = OrderRow & { lease_token: Uuid }

/** Leases up to `limit` due orders to one worker: each gets `leaseToken` until it is used or runs out. */
export async function claimDueOrders(
  db: Db,
  options: { now: Instant; leaseToken: Uuid; leaseMs: number; limit: number },
): Promise<ClaimedOrder[]> {
  return rows<ClaimedOrder>(
    db,
    'claim_due_orders',
    `with due as (
       select organization_id, id from orders
        where due_at <= $1 and (leased_until is null or leased_until < now())
        order by due_at
        limit $2
        for update skip locked
     )
     update orders o
        set lease_token = $3, leased_until = now() + $4 * interval '1 millisecond', attempt = o.attempt + 1
       from due
      where (o.organization_id, o.id) = (due.organization_id, due.id)
     returning ${COLUMNS_OF_O}`,
    [sqlInstant(options.now), options.limit, options.leaseToken, options.leaseMs],
  )
}

/** Gives a leased order back, due again at `dueAt`. A stale lease writes nothing. */
export async function updateOrderPostponed(
  db: Db,
  order: { organizationId: Uuid; id: Uuid; leaseToken: Uuid },
  dueAt: Instant,
): Promise<void> {
  await rows(
    db,
    'update_order_postponed',
    `update orders set due_at = $4, lease_token = null, leased_until = null
      where organization_id = $1 and id = $2 and lease_token = $3`,
    [order.organizationId, order.id, order.leaseToken, sqlInstant(dueAt)],
  )
}

export type StatusUpdate = {
  organizationId: Uuid
  id: Uuid
  from: OrderStatus
  event: OrderEvent
  to: OrderStatus
  at: Instant
  dueAt: Instant | null
  /** The worker's lease; null when a caller acts, who needs none. */
  leaseToken: Uuid | null
  /** The provider's reference, when the event is its fill. */
  fillReference: string | null
  /** The rail's reference, when the event is its settlement. */
  payoutReference: string | null
}

/**
 * Moves orders along the table, with the fill or settlement that caused it, in one statement. An order
 * moves only from the state it was seen in, under a lease that still holds; funding counts up to and at
 * its expiry, and expires only after it. One answer for each, in order; null where nothing moved.
 */
export async function updateOrderStatuses(
  db: Db,
  updates: readonly StatusUpdate[],
): Promise<(OrderRow | null)[]> {
  const moved = await rows<OrderRow & { position: number }>(
    db,
    'update_order_statuses',
    `with input as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[],
           $7::timestamptz[], $8::uuid[], $9::text[], $10::text[]) with ordinality
         as i (organization_id, id, from_status, event, to_status, at, due_at, lease_token, fill_reference,
           payout_reference, position)
     ), moved as (
       update orders o
          set status = i.to_status,
              updated_at = greatest(i.at, o.updated_at),
              status_history = o.status_history || jsonb_build_object('status', i.to_status, 'created_at',
                to_char(greatest(i.at, o.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
              due_at = i.due_at, attempt = 0, lease_token = null, leased_until = null
         from input i
        where (o.organization_id, o.id) = (i.organization_id, i.id)
          and o.status = i.from_status
          and (i.lease_token is null or o.lease_token = i.lease_token)
          and (i.event <> 'funded' or i.at <= o.funding_expires_at)
          and (i.event <> 'funding_expired' or i.at > o.funding_expires_at)
       returning ${COLUMNS_OF_O}, i.fill_reference, i.payout_reference, i.position
     ), filled as (
       update fills f set provider_reference = m.fill_reference, filled_at = m.updated_at
         from moved m
        where (f.organization_id, f.order_id) = (m.organization_id, m.id) and m.fill_reference is not null
     ), settled as (
       update payouts p set rail_reference = m.payout_reference, settled_at = m.updated_at
         from moved m
        where (p.organization_id, p.order_id, p.sequence) = (m.organization_id, m.id, 1)
          and m.payout_reference is not null
     )
     select ${COLUMNS}, position::int from moved`,
    [
      updates.map((update) => update.organizationId),
      updates.map((update) => update.id),
      updates.map((update) => update.from),
      updates.map((update) => update.event),
      updates.map((update) => update.to),
      updates.map((update) => sqlInstant(update.at)),
      updates.map((update) => (update.dueAt === null ? null : sqlInstant(update.dueAt))),
      updates.map((update) => update.leaseToken),
      updates.map((update) => update.fillReference),
      updates.map((update) => update.payoutReference),
    ],
  )
  // By position: of two updates of one order at once, one moves it and the other learns that it did not.
  const byPosition = new Map(moved.map(({ position, ...order }) => [position, order]))
  return updates.map((_, index) => byPosition.get(index + 1) ?? null)
}
