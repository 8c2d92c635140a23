// Reads the bank's charges for an entry or a payment.
import { readAmount } from './amounts.ts'
import { allOf, at, type Element } from './read-xml.ts'

/** The total, else the sum of its parts. Undefined if there are none, or one has no exact amount in the currency. */
export function feeOf(
  charges: Element | undefined,
  currency: string | undefined,
): bigint | undefined {
  const total = at(charges, 'TtlChrgsAndTaxAmt')
  const parts = total === undefined ? allOf(charges, 'Rcrd').map((one) => at(one, 'Amt')) : [total]
  if (parts.length === 0) return undefined
  const minors = parts.map((part) =>
    part?.currency === currency ? readAmount(part?.text, currency) : undefined,
  )
  return minors.reduce(
    (sum, minor) => (sum === undefined || minor === undefined ? undefined : sum + minor),
    0n,
  )
}
