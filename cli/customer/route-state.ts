// Says whether a route trades now, and if not, when it opens: its own hours and those of its provider count. Bank
// holidays of rails are not known here; a quote tells those.
import type { ConfiguredRoute, LiquidityProvider } from '@corridor/sdk'
import { windowsBetween } from '@corridor/server/platform/calendars/hours.ts'
import { instantAt, later } from '@corridor/server/platform/clock.ts'
import { shortTime } from './show.ts'

type Route = Pick<
  ConfiguredRoute,
  'is_disabled' | 'liquidity_provider' | 'payin_currency' | 'payout_currency' | 'trading_hours'
>
type Span = { from: number; until: number }

/** Providers publish the hours of seven days. */
const WEEK_MS = 7 * 86_400_000

export function stateOf(
  route: Route,
  providers: readonly LiquidityProvider[],
  nowMs: number,
): string {
  if (route.is_disabled) return 'disabled'
  const open = overlapping(ownHours(route, nowMs), providerHours(route, providers, nowMs))
  const next = open.find(({ until }) => until > nowMs)
  if (next === undefined) return 'closed for a week or more'
  if (next.from <= nowMs) return 'open'
  return `closed until ${shortTime(new Date(next.from).toISOString())}`
}

function ownHours({ trading_hours: hours }: Route, nowMs: number): Span[] {
  if (hours.length === 0) return [{ from: nowMs, until: nowMs + WEEK_MS }]
  const rows = hours.map((one) => ({
    dayOfWeek: one.day_of_week,
    startTime: one.start_time,
    endTime: one.end_time,
    timezone: one.timezone,
  }))
  const now = instantAt(nowMs)
  return windowsBetween(rows, now, later(now, WEEK_MS)).map(({ openAt, closeAt }) => ({
    from: openAt,
    until: closeAt,
  }))
}

function providerHours(
  route: Route,
  providers: readonly LiquidityProvider[],
  nowMs: number,
): Span[] {
  const pair = providers
    .find(({ name }) => name === route.liquidity_provider)
    ?.trading_pairs.find(
      (one) =>
        one.payin_currency === route.payin_currency &&
        one.payout_currency === route.payout_currency,
    )
  if (pair === undefined) return [{ from: nowMs, until: nowMs + WEEK_MS }]
  return pair.hours_of_operation.map((one) => ({
    from: Date.parse(one.open_time_utc),
    until: Date.parse(one.close_time_utc),
  }))
}

/** The spans in which both are open, in order. */
const overlapping = (some: readonly Span[], others: readonly Span[]): Span[] =>
  some
    .flatMap((one) =>
      others.map((other) => ({
        from: Math.max(one.from, other.from),
        until: Math.min(one.until, other.until),
      })),
    )
    .filter(({ from, until }) => from < until)
    .toSorted((a, b) => a.from - b.from)
