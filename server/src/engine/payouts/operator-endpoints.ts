// The operator API that reads payouts.
import Type, { type Static } from 'typebox'
import { toTimestampOrNull, type Instant } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  count,
  currency,
  exact,
  nullable,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { methodSchema } from '../../parties/instruments/view.ts'
import { money, moneyOrNull } from '../../platform/money/desk-money.ts'
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
import { seenPayouts } from './list-queries.ts'
import type { PayoutRow } from './queries.ts'
import { payoutSchema, payoutStatus, payoutView } from './view.ts'

const schema = exact(
  {
    ...payoutSchema.properties,
    ...ownerFields,
    ...railFields,
    sequence: count('The attempt of the order, from 1.', 1),
    method: withDescription(methodSchema, 'How the beneficiary is paid.'),
    fee: nullable(money, 'What the rail charged. Null if it did not say.'),
    prepared_erased_at: nullable(
      timestamp('An instant.'),
      'When what the rail had prepared was erased by the policy of retention. Null: it is kept, or there is none.',
    ),
  },
  { title: 'DeskPayout', description: 'A payment to the beneficiary, with its rail.' },
)

type Row = PayoutRow & Owner & { prepared_erased_at: Instant | null }

export const operatorPayoutReads = (api: Api, deps: ReadDeps): void =>
  operatorReads<'po', Row>(api, deps, {
    name: 'payouts',
    prefix: 'po',
    tag: 'Payouts',
    schema,
    about: 'Attempts to pay beneficiaries.',
    filters: {
      status: Type.Optional(withDescription(payoutStatus, 'Payouts with this status.')),
      currency: Type.Optional(currency('Payouts in this currency.', 'COP')),
      rail: railFilter('Payouts over this rail.'),
      min_amount: amountFilter('Payouts of at least this amount', 'currency'),
      max_amount: amountFilter('Payouts of at most this amount', 'currency'),
      text: textFilter('The reference or the key at the rail'),
    },
    amounts: amountsOfCurrency,
    made: 'Payouts created',
    hasFilters: 'order',
    ...seenPayouts,
    enterpriseOf,
    view,
  })

const view = (row: Row): Static<typeof schema> => ({
  ...payoutView(row),
  ...ownerView(row),
  rail: row.rail,
  rail_key: row.rail_key,
  rejection_code: row.rejection_code,
  sequence: row.sequence,
  method: row.method,
  fee: moneyOrNull(row.fee_minor, row.fee_currency),
  prepared_erased_at: toTimestampOrNull(row.prepared_erased_at),
})
