// Ties the entries of an audit chain together, and finds faults of a chain. The database function append_audit computes
// the same hashes.
import { createHash } from 'node:crypto'
import { toTimestamp, type Instant } from '../../platform/clock.ts'
import { NO_ID, publicId, uuidOf, type Uuid } from '../../platform/ids.ts'

export type Chain = Uuid<'ent'> | Uuid<never>

/** The chain of acts that belong to no enterprise, such as those on users and keys. */
export const DEPLOYMENT: Chain = NO_ID

export type AuditRow = {
  chain: Chain
  number: bigint
  at: Instant
  actor: string
  act: string
  subject: string
  reason: string
  /** JSON text. */
  detail: string
  previous_hash: Buffer
  hash: Buffer
}

/** The last entry of a chain: its number and hash. */
export type Head = { chain: Chain; number: bigint; hash: Buffer }

const SEPARATOR = '\u001f'

/** The fault of an entry that follows `previous`; undefined if it has none. The first entry follows number 0. */
export function faultOf(previous: Head, entry: AuditRow): string | undefined {
  if (entry.number !== previous.number + 1n)
    return `entry ${previous.number + 1n} is missing: the next one has the number ${entry.number}`
  if (!entry.previous_hash.equals(previous.hash))
    return `entry ${entry.number} does not follow the entry before it`
  if (!entry.hash.equals(hashOf(entry))) return `entry ${entry.number} was changed`
  return undefined
}

function hashOf(entry: AuditRow): Buffer {
  const { chain, number, at, actor, act, subject, reason, detail } = entry
  const fields = [chain, number, toTimestamp(at), actor, act, subject, reason, detail]
  return createHash('sha256').update(entry.previous_hash).update(fields.join(SEPARATOR)).digest()
}

export const firstHead = (chain: Chain): Head => ({ chain, number: 0n, hash: Buffer.alloc(0) })

export const chainName = (chain: Chain): string =>
  chain === DEPLOYMENT ? 'deployment' : publicId('ent', chain)

/** `deployment:17:9f86…` or `ent_…:17:9f86…`: the chain, the number and the hash of its last entry. */
export const headText = ({ chain, number, hash }: Head): string =>
  `${chainName(chain)}:${number}:${hash.toString('hex')}`

/** Reads the text of a head. Undefined for any other text. */
export function headFrom(text: string): Head | undefined {
  const [, name = '', number = '', hex = ''] =
    /^(deployment|ent_\w+):([1-9]\d{0,17}):([0-9a-f]{64})$/.exec(text) ?? []
  const chain = name === 'deployment' ? DEPLOYMENT : uuidOf('ent', name)
  if (chain === undefined) return undefined
  return { chain, number: BigInt(number), hash: Buffer.from(hex, 'hex') }
}
