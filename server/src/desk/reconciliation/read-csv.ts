// Reads the lines of a statement in CSV. Options say which column is what, since every bank has its own. Amounts are read
// as exact decimals.
import { readAmount } from '../../outside/rails/bank-files/amounts.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { csvRows, textOfBytes, UnreadableStatement, type CsvRow } from './csv.ts'
import { dayIn, orderNumbersIn, referencesIn, type Day } from './lines.ts'
import type { ReadLine } from './read.ts'

const csvFields = ['date', 'amount', 'credit', 'debit', 'currency', 'reference', 'text'] as const
type CsvField = (typeof csvFields)[number]
export const dateFormats = [
  'YYYY-MM-DD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'YYYYMMDD',
  'DD-MM-YYYY',
] as const

export type CsvOptions = {
  /** The name of the column for each field. `amount`, or `credit` and `debit`. Several columns may be references. */
  columns: readonly { field: CsvField; column: string }[]
  delimiter: ',' | ';' | '\t' | '|'
  decimal: '.' | ','
  dateFormat: (typeof dateFormats)[number]
  encoding: 'utf-8' | 'windows-1252'
}

/** Reads `date:Fecha,amount:Valor,reference:Referencia`. Throws UnreadableStatement with what is wrong. */
export function columnsIn(text: string): CsvOptions['columns'] {
  const columns = text.split(',').map((part) => {
    const [name = '', ...rest] = part.split(':')
    const field = csvFields.find((one) => one === name.trim())
    const column = rest.join(':').trim()
    if (field === undefined || column === '')
      throw new UnreadableStatement(
        `columns has ${JSON.stringify(part.slice(0, 60))}, but expects FIELD:COLUMN with a field of ${csvFields.join(', ')}`,
      )
    return { field, column }
  })
  const has = (field: CsvField) => columns.some((one) => one.field === field)
  if (!has('date')) throw new UnreadableStatement('columns names no column for the date')
  if (has('amount') === (has('credit') && has('debit')) || has('credit') !== has('debit'))
    throw new UnreadableStatement('columns names either the amount, or both credit and debit')
  return columns
}

type Places = { field: CsvField; place: number }[]

export async function* csvLines(
  bytes: AsyncIterable<Uint8Array>,
  currency: string,
  options: CsvOptions,
): AsyncGenerator<ReadLine> {
  let places: Places | undefined
  let count = 0
  for await (const row of csvRows(textOfBytes(bytes, options.encoding), options.delimiter)) {
    if (places === undefined) places = placesOf(row, options.columns)
    else {
      count += 1
      yield readRow(row, places, currency, options)
    }
  }
  if (places === undefined) throw new UnreadableStatement('the file is empty')
  if (count === 0) throw new UnreadableStatement('the file has no line after its first row')
}

function placesOf({ cells }: CsvRow, columns: CsvOptions['columns']): Places {
  const names = cells.map((cell) => cell.replace(/^\uFEFF/, '').trim())
  return columns.map(({ field, column }) => {
    const place = names.indexOf(column)
    if (place < 0)
      throw new UnreadableStatement(
        `the first row has no column ${JSON.stringify(column)}. It has: ${names.slice(0, 30).join(' | ').slice(0, 300)}`,
      )
    if (names.indexOf(column, place + 1) >= 0)
      throw new UnreadableStatement(`the first row has two columns ${JSON.stringify(column)}`)
    return { field, place }
  })
}

function readRow(
  { row, cells }: CsvRow,
  places: Places,
  accountCurrency: string,
  { decimal, dateFormat }: CsvOptions,
): ReadLine {
  const all = (field: CsvField): string[] =>
    places.flatMap((one) => (one.field === field ? [(cells[one.place] ?? '').trim()] : []))
  const cell = (field: CsvField): string => all(field)[0] ?? ''
  const unreadable = (why: string): ReadLine => ({ line: row, why })
  const currency = cell('currency').toUpperCase() || accountCurrency
  if (!isCurrency(currency)) return unreadable('has a currency that Corridor does not know')
  const day = dayOfCell(cell('date'), dateFormat)
  if (day === undefined) return unreadable(`has a date that is not ${dateFormat}`)
  const minor = has(places, 'amount')
    ? signedAmount(cell('amount'), currency, decimal)
    : creditLessDebit(cell('credit'), cell('debit'), currency, decimal)
  if (minor === undefined) return unreadable(`has no exact amount in ${currency}`)
  const texts = [...all('reference'), ...all('text')]
  return {
    line: row,
    day,
    currency,
    minor,
    references: referencesIn(all('reference')),
    words: referencesIn(all('text').flatMap(wordsIn)),
    orderNumbers: orderNumbersIn(texts.join(' ')),
    content: cells.join('\u0000'),
  }
}

const has = (places: Places, field: CsvField): boolean => places.some((one) => one.field === field)

/** Words that may be an identifier of a payment: with a digit, and long. */
export const wordsIn = (text: string): string[] =>
  text.split(/[\s/:;,|]+/).filter((word) => word.length >= 10 && /\d/.test(word))

/** `-1.234,50`, `1234.5-`, `(12.00)` and `+7` in minor units. */
export function signedAmount(
  text: string,
  currency: string,
  decimal: '.' | ',',
): bigint | undefined {
  // The expression takes quadratic time for long texts with blanks.
  if (text.length > MOST_AMOUNT_CHARACTERS) return undefined
  const [, open = '', sign = '', digits = '', trailing = '', close = ''] =
    /^(\()?\s*([+\u2212-]?)\s*([\d.,' \u00a0]+?)\s*(-?)(\))?$/.exec(text) ?? []
  if (digits === '' || (open === '') !== (close === '')) return undefined
  const signs = [open, /^[\u2212-]$/.test(sign) ? '-' : '', trailing].filter((one) => one !== '')
  if (signs.length > 1) return undefined
  const plain = withoutThousands(digits, decimal)
  const minor = plain === undefined ? undefined : readAmount(plain, currency)
  return minor === undefined ? undefined : signs.length === 1 ? -minor : minor
}

const MOST_AMOUNT_CHARACTERS = 60

/** Thousands are in groups of three: anything else is another notation, and would be another amount. */
function withoutThousands(text: string, decimal: '.' | ','): string | undefined {
  const [whole = '', fraction, ...more] = text.split(decimal)
  if (more.length > 0 || /[^\d]/.test(fraction ?? '')) return undefined
  const isPlain = /^\d+$/.test(whole)
  if (!isPlain && !/^\d{1,3}([.,' \u00a0])\d{3}(?:\1\d{3})*$/.test(whole)) return undefined
  const digits = whole.replaceAll(/\D/g, '')
  return fraction === undefined || fraction === '' ? digits : `${digits}.${fraction}`
}

function creditLessDebit(
  credit: string,
  debit: string,
  currency: string,
  decimal: '.' | ',',
): bigint | undefined {
  const amounts = [credit, debit].map((text) =>
    text === '' ? 0n : signedAmount(text, currency, decimal),
  )
  const [plus, minus] = amounts
  if (plus === undefined || minus === undefined || (credit === '' && debit === '')) return undefined
  // Some banks write debits with a sign, some without.
  return plus - (minus < 0n ? -minus : minus)
}

function dayOfCell(text: string, format: CsvOptions['dateFormat']): Day | undefined {
  const date = text.slice(0, format.length)
  const part = (letters: string) => {
    const at = format.indexOf(letters)
    return date.slice(at, at + letters.length)
  }
  const separators = format.replaceAll(/[YMD]/g, '.')
  const shape = [...separators].every((one, at) => one === '.' || date[at] === one)
  // A time may follow the date.
  if (!shape || /^\d/.test(text.slice(format.length))) return undefined
  return dayIn(`${part('YYYY')}-${part('MM')}-${part('DD')}`)
}
