// Checks the form of account numbers: check digits and encodings as their registries define them. Pure functions.
// methods.ts chooses the check of each method. Only a rail knows whether an account exists.
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, hex } from '@scure/base'

/** Accepts any 32 bytes in base58: program-owned accounts are not on the curve but can be paid. */
export function isSolanaAddress(text: string): boolean {
  // Check the length first: decoding takes quadratic time.
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return false
  const bytes = base58.decode(text)
  return bytes.length === 32 && bytes.some((byte) => byte !== 0)
}

/** An address in one case has no checksum and is accepted: see https://eips.ethereum.org/EIPS/eip-55. */
export function isEvmAddress(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text) || /^0x0{40}$/.test(text)) return false
  const digits = text.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || text === evmAddress(hex.decode(digits.toLowerCase()))
}

/** Writes 20 bytes with the EIP-55 checksum: the hash of the lower case text decides the case of each letter. */
export function evmAddress(bytes: Uint8Array): string {
  const digits = hex.encode(bytes)
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits)))
  const written = [...digits].map((digit, at) =>
    hash.charAt(at) >= '8' ? digit.toUpperCase() : digit,
  )
  return `0x${written.join('')}`
}

export function isClabe(text: string): boolean {
  return /^\d{18}$/.test(text) && clabeCheckDigit(text.slice(0, 17)) === text.slice(17)
}

/** The check digit of the first 17 digits: weights 3, 7, 1, and the difference to the next multiple of ten. */
export function clabeCheckDigit(digits: string): string {
  return String((10 - (weightedSum(digits, [3, 7, 1]) % 10)) % 10)
}

/** Tax number of a person in Brazil. Eleven equal digits have valid check digits but were never issued. */
export function isCpf(text: string): boolean {
  if (!/^\d{11}$/.test(text) || /^(\d)\1*$/.test(text)) return false
  return endsInCheckDigits(text, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
}

/** Tax number of a company in Brazil. New ones may have letters since July 2026; their value is the ASCII code minus 48. */
export function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || /^0*$/.test(text)) return false
  return endsInCheckDigits(text, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
}

// Both check digits are modulo 11 with the same weights. The first covers one character less, so it skips a weight.
function endsInCheckDigits(text: string, weights: readonly number[]): boolean {
  const [first, second] = [text.slice(0, -2), text.slice(0, -1)]
  return (
    text.slice(-2) ===
    moduloElevenDigit(first, weights.slice(1)) + moduloElevenDigit(second, weights)
  )
}

function moduloElevenDigit(text: string, weights: readonly number[]): string {
  const rest = weightedSum(text, weights) % 11
  return String(rest < 2 ? 0 : 11 - rest)
}

/**
 * Tax number in Colombia. Without a hyphen it needs 9 or 10 digits before the check digit. Companies have 9 digits; so
 * a number without its check digit cannot pass as 8 digits and a check digit that fits by chance.
 */
export function isNit(text: string): boolean {
  if (!/^(\d{4,10}-|\d{9,10})\d$/.test(text)) return false
  return nitCheckDigit(text.slice(0, -1).replace('-', '')) === text.slice(-1)
}

/** DIAN, Orden Administrativa 4 of 1989: prime weights from the right, modulo 11; a remainder of 0 or 1 is the digit. */
export function nitCheckDigit(digits: string): string {
  const fromTheRight = [...digits].reverse().join('')
  const rest = weightedSum(fromTheRight, [3, 7, 13, 17, 19, 23, 29, 37, 41, 43]) % 11
  return String(rest < 2 ? rest : 11 - rest)
}

// Repeats the weights if the text is longer.
function weightedSum(text: string, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) {
    sum += (text.charCodeAt(at) - 48) * (weights[at % weights.length] ?? 0)
  }
  return sum
}
