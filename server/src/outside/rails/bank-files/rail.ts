// The rail of a bank account: payments out as pain.001 files, outcomes and deposits from the bank's files. It has no state
// of its own but the files.
import { instantAt, monotonicMs, toTimestamp, type Instant } from '../../../platform/clock.ts'
import type { Polled, Rail, RailEntry, RailWorld } from '../port.ts'
import { bankDaysSince, earliestOf, endOfDay } from './bank-days.ts'
import type { Closing } from './closings.ts'
import { claimIn } from './claim.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { meaningOf } from './entries.ts'
import type { Exchange } from './exchange.ts'
import type { Extract } from './extract.ts'
import type { Facts } from './facts.ts'
import { openInbox } from './inbox.ts'
import type { Envelope } from './openpgp.ts'
import { openOutbox } from './outbox.ts'
import { openPayments } from './payments.ts'
import { listSends } from './sends.ts'
import { accountNumberOf, fundingAccountNumber, servedBy, type BankSettings } from './settings.ts'
import { railProblem, railProblemThrown, type RailProblem } from '../../rail-problems.ts'

/** Bounds the entries of one poll: the service records them in one statement. */
const MAX_ENTRIES = 500
const POLLING_MS = 12_000
const STATEMENT_MAX_BANK_DAYS = 2
const PROBLEMS_AGE_MS = 60_000
const MOST_DOUBTS = 200
const SUFFIXES = { plain: ['.xml'], openpgp: ['.xml', '.pgp', '.gpg', '.asc'] }
/** The statement of a Friday may come on Tuesday. */
const STATEMENTS_WITHIN_MS = 5 * 86_400_000

export function bankFilesRail(
  name: string,
  settings: BankSettings,
  exchanges: { bank: Exchange; evidence: Exchange | undefined },
  envelope: Envelope,
  { clock, log }: Pick<RailWorld, 'clock' | 'log'>,
): Rail {
  const { currency, calendar, funding, deposits_from = 'both' } = settings
  const number = accountNumberOf(settings)
  const counts = (kind: Extract['kind']) => deposits_from === 'both' || kind === deposits_from
  const outbox = openOutbox(exchanges.bank)
  const inbox = openInbox({
    exchange: exchanges.bank,
    evidence: exchanges.evidence,
    suffixes:
      settings.inbox_suffixes ?? SUFFIXES[settings.openpgp === undefined ? 'plain' : 'openpgp'],
    open: envelope.open,
    account: { number, currency },
    counts,
    log: log.child({ rail: name }),
  })
  const payments = openPayments({ settings, clock, outbox, inbox, envelope })
  const meaning = {
    sharedAccount: fundingAccountNumber(settings),
    ownAccount: number,
    instantOf: (written: string | undefined) => earliestOf(calendar, written),
    sentWith: payments.sentWith,
    facts: inbox.facts,
  }
  /** The end of the day of the last statement. Notifications tell a payment at once, statements only after their day. */
  async function statementsEnd(): Promise<Instant | null> {
    const { closing } = await inbox.facts()
    return closing === undefined ? null : endOfDay(calendar, closing.date)
  }

  return {
    name,
    served: servedBy(settings),
    fundingAccount: () => (typeof funding === 'object' ? { ...funding } : 'from_pool'),
    prepare: payments.prepare,
    send: payments.send,
    lookUp: payments.lookUp,
    cancel: payments.cancel,
    canStillHappen: payments.canStillHappen,
    poll: (cursor) => pollFiles({ inbox, meaning, counts, statementsEnd, deposits_from }, cursor),
    sends: (asked) => listSends({ clock, settings, outbox, inbox }, asked),
    claim: (own) => claimIn(exchanges.bank, own),
    async balances() {
      const { closing } = await inbox.facts()
      return closing === undefined
        ? []
        : [{ account: number, currency, amountMinor: closing.amountMinor }]
    },
    problems: problemsOf({ settings, clock, inbox, payments, envelope }),
    ...(deposits_from === 'camt.053' && { readWithinMs: STATEMENTS_WITHIN_MS }),
    pollEveryMs: (settings.poll_seconds ?? (settings.sftp === undefined ? 2 : 60)) * 1000,
    async close() {
      await exchanges.bank.close()
      await exchanges.evidence?.close()
    },
  }
}

type Watched = {
  settings: BankSettings
  clock: RailWorld['clock']
  inbox: ReturnType<typeof openInbox>
  payments: ReturnType<typeof openPayments>
  envelope: Envelope
}

function problemsOf({ settings, clock, inbox, payments, envelope }: Watched) {
  const doubts = doubtsOf(payments)
  let checked: { atMs: number; facts: Facts } | undefined
  return async (): Promise<readonly RailProblem[]> => {
    const nowMs = monotonicMs()
    if (checked === undefined || nowMs - checked.atMs > PROBLEMS_AGE_MS) {
      try {
        checked = { atMs: nowMs, facts: await inbox.facts() }
      } catch (error) {
        checked = undefined
        return [railProblemThrown('bank_unreachable', error)]
      }
    }
    const [first] = inbox.listed()
    const firstAt = first && instantAt(first.modifiedAt)
    const stale = staleness(settings, checked.facts.closing, firstAt, clock.now())
    return [
      ...(stale === undefined ? [] : [stale]),
      ...(await envelope.problems()),
      ...payments.problems(),
      ...(await doubts(inbox.latest() ?? checked.facts)),
      ...inbox.problems(),
    ]
  }
}

/** The amounts of payments never change, and are read once. */
function doubtsOf({ sentWith }: Pick<ReturnType<typeof openPayments>, 'sentWith'>) {
  const amounts = new Map<string, bigint | undefined>()
  return async (facts: Facts): Promise<RailProblem[]> => {
    const found: RailProblem[] = []
    for (const id of facts.doubtful.slice(0, MOST_DOUBTS)) {
      if (!amounts.has(id)) amounts.set(id, (await sentWith(id))?.amountMinor)
      const doubt = facts.doubt(id, amounts.get(id))
      if (doubt !== undefined) found.push(railProblem('bank_file_doubtful', { reason: doubt }))
    }
    return found
  }
}

type Reading = {
  inbox: ReturnType<typeof openInbox>
  meaning: Parameters<typeof meaningOf>[1]
  counts(kind: Extract['kind']): boolean
  statementsEnd(): Promise<Instant | null>
  deposits_from: NonNullable<BankSettings['deposits_from']>
}

async function pollFiles(
  { inbox, meaning, counts, statementsEnd, deposits_from }: Reading,
  cursorText: string | null,
): Promise<Polled> {
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
}

/** Before the first statement, the bank has as long from its first file on. */
function staleness(
  settings: BankSettings,
  closing: Closing | undefined,
  firstFileAt: Instant | undefined,
  at: Instant,
): RailProblem | undefined {
  const { calendar, statement_max_bank_days: most = STATEMENT_MAX_BANK_DAYS } = settings
  const since = closing?.date ?? (firstFileAt && toTimestamp(firstFileAt).slice(0, 10))
  if (since === undefined) return undefined
  const days = bankDaysSince(calendar, since, at)
  if (days <= most) return undefined
  return closing === undefined
    ? railProblem('bank_statement_missing', { days })
    : railProblem('bank_statement_old', { date: closing.date, days })
}
