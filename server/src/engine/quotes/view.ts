// The published form of a quote.
import { type Static } from 'typebox'
import { toTimestamp } from '../../platform/clock.ts'
import { decimal, exact, identifier, timestamp } from '../../platform/http/schemas.ts'
import { metadataField, metadataText } from '../../platform/http/metadata.ts'
import { Rendered } from '../../platform/http/rendered.ts'
import { publicId } from '../../platform/ids.ts'
import { formatAmount, formatRateText } from '../../platform/money/decimal.ts'
import type { QuoteRow } from './queries.ts'

export const quoteSchema = exact(
  {
    id: identifier('qt', 'The quote.'),
    offering_id: identifier('off', 'The offering of the quote.'),
    exchange_rate: decimal('Payout currency per unit of payin currency, firm.', '4237.25'),
    payin: exact(
      {
        total: decimal('The amount that the payer sends, fee and tax included.', '1000.00'),
        fee: decimal('Part of the total.', '10.00'),
        tax: decimal('Tax on the fee, part of the total.', '1.90'),
      },
      { title: 'QuotePayin', description: 'The payment from the payer, in the payin currency.' },
    ),
    payout: exact(
      { total: decimal('The amount that the beneficiary receives.', '4186826.72') },
      {
        title: 'QuotePayout',
        description: 'The payment to the beneficiary, in the payout currency.',
      },
    ),
    submission_expires_at: timestamp(
      'The last instant at which the quote can be used for an order.',
    ),
    funding_expires_at: timestamp('The last instant at which the order can be funded.'),
    created_at: timestamp('When it was created.'),
    ...metadataField,
  },
  { title: 'Quote', description: 'A firm price for an amount. It can be used for one order.' },
)
export type QuoteJson = Static<typeof quoteSchema>

/** Writes JSON text directly: only metadata can hold a character that JSON escapes. */
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
      `,"created_at":"${toTimestamp(row.created_at)}"${metadataText(row)}}`,
  )
}
