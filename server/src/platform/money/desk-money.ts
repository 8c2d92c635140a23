// Amounts as operators read them.
import { currency, exact, signedDecimal } from '../http/schemas.ts'
import { formatSignedAmount } from './decimal.ts'

/** An amount that may be negative. */
export const money = exact(
  {
    currency: currency('The currency.', 'USDC'),
    amount: signedDecimal('Decimal text. Negative for a loss.', '1000.00'),
  },
  { title: 'Money', description: 'An amount in a currency.' },
)

export const moneyOrNull = (minor: bigint | null, of: string | null) =>
  minor === null || of === null ? null : moneyView(minor, of)

export const moneyView = (minor: bigint, of: string) => ({
  currency: of,
  amount: formatSignedAmount(minor, of),
})
