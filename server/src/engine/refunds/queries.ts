// All SQL that writes refunds.
import type { Instant } from '../../platform/clock.ts'
import { isFree, newLease } from '../../platform/db/lease.ts'
import { columnsOf, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import type { Sealed } from '../../platform/db/seal.ts'
import { allRows, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { NO_ID, type OwnedId, type Uuid, type OrderId } from '../../platform/ids.ts'
import { isContested } from '../halts/contested.ts'
import { sendsAreHaltedOver } from '../halts/queries.ts'
import { preparedOrRefused, withRefusals } from '../../outside/rails/outflow-caps.ts'
import { isCleared } from '../../rules/screening/queries.ts'
import type { Money } from '../../outside/rails/port.ts'
import { ofOrders, selectOfOrders } from '../orders/of-orders.ts'
import { openRefundStatuses, type refundReasons, type refundStatuses } from './words.ts'

export type RefundStatus = (typeof refundStatuses)[number]
export type RefundReason = (typeof refundReasons)[number]

export type NewRefund = {
  id: Uuid<'rf'>
  depositId: Uuid<'dep'> | null
  currency: string
  amountMinor: bigint
  reason: RefundReason
  /** Null until an operator chooses one. */
  destinationInstrumentId: Uuid<'epi'> | null
  railKey: string
  /** Null until an operator has chosen a destination, and for a small refund. */
  dueAt: Instant | null
  status: 'PENDING' | SmallStatus
  /** The rail where the money of a small refund came in. */
  smallRail: string | null
  /** The fee that the payer bears, beside the amount. */
  borneFeeMinor: bigint
  /** The refund that pays a collected one back. */
  collectedIn: Uuid<'rf'> | null
}

/** Refunds below the smallest amount are not sent. */
type SmallStatus = 'KEPT' | 'COLLECTED' | 'WRITTEN_OFF'

/** SQL part that inserts the refunds in `json`, joined to `changed` by position. */
export const insertRefunds = (json: string, changed: string): string => `
  insert into refunds (organization_id, id, order_id, deposit_id, currency, amount_minor, reason,
    destination_instrument_id, status, rail_key, created_at, updated_at, due_at, small_rail, borne_fee_minor, collected_in)
  select c.organization_id, r.id, c.id, r.deposit_id, r.currency, r.amount_minor, r.reason, r.destination,
         r.status, r.rail_key, c.at, c.at, r.due_at, r.small_rail, r.borne_fee_minor, r.collected_in
    from json_to_recordset(${json}::json) as r (position int, id uuid, deposit_id uuid, currency text,
           amount_minor bigint, reason text, destination uuid, rail_key text, due_at timestamptz, status text,
           small_rail text, borne_fee_minor bigint, collected_in uuid)
    join ${changed} c using (position)`

export const refundJson = (position: number, refund: NewRefund) => ({
  position,
  id: refund.id,
  deposit_id: refund.depositId,
  currency: refund.currency,
  amount_minor: String(refund.amountMinor),
  reason: refund.reason,
  destination: refund.destinationInstrumentId,
  rail_key: refund.railKey,
  due_at: refund.dueAt === null ? null : sqlInstant(refund.dueAt),
  status: refund.status,
  small_rail: refund.smallRail,
  borne_fee_minor: String(refund.borneFeeMinor),
  collected_in: refund.collectedIn,
})

export type RefundUpdate = {
  id: Uuid<'rf'>
  /** The lease as the caller read it; null if the refund was not leased. */
  leaseToken: Uuid<'lease'> | null
  status: RefundStatus
  reference: string | null
  /** Why the rail rejected it; null otherwise. */
  code: string | null
  fee: Money | null
  dueAt: Instant | null
  redirected: { destination: Uuid<'epi'>; railKey: string } | null
  /** The send that went after all. */
  found: { destination: Uuid<'epi'> | null; railKey: string; rail: string } | null
}

/**
 * SQL part that updates refunds, [{position, id, ...}]. The statement around it checks their leases. "offset 0" stops
 * the planner from flattening the subquery and looking refunds up by only a part of their key.
 */
export const updateRefunds = (json: string, changed: string): string => `
  update refunds r
     set status = c.status, rail_reference = c.reference, due_at = c.due_at, attempt = 0,
         destination_instrument_id = coalesce(c.destination, r.destination_instrument_id),
         rail_key = coalesce(c.rail_key, r.rail_key),
         rail = coalesce(c.found_rail, case when c.rail_key is null then r.rail end),
         prepared_key_id = case when c.rail_key is null then r.prepared_key_id end,
         prepared_sealed = case when c.rail_key is null then r.prepared_sealed end,
         rejection_code = c.code, fee_currency = c.fee_currency, fee_minor = c.fee_minor,
         lease_token = null, leased_until = null, updated_at = greatest(c.at, r.updated_at)
    from (select c.organization_id, c.at, i.*
            from json_to_recordset(${json}::json) as i (position int, id uuid, status text, reference text,
                   due_at timestamptz, destination uuid, rail_key text, found_rail text, code text, fee_currency text, fee_minor bigint)
            join ${changed} c using (position) offset 0) c
   where (r.organization_id, r.id) = (c.organization_id, c.id)`

export const refundUpdateJson = (position: number, update: RefundUpdate) => ({
  position,
  id: update.id,
  status: update.status,
  reference: update.reference,
  due_at: update.dueAt === null ? null : sqlInstant(update.dueAt),
  destination: update.redirected?.destination ?? update.found?.destination ?? null,
  rail_key: update.redirected?.railKey ?? update.found?.railKey ?? null,
  found_rail: update.found?.rail ?? null,
  code: update.code,
  fee_currency: update.fee?.currency ?? null,
  fee_minor: update.fee === null ? null : String(update.fee.amountMinor),
})

export type RefundRow = {
  organization_id: Uuid<'org'>
  id: Uuid<'rf'>
  order_id: Uuid<'ord'>
  deposit_id: Uuid<'dep'> | null
  currency: string
  amount_minor: bigint
  reason: RefundReason
  destination_instrument_id: Uuid<'epi'> | null
  status: RefundStatus
  rail_key: string
  rail_reference: string | null
  created_at: Instant
  updated_at: Instant
  attempt: number
  lease_token: Uuid<'lease'> | null
  /** Null until the refund is prepared. */
  rail: string | null
  prepared_key_id: string | null
  prepared_sealed: Buffer | null
  fee_currency: string | null
  fee_minor: bigint | null
  rejection_code: string | null
  /** The part that a reversal of a deposit gave back, that paid a debt, or that the order kept. Only the rest is sent. */
  reversed_minor: bigint
  /** The part of `reversed_minor` that paid a debt, or that the order kept, because it was paid out before a restore. With the last part also the borne fee. */
  kept_minor: bigint
  small_rail: string | null
  /** The fee that the payer bears. It is not in the amount. */
  borne_fee_minor: bigint
  collected_in: Uuid<'rf'> | null
}

/** The amount that is or was sent to the payer. */
export const sentMinorOf = (refund: Pick<RefundRow, 'amount_minor' | 'reversed_minor'>): bigint =>
  refund.amount_minor - refund.reversed_minor

/** The columns of a RefundRow. */
export const COLUMNS = `organization_id, id, order_id, deposit_id, currency, amount_minor, reason, destination_instrument_id,
  status, rail_key, rail_reference, created_at, updated_at, attempt, lease_token, rail, prepared_key_id, prepared_sealed,
  fee_currency, fee_minor, rejection_code, reversed_minor, kept_minor, small_rail,
  borne_fee_minor, collected_in`

const SELECT_REFUNDS = ofOrders('refunds', COLUMNS, 'id')

/** Oldest first. */
export const selectRefunds = (db: Db, orders: readonly OrderId[]): Promise<RefundRow[]> =>
  selectOfOrders(db, SELECT_REFUNDS, orders)

/** `is_held`: the organization or the destination is not active, or the order is frozen. */
export type ClaimedRefund = RefundRow & { lease_token: Uuid<'lease'>; is_held: boolean }

/** SQL part that collects unsent refunds, [{position, id, collected_in}], in the refund that pays them back. */
export const collectRefunds = (json: string, changed: string): string => `
  update refunds r
     set status = 'COLLECTED', collected_in = c.collected_in, updated_at = greatest(c.at, r.updated_at)
    from (select c.organization_id, c.at, i.id, i.collected_in
            from json_to_recordset(${json}::json) as i (position int, id uuid, collected_in uuid)
            join ${changed} c using (position) offset 0) c
   where (r.organization_id, r.id) = (c.organization_id, c.id) and r.status in ('PENDING', 'FAILED', 'KEPT')`

/**
 * Leases up to `limit` due refunds to a worker. It leases one refund of an order at a time, since each changes the
 * order. During a hold it leases only refunds that may have been sent, so that the worker asks for their outcome.
 */
export const claimDueRefunds = allRows<
  ClaimedRefund,
  [options: { now: Instant; leaseToken: Uuid<'lease'>; leaseMs: number; limit: number }]
>(
  'claim_due_refunds',
  ['now', 'limit', 'lease_token', 'lease_ms'],
  `with candidates as (
     select r.organization_id, r.id,
            g.status <> 'ACTIVE' or e.status <> 'ACTIVE' or o.frozen_at is not null as is_held,
            row_number() over (partition by r.order_id order by r.due_at, r.id) as place
       from refunds r
       join organizations g on g.id = r.organization_id
       join external_payment_instruments e on e.organization_id = r.organization_id
        and e.id = r.destination_instrument_id
       join orders o on o.organization_id = r.organization_id and o.id = r.order_id
      where r.due_at <= $1
        and (r.status = 'SENT' or r.attempt > 0
             or (g.status = 'ACTIVE' and e.status = 'ACTIVE' and o.frozen_at is null))
        and not exists (select from refunds other
                         where other.order_id = r.order_id and other.organization_id = r.organization_id
                           and not ${isFree('other.leased_until', '$4')})
   ), due as (
     select r.organization_id, r.id, c.is_held
       from refunds r join candidates c using (organization_id, id)
      where c.place = 1 and ${isFree('r.leased_until', '$4')}
      order by r.due_at
      limit $2
        for update of r skip locked
   )
   update refunds r
      set ${newLease('$3', '$4')}, attempt = r.attempt + 1
     from due
    where (r.organization_id, r.id) = (due.organization_id, due.id)
   returning ${columnsOf(COLUMNS, 'r')}, due.is_held`,
  (options) => [sqlInstant(options.now), options.limit, options.leaseToken, options.leaseMs],
)

/** Releases the lease; the refund is due again at `dueAt`. A stale lease writes nothing. */
export const updateRefundPostponed = write(
  'update_refund_postponed',
  ['organization_id', 'id', 'lease_token', 'due_at'],
  `update refunds set due_at = $4, lease_token = null, leased_until = null
    where organization_id = $1 and id = $2 and lease_token = $3`,
  (refund: ClaimedRefund, dueAt: Instant) => [
    refund.organization_id,
    refund.id,
    refund.lease_token,
    sqlInstant(dueAt),
  ],
)

const UPDATE_REFUND_PREPARED = statement(
  'update_refund_prepared',
  [
    'organization_id',
    'id',
    'lease_token',
    'rail',
    'prepared_key_id',
    'prepared',
    'now',
    'again_at',
  ],
  `with unfrozen as materialized (
   -- Locked before the refund, as by each change of the order.
   select id from orders
    where organization_id = $1 and id = (select order_id from refunds where organization_id = $1 and id = $2)
      and frozen_at is null
      for share
   ), fit as materialized (
   -- A refund that has a rail may have been sent by an earlier version: nothing is checked.
   select r.organization_id, r.id, r.rail_key, case when r.rail is null then $4 end as rail, r.currency,
          r.amount_minor - r.reversed_minor as amount_minor
     from refunds r, organizations g, external_payment_instruments e
    where r.organization_id = $1 and r.id = $2 and r.lease_token = $3 and r.prepared_sealed is null
      and g.id = r.organization_id and e.organization_id = r.organization_id and e.id = r.destination_instrument_id
      and (r.rail is not null or (g.status = 'ACTIVE' and e.status = 'ACTIVE' and ${isCleared('r.rail_key')}
                                  and exists (select from unfrozen)))
      and not ${sendsAreHaltedOver('$4')}
      and not exists (select from orders o where o.organization_id = $1 and o.id = r.order_id
                         and ${isContested('o', { key: 'r.rail_key', currency: 'r.currency', amountMinor: 'r.amount_minor - r.reversed_minor' })})
      for update of r
   ), judged as materialized (${withRefusals('fit')}
   )
   update refunds r
      set${preparedOrRefused('$4', ['$5', '$6', '$7'], '$8')}
     from judged j
    where (r.organization_id, r.id) = (j.organization_id, j.id)
   returning j.refusal is null as is_within`,
)

/**
 * Commits what the rail prepared, before the refund is sent. False if nothing may be sent now: after a lost lease, during
 * a hold or halt, while another send of the order is unknown after a restore, for a frozen order, to a beneficiary that screening has not cleared, or after a refusal. A refused refund is unsent as before, and
 * due again at `againAt`.
 */
export async function updateRefundPrepared(
  db: Db,
  refund: ClaimedRefund,
  rail: string,
  prepared: Sealed,
  times: { now: Instant; againAt: Instant },
): Promise<boolean> {
  const [judged] = await rows<{ is_within: boolean }>(db, UPDATE_REFUND_PREPARED, [
    refund.organization_id,
    refund.id,
    refund.lease_token,
    rail,
    prepared.keyId,
    prepared.bytes,
    sqlInstant(times.now),
    sqlInstant(times.againAt),
  ])
  return judged?.is_within ?? false
}

/** Attempts after which an operator should look at a refund. */
export const MANY_ATTEMPTS = 15

/** True while another refund must end before the order counts as refunded. Only orders that lack money are looked up. */
export const hasOpenRefunds = async (
  db: Db,
  order: { organization_id: Uuid<'org'>; id: Uuid<'ord'>; short_minor: bigint },
): Promise<boolean> =>
  order.short_minor > 0n &&
  selectHasOpenRefunds(db, { organizationId: order.organization_id, id: order.id }, NO_ID)

const SELECT_HAS_OPEN_REFUNDS = statement(
  'select_has_open_refunds',
  ['organization_id', 'order_id', 'but'],
  `select exists (select from refunds
                   where organization_id = $1 and order_id = $2 and id <> $3
                     and status in (${openRefundStatuses.map((status) => `'${status}'`).join(', ')})) as has`,
)

/** Whether an order has open refunds other than `but`. */
export async function selectHasOpenRefunds(
  db: Db,
  { organizationId, id: orderId }: OwnedId<'ord'>,
  but: Uuid<'rf'>,
): Promise<boolean> {
  const [row] = await rows<{ has: boolean }>(db, SELECT_HAS_OPEN_REFUNDS, [
    organizationId,
    orderId,
    but,
  ])
  return row?.has ?? false
}
