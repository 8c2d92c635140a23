// The files that the bank sent. Each file is read once and stays where it is. A file that cannot be read is set aside: it
// is reported until it is gone, and delays no other file.
import type { Logger } from 'pino'
import { instantAt, monotonicMs, type Instant } from '../../../platform/clock.ts'
import type { Account } from './camt.ts'
import { fileDigest } from './cursor.ts'
import { FileTooLarge, type Exchange, type ListedFile } from './exchange.ts'
import { extractOf, type Extract } from './extract.ts'
import { digestOf, mergeFacts, type Digest, type Facts } from './facts.ts'
import { MAX_FILE_BYTES, UnreadableFile } from './read-xml.ts'
import { thrownCode } from '../../../platform/thrown.ts'
import { railProblem, type RailProblem } from '../../rail-problems.ts'

/** Only the newest files are considered; operators archive older ones. */
const MAX_FILES = 5000
/** A worker's lease is 30 seconds. */
const READING_MS = 12_000
const MAX_NOTES = 20

type InboxFile = ListedFile & { digest: string; source: Exchange }
/** `isFinal`: reading the same bytes again cannot help. */
type Known = { digest: Digest } | { problem: string; isFinal: boolean }

/** `evidence`: the exchange whose inbox has the files of an operator. */
type InboxOptions = {
  exchange: Exchange
  evidence: Exchange | undefined
  suffixes: readonly string[]
  account: Account
  /** Decrypts and verifies a file of the bank. Files of an operator are plain. */
  open: (bytes: Uint8Array) => Promise<Uint8Array>
  counts: (kind: Extract['kind']) => boolean
  log: Logger
}

function readerOf(
  { evidence, account, open, counts, log }: InboxOptions,
  known: Map<string, Known>,
) {
  /** The content of a file. `refused`: it is set aside. `later`: it is gone, or may not be read now. */
  async function read(file: InboxFile): Promise<Extract | 'refused' | 'later'> {
    try {
      if (file.size > MAX_FILE_BYTES) throw new FileTooLarge(`more than ${MAX_FILE_BYTES} bytes`)
      const bytes = await file.source.read('inbox', file.name, MAX_FILE_BYTES)
      if (bytes === undefined) return 'later'
      const byPerson = file.source === evidence
      const extract = await extractOf(byPerson ? bytes : await open(bytes), account)
      const isCounted = counts(extract.kind) && !byPerson
      known.set(file.digest, {
        digest: digestOf(extract, isCounted, byPerson ? instantAt(file.modifiedAt) : undefined),
      })
      return extract
    } catch (error) {
      const reason = reasonToSetAside(error)
      if (reason === undefined) throw error
      if (!known.has(file.digest))
        log.warn({ file: shownName(file), problem: reason.problem }, 'bank file set aside')
      known.set(file.digest, reason)
      return reason.isFinal ? 'refused' : 'later'
    }
  }

  const isRead = ({ digest }: InboxFile): boolean => {
    const one = known.get(digest)
    return one !== undefined && ('digest' in one || one.isFinal)
  }

  return { read, isRead }
}

export function openInbox(options: InboxOptions) {
  const { exchange, evidence, suffixes } = options
  const known = new Map<string, Known>()
  const { read, isRead } = readerOf(options, known)
  const notes = new Map<string, string>()
  let listed: readonly InboxFile[] = []
  let left = 0
  let merged: { of: string; facts: Facts } | undefined

  async function list(): Promise<readonly InboxFile[]> {
    const ofBank = await filesOf(exchange, suffixes)
    const found = [...(evidence === undefined ? [] : await filesOf(evidence, suffixes)), ...ofBank]
    left = Math.max(0, found.length - MAX_FILES)
    listed = found
      .toSorted((a, b) => a.modifiedAt - b.modifiedAt || (a.name < b.name ? -1 : 1))
      .slice(left)
    const present = new Set(listed.map(({ digest }) => digest))
    for (const memory of [known, notes])
      for (const digest of memory.keys()) if (!present.has(digest)) memory.delete(digest)
    return listed
  }

  async function readAll(): Promise<Facts> {
    const files = await list()
    const startedMs = monotonicMs()
    const unread = files.filter((file) => !isRead(file))
    for (const [done, file] of unread.entries()) {
      if (monotonicMs() - startedMs > READING_MS)
        throw new Error(
          `still reading the inbox: ${unread.length - done} of ${files.length} files are left`,
        )
      await read(file)
    }
    const readable = files.filter(isRead)
    const of = readable.map(({ digest }) => digest).join('')
    if (merged?.of !== of) merged = { of, facts: mergeFacts(digestsOf(known, readable)) }
    return merged.facts
  }

  const facts = sharedReading(readAll)
  return {
    list,
    read,
    /** The payments that files since then mention, with the amounts that were booked. */
    async mentionedSince(since: Instant): Promise<Map<string, bigint | null>> {
      await facts()
      const files = listed.filter((file) => isRead(file) && file.modifiedAt >= since)
      const mentioned = new Map<string, bigint | null>()
      for (const { statuses, debits } of digestsOf(known, files)) {
        for (const { id } of statuses) mentioned.set(id, mentioned.get(id) ?? null)
        for (const { id, amountMinor } of debits) mentioned.set(id, amountMinor)
      }
      return mentioned
    },
    /** The facts of all files. Calls made while the files are read share the next reading. */
    facts,
    /** The facts of the last reading. */
    latest: (): Facts | undefined => merged?.facts,
    isOfBank: ({ source }: InboxFile): boolean => source === exchange,
    /** Remembers a problem of a file that could be read, while the file is there. */
    note: ({ digest }: InboxFile, text: string) => void notes.set(digest, text),
    /** Files of the inbox, oldest first, as they were listed last. */
    listed: () => listed,
    problems: (): RailProblem[] =>
      problemsOf(listed, known, [...(merged?.facts.notes ?? []), ...notes.values()], left),
  }
}

async function filesOf(source: Exchange, suffixes: readonly string[]): Promise<InboxFile[]> {
  const files = await source.list('inbox')
  return files
    .filter(({ name }) => isMessageName(name, suffixes))
    .map((file) => ({ ...file, digest: fileDigest(file), source }))
}

const digestsOf = (known: ReadonlyMap<string, Known>, files: readonly InboxFile[]): Digest[] =>
  files.flatMap(({ digest }) => {
    const one = known.get(digest)
    return one !== undefined && 'digest' in one ? [one.digest] : []
  })

function problemsOf(
  listed: readonly InboxFile[],
  known: ReadonlyMap<string, Known>,
  notes: readonly string[],
  left: number,
): RailProblem[] {
  const unreadable = listed.flatMap((file) => {
    const one = known.get(file.digest)
    return one !== undefined && 'problem' in one
      ? [railProblem('bank_file_unreadable', { file: shownName(file), reason: one.problem })]
      : []
  })
  const all = [
    ...unreadable,
    ...notes.map((reason) => railProblem('bank_file_doubtful', { reason })),
  ]
  const more = all.length - MAX_NOTES
  return [
    ...all.slice(0, MAX_NOTES),
    ...(more > 0 ? [railProblem('bank_files_more', { count: more })] : []),
    ...(left > 0 ? [railProblem('bank_inbox_full', { count: left, most: MAX_FILES })] : []),
  ]
}

/** A call gets a reading that began after it. Calls that wait for the same reading share it. */
function sharedReading<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = (): Promise<T> => {
    next = undefined
    const mine = read().finally(() => {
      if (running === mine) running = undefined
    })
    running = mine
    return mine
  }
  return () => {
    if (running === undefined) return start()
    next ??= running.then(start, start)
    return next
  }
}

/** Undefined if the exchange failed, so that the file may be fine. */
function reasonToSetAside(error: unknown): { problem: string; isFinal: boolean } | undefined {
  if (error instanceof UnreadableFile || error instanceof FileTooLarge)
    return { problem: error.message, isFinal: true }
  // 3 is the status of SFTP for a denied permission.
  return ['EACCES', 'EPERM', 3].some((code) => thrownCode(error) === code)
    ? { problem: 'permission denied', isFinal: false }
    : undefined
}

// Partial uploads have other suffixes or begin with a dot. A path in a name comes from a hostile server.
const isMessageName = (name: string, suffixes: readonly string[]): boolean =>
  !name.startsWith('.') &&
  !/[/\\\p{Cc}]/u.test(name) &&
  suffixes.some((suffix) => name.toLowerCase().endsWith(suffix.toLowerCase()))

const shownName = ({ name }: ListedFile): string => JSON.stringify(name.slice(0, 80))
