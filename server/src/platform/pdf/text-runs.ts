// Decides which font draws which part of a text, and in which order the parts stand on a line. Pure, apart from the index of
// the fonts. layout.ts breaks a text into lines.
import type { EmbeddingLevels } from 'bidi-js'
import bidiFactory from 'bidi-js/dist/bidi.mjs'
import { firstWith, hasPoint, type Slice } from './fonts.ts'

const bidi = bidiFactory()

/** Text that one font draws in one direction. */
export type Run = { text: string; slice: Slice }

export type Analysed = { text: string; slices: readonly Slice[]; levels: EmbeddingLevels }

/**
 * A text as it can be drawn: composed, without control characters, and with characters that no font has as {U+E000}. It has
 * no marks of direction: with them, a name could change how the words after it read.
 */
export function drawable(text: string): { text: string; isComplete: boolean } {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Bidi_Control}\p{Variation_Selector}\u200b\u2060-\u2064\ufeff]/gu, '')
    .replaceAll(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]/gu, ' ')
  const shown = clean.replaceAll(/[^\u0020-\u007e]/gu, (character) => {
    const point = character.codePointAt(0) ?? 0
    return sliceOf(point) === undefined ? nameOf(point) : character
  })
  return { text: shown, isComplete: shown === clean }
}

const nameOf = (point: number): string => `{U+${point.toString(16).toUpperCase().padStart(4, '0')}}`

export function analyse(text: string): Analysed {
  const slices: Slice[] = []
  let before: Slice | undefined
  for (const character of text) {
    const slice = sliceOf(character.codePointAt(0) ?? 0, before)
    if (slice === undefined) throw new Error(`no font has ${nameOf(character.codePointAt(0) ?? 0)}`)
    for (let unit = 0; unit < character.length; unit += 1) slices.push(slice)
    before = slice
  }
  return { text, slices, levels: bidi.getEmbeddingLevels(text) }
}

/** Marks and joiners stay with the letter before them, so that its font can place them. */
function sliceOf(point: number, before?: Slice): Slice | undefined {
  if (before !== undefined && STICKS.test(String.fromCodePoint(point)) && hasPoint(before, point))
    return before
  return firstWith(point)
}
const STICKS = /[\p{M}\u200c\u200d]/u

/** The runs of a line from left to right. Each has its letters in the order of reading: its font sets them in their own. */
export function runsOf({ text, slices, levels }: Analysed, start: number, end: number): Run[] {
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels, start, end - 1)
  const groups: { first: number; last: number; slice: Slice; level: number }[] = []
  const inOrder = bidi.getReorderedIndices(text, levels, start, end - 1).slice(start, end)
  for (const index of inOrder) {
    const slice = slices[index]
    const level = levels.levels[index] ?? 0
    if (slice === undefined) continue
    const group = groups.at(-1)
    const isNext = group?.last === index - 1 || group?.first === index + 1
    if (group !== undefined && isNext && group.slice === slice && group.level === level) {
      group.first = Math.min(group.first, index)
      group.last = Math.max(group.last, index)
    } else groups.push({ first: index, last: index, slice, level })
  }
  return groups.map(({ first, last, slice, level }) => {
    const letters = Array.from({ length: last - first + 1 }, (_, at) => {
      const index = first + at
      return mirrored.get(index) ?? text.charAt(index)
    }).join('')
    // The font engine turns a run around only when it has letters of such a script.
    const isTurned = level % 2 === 1 && !TURNED_BY_FONT.test(letters)
    return { text: isTurned ? [...letters].toReversed().join('') : letters, slice }
  })
}
const TURNED_BY_FONT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
