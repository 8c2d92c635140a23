// Bank holidays of Colombia and the United States, as published. Colombia moves most holidays to the next Monday (law 51 of
// 1983). The Federal Reserve moves a holiday of a Sunday to Monday, and none of a Saturday.
import type { BankHolidays } from '../../src/platform/calendars/holidays.ts'

const datesOf = (years: Readonly<Record<string, string>>): string[] =>
  Object.entries(years).flatMap(([year, days]) => days.split(' ').map((day) => `${year}-${day}`))

export const banksOfColombia: BankHolidays = {
  timezone: 'America/Bogota',
  dates: datesOf({
    2026: '01-01 01-12 03-23 04-02 04-03 05-01 05-18 06-08 06-15 06-29 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25',
    2027: '01-01 01-11 03-22 03-25 03-26 05-01 05-10 05-31 06-07 07-05 07-20 08-07 08-16 10-18 11-01 11-15 12-08 12-25',
  }),
}

export const banksOfTheUnitedStates: BankHolidays = {
  timezone: 'America/New_York',
  dates: datesOf({
    2026: '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25',
    2027: '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
    2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
  }),
}
