// Decides when weekly trading hours are open: it turns weekdays and local times into windows of instants, with daylight
// saving time. Pure: it reads no clock and no database. Callers check whether a route is disabled.
import { Temporal } from 'temporal-polyfill'
import { earlierOf, instantAt, later, laterOf, type Instant } from '../clock.ts'
import { closedBetween, type BankHolidays } from './holidays.ts'

/** `dayOfWeek`: 0 Sunday to 6 Saturday. Times are `HH:MM`, the end exclusive. An end at or before the start is tomorrow. */
export type WeeklyHours = {
  dayOfWeek: number
  startTime: string
  endTime: string
  timezone: string
}

/** Open from `openAt`, inclusive, to `closeAt`, exclusive. */
export type Window = { openAt: Instant; closeAt: Instant }

const DAY_MS = 86_400_000
const PUBLISHED_DAYS = 7
const WEEK_MS = 7 * DAY_MS
const SEARCHED_MS = 53 * WEEK_MS

/**
 * The windows that intersect [from, until), in order. Windows that touch or overlap are merged; none is clipped. Windows
 * entirely outside [from, until) are not merged, since hours without a gap would never end.
 * Throws a RangeError for rows with times or a time zone that `hoursProblem` refuses.
 */
export function windowsBetween(
  rows: readonly WeeklyHours[],
  from: Instant,
  until: Instant,
): Window[] {
  if (until <= from) return []
  return merged(rows.flatMap((row) => windowsOf(row, from, until)))
}

/** Whether the hours contain the instant. Hours without rows are always closed. */
export function isOpen(rows: readonly WeeklyHours[], at: Instant): boolean {
  if (rows.length === 0) return false
  let stretch = lastStretches.get(rows)
  if (stretch === undefined || at < stretch.from || at >= stretch.until) {
    stretch = stretchAround(rows, at)
    lastStretches.set(rows, stretch)
  }
  return stretch.open
}

/** The windows that intersect the UTC day of `at` or the next six days, merged, not clipped. */
export function publishedWindows(rows: readonly WeeklyHours[], at: Instant): Window[] {
  const from = startOfUtcDay(at)
  return windowsBetween(rows, from, later(from, PUBLISHED_DAYS * DAY_MS))
}

/**
 * A window in which the route and the provider are both open, clipped to the UTC day of `at`: the one that contains
 * `at`, else the next, else the last. If closed all day, it is an empty window at the start of the day.
 * A route without rows does not limit the hours; a provider without rows is closed. Holidays of banks close both.
 */
export function currentDayWindow(
  routeRows: readonly WeeklyHours[],
  providerRows: readonly WeeklyHours[],
  at: Instant,
  holidays: readonly BankHolidays[] = [],
): Window {
  const openAt = startOfUtcDay(at)
  const day = { openAt, closeAt: later(openAt, DAY_MS) }
  const windowsOf = (rows: readonly WeeklyHours[]) =>
    intersected([day], windowsBetween(rows, day.openAt, day.closeAt))
  const windows = withoutHolidays(
    intersected(routeRows.length === 0 ? [day] : windowsOf(routeRows), windowsOf(providerRows)),
    holidays,
  )
  // Windows are sorted, so the first that has not closed contains `at` or is the next.
  return (
    windows.find((window) => at < window.closeAt) ??
    windows.at(-1) ?? { openAt: day.openAt, closeAt: day.openAt }
  )
}

/**
 * The first instant, from `at` on, at which the route and the provider are both open and no bank has a holiday. Null if
 * there is none within a year: weekly hours and time changes then repeat.
 */
export function nextOpening(
  routeRows: readonly WeeklyHours[],
  providerRows: readonly WeeklyHours[],
  at: Instant,
  holidays: readonly BankHolidays[] = [],
): Instant | null {
  // Search week by week: the first week nearly always has an opening, and a whole year is slow to compute.
  for (let from = at; from < at + SEARCHED_MS; from = later(from, WEEK_MS)) {
    const ahead = { openAt: from, closeAt: later(from, WEEK_MS) }
    const windowsOf = (rows: readonly WeeklyHours[]) =>
      intersected([ahead], windowsBetween(rows, ahead.openAt, ahead.closeAt))
    const [first] = withoutHolidays(
      intersected(routeRows.length === 0 ? [ahead] : windowsOf(routeRows), windowsOf(providerRows)),
      holidays,
    )
    if (first !== undefined) return first.openAt
  }
  return null
}

/** Whether a name is in the IANA database, in any letter case. Offsets are refused: they have no daylight saving time. */
export function isKnownTimezone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false
  try {
    // Use Temporal, as windowsBetween does. Intl also accepts names that Temporal refuses, such as 'PST'.
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The reason to refuse a row of the operator file; undefined if it is valid. */
export function hoursProblem(row: WeeklyHours): string | undefined {
  if (!Number.isInteger(row.dayOfWeek) || row.dayOfWeek < 0 || row.dayOfWeek > 6) {
    return `day of week ${row.dayOfWeek} is not 0 (Sunday) to 6 (Saturday)`
  }
  if (!isTimeOfDay(row.startTime)) return `start_time ${row.startTime} is not HH:MM`
  if (!isTimeOfDay(row.endTime)) return `end_time ${row.endTime} is not HH:MM`
  if (!isKnownTimezone(row.timezone))
    return `unknown timezone ${row.timezone}; expected an IANA name such as America/Bogota`
  return undefined
}

const isTimeOfDay = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

const startOfUtcDay = (at: Instant): Instant => instantAt(Math.floor(at / DAY_MS) * DAY_MS)

// A cache for quotes, which nearly always ask about now. An answer holds until the hours next open or close, at most a
// day while closed. The key is the array of rows, which never changes after it was read.
type Stretch = { from: Instant; until: Instant; open: boolean }
const lastStretches = new WeakMap<readonly WeeklyHours[], Stretch>()

function stretchAround(rows: readonly WeeklyHours[], at: Instant): Stretch {
  const closed = { from: later(at, -DAY_MS), until: later(at, DAY_MS), open: false }
  for (const window of windowsBetween(rows, closed.from, closed.until)) {
    if (window.closeAt <= at) closed.from = window.closeAt
    else if (window.openAt > at) return { ...closed, until: window.openAt }
    else return { from: window.openAt, until: window.closeAt, open: true }
  }
  return closed
}

// A window can end a day after it began. The second day covers zones that skipped a whole day, as Apia did on
// 2011-12-30.
const LOOK_BACK_DAYS = 2

function windowsOf(row: WeeklyHours, from: Instant, until: Instant): Window[] {
  const earliest = Temporal.Instant.fromEpochMilliseconds(from)
    .toZonedDateTimeISO(row.timezone)
    .toPlainDate()
    .subtract({ days: LOOK_BACK_DAYS })
  const daysToRow = (row.dayOfWeek - earliest.dayOfWeek + 7) % 7
  const endsAfterDays = row.endTime <= row.startTime ? 1 : 0
  const windows: Window[] = []
  for (let date = earliest.add({ days: daysToRow }); ; date = date.add({ days: 7 })) {
    const openAt = instantOf(date, row.startTime, row.timezone)
    if (openAt >= until) return windows
    const closeAt = instantOf(date.add({ days: endsAfterDays }), row.endTime, row.timezone)
    // If the clock jumps ahead, the end can be at or before the start.
    if (closeAt > openAt && closeAt > from) windows.push({ openAt, closeAt })
  }
}

// 'compatible': a skipped local time moves ahead by the jump; of a repeated local time, the first is used.
const instantOf = (date: Temporal.PlainDate, time: string, timezone: string): Instant =>
  instantAt(
    date.toPlainDateTime(time).toZonedDateTime(timezone, { disambiguation: 'compatible' })
      .epochMilliseconds,
  )

function merged(windows: readonly Window[]): Window[] {
  const result: Window[] = []
  for (const window of windows.toSorted((a, b) => a.openAt - b.openAt)) {
    const last = result.at(-1)
    if (last === undefined || last.closeAt < window.openAt) result.push({ ...window })
    else last.closeAt = laterOf(last.closeAt, window.closeAt)
  }
  return result
}

const intersected = (some: readonly Window[], others: readonly Window[]): Window[] =>
  some.flatMap((a) =>
    others
      .map((b) => ({
        openAt: laterOf(a.openAt, b.openAt),
        closeAt: earlierOf(a.closeAt, b.closeAt),
      }))
      .filter((both) => both.openAt < both.closeAt),
  )

function withoutHolidays(
  windows: readonly Window[],
  holidays: readonly BankHolidays[],
): readonly Window[] {
  if (holidays.length === 0) return windows
  return windows.flatMap((window) =>
    closedBetween(holidays, window.openAt, window.closeAt).reduce<Window[]>(
      (left, { from, until }) =>
        left.flatMap(({ openAt, closeAt }) =>
          [
            { openAt, closeAt: earlierOf(closeAt, from) },
            { openAt: laterOf(openAt, until), closeAt },
          ].filter((part) => part.openAt < part.closeAt),
        ),
      [window],
    ),
  )
}
