// Asks the rails for their problems, for /readyz, the metrics and `corridor doctor`.
import { monotonicMs } from '../../platform/clock.ts'
import { withTimeout } from '../../platform/timeout.ts'
import type { Rail } from './port.ts'
import { railProblemThrown, type RailProblem } from '../rail-problems.ts'

export type RailHealth = { rail: string; problems: readonly RailProblem[] }

const EVERY_MS = 30_000
const ANSWER_MS = 20_000

/** A rail that does not answer has that as its problem. */
export const healthOf = async (rail: Rail): Promise<RailHealth> => ({
  rail: rail.name,
  problems: await withTimeout(ANSWER_MS, rail.problems?.() ?? Promise.resolve([])).catch(
    (error: unknown) => [railProblemThrown('unasked', error)],
  ),
})

/**
 * Returns the last known health of every rail without waiting for any of them. Asks them at most every 30 seconds, so
 * that frequent probes cost no remote calls.
 */
export function createRailWatch(rails: {
  all(): Promise<readonly Rail[]>
}): () => readonly RailHealth[] {
  let known: readonly RailHealth[] = []
  let nextMs = 0
  async function ask(): Promise<void> {
    known = await Promise.all((await rails.all()).map(healthOf))
  }
  return () => {
    if (monotonicMs() >= nextMs) {
      nextMs = monotonicMs() + EVERY_MS
      // Without the database the rails cannot be listed. /readyz then says so itself.
      void ask().catch(() => undefined)
    }
    return known
  }
}
