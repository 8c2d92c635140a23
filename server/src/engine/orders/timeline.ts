// The customer's view of an order's history and money. It omits the desk's accounts and its trades with providers, which
// only operators see (operator-view.ts).
import Type, { type Static } from 'typebox'
import { toTimestamp } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectDeposits } from '../deposits/queries.ts'
import { depositSchema, depositView } from '../deposits/view.ts'
import { selectEventsOfOrder } from '../events/queries.ts'
import { eventSchema } from '../events/schemas.ts'
import { eventView } from '../events/view.ts'
import { selectFills, type FillRow } from '../fills/queries.ts'
import { isAllSold } from '../fills/sold.ts'
import { amountField } from '../../platform/http/money-fields.ts'
import {
  anyText,
  choice,
  currency,
  decimal,
  exact,
  identifier,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { customerAccount } from '../ledger/accounts.ts'
import { netOf, postingKinds } from '../ledger/postings.ts'
import { selectTransfers, type TransferRow } from '../ledger/queries.ts'
import { formatAmount, formatRate, parseRate } from '../../platform/money/decimal.ts'
import { selectPayouts } from '../payouts/queries.ts'
import { payoutSchema, payoutView } from '../payouts/view.ts'
import { selectRefunds } from '../refunds/queries.ts'
import { refundSchema, refundView } from '../refunds/view.ts'
import type { OrderRow } from './queries.ts'
import { referenceNumber } from './view.ts'

const money = exact(
  { currency: currency('A currency.', 'USDC'), amount: amountField },
  { title: 'Money', description: 'An amount of a currency.' },
)

const fillSchema = exact(
  {
    payin: withDescription(
      money,
      'The amount that was converted: the payin total without fee and tax.',
    ),
    fee: decimal('The fee, deducted from the payin total before the conversion.', '10.00'),
    tax: decimal('The tax on the fee.', '1.90'),
    payout: withDescription(money, 'The amount for the beneficiary.'),
    exchange_rate: decimal("The order's rate.", '4237.25'),
    filled_at: timestamp('When it was converted.'),
  },
  { title: 'Fill', description: 'A completed conversion.' },
)

const entrySchema = exact(
  {
    posting: choice(postingKinds, 'The kind of transfer.', { title: 'PostingKind' }),
    account: anyText("The organization's own account.", 'customer:org_01jqe8m2x4fv5s0t6w7y8z9abc'),
    side: choice(
      ['debit', 'credit'],
      'A credit is money owed to the organization. A debit is money that was used or sent.',
      { title: 'EntrySide', example: 'credit' },
    ),
    currency: currency('The currency of the amount.', 'USDC'),
    amount: amountField,
    posted_at: timestamp('When it was posted.'),
  },
  { title: 'LedgerEntry', description: "A transfer of the organization's account." },
)

export const timelineSchema = exact(
  {
    order_id: identifier('ord', 'The order.'),
    reference_number: referenceNumber,
    events: Type.Array(eventSchema, { description: 'The events of the order, oldest first.' }),
    deposits: Type.Array(depositSchema, { description: 'The deposits for the order.' }),
    fills: Type.Array(fillSchema, { description: 'The conversion, once completed.' }),
    payouts: Type.Array(payoutSchema, { description: 'The payments to the beneficiary.' }),
    refunds: Type.Array(refundSchema, { description: 'The payments back to the payer.' }),
    ledger_entries: Type.Array(entrySchema, {
      description: "The transfers of the organization's account, in the order they were posted.",
    }),
  },
  {
    title: 'OrderTimeline',
    description: "The history of an order and of its customer's money.",
  },
)
export type TimelineJson = Static<typeof timelineSchema>

export async function orderTimeline({ db }: { db: Db }, order: OrderRow): Promise<TimelineJson> {
  const { organization_id: organizationId, id } = order
  // Run the statements in sequence: a request with one place at the gate may use one connection.
  const events = await selectEventsOfOrder(db, { organizationId, id })
  const deposits = await selectDeposits(db, [order])
  const fills = await selectFills(db, [order])
  const payouts = await selectPayouts(db, [order])
  const refunds = await selectRefunds(db, [order])
  const transfers = await selectTransfers(db, [order])
  return {
    order_id: publicId('ord', id),
    reference_number: order.reference_number,
    events: events.map(eventView),
    deposits: deposits.map(depositView),
    fills: fillViews(order, fills),
    payouts: payouts.map(payoutView),
    refunds: refunds.map(refundView),
    ledger_entries: transfers.flatMap((row) => entryViews(customerAccount(organizationId), row)),
  }
}

// The customer sees one conversion, completed by the last fill. How many the desk needed is its own business.
const fillViews = (order: OrderRow, fills: readonly FillRow[]) => {
  const filledAt = fills.findLast((fill) => fill.filled_at !== null)?.filled_at ?? null
  if (filledAt === null || !isAllSold(order, fills)) return []
  const inPayinCurrency = (minor: bigint) => formatAmount(minor, order.payin_currency)
  return [
    {
      payin: { currency: order.payin_currency, amount: inPayinCurrency(netOf(order)) },
      fee: inPayinCurrency(order.payin_fee_minor),
      tax: inPayinCurrency(order.payin_tax_minor),
      payout: {
        currency: order.payout_currency,
        amount: formatAmount(order.payout_total_minor, order.payout_currency),
      },
      exchange_rate: formatRate(parseRate(order.effective_exchange_rate)),
      filled_at: toTimestamp(filledAt),
    },
  ]
}

// The other account of a transfer belongs to the desk. Customers do not see it.
const entryViews = (account: string, row: TransferRow) =>
  (['debit', 'credit'] as const)
    .filter((side) => row[`${side}_account`] === account)
    .map((side) => ({
      posting: row.posting,
      account,
      side,
      currency: row.currency,
      amount: formatAmount(row.amount_minor, row.currency),
      posted_at: toTimestamp(row.posted_at),
    }))
