// Renders a deposit for customers: lists, timelines. Its rail, its sender and a reversal are the operator's.
import Type from 'typebox'
import { toTimestamp } from '../../platform/clock.ts'
import { depositOutcome } from '../events/schemas.ts'
import { amountField } from '../../platform/http/money-fields.ts'
import { anyText, currency, exact, identifier, timestamp } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { DepositRow } from './queries.ts'

export const depositSchema = exact(
  {
    id: identifier('dep', 'The deposit.'),
    order_id: identifier('ord', 'The order that it arrived for.'),
    transaction: anyText(
      "The rail's id of the transaction.",
      'sim:ord_01jqe8m2x4fv5s0t6w7y8z9abc:0',
    ),
    currency: currency('The currency that arrived.', 'USDC'),
    amount: amountField,
    outcome: Type.Unsafe<string>(depositOutcome),
    recorded_at: timestamp('When it was recorded.'),
  },
  { title: 'Deposit', description: 'A payment that arrived for the order.' },
)

export function depositView(row: DepositRow) {
  const id = publicId('dep', row.id)
  if (row.order_id === null) throw new Error(`${id} is in suspense: no customer sees it`)
  return {
    id,
    order_id: publicId('ord', row.order_id),
    transaction: row.transaction,
    currency: row.currency,
    amount: formatAmount(row.amount_minor, row.currency),
    outcome: row.outcome,
    recorded_at: toTimestamp(row.recorded_at),
  }
}
