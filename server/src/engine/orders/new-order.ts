// A new order as it is given to the database, and the row that it becomes.
import { toTimestamp, type Instant } from '../../platform/clock.ts'
import type { NewEvent } from '../../platform/events/insert-events.ts'
import type { Metadata } from '../../platform/http/metadata.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { AccountPayment } from '../accounts/pay-orders.ts'
import type { QuoteRow } from '../quotes/queries.ts'
import type { OrderRow } from './queries.ts'
import type { OrderStatus } from './states.ts'

export type NewOrder = {
  organizationId: Uuid<'org'>
  id: Uuid<'ord'>
  quote: QuoteRow
  referenceNumber: string
  externalReferenceId: string | null
  /** The rail that the payer sends over. */
  fundingRail: string
  /** An account of the rail's pool; null for an account that the rail derived. */
  fundingAccountId: Uuid<'fac'> | null
  fundingDetails: Record<string, string>
  metadata: Metadata | null
  /** Account or address that the rail watches for deposits. */
  fundingAddress: string
  /** The provider that priced the quote has limits. */
  reserves: boolean
  /** The account that pays the order in the statement that creates it. Null: it awaits a deposit. */
  payment: AccountPayment | null
  /** Statuses that it has left in the same instant: it awaited its funding if an account pays it. */
  passed: readonly OrderStatus[]
  status: OrderStatus
  createdAt: Instant
  operation: 'create' | 'retry'
  idempotencyKey: string
  requestHash: Buffer
  events: readonly NewEvent[]
}

/** The key of a new order, and the columns whose values only the database knows. */
export type InsertedOrder = Pick<
  OrderRow,
  'organization_id' | 'id' | 'payin_instrument_version' | 'payout_instrument_version'
>
/**
 * Rebuilds the row of a new order from the values that were sent. Returning the row from the database would add a tenth
 * to the cost of creating an order. A test compares both rows.
 */
export const insertedRow = (
  { quote, ...order }: NewOrder,
  versions: Pick<InsertedOrder, 'payin_instrument_version' | 'payout_instrument_version'>,
): OrderRow => ({
  organization_id: order.organizationId,
  id: order.id,
  quote_id: quote.id,
  offering_id: quote.offering_id,
  route_id: quote.route_id,
  reference_number: order.referenceNumber,
  external_reference_id: order.externalReferenceId,
  payin_instrument_id: quote.payin_instrument_id,
  payin_instrument_version: versions.payin_instrument_version,
  payout_instrument_id: quote.payout_instrument_id,
  payout_instrument_version: versions.payout_instrument_version,
  payin_currency: quote.payin_currency,
  payout_currency: quote.payout_currency,
  exchange_rate: quote.exchange_rate,
  effective_exchange_rate: quote.exchange_rate,
  payin_total_minor: quote.payin_total_minor,
  payin_fee_minor: quote.payin_fee_minor,
  payin_tax_minor: quote.payin_tax_minor,
  payout_total_minor: quote.payout_total_minor,
  funding_details: order.fundingDetails,
  funding_expires_at: quote.funding_expires_at,
  retry_order_id: null,
  status: order.status,
  status_history: [...order.passed, order.status].map((status) => ({
    status,
    created_at: toTimestamp(order.createdAt),
  })),
  created_at: order.createdAt,
  updated_at: order.createdAt,
  request_hash: order.requestHash,
  attempt: 0,
  lease_token: null,
  version: 1,
  last_event: order.events.length,
  received_minor: order.payment === null ? 0n : quote.payin_total_minor,
  short_minor: 0n,
  parked_reason: null,
  priced_provider: quote.priced_provider,
  accepted_loss_minor: null,
  chosen_provider: null,
  frozen_at: null,
  key_id: null,
  metadata: order.metadata,
})
