// Trading hours: weekly local rows become instants, across midnights, clock changes and time zones.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  currentDayWindow,
  isKnownTimezone,
  isOpen,
  hoursProblem,
  publishedWindows,
  windowsBetween,
  type WeeklyHours,
  type Window,
} from '../src/configured-routes/hours.ts'

const [SUNDAY, MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY] = [
  0, 1, 2, 3, 4, 5, 6,
] as const
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const at = (text: string) => Date.parse(text)
const row = (dayOfWeek: number, times: string, timezone = 'UTC'): WeeklyHours => {
  const [startTime = '', endTime = ''] = times.split('-')
  return { dayOfWeek, startTime, endTime, timezone }
}
const onDays = (days: readonly number[], times: string, timezone?: string) =>
  days.map((day) => row(day, times, timezone))
const WEEKDAYS = [1, 2, 3, 4, 5]
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

// '2026-03-02T13:00Z/2026-03-02T22:00Z', so that a failing test shows the instants.
const minute = (instant: number) => new Date(instant).toISOString().replace(':00.000Z', 'Z')
const shown = (window: Window) => `${minute(window.openAt)}/${minute(window.closeAt)}`
const between = (rows: readonly WeeklyHours[], from: string, until: string) =>
  windowsBetween(rows, at(from), at(until)).map(shown)

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

describe('clock changes', () => {
  type Change = { what: string; rows: WeeklyHours[]; day: string; windows: string[] }
  const changes: Change[] = [
    {
      what: 'New York in spring: Sunday has twenty-three hours',
      rows: [row(SUNDAY, '00:00-00:00', 'America/New_York')],
      day: '2026-03-08',
      windows: ['2026-03-08T05:00Z/2026-03-09T04:00Z'],
    },
    {
      what: 'New York in spring: a start in the gap moves an hour ahead',
      rows: [row(SUNDAY, '02:30-17:00', 'America/New_York')],
      day: '2026-03-08',
      windows: ['2026-03-08T07:30Z/2026-03-08T21:00Z'],
    },
    {
      what: 'New York in spring: an end in the gap moves an hour ahead',
      rows: [row(SUNDAY, '01:00-02:30', 'America/New_York')],
      day: '2026-03-08',
      windows: ['2026-03-08T06:00Z/2026-03-08T07:30Z'],
    },
    {
      what: 'New York in spring: Saturday night loses an hour',
      rows: [row(SATURDAY, '22:00-06:00', 'America/New_York')],
      day: '2026-03-08',
      windows: ['2026-03-08T03:00Z/2026-03-08T10:00Z'],
    },
    {
      what: 'New York in autumn: Sunday has twenty-five hours',
      rows: [row(SUNDAY, '00:00-00:00', 'America/New_York')],
      day: '2026-11-01',
      windows: ['2026-11-01T04:00Z/2026-11-02T05:00Z'],
    },
    {
      what: 'New York in autumn: a start that comes twice is the first, and the hour is two',
      rows: [row(SUNDAY, '01:00-02:00', 'America/New_York')],
      day: '2026-11-01',
      windows: ['2026-11-01T05:00Z/2026-11-01T07:00Z'],
    },
    {
      what: 'New York in autumn: an end that comes twice is the first',
      rows: [row(SUNDAY, '00:00-01:30', 'America/New_York')],
      day: '2026-11-01',
      windows: ['2026-11-01T04:00Z/2026-11-01T05:30Z'],
    },
    {
      what: 'London in spring: the same local hours come an hour earlier in UTC',
      rows: onDays([SATURDAY, SUNDAY], '08:00-17:00', 'Europe/London'),
      day: '2026-03-29',
      windows: ['2026-03-29T07:00Z/2026-03-29T16:00Z'],
    },
    {
      what: 'London in spring: the hour that is skipped has no window',
      rows: [row(SUNDAY, '01:00-02:00', 'Europe/London')],
      day: '2026-03-29',
      windows: [],
    },
    {
      what: 'London in autumn: the hour that comes twice is two hours',
      rows: [row(SUNDAY, '01:00-02:00', 'Europe/London')],
      day: '2026-10-25',
      windows: ['2026-10-25T00:00Z/2026-10-25T02:00Z'],
    },
    {
      what: 'Santiago in spring: midnight itself is skipped, and Saturday night loses an hour',
      rows: [row(SATURDAY, '22:00-02:00', 'America/Santiago')],
      day: '2026-09-06',
      windows: ['2026-09-06T02:00Z/2026-09-06T05:00Z'],
    },
    {
      what: 'Santiago in spring: days back to back stay one window over the skipped midnight',
      rows: onDays([SATURDAY, SUNDAY], '00:00-00:00', 'America/Santiago'),
      day: '2026-09-06',
      windows: ['2026-09-05T04:00Z/2026-09-07T03:00Z'],
    },
    {
      what: 'Santiago in autumn: the last hour of Saturday is two hours',
      rows: [row(SATURDAY, '23:00-00:00', 'America/Santiago')],
      day: '2026-04-05',
      windows: ['2026-04-05T02:00Z/2026-04-05T04:00Z'],
    },
    {
      what: 'Lord Howe in spring: half an hour is lost',
      rows: [row(SUNDAY, '01:00-03:00', 'Australia/Lord_Howe')],
      day: '2026-10-03',
      windows: ['2026-10-03T14:30Z/2026-10-03T16:00Z'],
    },
    {
      what: 'Lord Howe in spring: the half hour that is skipped has no window',
      rows: [row(SUNDAY, '02:00-02:30', 'Australia/Lord_Howe')],
      day: '2026-10-03',
      windows: [],
    },
    {
      what: 'Lord Howe in autumn: half an hour comes twice',
      rows: [row(SUNDAY, '01:30-02:00', 'Australia/Lord_Howe')],
      day: '2026-04-04',
      windows: ['2026-04-04T14:30Z/2026-04-04T15:30Z'],
    },
    {
      what: 'Tehran in its last spring of clock changes: Tuesday began at one',
      rows: [row(TUESDAY, '00:00-00:00', 'Asia/Tehran')],
      day: '2022-03-22',
      windows: ['2022-03-21T20:30Z/2022-03-22T19:30Z'],
    },
    {
      what: 'Tehran in its last autumn of clock changes: eleven at night came twice',
      rows: [row(WEDNESDAY, '23:00-00:00', 'Asia/Tehran')],
      day: '2022-09-21',
      windows: ['2022-09-21T18:30Z/2022-09-21T20:30Z'],
    },
  ]

  test.each(changes)('$what', ({ rows, day, windows }) => {
    const from = at(`${day}T00:00Z`)
    expect(windowsBetween(rows, from, from + DAY_MS).map(shown)).toEqual(windows)
  })

  test('a window inside the skipped hour is missing in that week only', () => {
    const rows = [row(SUNDAY, '02:00-03:00', 'America/New_York')]
    expect(between(rows, '2026-03-01T00:00Z', '2026-03-16T00:00Z')).toEqual([
      '2026-03-01T07:00Z/2026-03-01T08:00Z',
      '2026-03-15T06:00Z/2026-03-15T07:00Z',
    ])
    expect(isOpen(rows, at('2026-03-08T07:00Z'))).toBe(false)
  })

  test('a night before a skipped day ends on the morning after that day', () => {
    const rows = [row(THURSDAY, '22:00-02:00', 'Pacific/Apia')]
    const night = ['2011-12-30T08:00Z/2011-12-30T12:00Z']
    expect(between(rows, '2011-12-30T00:00Z', '2011-12-31T00:00Z')).toEqual(night)
    expect(between(rows, '2011-12-30T11:00Z', '2011-12-30T11:01Z')).toEqual(night)
  })

  test('a start that the skipped hour moves past its end gives no window, never a negative one', () => {
    const rows = [row(SUNDAY, '02:30-03:00', 'America/New_York')]
    expect(between(rows, '2026-03-08T00:00Z', '2026-03-09T00:00Z')).toEqual([])
    expect(isOpen(rows, at('2026-03-08T07:15Z'))).toBe(false)
  })
})

describe('isOpen', () => {
  test('includes the start and excludes the end, to the millisecond', () => {
    const rows = onDays(WEEKDAYS, '08:00-17:00', 'America/Bogota')
    const [openAt, closeAt] = [at('2026-03-02T13:00Z'), at('2026-03-02T22:00Z')]
    const answers = [openAt - 1, openAt, closeAt - 1, closeAt].map((instant) =>
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
    const closed = Array.from({ length: 96 * 4 }, (_, i) => from + i * (HOUR_MS / 4)).filter(
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
  const anyInstant = fc.oneof(instants, nearChange)

  test('isOpen agrees with the windows for any sequence of instants', () => {
    fc.assert(
      fc.property(
        rowsOfHours,
        fc.array(anyInstant, { minLength: 1, maxLength: 8 }),
        (rows, jumps) => {
          // Small steps back and forth after each jump test the cached window.
          const asked = jumps.flatMap((instant) => [
            instant,
            instant + HOUR_MS,
            instant - DAY_MS,
            instant,
          ])
          for (const instant of asked) {
            expect(isOpen(rows, instant), minute(instant)).toBe(
              windowsBetween(rows, instant, instant + 1).length === 1,
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
          const until = from + span * HOUR_MS
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
    const cut = (windows: Window[], from: number, until: number) =>
      windows
        .map((window) => ({
          openAt: Math.max(window.openAt, from),
          closeAt: Math.min(window.closeAt, until),
        }))
        .filter((window) => window.openAt < window.closeAt)
    fc.assert(
      fc.property(rowsOfHours, anyInstant, fc.integer({ min: 1, max: 72 }), (rows, from, span) => {
        const until = from + span * HOUR_MS
        const wide = windowsBetween(rows, from - 20 * DAY_MS, until + 20 * DAY_MS)
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

describe('published hours', () => {
  test('published hours span seven UTC days from the start of the present day', () => {
    const rows = onDays(EVERY_DAY, '08:00-17:00', 'America/Bogota')
    const windows = publishedWindows(rows, at('2026-03-04T23:59:59.999Z')).map(shown)
    expect(windows).toHaveLength(7)
    expect(windows[0]).toBe('2026-03-04T13:00Z/2026-03-04T22:00Z')
    expect(windows[6]).toBe('2026-03-10T13:00Z/2026-03-10T22:00Z')
    expect(publishedWindows(rows, at('2026-03-04T00:00Z')).map(shown)).toEqual(windows)
  })

  test('a window across either end of the span is published in full', () => {
    const rows = [row(TUESDAY, '22:00-02:00')]
    expect(publishedWindows(rows, at('2026-03-04T12:00Z')).map(shown)).toEqual([
      '2026-03-03T22:00Z/2026-03-04T02:00Z',
      '2026-03-10T22:00Z/2026-03-11T02:00Z',
    ])
  })

  test('adjacent days are published as one window', () => {
    const rows = onDays(WEEKDAYS, '00:00-00:00')
    expect(publishedWindows(rows, at('2026-03-02T12:00Z')).map(shown)).toEqual([
      '2026-03-02T00:00Z/2026-03-07T00:00Z',
    ])
  })

  test('hours without rows publish no window', () => {
    expect(publishedWindows([], at('2026-03-02T12:00Z'))).toEqual([])
  })
})

describe('the window of the current day', () => {
  const route = [row(MONDAY, '09:00-12:00'), row(MONDAY, '14:00-18:00')]
  const provider = [row(MONDAY, '08:00-16:00')]
  const current = (text: string, routeRows = route, providerRows = provider) =>
    shown(currentDayWindow(routeRows, providerRows, at(text)))

  test('is the window that contains the instant', () => {
    expect(current('2026-03-02T10:00Z')).toBe('2026-03-02T09:00Z/2026-03-02T12:00Z')
    expect(current('2026-03-02T09:00Z')).toBe('2026-03-02T09:00Z/2026-03-02T12:00Z')
    expect(current('2026-03-02T15:00Z')).toBe('2026-03-02T14:00Z/2026-03-02T16:00Z')
  })

  test('is the next window when none contains the instant, also at the very end of one', () => {
    expect(current('2026-03-02T03:00Z')).toBe('2026-03-02T09:00Z/2026-03-02T12:00Z')
    expect(current('2026-03-02T12:00Z')).toBe('2026-03-02T14:00Z/2026-03-02T16:00Z')
  })

  test('is the last window when the day has no more', () => {
    expect(current('2026-03-02T16:00Z')).toBe('2026-03-02T14:00Z/2026-03-02T16:00Z')
    expect(current('2026-03-02T23:59:59.999Z')).toBe('2026-03-02T14:00Z/2026-03-02T16:00Z')
  })

  test('is empty at the start of the day when the day has no window', () => {
    const closed = '2026-03-03T00:00Z/2026-03-03T00:00Z'
    expect(current('2026-03-03T10:00Z')).toBe(closed)
    expect(current('2026-03-03T10:00Z', [row(TUESDAY, '08:00-12:00')])).toBe(closed)
    expect(
      current('2026-03-03T10:00Z', [row(TUESDAY, '08:00-12:00')], [row(TUESDAY, '12:00-16:00')]),
    ).toBe(closed)
  })

  test('is clipped to the UTC day', () => {
    const night = onDays([SUNDAY, MONDAY], '22:00-02:00')
    expect(current('2026-03-02T01:00Z', night, night)).toBe('2026-03-02T00:00Z/2026-03-02T02:00Z')
    expect(current('2026-03-02T12:00Z', night, night)).toBe('2026-03-02T22:00Z/2026-03-03T00:00Z')
    const always = onDays(EVERY_DAY, '00:00-00:00', 'America/Bogota')
    expect(current('2026-03-02T12:00Z', always, always)).toBe('2026-03-02T00:00Z/2026-03-03T00:00Z')
  })

  test("is the provider's for a route without rows", () => {
    expect(current('2026-03-02T10:00Z', [])).toBe('2026-03-02T08:00Z/2026-03-02T16:00Z')
    expect(current('2026-03-03T10:00Z', [])).toBe('2026-03-03T00:00Z/2026-03-03T00:00Z')
  })

  test('is closed for a provider without rows, whatever the route says', () => {
    expect(current('2026-03-02T10:00Z', route, [])).toBe('2026-03-02T00:00Z/2026-03-02T00:00Z')
    expect(current('2026-03-02T10:00Z', [], [])).toBe('2026-03-02T00:00Z/2026-03-02T00:00Z')
  })

  test('is right when route and provider use different time zones', () => {
    const bogota = onDays(WEEKDAYS, '08:00-17:00', 'America/Bogota')
    const london = onDays(WEEKDAYS, '08:00-17:00', 'Europe/London')
    expect(current('2026-03-27T10:00Z', bogota, london)).toBe('2026-03-27T13:00Z/2026-03-27T17:00Z')
    expect(current('2026-03-30T10:00Z', bogota, london)).toBe('2026-03-30T13:00Z/2026-03-30T16:00Z')
    const auckland = [row(SATURDAY, '01:00-05:00', 'Pacific/Auckland')]
    expect(current('2026-03-06T20:00Z', [row(FRIDAY, '00:00-00:00')], auckland)).toBe(
      '2026-03-06T12:00Z/2026-03-06T16:00Z',
    )
  })

  test('is right for a day before 1970', () => {
    const always = onDays(EVERY_DAY, '00:00-00:00')
    expect(current('1969-12-31T18:00Z', [], always)).toBe('1969-12-31T00:00Z/1970-01-01T00:00Z')
  })
})

describe('hours entered by an operator', () => {
  test('must name a time zone of the IANA database', () => {
    const names = ['UTC', 'America/Bogota', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata']
    expect(names.filter((name) => !isKnownTimezone(name))).toEqual([])
  })

  test('have windows for every accepted time zone', () => {
    const taken = Intl.supportedValuesOf('timeZone').filter(isKnownTimezone)
    expect(taken.length).toBeGreaterThan(400)
    const [from, until] = [at('2026-03-01T00:00Z'), at('2026-03-08T00:00Z')]
    const without = taken.filter(
      (zone) => windowsBetween([row(WEDNESDAY, '08:00-17:00', zone)], from, until).length !== 1,
    )
    expect(without).toEqual([])
  })

  test('must not use offsets or unknown time zones', () => {
    const names = [
      '+05:00',
      '-03',
      '−05:00',
      '',
      ' ',
      'Z',
      'Mars/Base',
      'America/Bogota ',
      'UTC+5',
      'PST',
      'T10:00[Asia/Tokyo]',
    ]
    expect(names.filter(isKnownTimezone)).toEqual([])
  })

  test('are accepted, or refused with a reason', () => {
    const good = row(MONDAY, '08:00-17:00', 'America/Bogota')
    const problem = (change: Partial<WeeklyHours>) => hoursProblem({ ...good, ...change })
    expect(problem({})).toBeUndefined()
    expect(problem({ startTime: '00:00', endTime: '00:00' })).toBeUndefined()
    expect(problem({ endTime: '23:59' })).toBeUndefined()
    expect(problem({ dayOfWeek: 7 })).toBe('the day is not 0 (Sunday) to 6')
    expect(problem({ dayOfWeek: -1 })).toBe('the day is not 0 (Sunday) to 6')
    expect(problem({ dayOfWeek: 1.5 })).toBe('the day is not 0 (Sunday) to 6')
    expect(problem({ startTime: '8:00' })).toBe('start_time 8:00 is not HH:MM')
    expect(problem({ startTime: '08:60' })).toBe('start_time 08:60 is not HH:MM')
    expect(problem({ endTime: '24:00' })).toBe('end_time 24:00 is not HH:MM')
    expect(problem({ endTime: '17:00\n' })).toBe('end_time 17:00\n is not HH:MM')
    expect(problem({ timezone: 'Mars/Base' })).toBe('the timezone Mars/Base is not known')
    expect(problem({ timezone: '-05:00' })).toBe('the timezone -05:00 is not known')
  })
})
