// The number that people quote for an order: how one is made, and how those in a payer's words are found.
import { toTimestamp, type Instant } from '../clock.ts'
import { randomPiece } from '../random.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `CO-YYYYMMDD-` and 40 random bits: short enough to read out, too many to guess. */
export function referenceNumber(at: Instant): string {
  let digits = ''
  for (const byte of randomPiece(8)) digits += CROCKFORD.charAt(byte & 31)
  return `CO-${toTimestamp(at).slice(0, 10).replaceAll('-', '')}-${digits}`
}

// At every place, since a number may begin within another one: C, O, eight digits, eight of Crockford's base32.
const COMPACT = /(?=C0(\d{8})([0-9A-HJKMNP-TV-Z]{8}))/g
/** No rail carries more, and nobody quotes more orders in one payment. */
const LONGEST_TEXT = 1000

/**
 * All that may be reference numbers, in the form that orders have them. Payers and banks change case, dashes and
 * blanks, and mistake O for 0 and I or L for 1, which Crockford's base32 has only as digits.
 */
export function quotedReferenceNumbers(text: string): string[] {
  const compact = text
    .slice(0, LONGEST_TEXT)
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const found = [...compact.matchAll(COMPACT)].map(([, date, digits]) => `CO-${date}-${digits}`)
  return [...new Set(found)]
}
