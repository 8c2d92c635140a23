// The next opening of a closed market: the first instant when route and provider are both open.
import { instantAt, later, type Instant } from '../../src/platform/clock.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOpen, nextOpening, type WeeklyHours } from '../../src/platform/calendars/hours.ts'

const row = (dayOfWeek: number, times: string, timezone = 'UTC'): WeeklyHours => {
  const [startTime = '', endTime = ''] = times.split('-')
  return { dayOfWeek, startTime, endTime, timezone }
}
const opening = (route: WeeklyHours[], provider: WeeklyHours[], at: string): string | null => {
  const found = nextOpening(route, provider, instantAt(Date.parse(at)))
  return found === null ? null : new Date(found).toISOString()
}
const HALF_HOUR_MS = 1_800_000
const weekdays = [1, 2, 3, 4, 5].map((day) => row(day, '08:00-17:00'))

describe('the next opening', () => {
  test('is on Monday, seen from Friday evening', () =>
    expect(opening([], weekdays, '2026-03-06T17:00:00Z')).toBe('2026-03-09T08:00:00.000Z'))

  test('is when the later of route and provider opens', () =>
    expect(opening([row(1, '10:00-12:00')], weekdays, '2026-03-06T17:00:00Z')).toBe(
      '2026-03-09T10:00:00.000Z',
    ))

  test('is now while both are open', () =>
    expect(opening([], weekdays, '2026-03-06T12:00:00Z')).toBe('2026-03-06T12:00:00.000Z'))

  test('follows clock changes of the time zone', () =>
    expect(opening([], [row(0, '08:00-09:00', 'America/New_York')], '2026-03-07T00:00:00Z')).toBe(
      '2026-03-08T12:00:00.000Z',
    ))

  test('can be after a clock change, when two zones overlap only in summer', () => {
    const bogota = [row(3, '08:00-09:00', 'America/Bogota')]
    const newYork = [row(3, '09:00-10:00', 'America/New_York')]
    // The route is open 13:00 to 14:00 UTC; the provider 14:00 to 15:00 in winter and 13:00 to 14:00 in summer.
    expect(opening(bogota, newYork, '2026-01-01T00:00:00Z')).toBe('2026-03-11T13:00:00.000Z')
  })

  test.each([
    ['a provider without hours', [], []],
    ['hours that never meet', [row(1, '08:00-09:00')], [row(2, '08:00-09:00')]],
  ])('does not exist for %s, and the search is short', (_what, route, provider) => {
    const before = process.cpuUsage()
    expect(opening(route, provider, '2026-03-06T12:00:00Z')).toBeNull()
    expect(process.cpuUsage(before).user).toBeLessThan(100_000)
  })

  test('is open, and no earlier instant is, for generated hours', () => {
    const hours = fc.array(
      fc
        .tuple(
          fc.integer({ min: 0, max: 6 }),
          fc.integer({ min: 0, max: 23 }),
          fc.integer({ min: 0, max: 23 }),
          fc.constantFrom('UTC', 'America/Bogota', 'Asia/Kathmandu', 'Europe/Berlin'),
        )
        .map(([day, start, end, zone]) =>
          row(day, `${String(start).padStart(2, '0')}:00-${String(end).padStart(2, '0')}:30`, zone),
        ),
      { maxLength: 4 },
    )
    const start = instantAt(Date.parse('2026-01-01T00:00:00Z'))
    const instant = fc
      .integer({ min: 0, max: 365 * 24 * 2 })
      .map((n) => later(start, n * HALF_HOUR_MS))
    fc.assert(
      fc.property(hours, hours, instant, (route, provider, at) => {
        const both = (when: Instant) =>
          isOpen(provider, when) && (route.length === 0 || isOpen(route, when))
        const found = nextOpening(route, provider, at)
        const until = Math.min(found ?? Infinity, at + 100 * HALF_HOUR_MS)
        if (found !== null && !both(found)) return false
        for (let when = at; when < until; when = later(when, HALF_HOUR_MS))
          if (both(when)) return false
        return true
      }),
      { numRuns: 50 },
    )
  })
})
