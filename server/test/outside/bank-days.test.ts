// Bank days: Monday to Friday without holidays, one rule for files of banks, T+n and expected times.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantAt, later, toTimestamp } from '../../src/platform/clock.ts'
import { afterBankDays } from '../../src/outside/rails/bank-days.ts'
import { executionDate } from '../../src/outside/rails/bank-files/bank-days.ts'
import { banksOfColombia, banksOfTheUnitedStates } from '../support/bank-calendars.ts'

const at = (text: string) => instantAt(Date.parse(text))
const banks = { CO: banksOfColombia, US: banksOfTheUnitedStates }

describe('T+n', () => {
  test.each([
    ['CO', '2026-03-20T15:00Z', 1, '2026-03-24T15:00', 'Saint Joseph, observed on Monday'],
    ['CO', '2026-04-01T15:00Z', 1, '2026-04-06T15:00', 'Maundy Thursday and Good Friday'],
    ['CO', '2026-06-05T15:00Z', 2, '2026-06-10T15:00', 'Corpus Christi, observed on Monday'],
    ['CO', '2026-12-31T15:00Z', 1, '2027-01-04T15:00', 'New Year on a Friday'],
    ['CO', '2026-12-31T15:00Z', 2, '2027-01-05T15:00', 'the end of the year'],
    ['CO', '2027-01-09T15:00Z', 0, '2027-01-12T15:00', 'a Saturday before Epiphany'],
    [
      'US',
      '2026-07-02T15:00Z',
      1,
      '2026-07-03T15:00',
      'the 4th of July on a Saturday: Friday is open',
    ],
    [
      'US',
      '2027-07-02T15:00Z',
      1,
      '2027-07-06T15:00',
      'the 4th of July on a Sunday: Monday is closed',
    ],
    ['US', '2026-11-25T15:00Z', 1, '2026-11-27T15:00', 'Thanksgiving'],
    ['US', '2026-12-31T15:00Z', 1, '2027-01-04T15:00', 'the end of the year'],
    ['US', '2027-12-31T15:00Z', 1, '2028-01-03T15:00', 'New Year on a Saturday: Friday is open'],
    // The time of day at the bank stays, and New York moves its clocks on Sunday.
    ['US', '2026-03-06T15:00Z', 1, '2026-03-09T14:00', 'the weekend of summer time'],
  ] as const)('of a bank of %s from %s by %i days is %s: %s', (country, from, days, to, _why) => {
    expect(toTimestamp(afterBankDays([banks[country]], at(from), days)).slice(0, 16)).toBe(to)
  })

  test('is a day on which no calendar of the bank has a holiday', () => {
    const own = { timezone: 'America/Bogota', dates: ['2026-03-24'] }
    const paid = afterBankDays([banksOfColombia, own], at('2026-03-20T15:00Z'), 1)
    expect(toTimestamp(paid)).toBe('2026-03-25T15:00:00.000Z')
  })

  test('never falls on a holiday or weekend, never goes back, and adds up', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 * 365 * 24 - 1 }),
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 0, max: 5 }),
        fc.constantFrom(banksOfColombia, banksOfTheUnitedStates),
        (hours, some, more, bank) => {
          const from = later(at('2026-01-01T00:00Z'), hours * 3_600_000)
          const paid = afterBankDays([bank], from, some)
          expect(paid).toBeGreaterThanOrEqual(from)
          const [weekday, date] = [
            new Intl.DateTimeFormat('en', { timeZone: bank.timezone, weekday: 'short' }).format(
              paid,
            ),
            new Intl.DateTimeFormat('en-CA', { timeZone: bank.timezone }).format(paid),
          ]
          expect(['Sat', 'Sun']).not.toContain(weekday)
          expect(bank.dates).not.toContain(date)
          // A time that the clock skips is an hour later in between.
          const added = afterBankDays([bank], paid, more)
          const once = afterBankDays([bank], from, some + more)
          expect(Math.abs(added - once)).toBeLessThanOrEqual(3_600_000)
        },
      ),
      { numRuns: 500 },
    ))
})

test.each([
  ['CO', '2026-03-20T20:59Z', '2026-03-20', 'before the cut-off'],
  ['CO', '2026-03-20T21:00Z', '2026-03-24', 'at the cut-off before a long weekend'],
  ['CO', '2026-12-31T22:00Z', '2027-01-04', 'after the cut-off of the last day of the year'],
  ['US', '2026-07-03T12:00Z', '2026-07-03', 'the Friday before a 4th of July on a Saturday'],
  ['US', '2027-07-02T21:00Z', '2027-07-06', 'the evening before a 4th of July on a Sunday'],
] as const)('a bank of %s executes a payment of %s on %s: %s', (country, from, day, _why) => {
  const { timezone, dates } = banks[country]
  const calendar = { timezone, cut_off: '16:00', holidays: [...dates] }
  expect(executionDate(calendar, at(from))).toBe(day)
})
