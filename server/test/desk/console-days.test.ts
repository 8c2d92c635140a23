// Periods in the address of a list: days, hours of a chart, and periods that move with the calendar.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { followService } from '../../../console/src/parts/clock.ts'
import { createdIn, daysOf, instantsOf, periodNames } from '../../../console/src/parts/days.ts'

const at = (instant: string) => followService(instant)
beforeEach(() => at('2026-03-31T23:30:00.000Z'))
afterAll(() => at(new Date().toISOString()))

describe('a period that moves with the calendar', () => {
  test.each([
    ['today', '2026-03-31', '2026-03-31'],
    ['yesterday', '2026-03-30', '2026-03-30'],
    ['7d', '2026-03-25', '2026-03-31'],
    ['30d', '2026-03-02', '2026-03-31'],
    ['90d', '2026-01-01', '2026-03-31'],
    ['month', '2026-03-01', '2026-03-31'],
    ['last-month', '2026-02-01', '2026-02-28'],
  ])('%s is from %s to %s', (name, from, to) => {
    expect(daysOf({ from: name })).toEqual({ from, to })
  })

  test('is of the day on which its saved view is opened', () => {
    const view = { from: 'today' }
    expect(instantsOf(view)).toEqual({
      from: '2026-03-31T00:00:00.000Z',
      to: '2026-04-01T00:00:00.000Z',
    })
    at('2026-04-01T00:30:00.000Z')
    expect(instantsOf(view)).toEqual({
      from: '2026-04-01T00:00:00.000Z',
      to: '2026-04-02T00:00:00.000Z',
    })
  })

  test('never begins after its end, on any day of the year', () => {
    for (let day = 0; day < 366; day++) {
      at(new Date(Date.UTC(2028, 0, 1 + day, 12)).toISOString())
      for (const name of periodNames) {
        const { from = '', to = '' } = daysOf({ from: name })
        expect(from <= to, `${name} is ${from} to ${to}`).toBe(true)
      }
    }
  })
})

test('days that were chosen stay as they are, and an unknown name is no day', () => {
  expect(createdIn({ from: '2026-03-04', to: '2026-03-04' })).toEqual({
    created_after: '2026-03-03T23:59:59.999Z',
    created_before: '2026-03-05T00:00:00.000Z',
  })
  expect(instantsOf({ from: '2026-03-04T05', to: '2026-03-04T05' })).toEqual({
    from: '2026-03-04T05:00:00.000Z',
    to: '2026-03-04T06:00:00.000Z',
  })
  expect(instantsOf({ from: 'tomorrow' })).toEqual({})
})
