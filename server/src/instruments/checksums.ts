// Whether an account number can be right at all: check digits and encodings, as their registries define
// them. Pure functions of plain text; which method asks for which is in methods.ts, and whether the account
// exists only its rail can say.
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, hex } from '@scure/base'

/** 32 bytes in base58. Any 32 bytes: program-owned accounts are off the curve and can be paid all the same. */
export function isSolanaAddress(text: string): boolean {
  // Decoding costs the square of the length, so what cannot be 32 bytes never gets there.
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return false
  const bytes = base58.decode(text)
  return bytes.length === 32 && bytes.some((byte) => byte !== 0)
}

/** One case throughout carries no checksum and is accepted, as https://eips.ethereum.org/EIPS/eip-55 has it. */
export function isEvmAddress(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text) || /^0x0{40}$/.test(text)) return false
  const digits = text.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || text === evmAddress(hex.decode(digits.toLowerCase()))
}

/** 20 bytes as EIP-55 writes them: a letter is upper case where the hash of the lower case text says so. */
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

/** Of the 17 digits before it: weights 3, 7, 1, then what is missing to a multiple of ten. */
export function clabeCheckDigit(digits: string): string {
  return String((10 - (weightedSum(digits, [3, 7, 1]) % 10)) % 10)
}

/** A person in Brazil. Eleven equal digits satisfy the arithmetic and were never issued. */
export function isCpf(text: string): boolean {
  if (!/^\d{11}$/.test(text) || /^(\d)\1*$/.test(text)) return false
  return endsInCheckDigits(text, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
}

/** A company in Brazil. Since July 2026 new ones have letters, whose value is their ASCII code less 48. */
export function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || /^0*$/.test(text)) return false
  return endsInCheckDigits(text, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
}

// Both digits are modulo 11 with the same weights, the first without the leading one: it is a place shorter.
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
 * A taxpayer in Colombia. Without the hyphen only 9 or 10 digits and the check digit are accepted: a company
 * has 9, and one that forgot its check digit must not pass as 8 and a lucky one.
 */
export function isNit(text: string): boolean {
  if (!/^(\d{4,10}-|\d{9,10})\d$/.test(text)) return false
  return nitCheckDigit(text.slice(0, -1).replace('-', '')) === text.slice(-1)
}

/** Orden Administrativa 4 of 1989, DIAN: primes from the right, and a rest of 0 or 1 stands for itself. */
export function nitCheckDigit(digits: string): string {
  const fromTheRight = [...digits].reverse().join('')
  const rest = weightedSum(fromTheRight, [3, 7, 13, 17, 19, 23, 29, 37, 41, 43]) % 11
  return String(rest < 2 ? rest : 11 - rest)
}

// Weights shorter than the text begin again.
function weightedSum(text: string, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) {
    sum += (text.charCodeAt(at) - 48) * (weights[at % weights.length] ?? 0)
  }
  return sum
}
