// Reads the bank's charges for an entry or a payment.
import { readAmount } from './amounts.ts'
import { allOf, at, type Element } from './read-xml.ts'

/**
 * The total, else the sum of its parts: records of one element, or an element for each in versions of 2009. Undefined if
 * there are none, or one has no exact amount in the currency.
 */
export function feeOf(
  charges: readonly Element[],
  currency: string | undefined,
): bigint | undefined {
  const total = charges.map((one) => at(one, 'TtlChrgsAndTaxAmt')).find((one) => one !== undefined)
  const parts =
    total === undefined
      ? charges.flatMap((one) => [...allOf(one, 'Amt'), ...allOf(one, 'Rcrd').map(amountOf)])
      : [total]
  if (parts.length === 0) return undefined
  const minors = parts.map((part) =>
    part?.currency === currency ? readAmount(part?.text, currency) : undefined,
  )
  return minors.reduce(
    (sum, minor) => (sum === undefined || minor === undefined ? undefined : sum + minor),
    0n,
  )
}

const amountOf = (record: Element): Element | undefined => at(record, 'Amt')
