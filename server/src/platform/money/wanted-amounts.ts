// What a searched text means as an amount.
import { currencies } from './currencies.ts'
import { parseAmount } from './decimal.ts'

export type WantedAmount = { currency: string; minor: bigint }

/** The amounts that the text may mean: one of a named currency, or one of each. Empty for other text. */
export function wantedAmounts(written: string): WantedAmount[] {
  const [amount = '', named, ...rest] = written.split(/ +/)
  if (rest.length > 0) return []
  const wantedCurrency = named?.toUpperCase()
  return currencies
    .filter((code) => wantedCurrency === undefined || code === wantedCurrency)
    .flatMap((code) => {
      const parsed = parseAmount(amount, code)
      return parsed.ok ? [{ currency: code, minor: parsed.minor }] : []
    })
}
