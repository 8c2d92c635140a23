// Renders a payout for customers: lists, timelines. Its rail, its fee and the reason of a rejection are the operator's.
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import { amountField, railReference } from '../../platform/http/money-fields.ts'
import {
  choice,
  currency,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { PayoutRow } from './queries.ts'
import { payoutStatuses, statusOfPayout } from './status.ts'

export const payoutStatus = choice(
  payoutStatuses,
  'PENDING: on its way. SETTLED: the beneficiary has it. REJECTED: the rail rejected it for good. RETURNED: it came back after it was settled.',
  { title: 'PayoutStatus', example: 'SETTLED' },
)

export const payoutSchema = exact(
  {
    id: identifier('po', 'The payout.'),
    order_id: identifier('ord', 'The order that is paid out.'),
    external_payment_instrument_id: nullable(
      identifier('epi', 'An instrument.'),
      'The instrument that is paid; null in payouts of earlier versions, which went to the instrument of the order.',
    ),
    currency: currency('The payout currency.', 'COP'),
    amount: amountField,
    status: payoutStatus,
    reference: railReference,
    created_at: timestamp('When it was created.'),
    settled_at: nullable(timestamp('An instant.'), 'When the rail settled it; null until then.'),
    rejected_at: nullable(
      timestamp('An instant.'),
      'When the rail rejected it for good; null if it did not.',
    ),
    returned_at: nullable(timestamp('An instant.'), 'When it came back; null if it did not.'),
  },
  { title: 'Payout', description: 'A payment to the beneficiary.' },
)

export const payoutView = (row: PayoutRow) => ({
  id: publicId('po', row.id),
  order_id: publicId('ord', row.order_id),
  external_payment_instrument_id:
    row.instrument_id === null ? null : publicId('epi', row.instrument_id),
  currency: row.currency,
  amount: formatAmount(row.amount_minor, row.currency),
  status: statusOfPayout(row),
  reference: row.rail_reference,
  created_at: toTimestamp(row.created_at),
  settled_at: toTimestampOrNull(row.settled_at),
  rejected_at: toTimestampOrNull(row.rejected_at),
  returned_at: toTimestampOrNull(row.returned_at),
})
