// Creates the reference number that payers quote, and finds such numbers in the text of a payment.
import { toTimestamp, type Instant } from '../../platform/clock.ts'
import { randomPiece } from '../../platform/random.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `CO-YYYYMMDD-` and 40 random bits: short enough to read out, too long to guess. */
export function referenceNumber(at: Instant): string {
  let digits = ''
  for (const byte of randomPiece(8)) digits += CROCKFORD.charAt(byte & 31)
  return `CO-${toTimestamp(at).slice(0, 10).replaceAll('-', '')}-${digits}`
}

// C, O, eight digits, eight characters of Crockford's base32. The lookahead also finds overlapping numbers.
const COMPACT = /(?=C0(\d{8})([0-9A-HJKMNP-TV-Z]{8}))/g
/** Longer than the reference text of any rail. */
const LONGEST_TEXT = 1000

/**
 * Every possible reference number in the text, in canonical form. Payers and banks change case, dashes and blanks.
 * They also confuse O with 0 and I or L with 1; Crockford's base32 has only the digits.
 */
export function quotedReferenceNumbers(text: string): string[] {
  const found = [...compactText(text).matchAll(COMPACT)]
  return [...new Set(found.map(([, date, digits]) => `CO-${date}-${digits}`))]
}

/** Letters and digits only, in the alphabet of reference numbers. */
export const compactText = (text: string): string =>
  text
    .slice(0, LONGEST_TEXT)
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
