// Holidays of banks: on these days a bank executes no payment, and offerings over its rail are closed.
// bank-days.ts decides how they move a payout. Pure.
import { Temporal } from 'temporal-polyfill'
import { instantAt, later, toTimestamp, type Instant } from '../clock.ts'

/** Days of the bank, YYYY-MM-DD, in its time zone. */
export type BankHolidays = { timezone: string; dates: readonly string[] }

/** Closed from `from`, inclusive, to `until`, exclusive. */
type Closed = { from: Instant; until: Instant }

const DAY_MS = 86_400_000

export const isHoliday = (dates: readonly string[], date: string): boolean => dates.includes(date)

/** The holidays that intersect [from, until), each from midnight to midnight of its time zone. */
export function closedBetween(
  all: readonly BankHolidays[],
  from: Instant,
  until: Instant,
): Closed[] {
  // A local date is at most a day away from that of UTC.
  const first = dayOf(later(from, -DAY_MS))
  const last = dayOf(later(until, DAY_MS))
  return all.flatMap(({ timezone, dates }) =>
    dates
      .filter((date) => first <= date && date <= last)
      .map((date) => dayIn(timezone, Temporal.PlainDate.from(date)))
      .filter((day) => day.from < until && from < day.until),
  )
}

/** Whether any of the banks has a holiday. */
export const isAnyHoliday = (all: readonly BankHolidays[], at: Instant): boolean =>
  all.some((holidays) => {
    let day = lastDays.get(holidays)
    if (day === undefined || at < day.from || at >= day.until) {
      const date = Temporal.Instant.fromEpochMilliseconds(at)
        .toZonedDateTimeISO(holidays.timezone)
        .toPlainDate()
      day = {
        ...dayIn(holidays.timezone, date),
        isClosed: isHoliday(holidays.dates, date.toString()),
      }
      lastDays.set(holidays, day)
    }
    return day.isClosed
  })

// Quotes ask about now. The key is a calendar, which never changes after it was read.
const lastDays = new WeakMap<BankHolidays, Closed & { isClosed: boolean }>()

const dayIn = (timezone: string, date: Temporal.PlainDate): Closed => ({
  from: startOf(timezone, date),
  until: startOf(timezone, date.add({ days: 1 })),
})

const startOf = (timezone: string, date: Temporal.PlainDate): Instant =>
  instantAt(date.toZonedDateTime(timezone).epochMilliseconds)

const dayOf = (at: Instant): string => toTimestamp(at).slice(0, 10)

/** The last day of the years that the dates cover; undefined without dates. */
export function lastCoveredDay(dates: readonly string[]): string | undefined {
  const years = dates.map((date) => date.slice(0, 4)).toSorted()
  const last = years.at(-1)
  return last === undefined ? undefined : `${last}-12-31`
}

/** The next year's holidays are published in autumn. */
const WARNED_DAYS = 60

/** Whether the dates end within the next 60 days. A list without dates never ends. */
export function endsSoon({ dates }: BankHolidays, at: Instant): boolean {
  const last = lastCoveredDay(dates)
  return last !== undefined && last < dayOf(later(at, WARNED_DAYS * DAY_MS))
}
