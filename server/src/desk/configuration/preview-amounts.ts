// Chooses the amounts that a preview prices. Pure.
import type { RouteRow } from '../../engine/routes/queries.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { AskedAmount } from '../../engine/quotes/best-price.ts'

export type GivenAmount = { currency: string; amount: string }

type Amounts = Pick<
  RouteRow,
  'payin_currency' | 'payout_currency' | 'payin_min_minor' | 'payin_max_minor' | 'cost_tiers'
>

/** Tiers may be many. */
const MOST_AMOUNTS = 50

/**
 * The given amounts in a currency of the route. If there are none: the limits, and both sides of each edge between two
 * tiers, of the route before and after.
 */
export function previewAmounts(
  states: readonly Amounts[],
  given: readonly GivenAmount[],
): AskedAmount[] {
  const [route] = states
  if (route === undefined) return []
  const asked = given.flatMap(({ currency, amount }): AskedAmount[] =>
    currency === route.payin_currency
      ? [{ side: 'payin', amount }]
      : currency === route.payout_currency
        ? [{ side: 'payout', amount }]
        : [],
  )
  if (asked.length > 0) return asked
  const minors = states.flatMap(typicalOf)
  return [...new Set(minors)]
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .slice(0, MOST_AMOUNTS)
    .map((minor) => ({ side: 'payin', amount: formatAmount(minor, route.payin_currency) }))
}

function typicalOf({ payin_min_minor: min, payin_max_minor: max, cost_tiers }: Amounts): bigint[] {
  const edges = cost_tiers.map((tier) => BigInt(tier.max_minor))
  const around = edges.flatMap((edge) => [edge, edge + 1n])
  return [min, max, ...around.filter((minor) => min < minor && minor < max)]
}
