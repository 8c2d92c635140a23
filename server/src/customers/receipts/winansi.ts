// Text in WinAnsi, the encoding of the standard fonts of PDF, and its width in Helvetica. Characters that it lacks are
// written as {U+4E2D}: a name must not lose letters silently.

/** 0x80 to 0x9f of WinAnsi. A blank stands for a place without a character. */
const UPPER = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

type Encoded = { bytes: Buffer; isComplete: boolean }

export function winAnsi(text: string): Encoded {
  let isComplete = true
  const bytes = [...text.normalize('NFC')].flatMap((character) => {
    const code = codeOf(character)
    if (code !== undefined) return [code]
    isComplete = false
    const named = `{U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`
    return [...Buffer.from(named, 'latin1')]
  })
  return { bytes: Buffer.from(bytes), isComplete }
}

function codeOf(character: string): number | undefined {
  const point = character.codePointAt(0) ?? 0
  if (point >= 0x20 && point <= 0x7e) return point
  if (point >= 0xa1 && point <= 0xff && point !== 0xad) return point
  // Blanks of other widths.
  if (/^\p{Zs}$/u.test(character)) return 0x20
  const upper = character === ' ' ? -1 : UPPER.indexOf(character)
  return upper < 0 ? undefined : 0x80 + upper
}

/** Thousandths of the font size, for 0x20 to 0x7e. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
  611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
  222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]

/** Accents do not widen a letter. Other signs count as the widest letter, so that no line is too long. */
export const widthOf = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => {
    const letter = byte > 0x7e ? (BASE.get(byte) ?? 0) : byte
    return sum + (WIDTHS[letter - 0x20] ?? 1000)
  }, 0)

const BASE = new Map(
  Array.from({ length: 0x100 - 0xc0 }, (_, at): [number, number] => {
    const base = String.fromCharCode(0xc0 + at)
      .normalize('NFD')
      .charCodeAt(0)
    return [0xc0 + at, base <= 0x7e ? base : 0]
  }),
)
