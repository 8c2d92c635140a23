// The clock of a sandbox: real time plus an offset that the database stores for all processes. It only moves forward.
// Leases and the age of rates use real time, so they are not affected.
import { later, type Clock, type Instant } from '../../platform/clock.ts'
import { rows, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'

// Every process follows within 250 ms; this leaves 50 ms for the query.
const FOLLOW_MS = 200

export type SandboxClock = Clock & {
  aheadMs(): number
  /** The offset at which the clock would show `now`. */
  aheadAt(now: Instant): number
  /** Sets the offset from the database. Returns true if it grew. */
  moveTo(aheadMs: number): boolean
}

export function createSandboxClock(base: Clock): SandboxClock {
  let aheadMs = 0
  return {
    now: () => later(base.now(), aheadMs),
    realNow: base.realNow,
    ...(base.leadMs === undefined ? {} : { leadMs: base.leadMs }),
    aheadMs: () => aheadMs,
    aheadAt: (now) => now - base.now(),
    // Ignore a smaller offset: results of two statements may arrive out of order.
    moveTo(to) {
      const isFurther = to > aheadMs
      if (isFurther) aheadMs = to
      return isFurther
    },
  }
}

export type Following = {
  /** Waits for a running query. */
  stop(): Promise<void>
}

/** Sets the clock from the database, then polls the database for changes. */
export async function followClock(
  db: Db,
  clock: SandboxClock,
  options: { onMove(): void; onError(error: unknown): void },
): Promise<Following> {
  clock.moveTo(await selectClock(db))
  let timer: NodeJS.Timeout | undefined
  let polling = Promise.resolve()
  let stopped = false
  let failing = false

  async function poll(): Promise<void> {
    try {
      if (clock.moveTo(await selectClock(db))) options.onMove()
      failing = false
    } catch (error) {
      // Report an outage of the database once, not five times a second.
      if (!failing) options.onError(error)
      failing = true
    }
    if (!stopped) wait()
  }
  function wait(): void {
    timer = setTimeout(() => void (polling = poll()), FOLLOW_MS)
  }

  wait()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await polling
    },
  }
}

// float8 arrives as a plain number. It is exact for milliseconds up to the year 9999.
type Row = { ahead_ms: number }

const SELECT_SANDBOX_CLOCK = statement(
  'select_sandbox_clock',
  [],
  `select ahead_ms::float8 as ahead_ms from sandbox_clock`,
)

export async function selectClock(db: Db): Promise<number> {
  const [row] = await rows<Row>(db, SELECT_SANDBOX_CLOCK)
  if (row === undefined) throw new Error('sandbox_clock has no row')
  return row.ahead_ms
}

const UPDATE_SANDBOX_CLOCK_BY = statement(
  'update_sandbox_clock_by',
  ['by_ms', 'most_ahead_ms'],
  `update sandbox_clock set ahead_ms = ahead_ms + $1::bigint
    where ahead_ms + $1::bigint <= $2::bigint
   returning ahead_ms::float8 as ahead_ms`,
)

/** Returns the new offset; undefined, with nothing changed, if it would exceed `mostAheadMs`. */
export async function updateClockBy(
  db: Db,
  byMs: number,
  mostAheadMs: number,
): Promise<number | undefined> {
  const [row] = await rows<Row>(db, UPDATE_SANDBOX_CLOCK_BY, [byMs, mostAheadMs])
  return row?.ahead_ms
}

const UPDATE_SANDBOX_CLOCK_TO = statement(
  'update_sandbox_clock_to',
  ['ahead_ms', 'most_by_ms'],
  `update sandbox_clock set ahead_ms = $1::bigint
    where $1::bigint between ahead_ms and ahead_ms + $2::bigint
   returning ahead_ms::float8 as ahead_ms`,
)

/** Undefined, with nothing changed, if the clock is already further ahead or would jump by more than `mostByMs`. */
export async function updateClockTo(
  db: Db,
  aheadMs: number,
  mostByMs: number,
): Promise<number | undefined> {
  const [row] = await rows<Row>(db, UPDATE_SANDBOX_CLOCK_TO, [aheadMs, mostByMs])
  return row?.ahead_ms
}
