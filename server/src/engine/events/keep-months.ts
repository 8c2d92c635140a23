// Creates the monthly partitions of events in advance, and detaches old ones as CORRIDOR_EVENTS_KEPT_MONTHS says. A row
// without a partition of its month goes to the default partition. It moves when its partition is created.
import type { Logger } from 'pino'
import { earlierOf, monotonicMs, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { openPool, type Db, type Connection } from '../../platform/db/pool.ts'
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
// A long delay: while make_month waits for its lock, all writes to the table wait too.
const RETRY_MS = 600_000

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
  let lastMonth: Month = ''
  let nextMs = 0
  return async () => {
    const month = monthOf(deps.clock.now())
    if (month === lastMonth && monotonicMs() < nextMs) return
    lastMonth = month
    nextMs = monotonicMs() + RETRY_MS
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

// Use the earlier of sandbox time and real time: after a move of the clock, the user still needs recent events.
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
