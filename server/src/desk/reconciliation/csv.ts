// Splits CSV into rows (RFC 4180), as it arrives. Rows and cells are bounded, so that a file of one endless row fills no
// memory. read-csv.ts says what the cells mean.

export class UnreadableStatement extends Error {}

const MOST_ROW_CHARACTERS = 64 * 1024
const MOST_CELLS = 200

export type CsvRow = { row: number; cells: readonly string[] }

/** `row` counts rows from 1. Blank rows are counted and left out. */
export async function* csvRows(
  texts: AsyncIterable<string> | Iterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRow> {
  let row = 1
  let cells: string[] = []
  let cell = ''
  let length = 0
  // `closed`: after the quote that ends a cell, or the first of two.
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  let afterReturn = false

  const fail = (why: string) => new UnreadableStatement(`row ${row} ${why}`)
  const endCell = () => {
    if (cells.length >= MOST_CELLS) throw fail(`has more than ${MOST_CELLS} columns`)
    cells.push(cell)
    cell = ''
    state = 'start'
  }
  const endRow = (): CsvRow | undefined => {
    endCell()
    const found = { row, cells }
    row += 1
    cells = []
    length = 0
    return found.cells.every((one) => one.trim() === '') ? undefined : found
  }

  for await (const text of texts) {
    for (const character of text) {
      if (++length > MOST_ROW_CHARACTERS)
        throw fail(`is longer than ${MOST_ROW_CHARACTERS} characters: is a quote unclosed?`)
      if (state === 'quoted') {
        if (character === '"') state = 'closed'
        else cell += character
        continue
      }
      const isLineFeed = character === '\n'
      if (isLineFeed && afterReturn) {
        afterReturn = false
        length = 0
        continue
      }
      afterReturn = character === '\r'
      if (character === delimiter) endCell()
      else if (isLineFeed || afterReturn) {
        const found = endRow()
        if (found !== undefined) yield found
      } else if (character === '"' && (state === 'start' || state === 'closed')) {
        if (state === 'closed') cell += '"'
        state = 'quoted'
      } else if (state === 'closed') throw fail('has text after a closing quote')
      else {
        cell += character
        state = 'plain'
      }
    }
  }
  // A truncated upload must not look like a shorter statement.
  if (state === 'quoted') throw fail('ends within quotes')
  if (cell !== '' || cells.length > 0 || state === 'closed') {
    const found = endRow()
    if (found !== undefined) yield found
  }
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
