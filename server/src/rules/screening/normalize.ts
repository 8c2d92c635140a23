// The form in which names and accounts are compared with a list. Two spellings of one address, and two spellings of one
// name that differ in case, accents, punctuation or the order of words, have the same form. Nothing else is alike: a
// list does not find names that only sound similar.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Secrets } from '../../platform/config.ts'
import { isEvmAddress } from '../../outside/methods/checksums.ts'

export type ValueKind = 'address' | 'name' | 'document'

export const LONGEST_VALUE = 300

/** Undefined if the text has nothing to compare. */
export function normalized(kind: ValueKind, text: string): string | undefined {
  if (text.length > LONGEST_VALUE) return undefined
  const form = kind === 'name' ? nameForm(text) : accountForm(text)
  return form === '' ? undefined : form
}

// Chains differ: addresses of EVM chains ignore case, addresses of Solana do not. Account numbers, tax numbers, Pix keys
// and IBANs are written with and without blanks, dots and dashes, in both cases.
function accountForm(text: string): string {
  const trimmed = text.trim()
  if (isBase58(trimmed)) return trimmed
  const lower = trimmed.toLowerCase()
  if (isEvmAddress(lower)) return lower
  return trimmed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')
}

// 32 bytes in base58 have letters of both cases. Decoding a million texts would take long.
const isBase58 = (text: string): boolean =>
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)

// Letters that have no decomposition into a base letter and an accent.
const PLAIN = new Map(
  Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h' }),
)

function nameForm(text: string): string {
  // Upper case first: it turns ß into SS.
  const letters = text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđðþæœıħ]/g, (letter) => PLAIN.get(letter) ?? letter)
    // O'Neil and ONeil are one name.
    .replace(/['’`]/g, '')
  const words = letters.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words.toSorted().join(' ')
}

export const DIGEST_BYTES = 12

/** The keys of fingerprints and of list entries. Only a holder of the deployment's secrets can link them to a name. */
export const screeningKey = (secrets: Secrets): KeyObject =>
  createSecretKey(createHmac('sha256', secrets.depositSeed).update('corridor/screening/1').digest())

/** The digest of a normalized value. */
export const digestOf = (key: KeyObject, kind: ValueKind, form: string): Buffer =>
  createHmac('sha256', key).update(`${kind}\0${form}`).digest().subarray(0, DIGEST_BYTES)
