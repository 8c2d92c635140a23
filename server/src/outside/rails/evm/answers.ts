// Reads values of JSON-RPC answers. An endpoint may lie, be broken or be hostile, so every value is checked for its type
// and form before it is used. Messages never repeat a value.
import type { Hex } from 'viem'

/** An answer that does not conform to the Ethereum JSON-RPC specification. */
export class BadAnswer extends Error {}

export function recordOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value))
  throw new BadAnswer(`${what} is not an object`)
}

export function listOf(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new BadAnswer(`${what} is not a list`)
}

/** A non-negative integer of at most 256 bits, as 0x and hexadecimal digits. */
export function quantityOf(value: unknown, what: string): bigint {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value)
  throw new BadAnswer(`${what} is not a number`)
}

/** 32 bytes in lower case. */
export const hashOf = (value: unknown, what: string): Hex => fixedBytes(value, 64, what)

/** 20 bytes in lower case. */
export const addressIn = (value: unknown, what: string): Hex => fixedBytes(value, 40, what)

/** Any number of bytes in lower case. */
export function bytesOf(value: unknown, what: string): Hex {
  if (typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value)) return lower(value)
  throw new BadAnswer(`${what} is not hexadecimal`)
}

function fixedBytes(value: unknown, digits: number, what: string): Hex {
  const bytes = bytesOf(value, what)
  if (bytes.length === digits + 2) return bytes
  throw new BadAnswer(`${what} does not have ${digits / 2} bytes`)
}

const lower = (text: string): Hex => `0x${text.slice(2).toLowerCase()}`
