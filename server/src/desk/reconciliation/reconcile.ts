// Compares a statement with the ledger's lines of its account and period, and commits what was found: one transaction, once
// for each file. match.ts has the rules.
import { instantAt, type Clock } from '../../platform/clock.ts'
import type { Execution } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import type { Db } from '../../platform/db/pool.ts'
import { newUuid, publicId } from '../../platform/ids.ts'
import { windowsOf } from '../../engine/ledger/windows.ts'
import { UnreadableStatement } from './csv.ts'
import { newDifferences } from './differences.ts'
import { selectAccountLines, type AccountLineRow } from './ledger-queries.ts'
import { dateOf, dayIn, dayOf, referencesIn, type Day, type LedgerLine } from './lines.ts'
import { reconcileLines, type Outcome, type Period } from './match.ts'
import {
  insertDifferences,
  insertReconciledLines,
  insertReconciledTransfers,
  insertReconciliation,
  lockReconciledAccount,
  selectCovered,
  selectKnownLines,
  selectReconciliation,
  selectReconciliationOfFile,
  updateDifferencesMatched,
  type Format,
  type ReconciliationWithCounts,
} from './queries.ts'
import { MOST_LINES, type Statement } from './read.ts'
import { takeTurns, type Turns } from '../../platform/turns.ts'

type Asked = {
  account: string
  currency: string
  format: Format
  /** Null: from the first to the last line of the statement. */
  period: { from: Day; to: Day } | null
  toleranceDays: number
  /** SHA-256 of the file and of the options. */
  digest: Buffer
}

/** More are no differences but another account, currency, sign or column. */
const MOST_DIFFERENCES = 5000
/** Rows of one statement. */
const PART = 1000
const DAY_MS = 86_400_000

type Deps = { db: Db; clock: Clock }

/** Another statement of the account was reconciled while this one was compared. */
class Overtaken extends Error {}
const MOST_TRIES = 10

/** The reconciliation, which may be an earlier one of the same file. Throws UnreadableStatement or `act_refused`. */
export async function reconcile(
  ...given: Parameters<typeof reconcileOnce>
): ReturnType<typeof reconcileOnce> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await reconcileOnce(...given)
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      if (tries === MOST_TRIES)
        throw refused('other statements of the account are being reconciled: repeat the request')
    }
  }
}

async function reconcileOnce(
  deps: Deps,
  asked: Asked,
  { lines, unreadable }: Statement,
  execution: Execution,
  turns: Turns = takeTurns(),
): Promise<{ row: ReconciliationWithCounts; isNew: boolean }> {
  const { db, clock } = deps
  const before = await selectReconciliationOfFile(db, asked, asked.digest)
  if (before !== undefined) return { row: before, isNew: false }
  const known = await knownKeys(db, asked, lines)
  const there = lines.filter(({ key }) => !known.has(key))
  const covered = await selectCovered(db, asked)
  const period = periodOf(asked, lines, covered)
  requireWithin(period, there)
  const here = await ledgerLines(db, asked, period, turns)

  const outcome = await inTurns(reconcileLines(asked.currency, period, there, here), turns)
  const count = outcome.differences.length + unreadable.length
  if (count > MOST_DIFFERENCES)
    throw refused(
      `the statement has ${count} differences, more than the limit of ${MOST_DIFFERENCES}: check account, currency, columns and signs`,
    )

  const at = clock.now()
  const id = newUuid('rcn', at)
  const matchedHere = outcome.matches.flatMap((match) => match.here)
  const differences = newDifferences(asked.currency, at, outcome.differences, unreadable)
  // Lines that differ were found at both sides. Only a missing line of the ledger may still be in a later statement.
  const found = outcome.differences.flatMap((one) => (one.there.length > 0 ? one.here : []))
  const { account, currency } = asked
  const ofPeriod = { account, currency, from: dateOf(period.from), to: dateOf(period.to) }
  const written = await execution.commit('', async (inside) => {
    await lockReconciledAccount(inside, asked)
    if ((await selectReconciliationOfFile(inside, asked, asked.digest)) !== undefined)
      return undefined
    if ((await selectCovered(inside, asked)).count !== covered.count) throw new Overtaken()
    const row = {
      id,
      ...comparedRow(asked, period, outcome),
      lines_there: lines.length + unreadable.length,
      lines_known: known.size,
      lines_here: here.length - outcome.outside.length,
      actor: execution.actor,
      reason: execution.reason,
      created_at: at,
    }
    await insertReconciliation(inside, row, asked.digest)
    for (const part of partsOf(there.map(({ key }) => key)))
      await insertReconciledLines(inside, id, asked, part)
    for (const part of partsOf([...matchedHere, ...found].map((line) => line.id)))
      await insertReconciledTransfers(inside, id, account, part)
    let noted = 0
    for (const part of partsOf(differences))
      noted += await insertDifferences(inside, id, asked, at, part)
    const closed = await updateDifferencesMatched(inside, id, asked, at, execution.actor)
    return {
      result: id,
      subject: publicId('rcn', id),
      detail: {
        after: { ...ofPeriod, matches: outcome.matches.length, differences: noted, closed },
      },
    }
  })
  const row =
    written === undefined
      ? await selectReconciliationOfFile(db, asked, asked.digest)
      : await selectReconciliation(db, written)
  if (row === undefined) throw new Error('the reconciliation is not there after it was written')
  return { row, isNew: written !== undefined }
}

const comparedRow = (
  { account, currency, format }: Asked,
  period: Period,
  { matches, cutOff }: Outcome,
) => ({
  account,
  currency,
  format,
  period_from: dateOf(period.from),
  period_to: dateOf(period.to),
  tolerance_days: period.toleranceDays,
  matches: matches.length,
  matched_there: matches.flatMap(({ there }) => there).length,
  matched_here: matches.flatMap(({ here }) => here).length,
  cut_off: cutOff.length,
})

async function inTurns<T>(steps: Generator<unknown, T>, turns: Turns): Promise<T> {
  let step = steps.next()
  while (step.done !== true) {
    await turns.giveWay()
    step = steps.next()
  }
  return step.value
}

/** Throws UnreadableStatement for a line outside of the period. */
function requireWithin(period: Period, lines: Statement['lines']): void {
  for (const { day, line } of lines)
    if (day < period.from || day > period.to)
      throw new UnreadableStatement(
        `line ${line} is of ${dateOf(day)}, outside of ${dateOf(period.from)} to ${dateOf(period.to)}`,
      )
}

async function knownKeys(db: Db, asked: Asked, lines: Statement['lines']): Promise<Set<string>> {
  const known = new Set<string>()
  for (const part of partsOf(lines.map(({ key }) => key)))
    for (const key of await selectKnownLines(db, asked, part)) known.add(key)
  return known
}

function periodOf(
  { period, toleranceDays }: Asked,
  lines: Statement['lines'],
  covered: { from: string | null; to: string | null },
): Period {
  const days = lines.reduce(
    ({ from, to }, { day }) => ({ from: Math.min(from, day), to: Math.max(to, day) }),
    { from: Infinity, to: -Infinity },
  )
  const { from, to } = period ?? days
  if (from > to)
    throw new UnreadableStatement(
      'the statement has no line with a date: name its first and last day',
    )
  const first = dayIn(covered.from ?? '')
  const last = dayIn(covered.to ?? '')
  const isCovered = first !== undefined && last !== undefined
  return { from, to, toleranceDays, covered: isCovered ? { from: first, to: last } : null }
}

async function ledgerLines(
  db: Db,
  asked: Asked,
  period: Period,
  turns: Turns,
): Promise<LedgerLine[]> {
  const { from, to, toleranceDays, covered } = period
  // Lines that waited for this statement may be older than the tolerance, if days are in no statement.
  const waiting = covered === null || covered.to >= from ? from : covered.to
  const within = {
    from: instantAt((waiting - toleranceDays) * DAY_MS),
    to: instantAt((to + toleranceDays + 1) * DAY_MS),
  }
  const lines: LedgerLine[] = []
  for await (const window of windowsOf(db, within)) {
    for (const row of await selectAccountLines(db, asked, window, within)) {
      lines.push(lineOf(row))
      await turns.giveWay()
    }
    if (lines.length > MOST_LINES)
      throw new UnreadableStatement(
        `the ledger has more than ${MOST_LINES} lines in these days: send files of shorter periods`,
      )
  }
  return lines
}

const lineOf = (row: AccountLineRow): LedgerLine => ({
  id: row.id,
  posting: row.posting,
  day: dayOf(row.posted_at),
  minor: row.minor,
  references: referencesIn(row.references),
  orderNumbers: row.reference_number === null ? [] : [row.reference_number],
  orderId: row.order_id,
})

function* partsOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += PART) yield all.slice(at, at + PART)
}
