// Statements and margin as the operator API shows them.
import Type, { type Static } from 'typebox'
import { toTimestamp } from '../../platform/clock.ts'
import { amountField } from '../../platform/http/money-fields.ts'
import {
  anyText,
  choice,
  count,
  currency,
  exact,
  identifier,
  nullable,
  signedDecimal,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { accountKinds } from '../../engine/ledger/accounts.ts'
import { postingKinds } from '../../engine/ledger/postings.ts'
import { formatSignedAmount } from '../../platform/money/decimal.ts'
import { idOrNull } from '../../parties/operators/operator-reads.ts'
import { figures } from './margin-queries.ts'
import { marginMinorOf, type MarginRow } from './margin.ts'
import type { CurrencyTotals, StatementAccount } from './statement.ts'
import type { Period, StatementLine } from './statement-queries.ts'

const amount = (description: string) => signedDecimal(description, '1000.00')

/** 1n if the account grows by debits, otherwise -1n. Accounts of unknown kinds grow by debits. */
const signOf = (account: string): bigint => {
  const kind = account.split(':', 1)[0] ?? ''
  return Object.entries(accountKinds).some(([name, { side }]) => name === kind && side === 'credit')
    ? -1n
    : 1n
}

const totals = exact(
  {
    currency: currency('The currency.', 'USDC'),
    opening_balance: amount('Before the first movement of the period.'),
    debits: amountField,
    credits: amountField,
    closing_balance: amount('After the last movement of the period.'),
    movements: count('How many movements the period has.', 12),
  },
  { title: 'StatementTotals', description: 'One currency of a statement.' },
)

const line = exact(
  {
    id: anyText('The transfer of the ledger.', '4711'),
    posted_at: timestamp('When it was posted.'),
    posting: choice(postingKinds, 'What happened.', { title: 'Posting' }),
    currency: currency('The currency.', 'USDC'),
    amount: amount('What the balance changed by. Negative if it became less.'),
    counter_account: anyText('The other account of the transfer.', 'rail:sandbox'),
    organization_id: nullable(identifier('org', 'An organization.'), 'Whose order it is.'),
    order_id: nullable(identifier('ord', 'An order.'), 'The order. Null without one.'),
    deposit_id: nullable(identifier('dep', 'A deposit.'), 'The deposit that moved.'),
    payout_id: nullable(identifier('po', 'A payout.'), 'The payout that moved or cost a fee.'),
    refund_id: nullable(identifier('rf', 'A refund.'), 'The refund that moved.'),
    movement_id: nullable(identifier('mv', 'A movement.'), "The movement of the desk's own money."),
  },
  { title: 'StatementMovement', description: 'A movement of an account.' },
)

export const statementSchema = exact(
  {
    account: anyText('The account.', 'rail:sandbox'),
    from: timestamp('The beginning of the period.'),
    to: timestamp('The end of the period, which does not belong to it.'),
    is_final: Type.Boolean({
      description: 'False until a minute after the period has ended: more may be posted.',
      examples: [true],
    }),
    totals: nullable(
      Type.Array(totals, { description: 'One for each currency that has a balance or moved.' }),
      'Only on the first page; null on the others.',
    ),
    movements: Type.Array(line, { description: 'Oldest first, in pages.' }),
  },
  { title: 'AccountStatement', description: 'What moved in an account in a period.' },
)

export function statementView(
  account: StatementAccount,
  { from, to }: Period,
  isFinal: boolean,
  found: readonly CurrencyTotals[] | null,
  lines: readonly StatementLine[],
): Static<typeof statementSchema> {
  const sign = signOf(account.name)
  return {
    account: account.name,
    from: toTimestamp(from),
    to: toTimestamp(to),
    is_final: isFinal,
    totals:
      found?.map((one) => ({
        currency: one.currency,
        opening_balance: formatSignedAmount(sign * one.openingMinor, one.currency),
        debits: formatSignedAmount(one.debitMinor, one.currency),
        credits: formatSignedAmount(one.creditMinor, one.currency),
        closing_balance: formatSignedAmount(sign * one.closingMinor, one.currency),
        movements: Number.parseInt(String(one.movements), 10),
      })) ?? null,
    movements: lines.map((row) => {
      const isDebit = row.debit_account === account.name
      return {
        id: String(row.id),
        posted_at: toTimestamp(row.posted_at),
        posting: row.posting,
        currency: row.currency,
        amount: formatSignedAmount(sign * (isDebit ? 1n : -1n) * row.amount_minor, row.currency),
        counter_account: isDebit ? row.credit_account : row.debit_account,
        organization_id: idOrNull('org', row.organization_id),
        order_id: idOrNull('ord', row.order_id),
        deposit_id: idOrNull('dep', row.deposit_id),
        payout_id: idOrNull('po', row.payout_id),
        refund_id: idOrNull('rf', row.refund_id),
        movement_id: idOrNull('mv', row.movement_id),
      }
    }),
  }
}

/** The meaning of each figure. Signs are those of the accounts in docs/ledger.md. */
const marginFigures = {
  sold: 'Sold to the provider.',
  delivered: 'Delivered by the provider.',
  fee: 'Fees earned, less those given back.',
  tax: 'Taxes to pay, less those given back. No part of the margin.',
  fx_result: "Result of the provider's rate against the promised rate; negative for a loss.",
  loss: 'The losses of orders in it.',
  accepted_loss: 'The part of the losses that somebody accepted.',
  rounding: 'Residue of conversions for an exact payout.',
  refund_fee: 'Fees of refunds that payers bore, less those given back.',
  small_amounts: 'Deposits and refunds that were too small and written off, less those given back.',
  provider_fee: 'Fees of providers.',
  rail_fee: 'Fees of rails.',
  network_fee: 'Fees of chains in their own coin.',
  written_off: 'Debts of payers that were given up.',
  unwind: 'Converted without a payout: what the desk holds more (or, if negative, less) of.',
  receivable: 'What payers owe more (or, if negative, less).',
} as const satisfies Record<keyof typeof figures, string> & Record<string, string>
export const marginNames = Object.keys(marginFigures)

export const marginSchema = exact(
  {
    day: anyText('The day, in UTC.', '2026-03-02'),
    enterprise_id: nullable(identifier('ent', 'An enterprise.'), 'Null without an order.'),
    organization_id: nullable(identifier('org', 'An organization.'), 'Null without an order.'),
    organization_name: nullable(anyText('A name.', 'Acme SA'), 'The name of the organization.'),
    route_id: nullable(identifier('rt', 'A route.'), 'The route. Null without an order.'),
    route_name: nullable(anyText('A name.', 'USDC to COP'), 'The name of the route.'),
    liquidity_provider: nullable(
      anyText('A provider.', 'ALPHA'),
      'The provider of the fill. What the ledger has for an order with several fills is split among them.',
    ),
    currency: currency('The currency of all amounts of the row.', 'USDC'),
    ...Object.fromEntries(
      Object.entries(marginFigures).map(([name, what]) => [name, amount(what)]),
    ),
    margin: amount(
      'fee + fx_result + rounding + refund_fee + small_amounts - provider_fee - rail_fee - network_fee - written_off.',
    ),
  },
  {
    title: 'MarginRow',
    description: 'What was earned and lost on one day, route, provider and currency.',
  },
)

export const marginView = (row: MarginRow): Record<string, string | null> => ({
  day: row.day,
  enterprise_id: row.route === null ? null : publicId('ent', row.route.enterprise_id),
  organization_id: idOrNull('org', row.organization_id),
  organization_name: row.route?.organization_name ?? null,
  route_id: idOrNull('rt', row.route_id),
  route_name: row.route?.name ?? null,
  liquidity_provider: row.provider,
  currency: row.currency,
  ...Object.fromEntries(
    marginNames.map((name) => [name, formatSignedAmount(row.minor.get(name) ?? 0n, row.currency)]),
  ),
  margin: formatSignedAmount(marginMinorOf(row), row.currency),
})
