// All SQL that writes fills: conversions at a liquidity provider. The intent is committed before the request is sent.
import type { Instant } from '../clock.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import type { Uuid } from '../ids.ts'
import { inLockOrder, leasedOrder } from '../orders/job-queries.ts'
import { ofOrders, selectOfOrders, type OrderId } from '../orders/of-orders.ts'
import { whereActive } from '../organizations/require-active.ts'

export type FillIntent = {
  organizationId: Uuid<'org'>
  orderId: Uuid<'ord'>
  /** The worker's lease on the order. Nothing is written if it was lost. */
  leaseToken: Uuid<'lease'>
  sequence: number
  providerKey: string
  providerName: string
  payinMinor: bigint
  /** Decimal text. */
  firmRate: string
  providerPayoutMinor: bigint
  /** The provider's identity of the firm quote. */
  quoteToken: string
  /** By real time; null if the quote does not expire. */
  quoteExpiresAt: Instant | null
  createdAt: Instant
}

const COLUMNS = `organization_id, order_id, sequence, provider_name, provider_key, payin_currency, payin_minor,
  payout_currency, payout_minor, firm_rate, provider_payout_minor, quote_token, quote_expires_at, created_at,
  provider_reference, filled_at, declined_at`

const INSERT_FILL_INTENTS = statement(
  'insert_fill_intents',
  ['intents'],
  `insert into fills (organization_id, order_id, sequence, provider_name, provider_key, payin_currency, payin_minor,
     payout_currency, payout_minor, firm_rate, provider_payout_minor, quote_token, quote_expires_at, created_at)
   select o.organization_id, o.id, i.sequence, i.provider_name, i.provider_key, o.payin_currency, i.payin_minor,
          o.payout_currency, o.payout_total_minor, i.firm_rate, i.provider_payout_minor, i.quote_token,
          i.quote_expires_at, i.created_at
     from json_to_recordset($1::json) as i (organization_id uuid, order_id uuid, lease_token uuid, sequence int,
            provider_key text, provider_name text, payin_minor bigint, firm_rate numeric,
            provider_payout_minor bigint, quote_token text, quote_expires_at timestamptz, created_at timestamptz)
     ${leasedOrder(`status = 'STEP_2_FILLING_FX' and received_minor >= payin_total_minor`)}
     ${whereActive('o')}
   on conflict do nothing
   returning ${COLUMNS}`,
)

/**
 * Inserts intents to fill. Returns one row per intent, in order; null where the lease was lost, or where the
 * organization or an instrument is on hold.
 */
export async function insertFillIntents(
  db: Db,
  intents: readonly FillIntent[],
): Promise<(FillRow | null)[]> {
  const input = inLockOrder(intents).map((intent) => ({
    organization_id: intent.organizationId,
    order_id: intent.orderId,
    lease_token: intent.leaseToken,
    sequence: intent.sequence,
    provider_key: intent.providerKey,
    provider_name: intent.providerName,
    payin_minor: String(intent.payinMinor),
    firm_rate: intent.firmRate,
    provider_payout_minor: String(intent.providerPayoutMinor),
    quote_token: intent.quoteToken,
    quote_expires_at: intent.quoteExpiresAt === null ? null : sqlInstant(intent.quoteExpiresAt),
    created_at: sqlInstant(intent.createdAt),
  }))
  const written = await rows<FillRow>(db, INSERT_FILL_INTENTS, [JSON.stringify(input)])
  const byOrder = new Map(written.map((fill) => [fill.order_id, fill]))
  return intents.map((intent) => byOrder.get(intent.orderId) ?? null)
}

export type FillRow = {
  organization_id: Uuid<'org'>
  order_id: Uuid<'ord'>
  sequence: number
  provider_name: string
  provider_key: string
  payin_currency: string
  payin_minor: bigint
  payout_currency: string
  payout_minor: bigint
  /** Decimal text. */
  firm_rate: string
  provider_payout_minor: bigint
  quote_token: string
  quote_expires_at: Instant | null
  created_at: Instant
  provider_reference: string | null
  filled_at: Instant | null
  declined_at: Instant | null
}

const SELECT_FILLS = ofOrders('fills', COLUMNS, 'sequence')

/** All fills of the orders, oldest first. */
export const selectFills = (db: Db, orders: readonly OrderId[]): Promise<FillRow[]> =>
  selectOfOrders(db, SELECT_FILLS, orders)

/**
 * SQL part that records the results of fills, rows of (organization_id, order id, sequence, reference, at). A null
 * reference means declined.
 */
export const updateFills = (outcomes: string): string => `
  update fills f
     set provider_reference = c.reference,
         filled_at = case when c.reference is not null then c.at end,
         declined_at = case when c.reference is null then c.at end
    from ${outcomes} c
   where (f.organization_id, f.order_id, f.sequence) = (c.organization_id, c.id, c.sequence)`
