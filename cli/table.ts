// Formats rows under a heading. Each column is as wide as its widest entry. At a terminal that is too narrow, columns of
// free text become shorter, and else each row becomes a block of lines. An id or an amount is never cut off.

type Options = {
  /** Headings of free text that may be cut off, such as a name. */
  shrinks?: readonly string[]
  /** Columns of the terminal. By default of the standard output; endless if that is no terminal. */
  width?: number
}

const GAP = 2
const SHORTEST = 10

export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { shrinks = [], width = terminalWidth() }: Options = {},
): string {
  const cells = rows.map((row) => headings.map((_, column) => printable(row[column] ?? '')))
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => widthOf(row[column] ?? ''))),
  )
  let excess = widths.reduce((sum, one) => sum + one + GAP, -GAP) - width
  for (const heading of shrinks) {
    const column = headings.indexOf(heading)
    const present = widths[column] ?? 0
    const next = Math.max(Math.min(present, SHORTEST), present - Math.max(0, excess))
    widths[column] = next
    excess -= present - next
  }
  if (excess > 0) return blocks(headings, cells)
  return [headings, ...cells]
    .map((row) => row.map((entry, column) => padded(entry, widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

/** Rows of a heading and an entry each, without empty entries. */
export function lines(entries: readonly (readonly [string, string | null])[]): string {
  const shown = entries.filter(([, entry]) => entry !== null && entry !== '')
  const longest = Math.max(0, ...shown.map(([heading]) => heading.length))
  return shown
    .map(([heading, entry]) => `${heading.padEnd(longest)}  ${printable(entry ?? '')}\n`)
    .join('')
}

const blocks = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => lines(headings.map((heading, column) => [heading, row[column] ?? ''])))
    .join('\n')

const terminalWidth = (): number =>
  process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : Infinity

/** Without characters that would steer the terminal: names come from other people. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')

/** JSON for a program. What would steer a terminal is escaped, so a program reads the same. */
export const jsonText = (value: unknown, indent?: number): string =>
  `${JSON.stringify(value, null, indent)}\n`.replaceAll(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Emoji_Presentation}/u

const widthOfOne = (character: string): number =>
  /[\p{M}\u200b-\u200d]/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1

const widthOf = (text: string): number =>
  /^[\x20-\x7e]*$/.test(text)
    ? text.length
    : [...text].reduce((sum, character) => sum + widthOfOne(character), 0)

function padded(text: string, width: number): string {
  const present = widthOf(text)
  if (present <= width) return text + ' '.repeat(width - present)
  let kept = ''
  let used = 0
  for (const character of text) {
    used += widthOfOne(character)
    if (used > width - 1) break
    kept += character
  }
  return padded(`${kept}…`, width)
}
