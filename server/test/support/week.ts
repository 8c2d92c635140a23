// Helpers for weekly hours: days, rows, and windows as text.
import { instantAt } from '../../src/platform/clock.ts'
import {
  windowsBetween,
  type WeeklyHours,
  type Window,
} from '../../src/platform/calendars/hours.ts'

export const [SUNDAY, MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY] = [
  0, 1, 2, 3, 4, 5, 6,
] as const
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export const at = (text: string) => instantAt(Date.parse(text))
export const row = (dayOfWeek: number, times: string, timezone = 'UTC'): WeeklyHours => {
  const [startTime = '', endTime = ''] = times.split('-')
  return { dayOfWeek, startTime, endTime, timezone }
}
export const onDays = (days: readonly number[], times: string, timezone?: string) =>
  days.map((day) => row(day, times, timezone))
export const WEEKDAYS = [1, 2, 3, 4, 5]
export const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

// Such as '2026-03-02T13:00Z/2026-03-02T22:00Z', so that a failing test shows the instants.
export const minute = (instant: number) => new Date(instant).toISOString().replace(':00.000Z', 'Z')
export const windowText = (window: Window) => `${minute(window.openAt)}/${minute(window.closeAt)}`
export const between = (rows: readonly WeeklyHours[], from: string, until: string) =>
  windowsBetween(rows, at(from), at(until)).map(windowText)
