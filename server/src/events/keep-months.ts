// A background task that creates the monthly partitions of events in advance, and detaches old ones according to
// CORRIDOR_EVENTS_KEPT_MONTHS. Writes never wait for it: without a partition of its month, a row goes to the default
// partition, and moves when the partition is created.
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

/** The dependencies of creating partitions. Detaching also needs the owner's connection. */
export type MonthDeps = { db: Db; clock: Clock; config: Config; log: Logger }
type KeepDeps = MonthDeps & { ownerConnection: Connection }

const EVERY_MS = 3_600_000
// Retry seldom: while make_month waits for its lock, all writes to the table wait too.
const AGAIN_MS = 600_000

/** Call it when a process starts, and after a sandbox clock moved. The background task retries a failure. */
export async function makeMonths(deps: MonthDeps): Promise<void> {
  try {
    await makeMissing(deps, await selectPartitions(deps.db))
  } catch (error) {
    deps.log.warn({ err: error }, 'the partitions of events could not be created')
  }
}

/** The background task. It checks the database once an hour, and when a new month begins. */
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
  // One statement for each partition, so that locks are short.
  for (const { parent, month } of missingMonths(partitions, clock.now(), most))
    await makeMonth(db, parent, month)
}

// A month counts as ended once both clocks have passed it. A sandbox user who moves the clock still needs the events of
// a moment ago.
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
      if (reason === undefined) log.info({ table: parent, month }, 'a partition was detached')
      else log.warn({ table: parent, month, reason }, 'a partition was not detached')
    }
  } finally {
    await owner.end()
  }
}
