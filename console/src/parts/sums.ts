// Arithmetic on amounts of one currency, exact. The service cuts trailing zeros, so two amounts of one currency can have
// different numbers of decimals. The SDK aligns them; no page adds texts by itself.
import { decimal } from '@corridor/sdk'

/** The sum of amounts, written as the service writes amounts. Zero if there are none. */
export const sumOf = (amounts: readonly string[]): string =>
  trimmed(amounts.reduce(decimal.add, '0'))

/** What is left of an amount. It may be below zero. */
export const lessOf = (amount: string, taken: string): string =>
  trimmed(decimal.subtract(amount, taken))

/** The side of an account that has more, and by how much. Undefined if both are equal. */
export function balanceOf(
  debits: readonly string[],
  credits: readonly string[],
): { side: 'debit' | 'credit'; amount: string } | undefined {
  const [debit, credit] = [sumOf(debits), sumOf(credits)]
  const order = decimal.compare(debit, credit)
  if (order === 0) return undefined
  return order > 0
    ? { side: 'debit', amount: trimmed(decimal.subtract(debit, credit)) }
    : { side: 'credit', amount: trimmed(decimal.subtract(credit, debit)) }
}

/** At least two decimals, and no further zeros at the end. None if none came in: the currency has no minor unit. */
export const trimmed = (amount: string): string => amount.replace(/(\.\d\d\d*?)0+$/, '$1')
