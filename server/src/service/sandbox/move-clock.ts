// Moves the clock of a sandbox: forward, at most 366 days at a time, for every process of the deployment.
import { parseTimestamp, instantAt } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { fieldFailure } from '../../platform/errors.ts'
import { makeMonths, type MonthDeps } from '../../engine/events/keep-months.ts'
import { updateClockBy, updateClockTo, type SandboxClock } from './clock.ts'

export type MoveDeps = MonthDeps & { wakeWorker: () => void }

export const MOST_MOVE_MS = 366 * 86_400_000
// Leaves a year for instants that are computed ahead, before years have five digits.
const LAST_INSTANT = instantAt(Date.parse('9999-01-01T00:00:00.000Z'))

type Move = { advance_ms?: number; now?: string }

/** Resolves once this process has the new time. Other processes follow within 250 ms. */
export async function moveClock(deps: MoveDeps, clock: SandboxClock, move: Move): Promise<void> {
  const { advance_ms: advanceMs, now } = move
  if ((advanceMs === undefined) === (now === undefined)) {
    throw fault('', 'must have exactly one of advance_ms and now')
  }
  const aheadMs =
    advanceMs === undefined
      ? await moveTo(deps.db, clock, now ?? '')
      : await updateClockBy(deps.db, advanceMs, clock.aheadAt(LAST_INSTANT))
  if (aheadMs === undefined) throw fault('/advance_ms', 'reaches past the year 9998')
  clock.moveTo(aheadMs)
  // Create the partitions now: a later move would skip the months in between.
  await makeMonths(deps)
  deps.wakeWorker()
}

async function moveTo(db: Db, clock: SandboxClock, now: string): Promise<number> {
  const to = parseTimestamp(now)
  if (to === undefined || to > LAST_INSTANT) {
    throw fault('/now', 'must be an ISO 8601 instant such as 2026-03-02T00:00:00Z')
  }
  const aheadMs = await updateClockTo(db, clock.aheadAt(to), MOST_MOVE_MS)
  if (aheadMs !== undefined) return aheadMs
  throw fault('/now', 'must be from the current time of the sandbox to 366 days after it')
}

const fault = (pointer: string, message: string) =>
  fieldFailure('invalid_request', [{ pointer, code: 'invalid_value', message }])
