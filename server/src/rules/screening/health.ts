// Keeps the last known problems of the screeners, for /readyz and the metrics.
import { monotonicMs } from '../../platform/clock.ts'
import type { ScreenerHealth, Screeners } from './registry.ts'

export type { ScreenerHealth } from './registry.ts'

const EVERY_MS = 30_000

/** Returns the problems without waiting for any screener. Asks them at most every 30 seconds. */
export function createScreenerWatch(screeners: Screeners): () => readonly ScreenerHealth[] {
  let known: readonly ScreenerHealth[] = []
  let nextMs = 0
  return () => {
    if (monotonicMs() >= nextMs) {
      nextMs = monotonicMs() + EVERY_MS
      // Without the database the screeners cannot be listed. /readyz then says so itself.
      void screeners
        .health()
        .then((health) => void (known = health))
        .catch(() => undefined)
    }
    return known
  }
}
