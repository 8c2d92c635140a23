// All SQL that writes payouts: attempts to pay out over a rail. The intent is committed before the payout is sent.
import type { Instant } from '../clock.ts'
import { joinByIndex, rows, sqlInstant, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import type { Uuid } from '../ids.ts'
import type { InstrumentMethod } from '../instruments/methods.ts'
import { inLockOrder, leasedOrder } from '../orders/job-queries.ts'
import { ofOrders, selectOfOrders, type OrderId } from '../orders/of-orders.ts'
import { whereActive } from '../organizations/require-active.ts'

export type PayoutIntent = {
  organizationId: Uuid<'org'>
  id: Uuid<'po'>
  orderId: Uuid<'ord'>
  /** The worker's lease on the order. Nothing is written if it was lost. */
  leaseToken: Uuid<'lease'>
  railKey: string
  createdAt: Instant
}

const COLUMNS = `organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at,
  rail_reference, settled_at, rejected_at`

const INSERT_PAYOUT_INTENTS = statement(
  'insert_payout_intents',
  ['organization_ids', 'ids', 'order_ids', 'lease_tokens', 'rail_keys', 'created_at'],
  `insert into payouts (organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor,
     created_at)
   select o.organization_id, i.id, o.id, 1, i.rail_key, payout.method, o.payout_currency, o.payout_total_minor,
          i.created_at
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[])
          as i (organization_id, id, order_id, lease_token, rail_key, created_at)
     ${leasedOrder(`status = 'STEP_3_SETTLING_PAYOUT'`)}
     ${joinByIndex('fills', 'organization_id = o.organization_id and order_id = o.id and filled_at is not null', 'f')}
     ${whereActive('o')}
   on conflict do nothing
   returning ${COLUMNS}`,
)

/**
 * Inserts intents to pay out. Returns one row per intent, in order; null where nothing was written. Conditions:
 * - the worker holds its lease;
 * - the order is filled;
 * - the organization and the instruments are not on hold.
 */
export async function insertPayoutIntents(
  db: Db,
  intents: readonly PayoutIntent[],
): Promise<(PayoutRow | null)[]> {
  const input = inLockOrder(intents)
  const written = await rows<PayoutRow>(db, INSERT_PAYOUT_INTENTS, [
    input.map((intent) => intent.organizationId),
    input.map((intent) => intent.id),
    input.map((intent) => intent.orderId),
    input.map((intent) => intent.leaseToken),
    input.map((intent) => intent.railKey),
    input.map((intent) => sqlInstant(intent.createdAt)),
  ])
  const byOrder = new Map(written.map((payout) => [payout.order_id, payout]))
  return intents.map((intent) => byOrder.get(intent.orderId) ?? null)
}

export type PayoutRow = {
  organization_id: Uuid<'org'>
  id: Uuid<'po'>
  order_id: Uuid<'ord'>
  sequence: number
  rail_key: string
  method: InstrumentMethod
  currency: string
  amount_minor: bigint
  created_at: Instant
  rail_reference: string | null
  settled_at: Instant | null
  rejected_at: Instant | null
}

const SELECT_PAYOUTS = ofOrders('payouts', COLUMNS, 'sequence')

/** All payouts of the orders, oldest first. */
export const selectPayouts = (db: Db, orders: readonly OrderId[]): Promise<PayoutRow[]> =>
  selectOfOrders(db, SELECT_PAYOUTS, orders)

/**
 * SQL part that records the results of payouts, rows of (organization_id, order id, sequence, reference, at). A null
 * reference means rejected.
 */
export const updatePayouts = (outcomes: string): string => `
  update payouts p
     set rail_reference = c.reference,
         settled_at = case when c.reference is not null then c.at end,
         rejected_at = case when c.reference is null then c.at end
    from ${outcomes} c
   where (p.organization_id, p.order_id, p.sequence) = (c.organization_id, c.id, c.sequence)`
