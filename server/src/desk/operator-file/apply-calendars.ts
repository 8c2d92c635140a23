// Applies the bank calendars of an operator file.
import {
  selectBankCalendars,
  upsertBankCalendar,
  type BankCalendar,
} from '../../outside/rails/calendar-queries.ts'
import type { Applying } from './applying.ts'
import { changed } from './differences.ts'
import type { CalendarEntry } from './judge-calendars.ts'

export async function applyCalendars(
  { db, changes }: Applying,
  entries: readonly CalendarEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const known = new Map((await selectBankCalendars(db)).map((one) => [one.name, one]))
  for (const entry of entries) {
    const before = known.get(entry.name)
    const details = before === undefined ? [] : calendarChanges(before, entry)
    if (before !== undefined && details.length === 0) continue
    await upsertBankCalendar(db, entry)
    const verb = before === undefined ? 'create' : 'change'
    changes.push({ verb, what: `bank calendar ${entry.name}`, details })
  }
}

function calendarChanges(before: BankCalendar, after: BankCalendar): string[] {
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
