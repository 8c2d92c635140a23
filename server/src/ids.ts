// Identifiers: UUIDv7 in the database, TypeIDs (`ord_01h…`) everywhere else. A UUIDv7 begins with
// its millisecond and, in one process, counts up within it, so that identifiers sort as they were made.
import { TypeID } from 'typeid-js'
import type { Instant } from './clock.ts'
import { randomPiece } from './random.ts'

export type Prefix =
  | 'ent'
  | 'org'
  | 'epi'
  | 'rt'
  | 'off'
  | 'qt'
  | 'ord'
  | 'dep'
  | 'po'
  | 'rf'
  | 'evt'
  | 'whe'
  | 'whd'
  | 'key'

/** Canonical lower-case UUID text. */
export type Uuid = string

let lastAt = 0
let counter = 0

/** A new UUIDv7 for business time `at` (RFC 9562, method 1: a 12-bit counter after the milliseconds). */
export function newUuid(at: Instant): Uuid {
  const bytes = randomPiece(16)
  if (at > lastAt) {
    lastAt = at
    counter = ((bytes[6] ?? 0) << 3) & 0x7ff
  } else if (++counter > 0xfff) {
    lastAt += 1
    counter = 0
  }
  const high = Math.floor(lastAt / 2 ** 32)
  const low = lastAt >>> 0
  bytes[0] = high >>> 8
  bytes[1] = high
  bytes[2] = low >>> 24
  bytes[3] = low >>> 16
  bytes[4] = low >>> 8
  bytes[5] = low
  bytes[6] = 0x70 | (counter >>> 8)
  bytes[7] = counter
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return uuidText(bytes.toString('hex'))
}

/**
 * Not after any identifier of what happened at `at` or later, and after every one of what happened before it:
 * with an hour's margin for the clocks of several processes, and a day's for one that was set back, whose
 * identifiers run ahead until it has caught up.
 */
export const earliestUuid = (at: Instant): Uuid => firstUuid(Math.max(0, at - 3_600_000))
export const latestUuid = (at: Instant): Uuid => firstUuid(Math.max(0, at + 86_400_000))

const firstUuid = (at: Instant): Uuid =>
  uuidText(at.toString(16).padStart(12, '0') + '0'.repeat(20))

/** The millisecond that a UUIDv7 begins with. */
export const madeAt = (uuid: Uuid): Instant =>
  Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)

/** `ord` and a UUID to `ord_01h…`. */
export const publicId = (prefix: Prefix, uuid: Uuid): string =>
  TypeID.fromUUIDBytes(prefix, Buffer.from(uuid.replaceAll('-', ''), 'hex')).toString()

/** The UUID of a well-formed TypeID with this prefix, else undefined: such a thing cannot exist. */
export function uuidOf(prefix: Prefix, text: string): Uuid | undefined {
  if (
    !text.startsWith(`${prefix}_`) ||
    !/^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text.slice(prefix.length + 1))
  ) {
    return undefined
  }
  return uuidText(Buffer.from(TypeID.fromString(text, prefix).toUUIDBytes()).toString('hex'))
}

const uuidText = (hex: string): Uuid =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
