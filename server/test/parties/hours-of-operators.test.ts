// Trading hours as an operator enters them and as they are published.
import { describe, expect, test } from 'vitest'
import {
  currentDayWindow,
  isKnownTimezone,
  hoursProblem,
  publishedWindows,
  windowsBetween,
  type WeeklyHours,
} from '../../src/platform/calendars/hours.ts'
import {
  at,
  row,
  onDays,
  WEEKDAYS,
  EVERY_DAY,
  windowText,
  SUNDAY,
  MONDAY,
  TUESDAY,
  WEDNESDAY,
  FRIDAY,
  SATURDAY,
} from '../support/week.ts'

describe('published hours', () => {
  test('published hours span seven UTC days from the start of the present day', () => {
    const rows = onDays(EVERY_DAY, '08:00-17:00', 'America/Bogota')
    const windows = publishedWindows(rows, at('2026-03-04T23:59:59.999Z')).map(windowText)
    expect(windows).toHaveLength(7)
    expect(windows[0]).toBe('2026-03-04T13:00Z/2026-03-04T22:00Z')
    expect(windows[6]).toBe('2026-03-10T13:00Z/2026-03-10T22:00Z')
    expect(publishedWindows(rows, at('2026-03-04T00:00Z')).map(windowText)).toEqual(windows)
  })

  test('a window across either end of the span is published in full', () => {
    const rows = [row(TUESDAY, '22:00-02:00')]
    expect(publishedWindows(rows, at('2026-03-04T12:00Z')).map(windowText)).toEqual([
      '2026-03-03T22:00Z/2026-03-04T02:00Z',
      '2026-03-10T22:00Z/2026-03-11T02:00Z',
    ])
  })

  test('adjacent days are published as one window', () => {
    const rows = onDays(WEEKDAYS, '00:00-00:00')
    expect(publishedWindows(rows, at('2026-03-02T12:00Z')).map(windowText)).toEqual([
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
    windowText(currentDayWindow(routeRows, providerRows, at(text)))

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
    expect(problem({ dayOfWeek: 7 })).toBe('day of week 7 is not 0 (Sunday) to 6 (Saturday)')
    expect(problem({ dayOfWeek: -1 })).toBe('day of week -1 is not 0 (Sunday) to 6 (Saturday)')
    expect(problem({ dayOfWeek: 1.5 })).toBe('day of week 1.5 is not 0 (Sunday) to 6 (Saturday)')
    expect(problem({ startTime: '8:00' })).toBe('start_time 8:00 is not HH:MM')
    expect(problem({ startTime: '08:60' })).toBe('start_time 08:60 is not HH:MM')
    expect(problem({ endTime: '24:00' })).toBe('end_time 24:00 is not HH:MM')
    expect(problem({ endTime: '17:00\n' })).toBe('end_time 17:00\n is not HH:MM')
    expect(problem({ timezone: 'Mars/Base' })).toBe(
      'unknown timezone Mars/Base; expected an IANA name such as America/Bogota',
    )
    expect(problem({ timezone: '-05:00' })).toBe(
      'unknown timezone -05:00; expected an IANA name such as America/Bogota',
    )
  })
})
