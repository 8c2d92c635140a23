// Trading hours on the days of clock changes.
import { later } from '../../src/platform/clock.ts'
import { describe, expect, test } from 'vitest'
import { isOpen, windowsBetween, type WeeklyHours } from '../../src/platform/calendars/hours.ts'
import {
  DAY_MS,
  at,
  row,
  onDays,
  windowText,
  between,
  SUNDAY,
  TUESDAY,
  WEDNESDAY,
  THURSDAY,
  SATURDAY,
} from '../support/week.ts'

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
    expect(windowsBetween(rows, from, later(from, DAY_MS)).map(windowText)).toEqual(windows)
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
