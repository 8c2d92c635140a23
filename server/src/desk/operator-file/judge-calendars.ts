// Checks a bank calendar of an operator file: dates by year.
import { isDay } from '../../platform/clock.ts'
import { isKnownTimezone } from '../../platform/calendars/hours.ts'
import type { BankCalendar } from '../../outside/rails/calendar-queries.ts'
import type { CalendarContent, Path } from './file-schema.ts'
import type { Judge } from './judging.ts'

export type CalendarEntry = BankCalendar & { path: Path }

const YEAR = /^20\d\d$/

export function judgeCalendar(judge: Judge, path: Path, one: CalendarContent): CalendarEntry {
  const { name, timezone, holidays } = one
  if (!isKnownTimezone(timezone))
    judge.addProblem(
      [...path, 'timezone'],
      `unknown timezone ${timezone}; expected an IANA name such as America/Bogota`,
    )
  const years = Object.keys(holidays).toSorted()
  const at = [...path, 'holidays']
  if (years.length === 0) judge.addProblem(at, 'there must be at least one year of holidays')
  for (const [index, year] of years.entries()) {
    if (!YEAR.test(year)) judge.addProblem([...at, year], `${year} is not a year such as 2026`)
    const before = years[index - 1]
    if (before !== undefined && Number.parseInt(year, 10) !== Number.parseInt(before, 10) + 1)
      judge.addProblem([...at, year], `the years between ${before} and ${year} are missing`)
  }
  const dates = Object.entries(holidays).flatMap(([year, days]) =>
    days.map((day, index) => {
      const date = `${year}-${day}`
      if (!isDay(date))
        judge.addProblem([...at, year, index], `${day} is not a day of ${year} such as "12-25"`)
      if (days.indexOf(day) !== index)
        judge.addProblem([...at, year, index], `${day} is there twice`)
      return date
    }),
  )
  return { path, name, timezone, dates: dates.toSorted() }
}
