// The published form of accounts and their lines.
import { toTimestamp } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/config.ts'
import {
  choice,
  count,
  currency,
  exact,
  identifier,
  nullable,
  signedDecimal,
  text,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { formatSignedAmount } from '../../platform/money/decimal.ts'
import {
  instrumentOf,
  instrumentView,
  sharedInstrumentFields,
} from '../../parties/instruments/view.ts'
import { accountLineKinds, type AccountLineRow, type AccountRow } from './queries.ts'

const { id: _id, alias, ...shared } = sharedInstrumentFields

export const accountSchema = exact(
  {
    id: identifier('epi', 'The account. It is also the instrument that offerings and orders name.'),
    alias,
    currency: currency('The currency of the account.', 'USDC'),
    account_number: text(40, 'Names the account to people.', 'AC-20261128-7K2M9QXW'),
    available: signedDecimal(
      'What the account has, and orders can take. Negative if the desk took back more than it had.',
      '1250.00',
    ),
    ...shared,
  },
  {
    title: 'Account',
    description: 'Money of an organization at the desk, in one currency.',
  },
)

/** `availableMinor`: by default what it has now. */
export function accountView(
  secrets: Secrets,
  row: AccountRow,
  { version = row.version, availableMinor = row.balance_minor } = {},
) {
  const {
    details: _details,
    method: _method,
    id,
    alias,
    currency,
    ...more
  } = instrumentView(instrumentOf(secrets, row), version)
  const available = formatSignedAmount(availableMinor, currency)
  return { id, alias, currency, account_number: row.number, available, ...more }
}

export const accountLineSchema = exact(
  {
    number: count('Its place in the account. Lines have no gap.', 12),
    kind: choice(
      accountLineKinds,
      'Whether the account paid an order, a payout or a refund of an order came to it, or the desk put something right.',
      { title: 'AccountLineKind' },
    ),
    amount: signedDecimal('Negative if the account paid it.', '-1000.00'),
    balance: signedDecimal('The balance after it.', '250.00'),
    order_id: nullable(identifier('ord', 'The order.'), 'Null for a correction.'),
    created_at: timestamp('When it was written.'),
  },
  { title: 'AccountLine', description: 'What came to an account or left it.' },
)

export const accountLineView = (row: AccountLineRow, of: string) => ({
  number: row.number,
  kind: row.kind,
  amount: formatSignedAmount(row.amount_minor, of),
  balance: formatSignedAmount(row.balance_minor, of),
  order_id: row.order_id === null ? null : publicId('ord', row.order_id),
  created_at: toTimestamp(row.created_at),
})
