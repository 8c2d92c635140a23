// Finds the provider and the price of a quote: hours, rates, liquidity, limits. create-quote.ts stores it;
// desk/configuration/preview.ts shows it for terms that are not effective yet.
import { earlierOf, toTimestampOrNull, type Instant } from '../../platform/clock.ts'
import { isAnyHoliday, type BankHolidays } from '../../platform/calendars/holidays.ts'
import { isOpen, nextOpening } from '../../platform/calendars/hours.ts'
import type { RouteRow } from '../routes/queries.ts'
import { limitsView, termsOf } from '../routes/view.ts'
import { failure, fieldFailure } from '../../platform/errors.ts'
import { bestFirst, tradersOf, tradersOpenAt, type Trader } from '../liquidity/best-provider.ts'
import { isCovered, noLiquidity, wantedOf, type LiquidityBoard } from '../liquidity/left.ts'
import { rateUnavailable, type RateBoard } from '../../outside/liquidity/rates.ts'
import { parseAmount } from '../../platform/money/decimal.ts'
import type { Provider } from '../../outside/providers/view.ts'
import { priceForPayin, priceForPayout, type Price } from './pricing.ts'

/** A payin or payout amount, as the caller sent it. */
export type AskedAmount = { side: 'payin' | 'payout'; amount: string }

export type PriceDeps = { rates: Pick<RateBoard, 'current'>; liquidity: LiquidityBoard }

/** The providers that may price a quote of the route. Throws if it takes none. */
export function quotingTraders(
  route: RouteRow,
  providers: ReadonlyMap<string, Provider>,
): Trader[] {
  const traders = tradersOf(route, providers)
  if (traders.length === 0) throw failure('offering_unavailable', {}, 'Create offerings again.')
  if (route.is_disabled) throw failure('route_disabled')
  return traders
}

/** The providers that may convert at an instant: the route and their pair are open, and no bank has a holiday. */
export function openTraders(
  route: RouteRow,
  traders: readonly Trader[],
  at: Instant,
  holidays: readonly BankHolidays[],
): Trader[] {
  const isClosed =
    (route.trading_hours.length > 0 && !isOpen(route.trading_hours, at)) ||
    isAnyHoliday(holidays, at)
  return isClosed ? [] : tradersOpenAt(traders, at)
}

/** The first instant, from `at` on, at which the route takes quotes. Null: none within a year. */
export function openingOf(
  route: RouteRow,
  traders: readonly Trader[],
  at: Instant,
  holidays: readonly BankHolidays[],
): Instant | null {
  const openings = traders
    .map(({ pair }) => nextOpening(route.trading_hours, pair.hours, at, holidays))
    .filter((opening) => opening !== null)
  return openings.length === 0 ? null : openings.reduce(earlierOf)
}

/** The best provider that trades now and covers the amount, with its price. */
export async function bestAt(
  deps: PriceDeps,
  route: RouteRow,
  traders: readonly Trader[],
  now: Instant,
  input: AskedAmount,
  holidays: readonly BankHolidays[],
): Promise<{ provider: Provider; rate: bigint; price: Price }> {
  const [first, ...others] = openTraders(route, traders, now, holidays)
  if (first === undefined) {
    throw failure(
      'market_closed',
      { opens_at: toTimestampOrNull(openingOf(route, traders, now, holidays)) },
      'The trading hours are in configured-routes and liquidity-providers. Bank holidays close them.',
    )
  }
  const ranked = bestFirst(deps.rates, [first, ...others])
  if (ranked.length === 0) throw rateUnavailable(first.provider.name, first.pair)
  for (const { provider, pair, rate } of ranked) {
    const price = priceOf(input, route, rate)
    if (!provider.isLimited) return { provider, rate, price }
    if (isCovered(await deps.liquidity.left(provider.name, pair), wantedOf(price)))
      return { provider, rate, price }
  }
  throw noLiquidity()
}

function priceOf(input: AskedAmount, route: RouteRow, rate: bigint): Price {
  const pointer = `/${input.side}_amount`
  const outOfLimits = () => {
    const limits = limitsView(route)
    const message = `results in a payin total outside the limits of ${limits.min} to ${limits.max} ${route.payin_currency}`
    return fieldFailure(
      'amount_out_of_limits',
      [{ pointer, code: 'amount_out_of_limits', message }],
      { limits },
    )
  }
  const currency = input.side === 'payin' ? route.payin_currency : route.payout_currency
  const amount = parseAmount(input.amount, currency)
  if (!amount.ok) {
    if (amount.problem === 'amount_too_large') throw outOfLimits()
    throw fieldFailure(amount.problem, [
      { pointer, code: amount.problem, message: AMOUNT_MESSAGES[amount.problem](currency) },
    ])
  }
  const priced =
    input.side === 'payin'
      ? priceForPayin(termsOf(route), rate, amount.minor)
      : priceForPayout(termsOf(route), rate, amount.minor)
  if (priced.ok) return priced.price
  if (priced.problem === 'amount_out_of_limits') throw outOfLimits()
  throw fieldFailure('amount_not_positive', [
    { pointer, code: 'amount_not_positive', message: 'is too small: the payout would be zero' },
  ])
}

const AMOUNT_MESSAGES = {
  invalid_amount: () => 'must be a decimal string such as "1000.00"',
  amount_precision: (currency: string) => `has more decimals than ${currency} has`,
  amount_not_positive: () => 'must be greater than zero',
}
