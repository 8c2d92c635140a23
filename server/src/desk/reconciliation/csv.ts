// Splits CSV into rows (RFC 4180), as it arrives. Rows and cells are bounded, so that a file of one endless row fills no
// memory. read-csv.ts says what the cells mean.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse, type CastingContext } from 'csv-parse'

export class UnreadableStatement extends Error {}

const MOST_ROW_CHARACTERS = 64 * 1024
const MOST_CELLS = 200

export type CsvRow = { row: number; cells: readonly string[] }

/** `row` counts rows from 1. Blank rows are counted and left out. */
export async function* csvRows(
  texts: AsyncIterable<string> | Iterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRow> {
  const numbers = new WeakMap<readonly string[], number>()
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MOST_ROW_CHARACTERS,
    relax_column_count: true,
    skip_empty_lines: true,
    cast: checkCell,
    on_record(cells: string[], { records, empty_lines: blank }) {
      if (cells.every((cell) => cell.trim() === '')) return null
      numbers.set(cells, records + blank)
      return cells
    },
  })
  // An error of the source ends the parser, and the loop below throws it.
  pipeline(Readable.from(texts), parser).catch(() => undefined)
  try {
    const records: AsyncIterable<string[]> = parser
    for await (const cells of records) yield { row: numbers.get(cells) ?? 0, cells }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error
  }
}

/** The bound of the parser does not count delimiters. */
function checkCell(text: string, { index, records, empty_lines: blank }: CastingContext): string {
  if (index < MOST_CELLS) return text
  throw new UnreadableStatement(`row ${records + blank + 1} has more than ${MOST_CELLS} columns`)
}

function unreadable(error: CsvError): UnreadableStatement {
  const why = REASONS[error.code] ?? `cannot be read as CSV: ${error.message}`
  const before: unknown[] = [error['records'], error['empty_lines']]
  const row = before.filter((count) => typeof count === 'number').reduce((a, b) => a + b, 1)
  return new UnreadableStatement(`row ${row} ${why}`)
}

const REASONS: Readonly<Partial<Record<string, string>>> = {
  // A truncated upload must not look like a shorter statement.
  CSV_QUOTE_NOT_CLOSED: 'ends within quotes',
  CSV_MAX_RECORD_SIZE: `is longer than ${MOST_ROW_CHARACTERS} characters: is a quote unclosed?`,
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  // With such quotes allowed, a quote that is never closed would take the rows up to the next one into its cell.
  INVALID_OPENING_QUOTE:
    'has a quote inside of a cell that does not begin with one: save the file with quotes doubled and such cells quoted',
}

/** Text in one encoding, as it arrives. Other bytes are refused: they would change names and references. */
export async function* textOfBytes(
  bytes: AsyncIterable<Uint8Array>,
  encoding: 'utf-8' | 'windows-1252',
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decode = (part?: Uint8Array): string => {
    try {
      return part === undefined ? decoder.decode() : decoder.decode(part, { stream: true })
    } catch {
      throw new UnreadableStatement(`the file is not in ${encoding}`)
    }
  }
  for await (const part of bytes) yield decode(part)
  yield decode()
}
