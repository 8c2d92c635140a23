// The time of a sandbox: real time and how far it was moved ahead, which the database keeps for every
// process. It only goes forward. Real time stays real, so leases and the age of rates do not notice.
import { later, type Clock, type Instant } from '../clock.ts'
import { rows, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'

// Every process is to follow within 250 ms; 50 are left for the query itself.
const FOLLOW_MS = 200

export type SandboxClock = Clock & {
  aheadMs(): number
  /** How far ahead the clock is when it shows `now`. */
  aheadAt(now: Instant): number
  /** Moves it to where the database has it; true when that is further than before. */
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
    // Answers of two statements may arrive in another order than they were made.
    moveTo(to) {
      const isFurther = to > aheadMs
      if (isFurther) aheadMs = to
      return isFurther
    },
  }
}

export type Following = {
  /** Lets a look that has begun end. */
  stop(): Promise<void>
}

/** Resolves when the clock is as the database has it, and keeps it so. */
export async function followClock(
  db: Db,
  clock: SandboxClock,
  options: { onMove(): void; onError(error: unknown): void },
): Promise<Following> {
  clock.moveTo(await selectClock(db))
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  let stopped = false
  let failing = false

  async function look(): Promise<void> {
    try {
      if (clock.moveTo(await selectClock(db))) options.onMove()
      failing = false
    } catch (error) {
      // Once for each time that the database is away, not five times a second.
      if (!failing) options.onError(error)
      failing = true
    }
    if (!stopped) wait()
  }
  function wait(): void {
    timer = setTimeout(() => void (looking = look()), FOLLOW_MS)
  }

  wait()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
    },
  }
}

// As float8, since a count of milliseconds up to the year 9999 is exact there and a plain number here.
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

/** How far ahead it is then; undefined, with nothing changed, when that would be more than `mostAheadMs`. */
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

/** Undefined, with nothing changed, when it is further already, or would jump more than `mostByMs`. */
export async function updateClockTo(
  db: Db,
  aheadMs: number,
  mostByMs: number,
): Promise<number | undefined> {
  const [row] = await rows<Row>(db, UPDATE_SANDBOX_CLOCK_TO, [aheadMs, mostByMs])
  return row?.ahead_ms
}
