// The fonts of PDFs: Noto Sans in slices, each with some scripts. A slice is read when a text needs it, and only its glyphs
// for that text go into the file. A script more is a package more in PACKAGES.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create } from 'fontkit'
import subsetFont from 'subset-font'

/** The first package that has a character draws it. All have an axis of weight. */
const PACKAGES = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-bengali',
  'noto-sans-tamil',
  'noto-sans-sc',
  'noto-sans-kr',
]

export type Slice = { name: string; file: string; ranges: readonly (readonly [number, number])[] }

const requireFrom = createRequire(import.meta.url)

let slices: readonly Slice[] | undefined

/** Undefined for a character that no font has. */
export function firstWith(point: number): Slice | undefined {
  // The indices of the packages are read at the first call.
  slices ??= PACKAGES.flatMap(slicesOf)
  return slices.find((slice) => hasPoint(slice, point))
}

function slicesOf(name: string): Slice[] {
  const index = requireFrom.resolve(`@fontsource-variable/${name}/unicode.json`)
  const ranges: unknown = JSON.parse(readFileSync(index, 'utf8'))
  return Object.entries(ranges ?? {}).map(([key, text]: [string, unknown]) => {
    // The slices of Chinese are numbered, such as [21].
    const slice = `${name}-${key.replace(/^\[(\d+)\]$/, '$1')}`
    const file = join(dirname(index), 'files', `${slice}-wght-normal.woff2`)
    return { name: slice, file, ranges: rangesOf(String(text)) }
  })
}

/** Reads a list such as `U+600-6ff,U+750`. */
const rangesOf = (text: string): [number, number][] =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })

/** Reads the slice if its ranges name the character: they name some that it lacks. */
export const hasPoint = (slice: Slice, point: number): boolean =>
  slice.ranges.some(([first, last]) => first <= point && point <= last) && drawn(slice).has(point)

/** The characters of the slices that were read. */
const known = new Map<string, ReadonlySet<number>>()

function drawn({ name, file }: Slice): ReadonlySet<number> {
  const before = known.get(name)
  if (before !== undefined) return before
  const font = create(readFileSync(file))
  const points = new Set('characterSet' in font ? font.characterSet : [])
  known.set(name, points)
  return points
}

/** The font of a slice at one weight, with the glyphs of the text and all their forms. */
export async function fontFor(slice: Slice, weight: number, text: string): Promise<Uint8Array> {
  return await subsetFont(await readFile(slice.file), text, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  })
}
