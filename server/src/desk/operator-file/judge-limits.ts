// Checks the limits of a liquidity provider in an operator file.
import { parseAmount } from '../../platform/money/decimal.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import type { ProviderLimit } from '../../outside/providers/queries.ts'
import type { Path, ProviderContent } from './file-schema.ts'
import type { Judge } from './judging.ts'
import { nearestFirst } from '../../platform/nearest.ts'

export function judgeLimits(judge: Judge, path: Path, one: ProviderContent): ProviderLimit[] {
  const { name, settlement_limit: limits = {}, prefunded = [], trading_pairs: pairs } = one
  const payins = pairs.map((pair) => pair.payin_currency)
  const traded = [...payins, ...pairs.map((pair) => pair.payout_currency)]
  const minorOf = (currency: string, text: string | undefined): bigint | null => {
    if (text === undefined) return null
    const at = [...path, 'settlement_limit', currency]
    if (!isCurrency(currency) || !traded.includes(currency)) {
      judge.addProblem(
        at,
        `${name} does not trade ${currency}; it trades ${namesOf(currency, traded)}`,
      )
      return null
    }
    const parsed = parseAmount(text, currency)
    if (parsed.ok) return parsed.minor
    judge.addProblem(at, `${text} is not an amount of ${currency} above zero, such as "10.00"`)
    return null
  }
  for (const [index, currency] of prefunded.entries())
    if (!payins.includes(currency))
      judge.addProblem(
        [...path, 'prefunded', index],
        `${currency} is no payin currency of ${name}; its payin currencies: ${namesOf(currency, payins)}`,
      )
  return [...new Set([...Object.keys(limits), ...prefunded])].map((currency) => ({
    provider: name,
    currency,
    settlement_limit_minor: minorOf(currency, limits[currency]),
    is_prefunded: prefunded.includes(currency),
  }))
}

const namesOf = (wanted: string, names: readonly string[]): string =>
  nearestFirst(wanted, new Set(names))
