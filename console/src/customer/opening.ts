// When a closed offering opens again. The window of today has the holidays of banks. Those of the next days do not: an opening on
// one of them is the earliest, and its hours are those of the route and of the pair of its provider.
import type { ConfiguredRoute, Offering } from '@corridor/sdk'

type Window = { from: number; to: number }
export type Opening = { at: number; isCertain: boolean }

const DAY_MS = 86_400_000
const DAYS_AHEAD = 8

type End = { external_payment_instrument: { currency: string } }
type Offered = Pick<Offering, 'current_day_hours_of_operation'> & {
  liquidity_provider: Pick<Offering['liquidity_provider'], 'trading_pairs'>
  payin: End
  payout: End
}
type Route = Pick<ConfiguredRoute, 'trading_hours'>

/** Undefined while it is open, and if it does not open within the published days. */
export function openingOf(
  offering: Offered,
  route: Route | undefined,
  nowMs: number,
): Opening | undefined {
  const { open_utc: opens, close_utc: closes } = offering.current_day_hours_of_operation
  const today = { from: Date.parse(opens), to: Date.parse(closes) }
  if (today.from <= nowMs && nowMs < today.to) return undefined
  if (nowMs < today.from && today.from < today.to) return { at: today.from, isCertain: true }
  // The rest of the day is closed.
  const tomorrow = (Math.floor(today.from / DAY_MS) + 1) * DAY_MS
  const since = Math.max(nowMs, tomorrow)
  const own = windowsOf(route?.trading_hours ?? [], since)
  const both = windowsOfPair(offering).flatMap((pair) =>
    (route === undefined || route.trading_hours.length === 0 ? [pair] : own).map((window) => ({
      from: Math.max(pair.from, window.from, since),
      to: Math.min(pair.to, window.to),
    })),
  )
  const starts = both.filter(({ from, to }) => from < to).map(({ from }) => from)
  return starts.length === 0 ? undefined : { at: Math.min(...starts), isCertain: false }
}

const windowsOfPair = ({ liquidity_provider: provider, payin, payout }: Offered): Window[] =>
  provider.trading_pairs
    .filter(
      (pair) =>
        pair.payin_currency === payin.external_payment_instrument.currency &&
        pair.payout_currency === payout.external_payment_instrument.currency,
    )
    .flatMap((pair) => pair.hours_of_operation)
    .map(({ open_time_utc: from, close_time_utc: to }) => ({
      from: Date.parse(from),
      to: Date.parse(to),
    }))

/** The windows of weekly hours from the day before `since` on. An end at or before the start is on the next day. */
function windowsOf(hours: ConfiguredRoute['trading_hours'], since: number): Window[] {
  const first = Math.floor(since / DAY_MS) * DAY_MS - DAY_MS
  return Array.from({ length: DAYS_AHEAD + 1 }, (_, day) => first + day * DAY_MS).flatMap((day) =>
    hours
      .filter(({ day_of_week: weekday }) => new Date(day).getUTCDay() === weekday)
      .map(({ start_time: start, end_time: end, timezone }) => ({
        from: instantOf(day, start, timezone),
        to: instantOf(end <= start ? day + DAY_MS : day, end, timezone),
      })),
  )
}

/** The instant at which clocks of the zone show the time on a day. */
function instantOf(day: number, time: string, zone: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  const shown = day + (Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10)) * 60_000
  const near = shown - offsetAt(shown, zone)
  return shown - offsetAt(near, zone)
}

/** How far the clocks of the zone are ahead of UTC. */
function offsetAt(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at)
  const part = (type: string) =>
    Number.parseInt(parts.find((one) => one.type === type)?.value ?? '0', 10)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return shown - Math.floor(at / 60_000) * 60_000
}
