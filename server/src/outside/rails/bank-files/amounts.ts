// Amounts in bank files: decimal texts, read into exact minor units.
import { isCurrency, minorUnits } from '../../../platform/money/currencies.ts'
import { MAX_MINOR } from '../../../platform/money/decimal.ts'

// The form of xs:decimal without a sign. The schema allows 18 digits; leading and trailing zeros are allowed too.
const AMOUNT = /^\+?(\d{1,20})(?:\.(\d{0,20}))?$/

/** The minor units of an amount; undefined if it is not exact in the currency, not positive, or too large. */
export function readAmount(
  text: string | undefined,
  currency: string | undefined,
): bigint | undefined {
  const [, whole, fraction = ''] = AMOUNT.exec(text ?? '') ?? []
  if (whole === undefined || currency === undefined || !isCurrency(currency)) return undefined
  const decimals = minorUnits(currency)
  // Banks pad with zeros: `100.000` is 100.00. Any other further digit is no amount of this currency.
  if (!/^0*$/.test(fraction.slice(decimals))) return undefined
  const minor = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return minor <= MAX_MINOR ? minor : undefined
}
