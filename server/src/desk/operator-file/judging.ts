// Schemas and checks that several sections of the operator file share: list entries, adapters, currencies and amounts.
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { currencies, isCurrency } from '../../platform/money/currencies.ts'
import { formatAmount, parseAmount } from '../../platform/money/decimal.ts'
import { nearestFirst } from '../../platform/nearest.ts'

/** A place in a file: keys and list positions. */
export type Path = readonly (string | number)[]
export type Problem = {
  path: Path
  reason: string
  /** True if the key itself is wrong, not its value. */
  isAtKey?: boolean
}

/** A place in a file that is checked. */
export type Place = {
  path: Path
  at(...below: Path): Place
  problem(reason: string): void
  warning(reason: string): void
}

export const placeIn = (problems: Problem[], warnings: Problem[], path: Path = []): Place => ({
  path,
  at: (...below) => placeIn(problems, warnings, [...path, ...below]),
  problem: (reason) => void problems.push({ path, reason }),
  warning: (reason) => void warnings.push({ path, reason }),
})

export const exact = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })
export const nameText = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: inputPatterns.printable.pattern,
})
export const amount = Type.String()
export const amountsByCurrency = Type.Record(Type.String(), amount)
export const settings = Type.Record(Type.String(), Type.Unknown())
export type Settings = Static<typeof settings>

export const valueAt = (holder: unknown, key: string): unknown =>
  typeof holder === 'object' && holder !== null
    ? new Map<string, unknown>(Object.entries(holder)).get(key)
    : undefined

/** The list under a key; empty if there is none. */
export function listIn(holder: unknown, key: string): unknown[] {
  const list = valueAt(holder, key)
  return Array.isArray(list) ? list : []
}

export type Entry<Schema extends TSchema> = {
  place: Place
  one: Static<Schema>
  /** Keys that were dropped because their values do not match the schema. */
  faulty: ReadonlySet<string>
}

/** The list entries that match the schema after their invalid keys are dropped. */
export const entriesIn = <Schema extends TSchema>(
  schema: Schema,
  holder: unknown,
  key: string,
  within: Place,
): Entry<Schema>[] =>
  listIn(holder, key).flatMap((one, index) => {
    const place = within.at(key, index)
    if (Value.Check(schema, one)) return [{ place, one, faulty: new Set<string>() }]
    if (typeof one !== 'object' || one === null) return []
    const faulty = new Set(
      Value.Errors(schema, one).map(({ instancePath }) => instancePath.split('/')[1] ?? ''),
    )
    const rest = Object.fromEntries(Object.entries(one).filter(([name]) => !faulty.has(name)))
    return Value.Check(schema, rest) ? [{ place, one: rest, faulty }] : []
  })

/** Whether both currencies are present and known. */
export function judgeCurrencies(
  place: Place,
  ends: { payin_currency?: string; payout_currency?: string },
): boolean {
  const isKnown = (end: 'payin_currency' | 'payout_currency') => {
    const currency = ends[end]
    return currency !== undefined && isKnownCurrency(place.at(end), currency)
  }
  return [isKnown('payin_currency'), isKnown('payout_currency')].every((known) => known)
}

/** Whether the currency is known. */
export function isKnownCurrency(place: Place, currency: string): boolean {
  if (isCurrency(currency)) return true
  const names = nearestFirst(currency, currencies)
  place.problem(`unknown currency ${currency}; known currencies: ${names}`)
  return false
}

/** Minor units. Undefined if the text is no amount of the currency above zero. */
export function judgeAmount(place: Place, text: string, currency: string): bigint | undefined {
  const parsed = parseAmount(text, currency)
  if (parsed.ok) return parsed.minor
  place.problem(`${text} is not an amount of ${currency} above zero, such as "10.00"`)
  return undefined
}

/** The adapter of an entry, if its kind is known. */
export function judgeKind<Kind extends { settingsProblem(settings: Settings): string | undefined }>(
  place: Place,
  { kind: name, settings: given = {} }: { kind: string; settings?: Settings },
  kinds: ReadonlyMap<string, Kind>,
): { kind: Kind | undefined; isValid: boolean } {
  const kind = kinds.get(name)
  if (kind === undefined) {
    const names = nearestFirst(name, kinds.keys())
    place.at('kind').problem(`unknown kind ${name}; known kinds: ${names}`)
  }
  const wrong = kind?.settingsProblem(given)
  if (wrong !== undefined) place.at('settings').problem(wrong)
  return { kind, isValid: kind !== undefined && wrong === undefined }
}

export const present = <T>(values: readonly (T | undefined)[]): T[] =>
  values.filter((value) => value !== undefined)

export function refuseDuplicates<T extends { place: Place }>(
  entries: readonly (T | undefined)[],
  nameOf: (entry: T) => string,
  shownAs: (entry: T) => string = nameOf,
): void {
  const seen = new Set<string>()
  for (const entry of present(entries)) {
    if (seen.has(nameOf(entry))) entry.place.problem(`${shownAs(entry)} is described twice`)
    seen.add(nameOf(entry))
  }
}

/** Amounts by currency, without those that are null. */
export const amountsOf = <Row extends { currency: string }>(
  rows: readonly Row[],
  minorOf: (row: Row) => bigint | null,
): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const minor = minorOf(row)
      return minor === null ? [] : [[row.currency, formatAmount(minor, row.currency)]]
    }),
  )
