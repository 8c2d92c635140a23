// Breaks a text into lines. A line ends at a blank, between words of scripts without blanks, or inside a word that is wider
// than the line.
import { analyse, runsOf, type Analysed, type Run } from './text-runs.ts'

export type Measure = (runs: readonly Run[]) => number

/** The lines of a drawable text, each with its runs from left to right. An empty text has one empty line. */
export function linesOf(text: string, width: number, measure: Measure): Run[][] {
  if (text === '') return [[]]
  const analysed = analyse(text)
  const widthOf = (start: number, end: number) => measure(runsOf(analysed, start, end))
  const lines: Run[][] = []
  let start = 0
  while (start < text.length) {
    const end = endOfLine(analysed, start, (to) => widthOf(start, to) <= width)
    const shown = start + text.slice(start, end).trimEnd().length
    lines.push(shown === start ? [] : runsOf(analysed, start, shown))
    start = end
  }
  return lines
}

/** The last break that fits; else the last letter that fits, and at least one letter. */
function endOfLine({ text }: Analysed, start: number, fits: (end: number) => boolean): number {
  const rest = text.slice(start)
  const withoutBlank = (end: number) => start + text.slice(start, end).trimEnd().length
  const breaks = breaksOf(rest).map((at) => start + at)
  const atBreak = lastThat(breaks, (end) => fits(withoutBlank(end)))
  if (atBreak !== undefined) return atBreak
  const letters = [...LETTERS.segment(rest)].map(({ index, segment }) => index + segment.length)
  const first = letters[0] ?? rest.length
  return (
    lastThat(
      letters.map((at) => start + at),
      fits,
    ) ?? start + first
  )
}

/** The last entry that fits, where those after one that does not fit do not fit either. */
function lastThat(ends: readonly number[], fits: (end: number) => boolean): number | undefined {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (fits(ends[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return ends[low - 1]
}

const WORDS = new Intl.Segmenter('und', { granularity: 'word' })
const LETTERS = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Where a line may end: after blanks, and between two words without anything between them. */
function breaksOf(text: string): number[] {
  const breaks: number[] = []
  let wasWord = false
  for (const { index, segment, isWordLike = false } of WORDS.segment(text)) {
    if (wasWord && isWordLike) breaks.push(index)
    if (segment.trim() === '') breaks.push(index + segment.length)
    wasWord = isWordLike
  }
  return [...new Set([...breaks, text.length])]
}
