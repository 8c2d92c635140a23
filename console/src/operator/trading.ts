// Which pairs of providers trade now, and which balances need a word. The hours are those that the service names: today
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

type Balance = Pick<Schemas['DeskBalance'], 'account' | 'ledger'>

/** Whether more left a rail or a provider than came in: a sandbox settles nothing between them. */
export const isOverdrawn = ({ account, ledger }: Balance): boolean =>
  /^(?:rail|provider):/.test(account) && ledger.startsWith('-')
