// Decides the day on which a bank executes a payment: cut-off time, weekend and holidays of the rail's settings. Pure.
import { Temporal } from 'temporal-polyfill'
import type { Instant } from '../../clock.ts'
import { isHoliday } from '../../configured-routes/holidays.ts'

/** `cut_off`: HH:MM. `weekend`: 0 Sunday to 6 Saturday. `holidays`: YYYY-MM-DD. */
type Calendar = { timezone: string; cut_off: string; weekend?: number[]; holidays?: string[] }

const SATURDAY_AND_SUNDAY = [6, 0]
/** More days than any chain of holidays. */
const SEARCHED_DAYS = 400

/** The execution date, YYYY-MM-DD, of a payment prepared at `at`. At the cut-off itself it is already the next bank day. */
export function executionDate(calendar: Calendar, at: Instant): string {
  const local = zoned(calendar, at)
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  const today = local.toPlainDate()
  return nextBankDay(calendar, time < calendar.cut_off ? today : today.add({ days: 1 }))
}

/** The number of bank days after `day` up to the date of `at`. Zero if the date is not after `day`. */
export function bankDaysSince(calendar: Calendar, day: string, at: Instant): number {
  const today = zoned(calendar, at).toPlainDate()
  let count = 0
  let date = Temporal.PlainDate.from(day)
  for (let days = 0; days < SEARCHED_DAYS; days++) {
    date = date.add({ days: 1 })
    if (Temporal.PlainDate.compare(date, today) > 0) return count
    if (isOpen(calendar, date)) count += 1
  }
  return count
}

const zoned = ({ timezone }: Calendar, at: Instant) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)

function nextBankDay(calendar: Calendar, from: Temporal.PlainDate): string {
  let date = from
  for (let days = 0; days < SEARCHED_DAYS; days++) {
    if (isOpen(calendar, date)) return date.toString()
    date = date.add({ days: 1 })
  }
  throw new Error(`the calendar has no bank day within ${SEARCHED_DAYS} days of ${from.toString()}`)
}

const isOpen = (
  { weekend = SATURDAY_AND_SUNDAY, holidays = [] }: Calendar,
  date: Temporal.PlainDate,
): boolean => !weekend.includes(date.dayOfWeek % 7) && !isHoliday(holidays, date.toString())
