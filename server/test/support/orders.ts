// What tests do with orders of a service: read them as an operator does, and fund some.
import { parseAmount } from '../../src/money/decimal.ts'

/** The minor units of an amount in a response. */
export function minorOf(amount: string, currency: string): bigint {
  const parsed = parseAmount(amount, currency)
  if (!parsed.ok) throw new Error(`${amount} is no amount of ${currency}`)
  return parsed.minor
}
