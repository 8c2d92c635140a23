// Renders a refund for customers: lists, timelines. Its rail, its fee and the reason of a rejection are the operator's.
import { toTimestamp } from '../../platform/clock.ts'
import { refundReason, refundStatus } from '../events/schemas.ts'
import { amountField, railReference } from '../../platform/http/money-fields.ts'
import {
  currency,
  exact,
  identifier,
  nullable,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { RefundRow } from './queries.ts'

export const refundSchema = exact(
  {
    id: identifier('rf', 'The refund.'),
    order_id: identifier('ord', 'The order whose money goes back.'),
    deposit_id: nullable(
      identifier('dep', 'A deposit.'),
      'The deposit that goes back; null if the refund is of the order as a whole.',
    ),
    currency: currency('The currency of the refund.', 'USDC'),
    amount: amountField,
    borne_fee: withDescription(
      amountField,
      'The fee that the payer bears. It was taken off before: the amount is what the payer gets.',
    ),
    reason: refundReason,
    external_payment_instrument_id: nullable(
      identifier('epi', 'An instrument.'),
      'The instrument that receives the refund; null until that is decided.',
    ),
    status: refundStatus,
    collected_in: nullable(
      identifier('rf', 'A refund.'),
      'The refund that pays a COLLECTED one back; null for any other.',
    ),
    reference: railReference,
    created_at: timestamp('When it was created.'),
    updated_at: timestamp('When it last changed.'),
  },
  { title: 'Refund', description: 'A payment back to the payer.' },
)

export const refundView = (row: RefundRow) => ({
  id: publicId('rf', row.id),
  order_id: publicId('ord', row.order_id),
  deposit_id: row.deposit_id === null ? null : publicId('dep', row.deposit_id),
  currency: row.currency,
  amount: formatAmount(row.amount_minor, row.currency),
  borne_fee: formatAmount(row.borne_fee_minor, row.currency),
  reason: row.reason,
  external_payment_instrument_id:
    row.destination_instrument_id === null ? null : publicId('epi', row.destination_instrument_id),
  status: row.status,
  collected_in: row.collected_in === null ? null : publicId('rf', row.collected_in),
  reference: row.rail_reference,
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
})
