// Windows of a week, open or closed at an instant, and generated hours.
import { earlierOf, instantAt, later, laterOf, type Instant } from '../../src/platform/clock.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOpen, windowsBetween, type Window } from '../../src/platform/calendars/hours.ts'
import {
  HOUR_MS,
  DAY_MS,
  at,
  row,
  onDays,
  WEEKDAYS,
  EVERY_DAY,
  minute,
  between,
  MONDAY,
  SATURDAY,
} from '../support/week.ts'

describe('windows of a week', () => {
  test('weekday hours in Bogota are 13:00 to 22:00 UTC, and weekends have none', () => {
    const rows = onDays(WEEKDAYS, '08:00-17:00', 'America/Bogota')
    expect(between(rows, '2026-03-01T00:00Z', '2026-03-09T00:00Z')).toEqual([
      '2026-03-02T13:00Z/2026-03-02T22:00Z',
      '2026-03-03T13:00Z/2026-03-03T22:00Z',
      '2026-03-04T13:00Z/2026-03-04T22:00Z',
      '2026-03-05T13:00Z/2026-03-05T22:00Z',
      '2026-03-06T13:00Z/2026-03-06T22:00Z',
    ])
  })

  test('a row belongs to the local day, even when UTC is already on the next', () => {
    const rows = [row(MONDAY, '20:00-23:00', 'America/Bogota')]
    expect(between(rows, '2026-03-01T00:00Z', '2026-03-08T00:00Z')).toEqual([
      '2026-03-03T01:00Z/2026-03-03T04:00Z',
    ])
  })

  test('an end at or before the start means the next day', () => {
    expect(between([row(MONDAY, '22:00-02:00')], '2026-03-01T00:00Z', '2026-03-08T00:00Z')).toEqual(
      ['2026-03-02T22:00Z/2026-03-03T02:00Z'],
    )
    expect(between([row(MONDAY, '22:00-00:00')], '2026-03-01T00:00Z', '2026-03-08T00:00Z')).toEqual(
      ['2026-03-02T22:00Z/2026-03-03T00:00Z'],
    )
  })

  test('Saturday night continues into Sunday morning, seen from both sides of midnight', () => {
    const rows = [row(SATURDAY, '21:00-05:00', 'Asia/Tokyo')]
    const night = ['2026-03-07T12:00Z/2026-03-07T20:00Z']
    expect(between(rows, '2026-03-07T12:30Z', '2026-03-07T12:40Z')).toEqual(night)
    expect(between(rows, '2026-03-07T19:59Z', '2026-03-08T00:00Z')).toEqual(night)
    expect(isOpen(rows, at('2026-03-07T16:00Z'))).toBe(true)
  })

  test('an end equal to the start means 24 hours', () => {
    expect(between([row(MONDAY, '09:30-09:30')], '2026-03-01T00:00Z', '2026-03-08T00:00Z')).toEqual(
      ['2026-03-02T09:30Z/2026-03-03T09:30Z'],
    )
  })

  test('adjacent days merge into one window', () => {
    const rows = onDays(WEEKDAYS, '00:00-00:00', 'America/Bogota')
    expect(between(rows, '2026-03-01T12:00Z', '2026-03-08T12:00Z')).toEqual([
      '2026-03-02T05:00Z/2026-03-07T05:00Z',
    ])
  })

  test('overlapping rows merge into one window, in any order and time zone', () => {
    const rows = [
      row(MONDAY, '12:00-18:00'),
      row(MONDAY, '13:00-14:00'),
      row(MONDAY, '10:00-13:00', 'Europe/Berlin'),
    ]
    expect(between(rows, '2026-03-01T00:00Z', '2026-03-08T00:00Z')).toEqual([
      '2026-03-02T09:00Z/2026-03-02T18:00Z',
    ])
  })

  test('a gap of one minute separates two windows', () => {
    const rows = [row(MONDAY, '12:31-18:00'), row(MONDAY, '08:00-12:30')]
    expect(between(rows, '2026-03-01T00:00Z', '2026-03-08T00:00Z')).toEqual([
      '2026-03-02T08:00Z/2026-03-02T12:30Z',
      '2026-03-02T12:31Z/2026-03-02T18:00Z',
    ])
  })

  test('windows are not clipped to the range, and a window that only touches the range is excluded', () => {
    const rows = [row(MONDAY, '08:00-17:00')]
    const monday = ['2026-03-02T08:00Z/2026-03-02T17:00Z']
    expect(between(rows, '2026-03-02T16:59Z', '2026-03-02T20:00Z')).toEqual(monday)
    expect(between(rows, '2026-03-02T06:00Z', '2026-03-02T08:01Z')).toEqual(monday)
    expect(between(rows, '2026-03-02T17:00Z', '2026-03-02T20:00Z')).toEqual([])
    expect(between(rows, '2026-03-02T06:00Z', '2026-03-02T08:00Z')).toEqual([])
  })

  test('an empty range has no windows, and neither have hours without rows', () => {
    expect(between([row(MONDAY, '08:00-17:00')], '2026-03-02T10:00Z', '2026-03-02T10:00Z')).toEqual(
      [],
    )
    expect(between([], '2026-03-01T00:00Z', '2026-03-08T00:00Z')).toEqual([])
  })
})

describe('isOpen', () => {
  test('includes the start and excludes the end, to the millisecond', () => {
    const rows = onDays(WEEKDAYS, '08:00-17:00', 'America/Bogota')
    const [openAt, closeAt] = [at('2026-03-02T13:00Z'), at('2026-03-02T22:00Z')]
    const answers = [later(openAt, -1), openAt, later(closeAt, -1), closeAt].map((instant) =>
      isOpen(rows, instant),
    )
    expect(answers).toEqual([false, true, true, false])
  })

  test('is false for hours without rows', () => {
    expect(isOpen([], at('2026-03-02T13:00Z'))).toBe(false)
  })

  test('is true at all times for hours around the week, also across a clock change', () => {
    const rows = onDays(EVERY_DAY, '00:00-00:00', 'America/Santiago')
    const from = at('2026-09-04T00:00Z')
    const closed = Array.from({ length: 96 * 4 }, (_, i) => later(from, i * (HOUR_MS / 4))).filter(
      (instant) => !isOpen(rows, instant),
    )
    expect(closed.map(minute)).toEqual([])
  })

  test('does not mix up two sets of hours', () => {
    const [day, night] = [[row(MONDAY, '08:00-20:00')], [row(MONDAY, '20:00-08:00')]]
    const [noon, midnight] = [at('2026-03-02T12:00Z'), at('2026-03-03T00:00Z')]
    expect([noon, midnight, noon].map((instant) => isOpen(day, instant))).toEqual([
      true,
      false,
      true,
    ])
    expect([noon, midnight, noon].map((instant) => isOpen(night, instant))).toEqual([
      false,
      true,
      false,
    ])
  })
})

describe('generated hours', () => {
  const zones = [
    'UTC',
    'America/Bogota',
    'America/New_York',
    'America/Santiago',
    'Europe/London',
    'Africa/Casablanca',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Pacific/Kiritimati',
  ]
  const two = (value: number) => String(value).padStart(2, '0')
  const time = fc
    .integer({ min: 0, max: 95 })
    .map((quarter) => `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`)
  const hours = fc.record({
    dayOfWeek: fc.integer({ min: 0, max: 6 }),
    startTime: time,
    endTime: time,
    timezone: fc.constantFrom(...zones),
  })
  const rowsOfHours = fc.array(hours, { maxLength: 8 })
  // From 2011, when Apia skipped a Friday. Most instants are within a millisecond of a quarter hour, where answers change.
  const instants = fc
    .record({
      quarter: fc.integer({ min: at('2011-12-01Z') / 900_000, max: at('2027-12-01Z') / 900_000 }),
      offMs: fc.constantFrom(0, 0, -1, 1, 123_456),
    })
    .map(({ quarter, offMs }) => quarter * 900_000 + offMs)
  // Quarter hours near clock changes, so that every run includes many.
  const nearChange = fc
    .tuple(
      fc.constantFrom(
        '2011-12-30T10:00Z',
        '2026-03-08T07:00Z',
        '2026-03-29T01:00Z',
        '2026-04-04T15:00Z',
        '2026-04-05T03:00Z',
        '2026-09-06T04:00Z',
        '2026-10-03T15:30Z',
        '2026-10-25T01:00Z',
        '2026-11-01T06:00Z',
      ),
      fc.integer({ min: -200, max: 200 }),
    )
    .map(([change, quarters]) => at(change) + quarters * 900_000)
  const anyInstant = fc.oneof(instants, nearChange).map(instantAt)

  test('isOpen agrees with the windows for any sequence of instants', () => {
    fc.assert(
      fc.property(
        rowsOfHours,
        fc.array(anyInstant, { minLength: 1, maxLength: 8 }),
        (rows, jumps) => {
          // Small steps back and forth after each jump test the cached window.
          const asked = jumps.flatMap((instant) => [
            instant,
            later(instant, HOUR_MS),
            later(instant, -DAY_MS),
            instant,
          ])
          for (const instant of asked) {
            expect(isOpen(rows, instant), minute(instant)).toBe(
              windowsBetween(rows, instant, later(instant, 1)).length === 1,
            )
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  test('windows are sorted, disjoint, not empty, and overlap the range', () => {
    fc.assert(
      fc.property(
        rowsOfHours,
        anyInstant,
        fc.integer({ min: 1, max: 20 * 24 }),
        (rows, from, span) => {
          const until = later(from, span * HOUR_MS)
          const windows = windowsBetween(rows, from, until)
          windows.forEach((window, i) => {
            expect(window.closeAt).toBeGreaterThan(Math.max(window.openAt, from))
            expect(window.openAt).toBeLessThan(until)
            expect(window.openAt).toBeGreaterThan(windows[i - 1]?.closeAt ?? -Infinity)
          })
        },
      ),
      { numRuns: 150 },
    )
  })

  test('a wider range contains the same windows', () => {
    const cut = (windows: Window[], from: Instant, until: Instant) =>
      windows
        .map((window) => ({
          openAt: laterOf(window.openAt, from),
          closeAt: earlierOf(window.closeAt, until),
        }))
        .filter((window) => window.openAt < window.closeAt)
    fc.assert(
      fc.property(rowsOfHours, anyInstant, fc.integer({ min: 1, max: 72 }), (rows, from, span) => {
        const until = later(from, span * HOUR_MS)
        const wide = windowsBetween(rows, later(from, -20 * DAY_MS), later(until, 20 * DAY_MS))
        expect(cut(wide, from, until)).toEqual(cut(windowsBetween(rows, from, until), from, until))
      }),
      { numRuns: 150 },
    )
  })

  test('apart from clock changes, isOpen follows the local wall clock', () => {
    const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
    const wall = (instant: number, timeZone: string) => {
      const parts = new Intl.DateTimeFormat('en-US', {
        timeZone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZoneName: 'longOffset',
      }).formatToParts(instant)
      const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
      return {
        day: DAYS.indexOf(part('weekday')),
        time: `${part('hour')}:${part('minute')}`,
        offset: part('timeZoneName'),
      }
    }
    fc.assert(
      fc.property(hours, anyInstant, (one, instant) => {
        const { day, time: now, offset } = wall(instant, one.timezone)
        const around = [-36, -24, -12, 12, 24, 36].map((h) => instant + h * HOUR_MS)
        fc.pre(around.every((other) => wall(other, one.timezone).offset === offset))
        const pastMidnight = one.endTime <= one.startTime
        const today =
          day === one.dayOfWeek && now >= one.startTime && (pastMidnight || now < one.endTime)
        const yesterday = pastMidnight && day === (one.dayOfWeek + 1) % 7 && now < one.endTime
        expect(isOpen([one], instant)).toBe(today || yesterday)
      }),
      { numRuns: 300 },
    )
  })
})
