// Everything that happened to an order and its money, for whoever has to explain it to the last cent.
import Type, { type Static } from 'typebox'
import { toTimestamp } from '../clock.ts'
import type { Deps } from '../deps.ts'
import { selectDeposits } from '../deposits/queries.ts'
import { selectEventsOfOrder } from '../events/queries.ts'
import { eventSchema, eventView } from '../events/view.ts'
import { selectFills } from '../fills/queries.ts'
import { currency, decimal, exact, identifier, ref, timestamp } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import { selectTransfers } from '../ledger/queries.ts'
import { formatAmount, formatRate, parseRate } from '../money/decimal.ts'
import { selectPayouts } from '../payouts/queries.ts'
import { selectRefunds } from '../refunds/queries.ts'
import type { OrderRow } from './queries.ts'

const optional = (schema: Type.TSchema) => Type.Union([schema, Type.Null()])
const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] })
const amount = decimal('In that currency.', '1000.00')

export const timelineSchema = exact(
  {
    order_id: identifier('ord', 'The order.'),
    events: Type.Array(ref(eventSchema)),
    deposits: Type.Array(
      exact({
        id: identifier('dep', 'The deposit.'),
        transaction: text('What the rail calls it.', 'sim:ord_01jqe8m2x4fv5s0t6w7y8z9abc:0'),
        currency: currency('What arrived.', 'USDC'),
        amount,
        outcome: text('counted, late, extra or wrong_asset.', 'counted'),
        recorded_at: timestamp('When it was recorded.'),
      }),
    ),
    fills: Type.Array(
      exact({
        liquidity_provider: text('Who converts.', 'ALPHA'),
        payin: exact({ currency: currency('Given.', 'USDC'), amount }),
        payout: exact({ currency: currency('Promised.', 'COP'), amount }),
        firm_rate: decimal("The provider's own rate.", '4237.25'),
        created_at: timestamp('When it was made.'),
        filled_at: optional(timestamp('When the provider filled it; null until then.')),
        declined_at: optional(timestamp('When the provider declined it; null where it did not.')),
      }),
    ),
    payouts: Type.Array(
      exact({
        id: identifier('po', 'The payout.'),
        currency: currency('What is paid out.', 'COP'),
        amount,
        reference: optional(
          Type.String({
            description: "The rail's own reference; null until it has one.",
            examples: ['SIM-1F0C9B1E7A3D2468'],
          }),
        ),
        created_at: timestamp('When it was made.'),
        settled_at: optional(timestamp('When the rail settled it; null until then.')),
        rejected_at: optional(
          timestamp('When the rail rejected it for good; null where it did not.'),
        ),
      }),
    ),
    refunds: Type.Array(
      exact({
        id: identifier('rf', 'The refund.'),
        currency: currency('What goes back.', 'USDC'),
        amount,
        reason: text('Why it goes back.', 'excess'),
        external_payment_instrument_id: optional(
          identifier('epi', 'Where it goes; null until that is decided.'),
        ),
        status: text('PENDING, SENT, PROCESSED or FAILED.', 'PROCESSED'),
        reference: optional(
          Type.String({
            description: "The rail's own reference; null until it has one.",
            examples: ['SIM-1F0C9B1E7A3D2468'],
          }),
        ),
        created_at: timestamp('When it was made.'),
        updated_at: timestamp('When it last changed.'),
      }),
    ),
    ledger_entries: Type.Array(
      exact({
        posting: text('What was posted.', 'deposit'),
        debit_account: text('Receives.', 'rail:sandbox'),
        credit_account: text('Gives.', 'customer:org_01jqe8m2x4fv5s0t6w7y8z9abc'),
        currency: currency('Of the amount.', 'USDC'),
        amount,
        posted_at: timestamp('When it was posted.'),
      }),
    ),
  },
  { $id: 'OrderTimeline' },
)
export type TimelineJson = Static<typeof timelineSchema>

export async function orderTimeline({ db }: Deps, order: OrderRow): Promise<TimelineJson> {
  const { organization_id: organizationId, id } = order
  const [events, deposits, fills, payouts, refunds, transfers] = await Promise.all([
    selectEventsOfOrder(db, organizationId, id),
    selectDeposits(db, [order]),
    selectFills(db, [order]),
    selectPayouts(db, [order]),
    selectRefunds(db, [order]),
    selectTransfers(db, [order]),
  ])
  const instant = (at: number | null) => (at === null ? null : toTimestamp(at))
  return {
    order_id: publicId('ord', id),
    events: events.map(eventView),
    deposits: deposits.map((row) => ({
      id: publicId('dep', row.id),
      transaction: row.transaction,
      currency: row.currency,
      amount: formatAmount(row.amount_minor, row.currency),
      outcome: row.outcome,
      recorded_at: toTimestamp(row.recorded_at),
    })),
    fills: fills.map((row) => ({
      liquidity_provider: row.provider_name,
      payin: {
        currency: row.payin_currency,
        amount: formatAmount(row.payin_minor, row.payin_currency),
      },
      payout: {
        currency: row.payout_currency,
        amount: formatAmount(row.payout_minor, row.payout_currency),
      },
      firm_rate: formatRate(parseRate(row.firm_rate)),
      created_at: toTimestamp(row.created_at),
      filled_at: instant(row.filled_at),
      declined_at: instant(row.declined_at),
    })),
    payouts: payouts.map((row) => ({
      id: publicId('po', row.id),
      currency: row.currency,
      amount: formatAmount(row.amount_minor, row.currency),
      reference: row.rail_reference,
      created_at: toTimestamp(row.created_at),
      settled_at: instant(row.settled_at),
      rejected_at: instant(row.rejected_at),
    })),
    refunds: refunds.map((row) => ({
      id: publicId('rf', row.id),
      currency: row.currency,
      amount: formatAmount(row.amount_minor, row.currency),
      reason: row.reason,
      external_payment_instrument_id:
        row.destination_instrument_id === null
          ? null
          : publicId('epi', row.destination_instrument_id),
      status: row.status,
      reference: row.rail_reference,
      created_at: toTimestamp(row.created_at),
      updated_at: toTimestamp(row.updated_at),
    })),
    ledger_entries: transfers.map((row) => ({
      posting: row.posting,
      debit_account: row.debit_account,
      credit_account: row.credit_account,
      currency: row.currency,
      amount: formatAmount(row.amount_minor, row.currency),
      posted_at: toTimestamp(row.posted_at),
    })),
  }
}
