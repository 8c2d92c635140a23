// Figures of today and of the same weekday of last week, as the board shows them by hour.
import { now } from '../parts/clock.ts'
import { heightOf } from '../parts/height.ts'
import { read } from './api.ts'

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS
export const GAS_DAYS = 14

export async function readDay() {
  const today = Math.floor(now() / DAY_MS) * DAY_MS
  const hours = (from: number) => ({ unit: 'hour', ...period(from, from + DAY_MS) }) as const
  const period = (from: number, to: number) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  })
  const gasFrom = today - (GAS_DAYS - 1) * DAY_MS
  const [orders, ordersBefore, margin, marginBefore, gas] = await Promise.all([
    read('/operator/v1/series/orders', {}, hours(today)),
    read('/operator/v1/series/orders', {}, hours(today - WEEK_MS)),
    read('/operator/v1/series/margin', {}, hours(today)),
    read('/operator/v1/series/margin', {}, hours(today - WEEK_MS)),
    read('/operator/v1/series/margin', {}, { unit: 'day', ...period(gasFrom, today + DAY_MS) }),
  ])
  const at = Array.from({ length: 24 }, (_, hour) => today + hour * HOUR_MS)
  return { at, today, nowMs: now(), orders, ordersBefore, margin, marginBefore, gas, gasFrom }
}

export type Day = Awaited<ReturnType<typeof readDay>>

/** The text of each hour of a day. */
export function hoursOf<P extends { at: string }>(
  points: readonly P[],
  from: number,
  textOf: (point: P) => string,
): (string | null)[] {
  const found = new Map(points.map((point) => [Date.parse(point.at), textOf(point)]))
  return Array.from({ length: 24 }, (_, hour) => found.get(from + hour * HOUR_MS) ?? null)
}

/** Hours that have begun and have nothing are zero. */
export const upToNow = (own: readonly (string | null)[], { at, nowMs }: Day): (number | null)[] =>
  own.map((text, hour) => (text === null ? ((at[hour] ?? 0) <= nowMs ? 0 : null) : heightOf(text)))
export const zeros = (own: readonly (string | null)[]): number[] =>
  own.map((text) => heightOf(text ?? '0'))
