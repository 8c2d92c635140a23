// Decides the day on which a bank executes a payment: cut-off time, weekend and holidays of the rail's settings. Pure.
// outside/rails/bank-days.ts decides what a bank day is.
import { Temporal } from 'temporal-polyfill'
import { instantAt, parseTimestamp, type Instant } from '../../../platform/clock.ts'
import { firstBankDay, isBankDay } from '../bank-days.ts'

/** `cut_off`: HH:MM. `weekend`: 0 Sunday to 6 Saturday. `holidays`: YYYY-MM-DD. */
type Calendar = { timezone: string; cut_off: string; weekend?: number[]; holidays?: string[] }

/** More days than any chain of holidays. */
const SEARCHED_DAYS = 400

/** The execution date, YYYY-MM-DD, of a payment prepared at `at`. At the cut-off itself it is already the next bank day. */
export function executionDate(calendar: Calendar, at: Instant): string {
  const local = zoned(calendar, at)
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  const today = local.toPlainDate()
  const from = time < calendar.cut_off ? today : today.add({ days: 1 })
  return firstBankDay(calendar, from).toString()
}

/** The number of bank days after `day` up to the date of `at`. Zero if the date is not after `day`. */
export function bankDaysSince(calendar: Calendar, day: string, at: Instant): number {
  const today = zoned(calendar, at).toPlainDate()
  let count = 0
  let date = Temporal.PlainDate.from(day)
  for (let days = 0; days < SEARCHED_DAYS; days++) {
    date = date.add({ days: 1 })
    if (Temporal.PlainDate.compare(date, today) > 0) return count
    if (isBankDay(calendar, date)) count += 1
  }
  return count
}

/**
 * The instant of a date and time; without a zone it is that of the bank. A day alone is its beginning: a payment of that day
 * may have come then. Null for neither.
 */
export function earliestOf({ timezone }: Calendar, written: string | undefined): Instant | null {
  const text = written?.trim() ?? ''
  // More decimals than milliseconds say nothing here.
  const zonedAt = parseTimestamp(text.replace(/(\.\d{3})\d+/, '$1'))
  if (zonedAt !== undefined) return zonedAt
  const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,9})?)?$/.exec(text)
  if (form === null) return null
  try {
    const local = Temporal.PlainDateTime.from(text)
    return instantAt(local.toZonedDateTime(timezone).epochMilliseconds)
  } catch {
    return null
  }
}

/** The first instant after a day, YYYY-MM-DD. */
export const endOfDay = ({ timezone }: Calendar, day: string): Instant =>
  instantAt(
    Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds,
  )

const zoned = ({ timezone }: Calendar, at: Instant) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
