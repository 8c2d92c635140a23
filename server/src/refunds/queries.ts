// All SQL that writes refunds.
import type { Instant } from '../clock.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import type { Uuid } from '../ids.ts'

export type RefundStatus = 'PENDING' | 'SENT' | 'PROCESSED' | 'FAILED'
export type RefundReason =
  | 'funding_expired'
  | 'cancelled'
  | 'excess'
  | 'extra'
  | 'late'
  | 'wrong_asset'
  | 'declined'
  | 'payout_rejected'
  | 'retry_leftover'

export type NewRefund = {
  id: Uuid
  depositId: Uuid | null
  currency: string
  amountMinor: bigint
  reason: RefundReason
  /** Null: an operator decides. */
  destinationInstrumentId: Uuid | null
  railKey: string
  /** Null until an operator has decided. */
  dueAt: Instant | null
}

/** For another statement: the refunds of `json` for each row of `changed` with their position. */
export const insertRefunds = (json: string, changed: string): string => `
  insert into refunds (organization_id, id, order_id, deposit_id, currency, amount_minor, reason,
    destination_instrument_id, status, rail_key, created_at, updated_at, due_at)
  select c.organization_id, r.id, c.id, r.deposit_id, r.currency, r.amount_minor, r.reason, r.destination,
         'PENDING', r.rail_key, c.at, c.at, r.due_at
    from json_to_recordset(${json}::json) as r (position int, id uuid, deposit_id uuid, currency text,
           amount_minor bigint, reason text, destination uuid, rail_key text, due_at timestamptz)
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
})

export type RefundUpdate = {
  id: Uuid
  leaseToken: Uuid
  status: RefundStatus
  reference: string | null
  dueAt: Instant | null
}

/** For another statement: moves refunds, [{position, id, lease_token, status, reference, due_at}], under their lease. */
export const updateRefunds = (json: string, changed: string): string => `
  update refunds r
     set status = i.status, rail_reference = i.reference, due_at = i.due_at, attempt = 0,
         lease_token = null, leased_until = null, updated_at = greatest(c.at, r.updated_at)
    from json_to_recordset(${json}::json) as i (position int, id uuid, lease_token uuid, status text, reference text,
           due_at timestamptz)
    join ${changed} c using (position)
   where (r.organization_id, r.id) = (c.organization_id, i.id) and r.lease_token = i.lease_token`

export const refundUpdateJson = (position: number, update: RefundUpdate) => ({
  position,
  id: update.id,
  lease_token: update.leaseToken,
  status: update.status,
  reference: update.reference,
  due_at: update.dueAt === null ? null : sqlInstant(update.dueAt),
})

export type RefundRow = {
  organization_id: Uuid
  id: Uuid
  order_id: Uuid
  deposit_id: Uuid | null
  currency: string
  amount_minor: bigint
  reason: RefundReason
  destination_instrument_id: Uuid | null
  status: RefundStatus
  rail_key: string
  rail_reference: string | null
  created_at: Instant
  updated_at: Instant
  attempt: number
  lease_token: Uuid | null
}

const COLUMNS = `organization_id, id, order_id, deposit_id, currency, amount_minor, reason, destination_instrument_id,
  status, rail_key, rail_reference, created_at, updated_at, attempt, lease_token`

export async function selectRefundsOfOrder(
  db: Db,
  organizationId: Uuid,
  orderId: Uuid,
): Promise<RefundRow[]> {
  return rows<RefundRow>(
    db,
    'select_refunds_of_order',
    `select ${COLUMNS} from refunds where organization_id = $1 and order_id = $2 order by id`,
    [organizationId, orderId],
  )
}

export type ClaimedRefund = RefundRow & { lease_token: Uuid }

/** Leases up to `limit` due refunds to one worker. */
export async function claimDueRefunds(
  db: Db,
  options: { now: Instant; leaseToken: Uuid; leaseMs: number; limit: number },
): Promise<ClaimedRefund[]> {
  return rows<ClaimedRefund>(
    db,
    'claim_due_refunds',
    `with due as (
       select organization_id, id from refunds
        where due_at <= $1 and (leased_until is null or leased_until < now())
        order by due_at
        limit $2
        for update skip locked
     )
     update refunds r
        set lease_token = $3, leased_until = now() + $4 * interval '1 millisecond', attempt = r.attempt + 1
       from due
      where (r.organization_id, r.id) = (due.organization_id, due.id)
     returning ${COLUMNS.split(',')
       .map((name) => `r.${name.trim()}`)
       .join(', ')}`,
    [sqlInstant(options.now), options.limit, options.leaseToken, options.leaseMs],
  )
}

/** Gives a leased refund back, due again at `dueAt`. A stale lease writes nothing. */
export async function updateRefundPostponed(
  db: Db,
  refund: ClaimedRefund,
  dueAt: Instant,
): Promise<void> {
  await rows(
    db,
    'update_refund_postponed',
    `update refunds set due_at = $4, lease_token = null, leased_until = null
      where organization_id = $1 and id = $2 and lease_token = $3`,
    [refund.organization_id, refund.id, refund.lease_token, sqlInstant(dueAt)],
  )
}

/** Those that go on only when an operator says where, oldest first. */
export async function selectWaitingRefunds(db: Db): Promise<RefundRow[]> {
  return rows<RefundRow>(
    db,
    'select_waiting_refunds',
    `select ${COLUMNS} from refunds where status = 'FAILED' or (status = 'PENDING' and due_at is null) order by id`,
  )
}

/**
 * Sends a waiting refund to another instrument, under a new key: what the rail rejected for good cannot still
 * be on its way. False when it has moved.
 */
export async function updateRefundRedirected(
  db: Db,
  refund: RefundRow,
  destination: Uuid,
  at: Instant,
): Promise<boolean> {
  const redirected = await rows(
    db,
    'update_refund_redirected',
    `update refunds
        set destination_instrument_id = $4, status = 'PENDING', due_at = $5::timestamptz, attempt = 0,
            rail_key = regexp_replace(rail_key, '\\d+$', '') || (substring(rail_key from '\\d+$')::int + 1),
            updated_at = greatest($5::timestamptz, updated_at)
      where organization_id = $1 and id = $2 and status = $3 and due_at is null
      returning id`,
    [refund.organization_id, refund.id, refund.status, destination, sqlInstant(at)],
  )
  return redirected.length > 0
}
