// All SQL that writes bank_calendars.
import type { BankHolidays } from '../../platform/calendars/holidays.ts'
import { allRows, write } from '../../platform/db/row-functions.ts'

/** `dates` in order. */
export type BankCalendar = BankHolidays & { name: string }

export const selectBankCalendars = allRows<BankCalendar>(
  'select_bank_calendars',
  [],
  `select name, timezone, holidays as dates from bank_calendars order by name`,
)

/** Rails that name the calendar get a new version, so that every process reads it again. */
export const upsertBankCalendar = write(
  'upsert_bank_calendar',
  ['name', 'timezone', 'holidays'],
  `with changed as (
     insert into bank_calendars (name, timezone, holidays) values ($1, $2, $3)
     on conflict (name) do update set timezone = excluded.timezone, holidays = excluded.holidays
     returning name
   )
   update rails set version = version + 1 where bank_calendar = (select name from changed)`,
  (calendar: BankCalendar) => [calendar.name, calendar.timezone, calendar.dates],
)
