// Decides when weekly trading hours are open: rows of a day and two local times become windows of
// instants, clock changes included. Reads no clock and no database. Whether a route is disabled and
// what a closed route answers are for the callers.
import { Temporal } from 'temporal-polyfill'
import { earlierOf, instantAt, later, laterOf, type Instant } from '../clock.ts'

/** `dayOfWeek` 0 Sunday to 6; times `HH:MM`, the end exclusive; at or before the start it is tomorrow's. */
export type WeeklyHours = {
  dayOfWeek: number
  startTime: string
  endTime: string
  timezone: string
}

/** Open from `openAt` up to, not including, `closeAt`. */
export type Window = { openAt: Instant; closeAt: Instant }

const DAY_MS = 86_400_000
const PUBLISHED_DAYS = 7
const WEEK_MS = 7 * DAY_MS
const SEARCHED_MS = 53 * WEEK_MS

/**
 * The windows that intersect [from, until), in order, merged where they touch or overlap, not clipped.
 * A neighbour wholly outside [from, until) is not merged in, or hours without a gap would never end.
 * Throws a RangeError for rows that `hoursProblem` refuses by their times or zone.
 */
export function windowsBetween(
  rows: readonly WeeklyHours[],
  from: Instant,
  until: Instant,
): Window[] {
  if (until <= from) return []
  return merged(rows.flatMap((row) => windowsOf(row, from, until)))
}

/** Whether the hours contain the instant; hours without rows are closed. */
export function isOpen(rows: readonly WeeklyHours[], at: Instant): boolean {
  if (rows.length === 0) return false
  let stretch = lastStretches.get(rows)
  if (stretch === undefined || at < stretch.from || at >= stretch.until) {
    stretch = stretchAround(rows, at)
    lastStretches.set(rows, stretch)
  }
  return stretch.open
}

/** The windows that intersect the UTC day of `at` and the six after it, merged, not clipped. */
export function publishedWindows(rows: readonly WeeklyHours[], at: Instant): Window[] {
  const from = startOfUtcDay(at)
  return windowsBetween(rows, from, later(from, PUBLISHED_DAYS * DAY_MS))
}

/**
 * When route and provider are both open in the UTC day of `at`, clipped to that day: the window that
 * contains `at`, else the next, else the last. Closed all day is an empty window at the day's start.
 * A route without rows adds no bound; a provider without rows is closed.
 */
export function currentDayWindow(
  routeRows: readonly WeeklyHours[],
  providerRows: readonly WeeklyHours[],
  at: Instant,
): Window {
  const openAt = startOfUtcDay(at)
  const day = { openAt, closeAt: later(openAt, DAY_MS) }
  const windowsOf = (rows: readonly WeeklyHours[]) =>
    intersected([day], windowsBetween(rows, day.openAt, day.closeAt))
  const windows = intersected(
    routeRows.length === 0 ? [day] : windowsOf(routeRows),
    windowsOf(providerRows),
  )
  // In order, so the first that has not closed is the one that contains `at`, or else the next.
  return (
    windows.find((window) => at < window.closeAt) ??
    windows.at(-1) ?? { openAt: day.openAt, closeAt: day.openAt }
  )
}

/**
 * The first instant from `at` on at which route and provider are both open; null when there is none within a
 * year, after which weekly hours and clock changes begin anew.
 */
export function nextOpening(
  routeRows: readonly WeeklyHours[],
  providerRows: readonly WeeklyHours[],
  at: Instant,
): Instant | null {
  // Week by week: nearly always the first one answers, and the hours of a year are many.
  for (let from = at; from < at + SEARCHED_MS; from = later(from, WEEK_MS)) {
    const ahead = { openAt: from, closeAt: later(from, WEEK_MS) }
    const windowsOf = (rows: readonly WeeklyHours[]) =>
      intersected([ahead], windowsBetween(rows, ahead.openAt, ahead.closeAt))
    const [first] = intersected(
      routeRows.length === 0 ? [ahead] : windowsOf(routeRows),
      windowsOf(providerRows),
    )
    if (first !== undefined) return first.openAt
  }
  return null
}

/** A name in the IANA database, in any case. An offset is refused: it knows no clock changes. */
export function isKnownTimezone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false
  try {
    // Temporal rather than Intl, which takes 'PST' too: what is known here must work in windowsBetween.
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Why an operator's row is refused, in words; undefined when it is taken. */
export function hoursProblem(row: WeeklyHours): string | undefined {
  if (!Number.isInteger(row.dayOfWeek) || row.dayOfWeek < 0 || row.dayOfWeek > 6) {
    return 'the day is not 0 (Sunday) to 6'
  }
  if (!isTimeOfDay(row.startTime)) return `start_time ${row.startTime} is not HH:MM`
  if (!isTimeOfDay(row.endTime)) return `end_time ${row.endTime} is not HH:MM`
  if (!isKnownTimezone(row.timezone)) return `the timezone ${row.timezone} is not known`
  return undefined
}

const isTimeOfDay = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

const startOfUtcDay = (at: Instant): Instant => instantAt(Math.floor(at / DAY_MS) * DAY_MS)

// Every quote asks, and nearly always about now: the last answer holds until the hours next change,
// a day at most while closed. Keyed by the array, which is never written to once it was read.
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

// A window ends on the day after its own; the second day back is for zones that skipped a whole day,
// as Apia did on 2011-12-30.
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
    // Where the clock jumps ahead, the end can come out at or before the start.
    if (closeAt > openAt && closeAt > from) windows.push({ openAt, closeAt })
  }
}

// 'compatible': a time that the clock skips moves ahead by the jump, one that it shows twice is the first.
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
