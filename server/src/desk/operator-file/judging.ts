// Checks shared by all parts of an operator file: list entries, currencies and hours.
import { hoursProblem, type WeeklyHours } from '../../platform/calendars/hours.ts'
import { currencies, isCurrency } from '../../platform/money/currencies.ts'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { HoursContent, Path } from './file-schema.ts'
import { nearestFirst } from '../../platform/nearest.ts'

export type Judge = {
  addProblem(path: Path, reason: string): void
  addWarning(path: Path, reason: string): void
}

/** The list under a key; empty if there is none. */
export function listIn(holder: unknown, key: string): unknown[] {
  const list =
    typeof holder === 'object' && holder !== null
      ? new Map<string, unknown>(Object.entries(holder)).get(key)
      : undefined
  return Array.isArray(list) ? list : []
}

export type Entry<Schema extends TSchema> = {
  path: Path
  one: Static<Schema>
  /** Keys that were dropped because their values do not match the schema. */
  faulty: ReadonlySet<string>
}

/** The list entries that match the schema after their invalid keys are dropped. */
export const entriesIn = <Schema extends TSchema>(
  schema: Schema,
  holder: unknown,
  key: string,
  path: Path,
): Entry<Schema>[] =>
  listIn(holder, key).flatMap((one, index) => {
    const at = [...path, key, index]
    if (Value.Check(schema, one)) return [{ path: at, one, faulty: new Set<string>() }]
    if (typeof one !== 'object' || one === null) return []
    const faulty = new Set(
      Value.Errors(schema, one).map(({ instancePath }) => instancePath.split('/')[1] ?? ''),
    )
    const rest = Object.fromEntries(Object.entries(one).filter(([name]) => !faulty.has(name)))
    return Value.Check(schema, rest) ? [{ path: at, one: rest, faulty }] : []
  })

/** Whether both currencies are present and known. */
export function judgeCurrencies(
  judge: Judge,
  path: Path,
  ends: { payin_currency?: string; payout_currency?: string },
): boolean {
  const { payin_currency: payin, payout_currency: payout } = ends
  const isKnown = (end: 'payin_currency' | 'payout_currency') => {
    const currency = ends[end]
    if (currency === undefined || isCurrency(currency)) return currency !== undefined
    const names = nearestFirst(currency, currencies)
    judge.addProblem([...path, end], `unknown currency ${currency}; known currencies: ${names}`)
    return false
  }
  const areKnown = [isKnown('payin_currency'), isKnown('payout_currency')].every((known) => known)
  if (payin !== undefined && payin === payout) {
    judge.addProblem([...path, 'payout_currency'], 'payin and payout currency are the same')
  }
  return areKnown
}

export function judgeHours(judge: Judge, path: Path, rows: HoursContent): WeeklyHours[] {
  return rows.flatMap((row, index) =>
    row.days_of_week.map((dayOfWeek) => {
      const hours = {
        dayOfWeek,
        startTime: row.start_time,
        endTime: row.end_time,
        timezone: row.timezone,
      }
      const wrong = hoursProblem(hours)
      if (wrong !== undefined && dayOfWeek === row.days_of_week[0])
        judge.addProblem([...path, index], wrong)
      return hours
    }),
  )
}
