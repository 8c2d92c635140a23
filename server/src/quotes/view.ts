// A quote as it is published.
import { type Static } from 'typebox'
import { toTimestamp } from '../clock.ts'
import { decimal, exact, identifier, timestamp } from '../http/schemas.ts'
import { Rendered } from '../http/rendered.ts'
import { publicId } from '../ids.ts'
import { formatAmount, formatRateText } from '../money/decimal.ts'
import type { QuoteRow } from './queries.ts'

export const quoteSchema = exact(
  {
    id: identifier('qt', 'The quote.'),
    offering_id: identifier('off', 'The offering it prices.'),
    exchange_rate: decimal('Payout currency for one of the payin currency, firm.', '4237.25'),
    payin: exact(
      {
        total: decimal('What the payer sends, fee and tax included.', '1000.00'),
        fee: decimal('Part of the total.', '10.00'),
        tax: decimal('Tax on the fee, part of the total.', '1.90'),
      },
      { title: 'QuotePayin', description: 'What is paid in, in the payin currency.' },
    ),
    payout: exact(
      { total: decimal('What the beneficiary receives.', '4186826.72') },
      { title: 'QuotePayout', description: 'What is paid out, in the payout currency.' },
    ),
    submission_expires_at: timestamp('Until this instant, inclusive, the quote makes an order.'),
    funding_expires_at: timestamp('Until this instant, inclusive, the order can be funded.'),
    created_at: timestamp('When it was made.'),
  },
  { title: 'Quote', description: 'A firm price for an amount. A quote makes one order.' },
)
export type QuoteJson = Static<typeof quoteSchema>

/** Written as text: nothing in it holds a character that JSON escapes. */
export function quoteView(row: QuoteRow): Rendered {
  const paidIn = (minor: bigint) => formatAmount(minor, row.payin_currency)
  return new Rendered(
    `{"id":"${publicId('qt', row.id)}","offering_id":"${publicId('off', row.offering_id)}"` +
      `,"exchange_rate":"${formatRateText(row.exchange_rate)}"` +
      `,"payin":{"total":"${paidIn(row.payin_total_minor)}","fee":"${paidIn(row.payin_fee_minor)}"` +
      `,"tax":"${paidIn(row.payin_tax_minor)}"}` +
      `,"payout":{"total":"${formatAmount(row.payout_total_minor, row.payout_currency)}"}` +
      `,"submission_expires_at":"${toTimestamp(row.submission_expires_at)}"` +
      `,"funding_expires_at":"${toTimestamp(row.funding_expires_at)}"` +
      `,"created_at":"${toTimestamp(row.created_at)}"}`,
  )
}
