// The operator API that reads deposits, also those in suspense.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull, type Instant } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { amountField } from '../../platform/http/money-fields.ts'
import {
  anyText,
  choice,
  count,
  currency,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { money, moneyOrNull } from '../../platform/money/desk-money.ts'
import { amountFilter, amountsOfCurrency, textFilter } from '../../platform/http/row-filters.ts'
import {
  enterpriseOf,
  idOrNull,
  operatorReads,
  railFilter,
  type ReadDeps,
} from '../../parties/operators/operator-reads.ts'
import { outcomesForOrders } from './outcomes.ts'
import { seenDeposits } from './list-queries.ts'
import { receivedAtOf, type DepositRow } from './queries.ts'

const outcome = choice(
  [...outcomesForOrders, 'unmatched'],
  'counted: it counts towards the total. late: it came after the order had ended. extra: the order was already funded. wrong_asset: it is in another currency. unmatched: it is in suspense.',
  { title: 'DeskDepositOutcome' },
)

export const deskDepositSchema = exact(
  {
    id: identifier('dep', 'The deposit.'),
    enterprise_id: nullable(identifier('ent', 'An enterprise.'), 'Null for a deposit in suspense.'),
    organization_id: nullable(
      identifier('org', 'An organization.'),
      'Null for a deposit in suspense.',
    ),
    organization_name: nullable(anyText('A name.', 'Acme SA'), 'The name of the organization.'),
    order_id: nullable(
      identifier('ord', 'An order.'),
      'The order that it arrived for. Null for a deposit in suspense.',
    ),
    rail: anyText('The rail.', 'evm:base'),
    transaction: anyText(
      "The rail's id of the transaction.",
      'sim:ord_01jqe8m2x4fv5s0t6w7y8z9abc:0',
    ),
    output_index: count('The place in the transaction.', 0),
    address: anyText(
      'The account of the desk that received it.',
      '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
    ),
    currency: currency('The currency that arrived.', 'USDC'),
    amount: amountField,
    outcome,
    received_at: timestamp(
      'When the money came, by the rail. It decides whether the deposit came in time.',
    ),
    recorded_at: timestamp('When it was recorded.'),
    assigned_at: nullable(
      timestamp('An instant.'),
      'When an operator or a suggestion assigned it to its order. Null if it was never in suspense.',
    ),
    reversed_at: nullable(
      timestamp('An instant.'),
      'When the rail took it back. Null: it did not.',
    ),
    reversal_code: nullable(anyText('A code of the rail.', 'R01'), 'Why the rail took it back.'),
    reversal_order_id: nullable(
      identifier('ord', 'An order.'),
      'The order that bore the reversal: its own, or the last of the retries.',
    ),
    lost: nullable(money, 'The part that was already used or sent when it was reversed.'),
    is_small: Type.Boolean({
      description: 'It is below the smallest deposit of its rail, and was not credited by itself.',
    }),
    exit: nullable(
      choice(
        ['booked', 'written_off', 'returned'],
        "booked: it is the desk's own money. written_off: nobody claimed it. returned: it goes or went back to its sender.",
        { title: 'SuspenseExit', example: 'booked' },
      ),
      'How it left suspense without an order. Null: it did not.',
    ),
    exit_account: nullable(
      anyText('An account of the ledger.', 'treasury'),
      'The account that it left suspense to.',
    ),
    exit_movement_id: nullable(
      identifier('mv', 'A movement.'),
      'The movement that it was the arrival of.',
    ),
    exited_at: nullable(timestamp('An instant.'), 'When it left suspense without an order.'),
    sender_erased_at: nullable(
      timestamp('An instant.'),
      'When its sender was erased by the policy of retention. Null: the sender is kept, or the rail told none.',
    ),
  },
  { title: 'DeskDeposit', description: 'A payment that arrived.' },
)

export type DeskDeposit = DepositRow & {
  enterprise_id: Uuid<'ent'> | null
  organization_name: string | null
  sender_erased_at: Instant | null
}

export const operatorDepositReads = (api: Api, deps: ReadDeps): void =>
  operatorReads<'dep', DeskDeposit>(api, deps, {
    name: 'deposits',
    prefix: 'dep',
    tag: 'Deposits',
    schema: deskDepositSchema,
    about:
      'Deposits that arrived. Only whoever sees all enterprises sees those in suspense, which belong to none.',
    filters: {
      outcome: Type.Optional(outcome),
      currency: Type.Optional(currency('Deposits in this currency.', 'USDC')),
      rail: railFilter('Deposits over this rail.'),
      min_amount: amountFilter('Deposits of at least this amount', 'currency'),
      max_amount: amountFilter('Deposits of at most this amount', 'currency'),
      text: textFilter('The transaction or the address'),
    },
    amounts: amountsOfCurrency,
    made: 'Deposits recorded',
    hasFilters: 'order',
    ...seenDeposits,
    enterpriseOf,
    view: deskDepositView,
  })

export const deskDepositView = (row: DeskDeposit): Static<typeof deskDepositSchema> => ({
  id: publicId('dep', row.id),
  enterprise_id: idOrNull('ent', row.enterprise_id),
  organization_id: idOrNull('org', row.organization_id),
  organization_name: row.organization_name,
  order_id: idOrNull('ord', row.order_id),
  rail: row.rail,
  transaction: row.transaction,
  output_index: row.output_index,
  address: row.address,
  currency: row.currency,
  amount: formatAmount(row.amount_minor, row.currency),
  outcome: row.outcome,
  received_at: toTimestamp(receivedAtOf(row)),
  recorded_at: toTimestamp(row.recorded_at),
  assigned_at: toTimestampOrNull(row.assigned_at),
  reversed_at: toTimestampOrNull(row.reversed_at),
  reversal_code: row.reversal_code,
  reversal_order_id: idOrNull('ord', row.reversal_order_id),
  lost: moneyOrNull(row.loss_minor, row.currency),
  is_small: row.is_small,
  exit: row.exit,
  exit_account: row.exit_account,
  exit_movement_id: idOrNull('mv', row.exit_movement_id),
  exited_at: toTimestampOrNull(row.exited_at),
  sender_erased_at: toTimestampOrNull(row.sender_erased_at),
})
