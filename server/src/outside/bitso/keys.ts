// Turns the key of a payout or refund into the name that Bitso keeps for it, and back. The company allows 64 letters,
// digits, dashes and underscores; keys have colons and up to 90 characters.
import { createHash } from 'node:crypto'

const MOST_CHARACTERS = 64
const HASHED = 'h-'

/** Always the same for a key, and different for different keys. */
export function originIdOf(key: string): string {
  const short = key.replace(':refund:rf_', '-r-').replaceAll(':', '-')
  if (short.length <= MOST_CHARACTERS && unshortened(short) === key) return short
  return HASHED + createHash('sha256').update(key).digest('base64url')
}

/** Null for names that Corridor did not make, and for hashed ones. */
export function keyOf(originId: string): string | null {
  const key = unshortened(originId)
  return KEY.test(key) && originIdOf(key) === originId ? key : null
}

/** Every key of a payout or refund begins with an identifier; that of a returned deposit with this word. */
const KEY = /^(?:[a-z]{2,4}_[0-9a-z]{26}|deposit):/

const unshortened = (short: string): string =>
  short.replace('-r-', ':refund:rf_').replaceAll('-', ':')
