// Identifiers: UUIDv7 in the database, TypeIDs (`ord_01h…`) everywhere else. A UUIDv7 begins with its millisecond,
// followed by a counter of this process. So the identifiers of a process sort in the order of their creation.
import { createHash, randomUUID } from 'node:crypto'
import { instantAt, type Instant } from './clock.ts'
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
  | 'mv'
  | 'fac'
  | 'usr'
  | 'opk'
  | 'psk'
  | 'ses'
  | 'swp'
  | 'hlt'
  | 'apr'
  | 'irq'
  | 'ird'
  | 'rcn'
  | 'dif'
  | 'trr'
  | 'str'
  | 'drt'
  | 'entry'
  | 'rq'
  | 'ntc'
  | 'idp'

/** The kind of thing that a UUID names: one with a TypeID, or one that only the database knows. */
export type Kind = Prefix | 'configuration' | 'batch' | 'lease' | 'posting' | 'target'

declare const kind: unique symbol

/**
 * Canonical lower-case UUID text. The kind exists for the compiler only: it refuses the id of a quote where the id of
 * an order is expected. `Uuid` alone means any kind.
 */
export type Uuid<K extends Kind = Kind> = string & { readonly [kind]: K }

/** The id of a thing, with the id of the organization it belongs to. */
export type OwnedId<K extends Kind = Kind> = { organizationId: Uuid<'org'>; id: Uuid<K> }

/** An order with its organization, in the form of rows. */
export type OrderId = { organization_id: Uuid<'org'>; id: Uuid<'ord'> }

/** The nil UUID. No thing of any kind has it, and it sorts before all others. */
export const NO_ID = '00000000-0000-0000-0000-000000000000' as Uuid<never>

let lastAt = 0
let counter = 0

/** Resets the sequence to that of a new process. Test files share a process, and each has its own clock. */
export function forgetLastUuid(): void {
  lastAt = 0
  counter = 0
}

/** A new UUIDv7 for business time `at` (RFC 9562, method 1: a 12-bit counter after the milliseconds). */
export function newUuid<K extends Exclude<Kind, 'lease'>>(_kind: K, at: Instant): Uuid<K> {
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

/** A UUIDv7 of `at` whose other bits follow from `text`: a repeated decision has the same identifier. */
export function uuidFrom<K extends Kind>(_kind: K, at: Instant, text: string): Uuid<K> {
  const time = Math.max(0, at).toString(16).padStart(12, '0')
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex.slice(3, 4), 16) & 0x3) | 0x8).toString(16)
  return uuidText(`${time}7${hex.slice(0, 3)}${variant}${hex.slice(4, 19)}`)
}

/**
 * Bounds for a search by time. No identifier made at `at` or later is below `earliestUuid`; no identifier made before
 * `at` is above `latestUuid`. An hour's margin allows for clocks that differ. A day's margin allows for a process whose
 * clock was set back: its identifiers run ahead until the clock has caught up.
 */
export const earliestUuid = <K extends Kind>(_kind: K, at: Instant): Uuid<K> =>
  firstUuid(Math.max(0, at - 3_600_000))
export const latestUuid = <K extends Kind>(_kind: K, at: Instant): Uuid<K> =>
  firstUuid(Math.max(0, at + 86_400_000))

const firstUuid = <K extends Kind>(atMs: number): Uuid<K> =>
  uuidText(atMs.toString(16).padStart(12, '0') + '0'.repeat(20))

/** A unique token for a lease on rows. */
export const newLeaseToken = (): Uuid<'lease'> => randomUUID() as Uuid<'lease'>

/** Parses a UUID that this service wrote into a cursor or a file. */
export function writtenUuid<K extends Kind>(kindOfIt: K, text: string): Uuid<K> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
    throw new Error(`not a UUID (${kindOfIt}): ${JSON.stringify(text)}`)
  return text as Uuid<K>
}

/** The creation time inside a UUIDv7. */
export const madeAt = (uuid: Uuid): Instant =>
  instantAt(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16))

/** Turns `ord` and a UUID into `ord_01h…` (https://github.com/jetify-com/typeid, version 0.3). */
export function publicId<P extends Prefix>(prefix: P, uuid: Uuid<NoInfer<P>>): string {
  // Two zero bits and the 128 bits make 26 digits of 5 bits. `bits` holds the `count` bits not yet written.
  let text = `${prefix}_`
  let bits = 0
  let count = 2
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at)
    if (code === HYPHEN) continue
    // 0 to 9, else a to f.
    bits = (bits << 4) | (code < 58 ? code - 48 : code - 87)
    count += 4
    if (count < 10) continue
    count -= 10
    text += PAIRS[bits >>> count]
    bits &= (1 << count) - 1
  }
  return text
}

/** The UUID of a TypeID with this prefix. Undefined for malformed text, which cannot name an existing thing. */
export function uuidOf<P extends Prefix>(prefix: P, text: string): Uuid<P> | undefined {
  const suffix = text.slice(prefix.length + 1)
  if (!text.startsWith(`${prefix}_`) || !/^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(suffix)) {
    return undefined
  }
  // The first two digits make a byte. Each further four digits make five hexadecimal digits.
  let hex = (0x100 + bitsOf(suffix, 0, 2)).toString(16).slice(1)
  for (let at = 2; at < 26; at += 4)
    hex += (0x100000 + bitsOf(suffix, at, at + 4)).toString(16).slice(1)
  return uuidText(hex)
}

function bitsOf(digits: string, from: number, to: number): number {
  let bits = 0
  for (let at = from; at < to; at++) bits = (bits << 5) | (VALUES[digits.charCodeAt(at)] ?? 0)
  return bits
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const VALUES = new Uint8Array(128)
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value
const PAIRS = Array.from(
  { length: 1024 },
  (_, bits) => DIGITS.charAt(bits >>> 5) + DIGITS.charAt(bits & 31),
)
const HYPHEN = 45

const uuidText = <K extends Kind>(hex: string): Uuid<K> =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Uuid<K>
