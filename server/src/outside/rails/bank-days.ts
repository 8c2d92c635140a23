// The one rule of bank days: Monday to Friday without the holidays of the bank. Files of banks, expected times of payouts and
// the `T+n` days of routes use it. holidays.ts decides when offerings and quotes are closed. Pure.
import { Temporal } from 'temporal-polyfill'
import { instantAt, type Instant } from '../../platform/clock.ts'
import { isHoliday, type BankHolidays } from '../../platform/calendars/holidays.ts'

/** 0 Sunday to 6 Saturday. */
const SATURDAY_AND_SUNDAY = [6, 0]
/** More days than any chain of holidays. */
const SEARCHED_DAYS = 400

/** `weekend`: other days of the week than Saturday and Sunday. `holidays`: YYYY-MM-DD. */
type BankDays = { weekend?: readonly number[]; holidays?: readonly string[] }

export const isBankDay = (
  { weekend = SATURDAY_AND_SUNDAY, holidays = [] }: BankDays,
  date: Temporal.PlainDate,
): boolean => !weekend.includes(date.dayOfWeek % 7) && !isHoliday(holidays, date.toString())

/** The day itself, if it is a bank day. Throws if there is none within 400 days. */
export function firstBankDay(days: BankDays, from: Temporal.PlainDate): Temporal.PlainDate {
  let date = from
  for (let searched = 0; searched < SEARCHED_DAYS; searched++) {
    if (isBankDay(days, date)) return date
    date = date.add({ days: 1 })
  }
  throw new Error(`the calendar has no bank day within ${SEARCHED_DAYS} days of ${from.toString()}`)
}

/**
 * The instant `count` bank days after `at`, at the same time of day at the bank: T+n. T is the first bank day from the day
 * of `at` on. A day counts if none of the calendars, which are of one bank, has a holiday. The first has the time zone.
 */
export function afterBankDays(
  [first, ...others]: readonly [BankHolidays, ...BankHolidays[]],
  at: Instant,
  count: number,
): Instant {
  const days = { holidays: [first, ...others].flatMap(({ dates }) => dates) }
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(first.timezone)
  let date = firstBankDay(days, local.toPlainDate())
  for (let left = count; left > 0; left--) date = firstBankDay(days, date.add({ days: 1 }))
  const later = date.toPlainDateTime(local.toPlainTime()).toZonedDateTime(first.timezone)
  return instantAt(later.epochMilliseconds)
}
