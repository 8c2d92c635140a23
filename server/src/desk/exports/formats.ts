// The two formats of an export: CSV as in RFC 4180, and JSON Lines. Both end with a line that says how many lines there
// are: a file without it is cut off.
import { toTimestamp, type Instant } from '../../platform/clock.ts'

/**
 * `amount`: decimal text, exact; a number in CSV and text in JSON. `count`: a whole number in both. Null is an empty cell.
 */
export type Column<Row> =
  | readonly [name: string, kind: 'text' | 'amount', value: (row: Row) => string | null]
  | readonly [name: string, kind: 'count', value: (row: Row) => number | null]

export type Columns<Row> = readonly Column<Row>[]

export type Format = {
  mediaType: string
  /** In the name of the file. */
  extension: string
  head<Row>(columns: Columns<Row>): string
  line<Row>(columns: Columns<Row>, row: Row): string
  end<Row>(columns: Columns<Row>, lines: number, asOf: Instant): string
}

const CRLF = '\r\n'

/**
 * Programs for spreadsheets run a cell that begins with one of these as a formula, also in full width or after blanks. A
 * lone tab or line break moves the rest into other cells.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/
/**
 * Some programs separate cells by another character than a comma. Quotes inside a line then quote nothing. A cell begins
 * after each of these separators, and may begin with a formula.
 */
const INNER_FORMULA = /([;|\t\r\n][\s\u200b\ufeff"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g
const NEEDS_QUOTES = /[",;|\t\r\n]|^\s|\s$/

/** Text that no program takes for a formula. The apostrophe is how spreadsheets mark text. */
export function textCell(text: string): string {
  const inside = text.replaceAll(INNER_FORMULA, "$1'")
  const harmless = FORMULA.test(text) ? `'${inside}` : inside
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The first cell of the last line. No identifier, day or number is like it. */
const END = '#end'

const csv: Format = {
  mediaType: 'text/csv',
  extension: 'csv',
  head: (columns) => columns.map(([name]) => name).join(',') + CRLF,
  line(columns, row) {
    let line = ''
    for (const [, kind, value] of columns) {
      const cell = value(row)
      if (line !== '') line += ','
      else if (cell === null) throw new Error('the first column of an export is never empty')
      if (cell !== null) line += kind === 'text' ? textCell(String(cell)) : String(cell)
    }
    return line + CRLF
  },
  end: (columns, lines, asOf) =>
    [END, lines, toTimestamp(asOf), ...Array.from({ length: columns.length - 3 }, () => '')].join(
      ',',
    ) + CRLF,
}

const jsonl: Format = {
  mediaType: 'application/jsonl',
  extension: 'jsonl',
  head: () => '',
  line: (columns, row) =>
    `${JSON.stringify(Object.fromEntries(columns.map(([name, , value]) => [name, value(row)])))}\n`,
  end: (_columns, lines, asOf) =>
    `${JSON.stringify({ end: true, lines, as_of: toTimestamp(asOf) })}\n`,
}

export const formats = { csv, jsonl } as const
export type FormatName = keyof typeof formats
