// Ends the halts that follow a restore of the database. The sends of a rail and the fills at a provider are halted until
// what was done there is compared with the database. If the database knows all of it, the halt ends by itself. Otherwise
// an operator resumes. The adapters list, and this file decides what a list is worth.
import { executionBy } from '../../parties/acts/execution.ts'
import type { Logger } from 'pino'
import { earlierOf, instantAt, later, type Clock, type Instant } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import type { Feeds } from '../../outside/liquidity/feeds.ts'
import { bounded } from '../../outside/rails/listed-sends.ts'
import type { Rail } from '../../outside/rails/port.ts'
import { resume } from './act.ts'
import type { Halts } from './present.ts'
import { selectHalt, type HaltRow } from './queries.ts'
import { endedKeysOf, fillsOf, keysOf, ordersByReturnKeys, type EndedWith } from './key-queries.ts'
import {
  insertUnknownFills,
  insertUnknownSends,
  MOST_UNKNOWN,
  selectLastChange,
  updateHaltRead,
} from './restore-queries.ts'

type RestoreDeps = { db: Pool; clock: Clock; log: Logger; halts: Halts; wakeWorker: () => void }

/** Compare also what was done this long before the last change of the database. */
const MARGIN_MS = 3_600_000

/** A rail's clock and the clock of the business may differ by this much. */
const CLOCKS_DIFFER_MS = MARGIN_MS / 2

/** The pause after an incomplete list. */
const PAUSE_MS = 60_000

/** The actor of a halt that ends by itself. */
const SERVICE = 'service'

/** The halt after a restore that stops the sends of the rail. Read it before the rail is polled. */
export const restoreHaltOf = async (halts: Halts, rail: string): Promise<HaltRow | undefined> =>
  (await halts.present('cached')).find((halt) => halt.cause === 'restore' && halt.rail === rail)

/** Call it after a poll that began after the halt and found the end of what the rail reports. */
export const noteRailRead = (deps: RestoreDeps, rail: Rail, halt: HaltRow): Promise<void> =>
  noteRead(deps, halt, async (period) => {
    const { db } = deps
    const keys = () => keysOf(db, rail.name, period.knownSince)
    const listed = await rail.sends?.({ ...period, keys })
    return listed && compared(deps, { rail: rail.name }, period, listed, insertUnknownSends)
  })

/** Call it for each halt of fills after a restore. Nothing polls a provider, so the list is all that is read. */
export const noteFillsRead = (
  deps: RestoreDeps & { feeds: Pick<Feeds, 'provider'> },
  provider: string,
  halt: HaltRow,
): Promise<void> =>
  noteRead(deps, halt, async (period) => {
    const { db, feeds } = deps
    const known = () => fillsOf(db, provider, period.knownSince)
    const listed = await (await feeds.provider(provider)).fills?.({ ...period, known })
    return listed && compared(deps, { provider }, period, listed, insertUnknownFills)
  })

type Period = {
  since: Instant
  until: Instant
  /** The other side's clock may be ahead of the database's: outcomes recorded a little before are compared too. */
  knownSince: Instant
  listing: {
    id: HaltRow['id']
    haltedAt: Instant
    nameOfReturn(key: string): Promise<Uuid<'ord'> | null>
  }
}

/** `list`: whether the list is complete; null or undefined if there is none. */
async function noteRead(
  deps: RestoreDeps,
  halt: HaltRow,
  list: (period: Period) => Promise<boolean | null | undefined>,
): Promise<void> {
  const { db, clock, log } = deps
  const isCompared = isDue(halt, clock.realNow())
  if (isCompared) {
    const period = await periodOf(db, halt)
    const lists = await listsOf(log, halt, () => list(period))
    await updateHaltRead(db, period.listing, clock.realNow(), lists)
  }
  const present = await selectHalt(db, halt.id)
  if (present === undefined || present.read_at === null || present.resumed_at !== null) return
  const [lists, unknown] = [listsIn(present), present.unknown_sends + present.unknown_fills]
  const facts = { what: halt.what, ...placeOf(halt), halt_id: publicId('hlt', halt.id), unknown }
  if (lists === true && unknown === 0) {
    const reason = `the ${halt.rail === null ? 'provider' : 'rail'} was read again, and the database knows all its ${halt.what}`
    await resume(deps, executionBy(deps, SERVICE, 'resume', reason), halt.id)
    await deps.halts.present('fresh')
    deps.wakeWorker()
    log.warn(
      facts,
      `the ${halt.what} of a ${halt.rail === null ? 'provider' : 'rail'} go on after a restore`,
    )
  } else if (halt.read_at === null || lists !== listsIn(halt))
    log.error(facts, `${halt.what} stay halted after a restore: see \`corridor halts\``)
  // Later rounds see that the list was read.
  if (isCompared) await deps.halts.present('fresh')
}

const placeOf = ({ rail, provider }: HaltRow) => (rail === null ? { provider } : { rail })

const listsIn = ({ lists_sends, lists_fills }: HaltRow): boolean | null =>
  lists_sends ?? lists_fills

/** Ask again after a pause if the list was incomplete. */
const isDue = (halt: HaltRow, now: Instant): boolean =>
  listsIn(halt) === null && (halt.read_at === null || later(halt.read_at, PAUSE_MS) <= now)

// The service changes orders before a rail is compared, so the halt has the last change of the backup.
async function periodOf(
  db: Pool,
  { id, halted_at: until, since: changed }: HaltRow,
): Promise<Period> {
  const last = changed ?? (await selectLastChange(db)) ?? instantAt(0)
  const since = later(earlierOf(last, until), -MARGIN_MS)
  const knownSince = later(since, -MARGIN_MS)
  const nameOfReturn = returnsNamed(db, knownSince)
  return { since, until, knownSince, listing: { id, haltedAt: until, nameOfReturn } }
}

/** Deposits are read only if the list has the return of one. */
function returnsNamed(db: Pool, since: Instant) {
  let orders: ReturnType<typeof ordersByReturnKeys> | undefined
  return async (key: string): Promise<Uuid<'ord'> | null> => {
    orders ??= ordersByReturnKeys(db, since)
    return (await orders).get(key.replace(/\d+$/, '')) ?? null
  }
}

/** A list that fails delays neither deposits nor an operator who has compared the statement. */
async function listsOf(
  log: Logger,
  halt: HaltRow,
  list: () => Promise<boolean | null | undefined>,
): Promise<boolean | null> {
  try {
    const isComplete = await list()
    return isComplete == null ? false : isComplete ? true : null
  } catch (error) {
    if (error instanceof TooMuchUnknown) {
      log.error({ ...placeOf(halt), most: MOST_UNKNOWN }, error.message)
      return false
    }
    const who = halt.rail === null ? 'provider' : 'rail'
    log.error(
      { err: error, ...placeOf(halt) },
      `a ${who} could not list its ${halt.what} after a restore`,
    )
    return null
  }
}

class TooMuchUnknown extends Error {}

/** Notes what the database does not know. A list that lacks what the database knows to be done proves nothing: it throws. */
async function compared<Listed extends { key: string | null }>(
  { db, clock }: RestoreDeps,
  at: EndedWith,
  { since, until, listing }: Period,
  { isComplete, pages }: { isComplete: boolean; pages: AsyncIterable<readonly Listed[]> },
  insert: (db: Pool, of: Period['listing'], page: readonly Listed[]) => Promise<boolean>,
): Promise<boolean> {
  const missing = await endedKeysOf(db, at, {
    since: later(since, CLOCKS_DIFFER_MS),
    until,
  })
  for await (const page of bounded(pages)) {
    for (const { key } of page) if (key !== null) missing.delete(key)
    if (page.length > 0 && (await insert(db, listing, page)))
      throw new TooMuchUnknown(
        `more than ${MOST_UNKNOWN} entries of a list are unknown: see its statement`,
      )
  }
  const [first] = missing
  // The simulated clock of a sandbox may be far from that of the other side.
  const isReal = Math.abs(clock.now() - clock.realNow()) < CLOCKS_DIFFER_MS
  if (first !== undefined && isReal)
    throw new Error(
      `the list lacks ${missing.size} that the database knows to be done, such as ${first}`,
    )
  return isComplete
}
