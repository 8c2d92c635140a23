// Chooses the provider that prices an offering or a quote: the best rate among the providers of the route that trade now
// and have a fresh rate. Fee and tax are the route's, so the best rate is the best payout. Of equal rates the provider
// that the route names first wins.
import type { Instant } from '../clock.ts'
import { isOpen } from '../configured-routes/hours.ts'
import type { RouteRow } from '../configured-routes/queries.ts'
import { pairOf, type Provider, type TradingPair } from '../providers/view.ts'
import type { RateBoard } from './rates.ts'

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

/** The trader with the best fresh rate; undefined if none has a fresh rate. */
export function bestOf(
  rates: Pick<RateBoard, 'current'>,
  traders: readonly Trader[],
): (Trader & { rate: bigint }) | undefined {
  let best: (Trader & { rate: bigint }) | undefined
  for (const trader of traders) {
    const rate = rates.current(trader.provider.name, trader.pair)
    if (rate !== undefined && (best === undefined || rate > best.rate)) best = { ...trader, rate }
  }
  return best
}
