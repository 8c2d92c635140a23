// The operator API that reads refunds.
import Type, { type Static } from 'typebox'
import { toTimestampOrNull, type Instant } from '../../platform/clock.ts'
import { refundStatus } from '../events/schemas.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  count,
  currency,
  exact,
  nullable,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { money, moneyOrNull, moneyView } from '../../platform/money/desk-money.ts'
import { amountFilter, amountsOfCurrency, textFilter } from '../../platform/http/row-filters.ts'
import {
  enterpriseOf,
  operatorReads,
  ownerFields,
  ownerView,
  railFields,
  railFilter,
  type Owner,
  type ReadDeps,
} from '../../parties/operators/operator-reads.ts'
import { seenRefunds } from './list-queries.ts'
import type { RefundRow } from './queries.ts'
import { refundSchema, refundView } from './view.ts'

export const deskRefundSchema = exact(
  {
    ...refundSchema.properties,
    ...ownerFields,
    ...railFields,
    attempt: count('Attempts to send it since it was last due.', 1),
    fee: nullable(money, 'What the rail charged. Null if it did not say.'),
    given_back_by_reversal: nullable(
      money,
      'The part that is not sent, since a reversal of the deposit gave it back. Null for none.',
    ),
    prepared_erased_at: nullable(
      timestamp('An instant.'),
      'When what the rail had prepared was erased by the policy of retention. Null: it is kept, or there is none.',
    ),
  },
  { title: 'DeskRefund', description: 'A payment back to the payer, with its rail.' },
)

export type DeskRefund = RefundRow & Owner & { prepared_erased_at: Instant | null }

export const operatorRefundReads = (api: Api, deps: ReadDeps): void =>
  operatorReads<'rf', DeskRefund>(api, deps, {
    name: 'refunds',
    prefix: 'rf',
    tag: 'Refunds',
    schema: deskRefundSchema,
    about: 'Payments back to payers.',
    filters: {
      status: Type.Optional(withDescription(refundStatus, 'Refunds with this status.')),
      currency: Type.Optional(currency('Refunds in this currency.', 'USDC')),
      rail: railFilter('Refunds over this rail.'),
      min_amount: amountFilter('Refunds of at least this amount', 'currency'),
      max_amount: amountFilter('Refunds of at most this amount', 'currency'),
      text: textFilter('The reference or the key at the rail'),
    },
    amounts: amountsOfCurrency,
    made: 'Refunds created',
    hasFilters: 'order',
    ...seenRefunds,
    enterpriseOf,
    view: deskRefundView,
  })

export const deskRefundView = (row: DeskRefund): Static<typeof deskRefundSchema> => ({
  ...refundView(row),
  ...ownerView(row),
  rail: row.rail,
  rail_key: row.rail_key,
  rejection_code: row.rejection_code,
  attempt: row.attempt,
  fee: moneyOrNull(row.fee_minor, row.fee_currency),
  given_back_by_reversal:
    row.reversed_minor === 0n ? null : moneyView(row.reversed_minor, row.currency),
  prepared_erased_at: toTimestampOrNull(row.prepared_erased_at),
})
