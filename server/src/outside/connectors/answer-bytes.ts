// Bounds the bytes of answers that are being read: of each answer by its operation, of each connector, and of all connectors
// of the process. A connector that sends much and never ends fails only its own calls.
import { ConnectorError } from './errors.ts'

/** More than 500 movements with all fields at their limits. */
export const MOST_BYTES = 1024 * 1024
/** An answer about one key. */
export const MOST_OF_KEY = 64 * 1024
/** 700 orders that hang at one connector would hold 45 MB without it. */
const MOST_OF_CONNECTOR = 8 * 1024 * 1024
/** Each connector may hold this much, whatever the others hold. */
const OWN = MOST_BYTES
/** All connectors together may hold this much beyond their own. */
const MOST_SHARED = 32 * 1024 * 1024
const FIRST = 1024
/** An answer of 1 MiB comes in some 700 packets. Single bytes would keep the process busy. */
const MOST_PARTS = 4000

const shared = { bytes: 0 }

type ByteAccount = { take(bytes: number): boolean; give(bytes: number): void }

/** Counts the bytes that one connector holds. */
export function openByteAccount(): ByteAccount {
  let held = 0
  const beyond = (bytes: number) => Math.max(0, bytes - OWN)
  return {
    take(bytes) {
      const more = beyond(held + bytes) - beyond(held)
      if (held + bytes > MOST_OF_CONNECTOR || shared.bytes + more > MOST_SHARED) return false
      held += bytes
      shared.bytes += more
      return true
    },
    give(bytes) {
      shared.bytes -= beyond(held) - beyond(held - bytes)
      held -= bytes
    },
  }
}

/**
 * Collects the bytes of one answer in one buffer. Parts of their own would cost a hundred times their size, if a connector
 * sends single bytes.
 */
export function openAnswer(account: ByteAccount, most: number) {
  let [buffer, length, parts] = [Buffer.alloc(0), 0, 0]
  return {
    /** Throws if the answer is too large, or if the connector holds too much. */
    add(part: Buffer): void {
      parts += 1
      if (parts > MOST_PARTS)
        throw new ConnectorError('too_large', `the answer comes in more than ${MOST_PARTS} parts`)
      const needed = length + part.length
      if (needed > most)
        throw new ConnectorError('too_large', `the answer is larger than ${most} bytes`)
      if (needed > buffer.length) {
        const size = Math.min(most, Math.max(needed, 2 * buffer.length, FIRST))
        if (!account.take(size - buffer.length))
          throw new ConnectorError(
            'too_large',
            'the answers that are being read are too large together',
          )
        const grown = Buffer.allocUnsafeSlow(size)
        buffer.copy(grown, 0, 0, length)
        buffer = grown
      }
      part.copy(buffer, length)
      length = needed
    },
    bytes: (): Buffer => buffer.subarray(0, length),
    end: (): void => account.give(buffer.length),
  }
}
