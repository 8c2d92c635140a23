// What is asked of providers and rails for an order: fills and payouts, written down before the first call.
import type { Instant } from '../clock.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import type { Uuid } from '../ids.ts'

export type FillIntent = {
  organizationId: Uuid
  orderId: Uuid
  providerKey: string
  payinMinor: bigint
  createdAt: Instant
}

/** Writes down what will be asked of the provider. Repeated, it changes nothing. */
export async function insertFillIntents(db: Db, intents: readonly FillIntent[]): Promise<void> {
  await rows(
    db,
    'insert_fill_intents',
    `insert into fills (organization_id, order_id, provider_name, provider_key, payin_currency, payin_minor,
       payout_currency, payout_minor, created_at)
     select o.organization_id, o.id, r.provider_name, i.provider_key, o.payin_currency, i.payin_minor,
            o.payout_currency, o.payout_total_minor, i.created_at
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::timestamptz[])
            as i (organization_id, order_id, provider_key, payin_minor, created_at)
       join orders o on (o.organization_id, o.id) = (i.organization_id, i.order_id)
       join configured_routes r on (r.organization_id, r.id) = (o.organization_id, o.route_id)
     on conflict do nothing`,
    [
      intents.map((intent) => intent.organizationId),
      intents.map((intent) => intent.orderId),
      intents.map((intent) => intent.providerKey),
      intents.map((intent) => intent.payinMinor),
      intents.map((intent) => sqlInstant(intent.createdAt)),
    ],
  )
}

export type FillRow = {
  organization_id: Uuid
  order_id: Uuid
  provider_name: string
  provider_key: string
  payin_currency: string
  payin_minor: bigint
  payout_currency: string
  payout_minor: bigint
}

type OrderKey = { organization_id: Uuid; id: Uuid }

export async function selectFills(db: Db, orders: readonly OrderKey[]): Promise<FillRow[]> {
  return rows<FillRow>(
    db,
    'select_fills',
    `select organization_id, order_id, provider_name, provider_key, payin_currency, payin_minor,
            payout_currency, payout_minor
       from fills
      where (organization_id, order_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
    [orders.map((order) => order.organization_id), orders.map((order) => order.id)],
  )
}

export type PayoutIntent = {
  organizationId: Uuid
  id: Uuid
  orderId: Uuid
  railKey: string
  createdAt: Instant
}

/** Writes down the first payout of each order, only where its fill is done. Repeated, it changes nothing. */
export async function insertPayoutIntents(db: Db, intents: readonly PayoutIntent[]): Promise<void> {
  await rows(
    db,
    'insert_payout_intents',
    `insert into payouts (organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor,
       created_at)
     select f.organization_id, i.id, f.order_id, 1, i.rail_key, e.method, f.payout_currency, f.payout_minor,
            i.created_at
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[])
            as i (organization_id, id, order_id, rail_key, created_at)
       join fills f on (f.organization_id, f.order_id) = (i.organization_id, i.order_id)
        and f.filled_at is not null
       join orders o on (o.organization_id, o.id) = (f.organization_id, f.order_id)
       join external_payment_instruments e on (e.organization_id, e.id) = (o.organization_id, o.payout_instrument_id)
     on conflict do nothing`,
    [
      intents.map((intent) => intent.organizationId),
      intents.map((intent) => intent.id),
      intents.map((intent) => intent.orderId),
      intents.map((intent) => intent.railKey),
      intents.map((intent) => sqlInstant(intent.createdAt)),
    ],
  )
}

export type PayoutRow = {
  organization_id: Uuid
  order_id: Uuid
  rail_key: string
  method: string
  currency: string
  amount_minor: bigint
}

export async function selectPayouts(db: Db, orders: readonly OrderKey[]): Promise<PayoutRow[]> {
  return rows<PayoutRow>(
    db,
    'select_payouts',
    `select organization_id, order_id, rail_key, method, currency, amount_minor
       from payouts
      where (organization_id, order_id) in (select * from unnest($1::uuid[], $2::uuid[])) and sequence = 1`,
    [orders.map((order) => order.organization_id), orders.map((order) => order.id)],
  )
}
