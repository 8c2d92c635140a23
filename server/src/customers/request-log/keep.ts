// Deletes what the request log keeps no longer.
import { earlierOf, later, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { deleteOldRequests } from './queries.ts'

export const KEPT_DAYS = 7
const KEPT_MS = KEPT_DAYS * 86_400_000
const BATCH = 5000

/** The background task. Returns how many it deleted, so that it goes on at once while there are more. */
export function forgetRequests({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  // After a move of the sandbox clock, the developer still needs what was answered today.
  const now = earlierOf(clock.now(), clock.realNow())
  return deleteOldRequests(db, later(now, -KEPT_MS), BATCH)
}
