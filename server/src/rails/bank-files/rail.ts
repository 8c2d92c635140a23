// The rail of a bank account: payments out as pain.001 files, outcomes and deposits from the bank's files. It has no state
// of its own but the files.
import { instantAt, monotonicMs, toTimestamp, type Instant } from '../../clock.ts'
import type { Polled, Rail, RailEntry, RailWorld, SendAnswer, SendRequest } from '../port.ts'
import { bankDaysSince, earliestOf, endOfDay, executionDate } from './bank-days.ts'
import type { Closing } from './camt.ts'
import { claimIn } from './claim.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { meaningOf } from './entries.ts'
import type { Exchange } from './exchange.ts'
import type { Extract } from './extract.ts'
import type { Facts } from './facts.ts'
import { paymentId } from './identifiers.ts'
import { openInbox } from './inbox.ts'
import { openOutbox } from './outbox.ts'
import { creditTransfer, type Planned } from './pain-001.ts'
import { listSends } from './sends.ts'
import { accountNumberOf, fundingAccountNumber, servedBy, type BankSettings } from './settings.ts'
import { thrownMessage } from '../../thrown.ts'

/** Bounds the entries of one poll: the service records them in one statement. */
const MAX_ENTRIES = 500
const POLLING_MS = 12_000
const STATEMENT_MAX_BANK_DAYS = 2
const PROBLEMS_AGE_MS = 60_000
/** The statement of a Friday may come on Tuesday. */
const STATEMENTS_WITHIN_MS = 5 * 86_400_000

/** `folder`: the identity of the work folder. In another folder the markers would be missing. */
type Prepared = Planned & { file: string; folder: string }

export function bankFilesRail(
  name: string,
  settings: BankSettings,
  exchanges: { bank: Exchange; evidence: Exchange | undefined },
  { clock, log }: Pick<RailWorld, 'clock' | 'log'>,
): Rail {
  const { currency, calendar, funding, deposits_from = 'both', file_prefix = '' } = settings
  const number = accountNumberOf(settings)
  const counts = (kind: Extract['kind']) => deposits_from === 'both' || kind === deposits_from
  const outbox = openOutbox(exchanges.bank)
  const inbox = openInbox({
    exchange: exchanges.bank,
    evidence: exchanges.evidence,
    suffixes: settings.inbox_suffixes ?? ['.xml'],
    account: { number, currency },
    counts,
    log: log.child({ rail: name }),
  })
  async function sentWith(id: string) {
    const marker = await outbox.marker(id)
    if (marker === undefined || paymentId(marker.key) !== id) return undefined
    const { key, amountMinor } = marker
    return { key, ...(amountMinor === undefined ? {} : { amountMinor: BigInt(amountMinor) }) }
  }
  const meaning = {
    sharedAccount: fundingAccountNumber(settings),
    ownAccount: number,
    instantOf: (written: string | undefined) => earliestOf(calendar, written),
    sentWith,
    facts: inbox.facts,
  }
  let checked: { atMs: number; facts: Facts } | undefined

  async function requireSameFolder({ folder }: Prepared): Promise<void> {
    if ((await outbox.folderIdentity()) !== folder)
      throw new Error(
        'the work folder is not the one that the payment was prepared for: mount it again, or restore it',
      )
  }

  /** The end of the day of the last statement. Notifications tell a payment at once, statements only after their day. */
  async function statementsEnd(): Promise<Instant | null> {
    const { closing } = await inbox.facts()
    return closing === undefined ? null : endOfDay(calendar, closing.date)
  }

  async function lookUp(key: string, prepared: string) {
    const id = paymentId(key)
    const plan = readPrepared(prepared)
    const answer = (await inbox.facts()).answer(id, (await sentWith(id))?.amountMinor)
    if (answer !== undefined) return answer
    await requireSameFolder(plan)
    return (await outbox.mayBeDelivered(id, plan.file))
      ? ({ state: 'pending' } as const)
      : ({ state: 'unknown' } as const)
  }

  return {
    name,
    served: servedBy(settings),
    fundingAccount: () => (typeof funding === 'object' ? { ...funding } : 'from_pool'),
    async prepare(request) {
      const at = clock.now()
      const plan: Prepared = {
        file: `${file_prefix}${paymentId(request.key)}.xml`,
        executionDate: executionDate(calendar, at),
        createdAt: `${toTimestamp(at).slice(0, 19)}Z`,
        folder: await outbox.folderIdentity(),
      }
      // Refuses a request that cannot be written, before the intent is committed.
      creditTransfer(settings, request, plan)
      return JSON.stringify(plan)
    },
    async send(request, prepared): Promise<SendAnswer> {
      const plan = readPrepared(prepared)
      await requireSameFolder(plan)
      const id = paymentId(request.key)
      // The prefix is a setting, which may have changed since.
      if (!plan.file.endsWith(`${id}.xml`))
        throw new Error(`the file ${plan.file} was prepared for another payment than ${id}`)
      const xml = creditTransfer(settings, request, plan)
      const content = contentOf(request)
      const { key, amountMinor } = request
      const { file } = plan
      const isNew = await outbox.deliver({ id, key, amountMinor, content, file, xml })
      if (isNew) return { state: 'pending' }
      return (await inbox.facts()).answer(id, amountMinor) ?? { state: 'pending' }
    },
    lookUp,
    async poll(cursorText): Promise<Polled> {
      const cursor = readCursor(cursorText)
      const startedMs = monotonicMs()
      const files = await inbox.list()
      const entries: RailEntry[] = []
      for (const file of files) {
        if (cursor.read.has(file.digest) || !inbox.isOfBank(file)) continue
        if (entries.length >= MAX_ENTRIES || monotonicMs() - startedMs > POLLING_MS) break
        const extract = await inbox.read(file)
        if (extract === 'later') continue
        const bookings = extract !== 'refused' && counts(extract.kind) ? extract.bookings : []
        let done = cursor.partly?.file === file.digest ? cursor.partly.bookings : 0
        for (; done < bookings.length && entries.length < MAX_ENTRIES; done++) {
          const booking = bookings[done]
          const found = booking && (await meaningOf(booking, meaning))
          if (found !== undefined && 'note' in found) inbox.note(file, found.note)
          else if (found !== undefined) entries.push(found.entry)
        }
        if (done < bookings.length) {
          cursor.partly = { file: file.digest, bookings: done }
          break
        }
        cursor.read.add(file.digest)
        if (cursor.partly?.file === file.digest) cursor.partly = null
      }
      const isAll = files.every((file) => cursor.read.has(file.digest) || !inbox.isOfBank(file))
      const tells = deposits_from === 'camt.053' ? await statementsEnd() : undefined
      const readUpTo = isAll ? tells : null
      return {
        cursor: writeCursor(cursor, new Set(files.map(({ digest }) => digest))),
        entries,
        ...(readUpTo !== undefined && { readUpTo }),
      }
    },
    sends: (asked) => listSends({ clock, currency, outbox, inbox }, asked),
    claim: (own) => claimIn(exchanges.bank, own),
    async balances() {
      const { closing } = await inbox.facts()
      return closing === undefined
        ? []
        : [{ account: number, currency, amountMinor: closing.amountMinor }]
    },
    async problems() {
      const nowMs = monotonicMs()
      if (checked === undefined || nowMs - checked.atMs > PROBLEMS_AGE_MS) {
        try {
          checked = { atMs: nowMs, facts: await inbox.facts() }
        } catch (error) {
          checked = undefined
          const reason = thrownMessage(error)
          return [`files cannot be exchanged with the bank: ${reason}`]
        }
      }
      const [first] = inbox.listed()
      const firstAt = first && instantAt(first.modifiedAt)
      const stale = staleness(settings, checked.facts.closing, firstAt, clock.now())
      return [...(stale === undefined ? [] : [stale]), ...inbox.problems()]
    },
    ...(deposits_from === 'camt.053' && { readWithinMs: STATEMENTS_WITHIN_MS }),
    pollEveryMs: (settings.poll_seconds ?? (settings.sftp === undefined ? 2 : 60)) * 1000,
    async close() {
      await exchanges.bank.close()
      await exchanges.evidence?.close()
    },
  }
}

const contentOf = ({ method, currency, amountMinor, details, reference }: SendRequest): string =>
  JSON.stringify([
    method,
    currency,
    amountMinor.toString(),
    Object.entries(details).toSorted(),
    reference,
  ])

/** Before the first statement, the bank has as long from its first file on. */
function staleness(
  settings: BankSettings,
  closing: Closing | undefined,
  firstFileAt: Instant | undefined,
  at: Instant,
): string | undefined {
  const { calendar, statement_max_bank_days: most = STATEMENT_MAX_BANK_DAYS } = settings
  const since = closing?.date ?? (firstFileAt && toTimestamp(firstFileAt).slice(0, 10))
  if (since === undefined) return undefined
  const days = bankDaysSince(calendar, since, at)
  if (days <= most) return undefined
  return closing === undefined
    ? `no statement (camt.053) with a closing balance came in ${days} bank days`
    : `the last statement is of ${closing.date}, ${days} bank days ago`
}

function readPrepared(text: string): Prepared {
  const parsed: unknown = JSON.parse(text)
  const fields = new Map(
    Object.entries(typeof parsed === 'object' && parsed !== null ? parsed : {}),
  )
  const field = (name: string): string => {
    const value: unknown = fields.get(name)
    if (typeof value !== 'string') throw new Error(`the prepared payment has no ${name}`)
    return value
  }
  return {
    file: field('file'),
    executionDate: field('executionDate'),
    createdAt: field('createdAt'),
    folder: field('folder'),
  }
}
