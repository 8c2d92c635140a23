// Makes the months of events before they are needed and sets old ones aside as the policy says: a background task.
// Nothing waits for it: what has no month of its own is written to the default partition and moved when it has.
import type { Logger } from 'pino'
import { earlierOf, monotonicMs, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { openPool, type Db, type Connection } from '../db/pool.ts'
import { detachMonth, makeMonth, selectPartitions } from './month-queries.ts'
import {
  missingMonths,
  monthOf,
  monthsToDetach,
  MOST_MONTHS_OF_SANDBOX,
  type Month,
  type Partition,
} from './months.ts'

/** What making months needs. Detaching old ones also takes the connection of the owner. */
export type MonthDeps = { db: Db; clock: Clock; config: Config; log: Logger }
type KeepDeps = MonthDeps & { ownerConnection: Connection }

const EVERY_MS = 3_600_000
// Each attempt may hold everybody up for as long as make_month waits for its lock.
const AGAIN_MS = 600_000

/** At the start of a process, and when a clock was moved. What could not be made is left to the task. */
export async function makeMonths(deps: MonthDeps): Promise<void> {
  try {
    await makeMissing(deps, await selectPartitions(deps.db))
  } catch (error) {
    deps.log.warn({ err: error }, 'the months of events were not made')
  }
}

/** The task, which looks at the clock at every turn and at the database once an hour or in a new month. */
export function createMonthKeeper(deps: KeepDeps): () => Promise<void> {
  let lookedIn: Month = ''
  let nextMs = 0
  return async () => {
    const month = monthOf(deps.clock.now())
    if (month === lookedIn && monotonicMs() < nextMs) return
    lookedIn = month
    nextMs = monotonicMs() + AGAIN_MS
    const partitions = await selectPartitions(deps.db)
    await makeMissing(deps, partitions)
    await detachOld(deps, partitions)
    nextMs = monotonicMs() + EVERY_MS
  }
}

async function makeMissing(
  { db, clock, config }: MonthDeps,
  partitions: readonly Partition[],
): Promise<void> {
  const most = config.environment === 'sandbox' ? MOST_MONTHS_OF_SANDBOX : Number.POSITIVE_INFINITY
  // A statement for each, so that no lock is held longer than for one of them.
  for (const { parent, month } of missingMonths(partitions, clock.now(), most))
    await makeMonth(db, parent, month)
}

// A month is over when it is over by both clocks: one that a sandbox was moved past holds what its user just made.
async function detachOld(deps: KeepDeps, partitions: readonly Partition[]): Promise<void> {
  const { clock, config, log } = deps
  if (config.eventsKeptMonths === null) return
  const now = earlierOf(clock.now(), clock.realNow())
  const old = monthsToDetach(partitions, now, config.eventsKeptMonths)
  if (old.length === 0) return
  const owner = openPool(deps.ownerConnection, { size: 1 })
  try {
    for (const { parent, month } of old) {
      const reason = await detachMonth(owner, parent, month)
      if (reason === undefined) log.info({ table: parent, month }, 'a month was set aside')
      else log.warn({ table: parent, month, reason }, 'a month stays')
    }
  } finally {
    await owner.end()
  }
}
