// Chooses the provider that prices an offering or a quote: the best rate among the providers of the route that trade
// now, have a fresh rate and cover the amount. Fee and tax are the route's, so the best rate is the best payout. If
// rates are equal, the provider that the route names first wins.
import type { Instant } from '../../platform/clock.ts'
import { isOpen } from '../../platform/calendars/hours.ts'
import type { RouteRow } from '../routes/queries.ts'
import { pairOf, type Provider, type TradingPair } from '../../outside/providers/view.ts'
import type { RateBoard } from '../../outside/liquidity/rates.ts'

type RouteProviders = Pick<RouteRow, 'provider_name' | 'further_providers'>

/** The providers of a route, ranked. */
export const providerNamesOf = (route: RouteProviders): string[] => [
  route.provider_name,
  ...route.further_providers,
]

/** A provider that trades the pair of a route. */
export type Trader = { provider: Provider; pair: TradingPair }

/** Ranked. Leaves out names that are not configured or do not trade the pair. */
export const tradersOf = (
  route: RouteProviders & Pick<RouteRow, 'payin_currency' | 'payout_currency'>,
  providers: ReadonlyMap<string, Provider>,
): Trader[] =>
  providerNamesOf(route).flatMap((name) => {
    const provider = providers.get(name)
    const pair = pairOf(provider, route.payin_currency, route.payout_currency)
    return provider === undefined || pair === undefined ? [] : [{ provider, pair }]
  })

export const tradersOpenAt = (traders: readonly Trader[], at: Instant): Trader[] =>
  traders.filter(({ pair }) => isOpen(pair.hours, at))

export type RatedTrader = Trader & { rate: bigint }

/** The traders with a fresh rate, the best first. */
export function bestFirst(
  rates: Pick<RateBoard, 'current'>,
  traders: readonly Trader[],
): RatedTrader[] {
  const rated = traders.flatMap((trader) => {
    const rate = rates.current(trader.provider.name, trader.pair)
    return rate === undefined ? [] : [{ ...trader, rate }]
  })
  return rated.length < 2
    ? rated
    : rated.sort((a, b) => (a.rate < b.rate ? 1 : a.rate > b.rate ? -1 : 0))
}
