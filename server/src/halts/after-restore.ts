// Ends the halts that follow a restore of the database. A rail's sends are halted until the rail was read to its end, and
// what it sent was compared with the database. If the database knows all of it, the halt ends by itself. Otherwise an
// operator resumes.
import { executionBy } from '../acts/execution.ts'
import type { Logger } from 'pino'
import { earlierOf, instantAt, later, type Clock, type Instant } from '../clock.ts'
import type { Pool } from '../db/pool.ts'
import { publicId } from '../ids.ts'
import type { Rail } from '../rails/port.ts'
import { resume } from './act.ts'
import type { Halts } from './present.ts'
import { selectHalt, type HaltRow } from './queries.ts'
import { keysOf } from './key-queries.ts'
import { insertUnknownSends, selectLastChange, updateHaltRead } from './restore-queries.ts'

type RestoreDeps = { db: Pool; clock: Clock; log: Logger; halts: Halts; wakeWorker: () => void }

/** Sends of this time before the last change of the database are compared too. */
const MARGIN_MS = 3_600_000

/** The time between two lists of a rail whose first was not complete. */
const PAUSE_MS = 60_000

/** The actor of a halt that ends by itself. */
const SERVICE = 'service'

/** The halt after a restore that stops the sends of the rail. Read it before the rail is polled. */
export const restoreHaltOf = async (halts: Halts, rail: string): Promise<HaltRow | undefined> =>
  (await halts.present('cached')).find((halt) => halt.cause === 'restore' && halt.rail === rail)

/** Call it after a poll that began after the halt and found the end of what the rail reports. */
export async function noteRailRead(deps: RestoreDeps, rail: Rail, halt: HaltRow): Promise<void> {
  const { db, clock, log } = deps
  const isCompared = isDue(halt, clock.realNow())
  if (isCompared)
    await updateHaltRead(db, halt.id, clock.realNow(), await compare(deps, rail, halt))
  const present = await selectHalt(db, halt.id)
  if (present === undefined || present.read_at === null || present.resumed_at !== null) return
  const { lists_sends: listsSends, unknown_sends: unknown } = present
  const facts = { rail: rail.name, halt_id: publicId('hlt', halt.id), unknown }
  if (listsSends === true && unknown === 0) {
    const reason = 'the rail was read again, and the database knows all its sends'
    await resume(deps, executionBy(deps, SERVICE, 'resume', reason), halt.id)
    await deps.halts.present('fresh')
    deps.wakeWorker()
    log.warn(facts, 'the sends of a rail go on after a restore')
  } else if (halt.read_at === null || listsSends !== halt.lists_sends)
    log.error(facts, 'sends stay halted after a restore: see `corridor halts`')
  // The next polls know that the rail was read.
  if (isCompared) await deps.halts.present('fresh')
}

/** A rail whose list is not complete is asked again after a pause. */
const isDue = ({ read_at: readAt, lists_sends: listsSends }: HaltRow, now: Instant): boolean =>
  listsSends === null && (readAt === null || later(readAt, PAUSE_MS) <= now)

/**
 * Notes the sends of the rail that the database does not know. Null if more of them may come to light. A list that fails
 * delays neither deposits nor an operator who has compared the statement of the rail.
 */
async function compare(
  { db, log }: RestoreDeps,
  rail: Rail,
  { id, halted_at: until }: HaltRow,
): Promise<boolean | null> {
  if (rail.sends === undefined) return false
  const last = (await selectLastChange(db)) ?? instantAt(0)
  const since = later(earlierOf(last, until), -MARGIN_MS)
  // A rail's clock may be ahead of the database's, so outcomes that were recorded a little before are compared too.
  const keys = () => keysOf(db, rail.name, later(since, -MARGIN_MS))
  try {
    const { isComplete, pages } = await rail.sends({ since, until, keys })
    for await (const page of pages) await insertUnknownSends(db, id, page)
    return isComplete ? true : null
  } catch (error) {
    log.error({ err: error, rail: rail.name }, 'a rail could not list its sends after a restore')
    return null
  }
}
