// The section `bank_calendars`: holidays of banks, on which offerings over their rails close.
import Type, { type Static } from 'typebox'
import { isKnownTimezone } from '../../../platform/calendars/hours.ts'
import { isDay } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/pool.ts'
import {
  selectBankCalendars,
  upsertBankCalendar,
  type BankCalendar,
} from '../../../outside/rails/calendar-queries.ts'
import type { Applying } from '../applying.ts'
import { changed } from '../differences.ts'
import { exact, nameText, type Place } from '../judging.ts'
import { listSection } from '../section.ts'

/** Days MM-DD by year. */
const schema = exact({
  name: nameText,
  timezone: Type.String(),
  holidays: Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 1, maxItems: 366 })),
})
type Content = Static<typeof schema>
type Entry = BankCalendar & { place: Place }

export const bankCalendars = listSection({
  key: 'bank_calendars',
  noun: 'bank calendar',
  stage: 'outside',
  entry: schema,
  id: 'name',
  check,
  apply,
  write: ({ db }) => write(db),
  more: ({ length }) => ({ requotes: { all: length > 0 } }),
})

const YEAR = /^20\d\d$/

function check(place: Place, { name, timezone, holidays }: Content): Entry {
  if (!isKnownTimezone(timezone))
    place
      .at('timezone')
      .problem(`unknown timezone ${timezone}; expected an IANA name such as America/Bogota`)
  const years = Object.keys(holidays).toSorted()
  const at = place.at('holidays')
  if (years.length === 0) at.problem('there must be at least one year of holidays')
  for (const [index, year] of years.entries()) {
    if (!YEAR.test(year)) at.at(year).problem(`${year} is not a year such as 2026`)
    const before = years[index - 1]
    if (before !== undefined && Number.parseInt(year, 10) !== Number.parseInt(before, 10) + 1)
      at.at(year).problem(`the years between ${before} and ${year} are missing`)
  }
  const dates = Object.entries(holidays).flatMap(([year, days]) =>
    days.map((day, index) => {
      const date = `${year}-${day}`
      if (!isDay(date)) at.at(year, index).problem(`${day} is not a day of ${year} such as "12-25"`)
      if (days.indexOf(day) !== index) at.at(year, index).problem(`${day} is there twice`)
      return date
    }),
  )
  return { place, name, timezone, dates: dates.toSorted() }
}

async function apply({ db, changes }: Applying, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const known = new Map((await selectBankCalendars(db)).map((one) => [one.name, one]))
  for (const entry of entries) {
    const before = known.get(entry.name)
    const details = before === undefined ? [] : differences(before, entry)
    if (before !== undefined && details.length === 0) continue
    await upsertBankCalendar(db, entry)
    const verb = before === undefined ? 'create' : 'change'
    changes.push({ verb, what: `bank calendar ${entry.name}`, details })
  }
}

function differences(before: BankCalendar, after: BankCalendar): string[] {
  const ended = before.dates.filter((date) => !after.dates.includes(date))
  const added = after.dates.filter((date) => !before.dates.includes(date))
  return [
    ...(before.timezone === after.timezone
      ? []
      : [changed('timezone', before.timezone, after.timezone)]),
    ...(ended.length + added.length === 0
      ? []
      : [changed('holidays', ended.join(', ') || '-', added.join(', ') || '-')]),
  ]
}

const write = async (db: Db): Promise<Content[]> =>
  (await selectBankCalendars(db)).map(({ name, timezone, dates }) => ({
    name,
    timezone,
    holidays: Object.fromEntries(
      [...Map.groupBy(dates, (date) => date.slice(0, 4))].map(([year, days]) => [
        year,
        days.map((date) => date.slice(5)),
      ]),
    ),
  }))
