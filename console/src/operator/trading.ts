// Which pairs of providers trade now, and which routes. The hours are those that the service names: today
// and the next six days.
import type { Schemas } from '../../../server/operator-client/client.ts'

type Hours = Schemas['DeskTradingPair']['hours_of_operation']

/** When a pair that is closed opens; null if it does not open within the hours that are known. Undefined: it is open. */
export function opensAt(hours: Hours, nowMs: number): string | null | undefined {
  const isOpen = hours.some(
    ({ open_time_utc: from, close_time_utc: to }) =>
      Date.parse(from) <= nowMs && nowMs < Date.parse(to),
  )
  if (isOpen) return undefined
  const later = hours
    .map(({ open_time_utc: from }) => from)
    .filter((from) => Date.parse(from) > nowMs)
    .toSorted()
  return later[0] ?? null
}

type Pair = Pick<
  Schemas['DeskTradingPair'],
  'hours_of_operation' | 'rate_age_seconds' | 'max_rate_age_seconds'
>

/** Nobody needs the rate of a pair that is closed. */
export const isStale = (pair: Pair, nowMs: number): boolean =>
  opensAt(pair.hours_of_operation, nowMs) === undefined &&
  (pair.rate_age_seconds === null || pair.rate_age_seconds > pair.max_rate_age_seconds)

type Route = Pick<
  Schemas['DeskRoute'],
  | 'has_trading_hours_configured'
  | 'is_within_trading_hours'
  | 'liquidity_provider'
  | 'further_providers'
  | 'payin_currency'
  | 'payout_currency'
>

/** Whether the route can be quoted by its hours and by those of one of its providers. Unknown providers count as open. */
export const isTrading = (
  route: Route,
  providers: readonly Pick<Schemas['DeskProvider'], 'name' | 'trading_pairs'>[] | undefined,
  nowMs: number,
): boolean =>
  (!route.has_trading_hours_configured || route.is_within_trading_hours) &&
  (providers === undefined ||
    providers
      .filter(({ name }) => [route.liquidity_provider, ...route.further_providers].includes(name))
      .flatMap((one) => one.trading_pairs)
      .some(
        (pair) =>
          pair.payin_currency === route.payin_currency &&
          pair.payout_currency === route.payout_currency &&
          opensAt(pair.hours_of_operation, nowMs) === undefined,
      ))

type Balance = Pick<Schemas['DeskBalance'], 'account' | 'ledger'>

/** Whether more left a rail or a provider than came in: a sandbox settles nothing between them. */
export const isOverdrawn = ({ account, ledger }: Balance): boolean =>
  /^(?:rail|provider):/.test(account) && ledger.startsWith('-')
