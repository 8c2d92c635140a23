// Free text in bank files: the characters that banks accept, cut to the length of the field.

// Letters that have no decomposition into a basic letter and a mark.
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ẞ', 'SS'],
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['ø', 'o'],
  ['Ø', 'O'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ð', 'd'],
  ['Ð', 'D'],
  ['þ', 'th'],
  ['Þ', 'Th'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['ı', 'i'],
  ['&', '+'],
  ['’', "'"],
  ['‘', "'"],
  ['–', '-'],
  ['—', '-'],
])
const MARKS = /\p{M}/gu
// The character set of SWIFT and SEPA.
const NOT_LATIN = /[^A-Za-z0-9/\-?:().,'+ ]/g
// Forbidden in XML 1.0, or invisible.
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\uFFFE\uFFFF]/gu

/**
 * The text for a field of at most `maxLength` characters. `latin` changes accented letters to plain ones and all other
 * characters to blanks. An empty result becomes NOTPROVIDED, because no field may be empty.
 */
export function fieldText(
  text: string,
  maxLength: number,
  characters: 'latin' | 'unicode',
): string {
  const clean = text.replaceAll(CONTROL, ' ')
  const shown = characters === 'latin' ? latin(clean) : clean.normalize('NFC')
  // Count characters, not UTF-16 units, as the schema does.
  const cut = [...shown.replaceAll(/\s+/g, ' ').trim()].slice(0, maxLength).join('').trim()
  return cut === '' ? 'NOTPROVIDED' : cut
}

function latin(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(MARKS, '')
  return [...plain]
    .map((letter) => LETTERS.get(letter) ?? letter)
    .join('')
    .replaceAll(NOT_LATIN, ' ')
}
