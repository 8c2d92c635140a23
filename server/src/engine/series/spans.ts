// The span of a series: hours, days or months of UTC, at most 400. Pure: the present is an argument.
import { earlierOf, instantAt, later, type Instant } from '../../platform/clock.ts'
import { fieldFailure } from '../../platform/errors.ts'
import { requireInstant, requireOrder } from '../../platform/http/instants.ts'

const MOST_POINTS = 400

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const FIXED_MS = { minutes: 5 * MINUTE_MS, hour: HOUR_MS, day: DAY_MS } as const

/** `minutes`: five of them. */
export type Unit = keyof typeof FIXED_MS | 'month'
export const sumUnits = ['hour', 'day', 'month'] as const
export type SumUnit = (typeof sumUnits)[number]

/** `from` and `to` are beginnings of a unit. `to` is exclusive. */
export type Span<U extends Unit = Unit> = { unit: U; from: Instant; to: Instant }

/** The beginning of the unit that `at` is in, or of one that is `by` units later. */
export function beginningOf(unit: Unit, at: Instant, by = 0): Instant {
  if (unit !== 'month') {
    const ms = FIXED_MS[unit]
    return instantAt((Math.floor(at / ms) + by) * ms)
  }
  const date = new Date(at)
  return instantAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + by))
}

/** The beginnings of the units of a span, the first one first. */
export function pointsOf({ unit, from, to }: Span): Instant[] {
  const points: Instant[] = []
  for (let at = from; at < to; at = beginningOf(unit, at, 1)) points.push(at)
  return points
}

/** PostgreSQL and timestamps of the API know no later year. */
const LATEST = instantAt(Date.UTC(9999, 11, 31, 23, 59, 59, 999))

type Written = { from?: string; to?: string }

/** Without `to`, the span ends with the present unit; without `from`, it has `usual` units. Throws `invalid_request`. */
export function spanIn<U extends Unit>(
  unit: U,
  { from, to }: Written,
  now: Instant,
  usual: number,
): Span<U> {
  const begin = from === undefined ? undefined : requireInstant('?from', from)
  // This millisecond belongs to the span.
  const end = to === undefined ? later(now, 1) : requireInstant('?to', to)
  requireOrder('?to', begin ?? null, end)
  const last = beginningOf(unit, instantAt(end - 1))
  const span = {
    unit,
    from: begin === undefined ? beginningOf(unit, last, 1 - usual) : beginningOf(unit, begin),
    to: earlierOf(beginningOf(unit, last, 1), LATEST),
  }
  if (beginningOf(unit, span.from, MOST_POINTS) < span.to)
    throw fieldFailure('invalid_request', [
      {
        pointer: '?from',
        code: 'invalid_value',
        message: `must be at most ${MOST_POINTS} units before to: ask for less, or for a larger unit`,
      },
    ])
  return span
}
