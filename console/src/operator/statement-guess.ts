// Guesses which column of a CSV statement is what, from the names and the first rows. What was last sent for an account goes
// before a guess: this browser keeps it.
import type { Head } from './reconcile-file.ts'

/** `columns`: names by field. `form`: the decimal point, the form of dates and the encoding. */
export type Mapping = {
  columns: Readonly<Record<string, string>>
  references: readonly string[]
  form: Readonly<Record<string, string>>
}

/** Columns by field, and the columns of references. An empty text is no column. */
export type ChosenColumns = {
  columns: Readonly<Record<string, string>>
  references: ReadonlySet<string>
}

const NAMES: readonly (readonly [field: string, pattern: RegExp])[] = [
  ['date', /date|fecha|datum|\bdata\b|booked/i],
  ['credit', /credit|abono|haber|cr[eé]dito/i],
  ['debit', /debit|cargo|debe|d[eé]bito/i],
  ['currency', /currency|moneda|ccy|divisa/i],
  ['amount', /amount|monto|importe|valor|betrag/i],
  ['text', /text|descri|concept|detail|detalle|memo|narrat|glosa/i],
]
const REFERENCE = /ref|transac|\bid\b|number|n[uú]mero/i

const DATES: readonly (readonly [form: string, pattern: RegExp])[] = [
  ['YYYY-MM-DD', /^\d{4}-\d\d-\d\d/],
  ['YYYYMMDD', /^\d{8}$/],
  ['DD-MM-YYYY', /^\d\d-\d\d-\d{4}/],
  ['MM/DD/YYYY', /^(0\d|1[0-2])\/(1[3-9]|2\d|3[01])\/\d{4}/],
  ['DD/MM/YYYY', /^\d\d\/\d\d\/\d{4}/],
]

/** One date that only one form can have decides. */
function formOfDates(dates: readonly string[]): string | undefined {
  const fits = dates.map((date) => DATES.find(([, pattern]) => pattern.test(date))?.[0])
  return fits.find((form) => form === 'MM/DD/YYYY') ?? fits.find((form) => form !== undefined)
}

export function guessOf({ columns: names, rows }: Head): Mapping {
  const left = new Set(names.filter((name) => name !== '' && !name.includes(',')))
  const columns: Record<string, string> = {}
  for (const [field, pattern] of NAMES) {
    const name = [...left].find((one) => pattern.test(one))
    if (name === undefined) continue
    columns[field] = name
    left.delete(name)
  }
  // An amount, or both others.
  const isInTwo = columns['credit'] !== undefined && columns['debit'] !== undefined
  for (const field of isInTwo ? ['amount'] : ['credit', 'debit']) delete columns[field]
  const cellsOf = (name = '') => rows.map((row) => row[names.indexOf(name)] ?? '')
  const date = formOfDates(cellsOf(columns['date']))
  const amounts = [columns['amount'], columns['credit']].flatMap((name) => cellsOf(name))
  const hasComma = amounts.some((amount) => /,\d{1,2}$/.test(amount))
  return {
    columns,
    references: [...left].filter((name) => REFERENCE.test(name)),
    form: {
      ...(date === undefined ? {} : { date_format: date }),
      ...(hasComma ? { decimal: ',' } : {}),
    },
  }
}

const placeOf = (account: string): string => `corridor.statement.${account}`

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((one) => typeof one === 'string')

/** What was last sent for the account, if the file has all of its columns. */
export function keptMapping(account: string, { columns: names }: Head): Mapping | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(account)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const {
      columns,
      references,
      form,
    }: { columns?: unknown; references?: unknown; form?: unknown } = kept
    if (!isTexts(columns) || !isTexts(references) || !isTexts(form)) return undefined
    const wanted = [...Object.values(columns), ...Object.values(references)]
    const isThere = wanted.every((name) => name === '' || names.includes(name))
    return isThere ? { columns, references: Object.values(references), form } : undefined
  } catch {
    return undefined
  }
}

export const keepMapping = (account: string, mapping: Mapping): void =>
  localStorage.setItem(placeOf(account), JSON.stringify(mapping))
