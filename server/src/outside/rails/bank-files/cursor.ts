// The cursor of a bank: the files of the inbox that were read. It is text of at most 60 KB. Files that left the inbox are
// forgotten; a file that comes back is read again, and its entries count once by their references.
import { createHash } from 'node:crypto'
import type { ListedFile } from './exchange.ts'

/** `partly`: a long file, and how many of its bookings were reported. */
type Cursor = { read: Set<string>; partly: { file: string; bookings: number } | null }

const DIGEST_LENGTH = 11

/** Names a file with its size and time: a corrected file under the same name is another file. */
export const fileDigest = ({ name, size, modifiedAt }: ListedFile): string =>
  createHash('sha256')
    .update(JSON.stringify([name, size, modifiedAt]))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH)

export function readCursor(text: string | null): Cursor {
  if (text === null) return { read: new Set(), partly: null }
  const parsed: unknown = JSON.parse(text)
  if (
    typeof parsed !== 'object' ||
    parsed === null ||
    !('read' in parsed) ||
    typeof parsed.read !== 'string' ||
    !('partly' in parsed)
  )
    throw new Error('the cursor was not written by a rail of the kind bank_files')
  const digests = parsed.read.match(/.{11}/g) ?? []
  const { partly } = parsed
  return { read: new Set(digests), partly: isPartly(partly) ? partly : null }
}

/** Keeps what is still in the inbox. */
export function writeCursor({ read, partly }: Cursor, present: ReadonlySet<string>): string {
  const kept = [...read].filter((digest) => present.has(digest))
  return JSON.stringify({ read: kept.join(''), partly })
}

const isPartly = (value: unknown): value is { file: string; bookings: number } =>
  typeof value === 'object' &&
  value !== null &&
  'file' in value &&
  'bookings' in value &&
  typeof value.file === 'string' &&
  typeof value.bookings === 'number'
