// Reads a list file: one entry a line, `name TEXT`, `address TEXT` or `document TEXT`. Blank lines and lines that begin
// with # are skipped. The file becomes sorted digests in parts, so that a question reads a few
// kilobytes, whatever the length of the list.
import { hash, type KeyObject } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Secrets } from '../../platform/config.ts'
import { DIGEST_BYTES, digestOf, LONGEST_VALUE, normalized, screeningKey } from './normalize.ts'
import type { ValueKind } from './normalize.ts'
import { thrownCode } from '../../platform/thrown.ts'

const MOST_ENTRIES = 5_000_000
const MOST_BYTES = 500_000_000
const LONGEST_LINE = 2000
const CHUNK = 1 << 20
export const ENTRY_BYTES = 16
/** The first 12 bits of a digest are the number of its part. */
const PARTS = 4096

export type ReadList = {
  entries: number
  /** Sorted entries of each part. */
  parts: readonly Buffer[]
  /** Hexadecimal; equal for equal lists. */
  digest: string
}

/** Throws an Error whose message completes "the list ...". It repeats no entry. */
export function readListFile(secrets: Secrets, path: string): ReadList {
  const key = screeningKey(secrets)
  let packed = Buffer.alloc(1024 * ENTRY_BYTES)
  let count = 0
  for (const [number, line] of linesOf(path)) {
    const digest = entryOf(key, number, line)
    if (digest === undefined) continue
    if (count === MOST_ENTRIES) throw wrong(number, `is one of more than ${MOST_ENTRIES} entries`)
    if ((count + 1) * ENTRY_BYTES > packed.length)
      packed = Buffer.concat([packed, Buffer.alloc(packed.length)])
    digest.copy(packed, count * ENTRY_BYTES)
    packed.writeUInt32BE(number, count * ENTRY_BYTES + DIGEST_BYTES)
    count += 1
  }
  if (count === 0)
    throw new Error(
      'has no entry; an empty list would clear everybody: remove the screener instead',
    )
  const parts = partsOf(packed, count)
  return { entries: count, parts, digest: hash('sha256', Buffer.concat(parts), 'hex') }
}

/** The number of the part that holds a digest. */
export const partOf = (digest: Buffer): number => digest.readUInt16BE(0) >>> 4

/** The line of an entry in its part; undefined if it is not listed. */
export function lineOf(part: Buffer, digest: Buffer): number | undefined {
  let [low, high] = [0, part.length / ENTRY_BYTES]
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = middle * ENTRY_BYTES
    const order = part.compare(digest, 0, DIGEST_BYTES, at, at + DIGEST_BYTES)
    if (order === 0) return part.readUInt32BE(at + DIGEST_BYTES)
    if (order < 0) low = middle + 1
    else high = middle
  }
  return undefined
}

function entryOf(key: KeyObject, number: number, line: string): Buffer | undefined {
  const text = line.trim()
  if (text === '' || text.startsWith('#')) return undefined
  if (!text.isWellFormed() || text.includes('\uFFFD') || /\p{Cc}/u.test(text.replaceAll('\t', ' ')))
    throw wrong(number, 'is not UTF-8 text')
  const [word = ''] = text.split(/\s/, 1)
  const kind = kindOf(word)
  if (kind === undefined)
    throw wrong(number, 'must begin with name, address or document, and a blank')
  const value = text.slice(word.length).trim()
  const form = normalized(kind, value)
  if (form === undefined)
    throw wrong(
      number,
      value.length > LONGEST_VALUE
        ? `has more than ${LONGEST_VALUE} characters`
        : `has a ${kind} without letters and digits`,
    )
  return digestOf(key, kind, form)
}

const kindOf = (word: string): ValueKind | undefined =>
  word === 'name' || word === 'address' || word === 'document' ? word : undefined

const wrong = (number: number, what: string): Error =>
  new Error(`has a bad line: line ${number} ${what}`)

function partsOf(packed: Buffer, count: number): Buffer[] {
  const byPart = Array.from({ length: PARTS }, (): Buffer[] => [])
  for (let index = 0; index < count; index++) {
    const entry = packed.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES)
    byPart[partOf(entry)]?.push(entry)
  }
  return byPart.map((entries) => Buffer.concat(entries.toSorted(Buffer.compare)))
}

/** The lines with their numbers, without reading the whole file at once. */
function* linesOf(path: string): Generator<[number, string]> {
  const file = opened(path)
  try {
    const chunk = Buffer.alloc(CHUNK)
    let rest: Buffer = Buffer.alloc(0)
    let number = 0
    for (;;) {
      const read = readSync(file, chunk, 0, CHUNK, null)
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)])
      let from = number === 0 && bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0
      for (let end = bytes.indexOf(10, from); end >= 0; end = bytes.indexOf(10, from)) {
        number += 1
        yield [number, lineText(number, bytes.subarray(from, end))]
        from = end + 1
      }
      rest = bytes.subarray(from)
      if (rest.length > LONGEST_LINE) throw tooLong(number + 1)
      if (read > 0) continue
      if (rest.length > 0) yield [number + 1, lineText(number + 1, rest)]
      return
    }
  } finally {
    closeSync(file)
  }
}

function lineText(number: number, bytes: Buffer): string {
  if (bytes.length > LONGEST_LINE) throw tooLong(number)
  return bytes.toString('utf8')
}

const tooLong = (number: number): Error =>
  wrong(number, `has more than ${LONGEST_LINE} bytes; is it a list of one entry a line?`)

function opened(path: string): number {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const stats = fstatSync(file)
    if (!stats.isFile()) throw new Error('is not a file')
    if (stats.size > MOST_BYTES) throw new Error(`has more than ${MOST_BYTES} bytes`)
    return file
  } catch (error) {
    if (file !== undefined) closeSync(file)
    const code = thrownCode(error)
    throw code === undefined ? error : new Error(`cannot be read (${code})`, { cause: error })
  }
}
