// Periods of whole days in UTC. The last day belongs to the period. A point of a chart may lead to an hour, written
// `2026-03-04T05`. A period that moves with the calendar has its name in place of the first day, such as `today`, so that a saved
// view of it is of the day on which it is opened.
import { now } from './clock.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const periodNames = [
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  'month',
  'last-month',
] as const

export type Days = { from?: string | undefined; to?: string | undefined }

export const isHour = (text: string): boolean => text.includes('T')
export const beginningOf = (text: string): number => Date.parse(isHour(text) ? `${text}:00Z` : text)
const endOf = (text: string): number => beginningOf(text) + (isHour(text) ? HOUR_MS : DAY_MS)

export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d(T\d\d)?$/.test(text) && !Number.isNaN(beginningOf(text))

/** The period of a point of a chart. */
export function periodOfPoint(at: number, unit: 'minutes' | 'hour' | 'day' | 'month'): Days {
  const from = new Date(at).toISOString()
  if (unit === 'minutes' || unit === 'hour')
    return { from: from.slice(0, 13), to: from.slice(0, 13) }
  if (unit === 'day') return { from: from.slice(0, 10), to: from.slice(0, 10) }
  const last = new Date(at)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return { from: from.slice(0, 10), to: last.toISOString().slice(0, 10) }
}

/** The day that many days before today. */
const dayAgo = (days: number): string => new Date(now() - days * DAY_MS).toISOString().slice(0, 10)

/** The first day of the month that many months ago. */
const monthAgo = (months: number): string => {
  const day = new Date(now())
  day.setUTCMonth(day.getUTCMonth() - months, 1)
  return day.toISOString().slice(0, 10)
}
const dayBefore = (day: string): string =>
  new Date(beginningOf(day) - DAY_MS).toISOString().slice(0, 10)

export const namedPeriods: Readonly<Record<(typeof periodNames)[number], () => Required<Days>>> = {
  today: () => ({ from: dayAgo(0), to: dayAgo(0) }),
  yesterday: () => ({ from: dayAgo(1), to: dayAgo(1) }),
  '7d': () => ({ from: dayAgo(6), to: dayAgo(0) }),
  '30d': () => ({ from: dayAgo(29), to: dayAgo(0) }),
  '90d': () => ({ from: dayAgo(89), to: dayAgo(0) }),
  month: () => ({ from: monthAgo(0), to: dayAgo(0) }),
  'last-month': () => ({ from: monthAgo(1), to: dayBefore(monthAgo(0)) }),
}

/** The days that a period has now. */
export function daysOf({ from, to }: Days): Days {
  const name = periodNames.find((one) => one === from)
  return name === undefined
    ? { from, to }
    : { ...namedPeriods[name](), ...(to === undefined ? {} : { to }) }
}

/** From the beginning of the first day to the end of the last, as the operator API has it. */
export function instantsOf(days: Days): { from?: string; to?: string } {
  const { from, to } = daysOf(days)
  return {
    ...(isDay(from) ? { from: new Date(beginningOf(from)).toISOString() } : {}),
    ...(isDay(to) ? { to: new Date(endOf(to)).toISOString() } : {}),
  }
}

/** The same for lists. They have what is later than an instant, and the first of the day belongs to it. */
export function createdIn(days: Days): { created_after?: string; created_before?: string } {
  const { from, to } = instantsOf(days)
  return {
    ...(from === undefined ? {} : { created_after: new Date(Date.parse(from) - 1).toISOString() }),
    ...(to === undefined ? {} : { created_before: to }),
  }
}
