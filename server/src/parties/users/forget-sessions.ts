// Deletes sessions when nothing needs them any more. They say from which network each person signed in.
import { later, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { deleteOldSessions } from './session-queries.ts'

/** sign-in-places.ts lets somebody in from a network of that time during a flood. No session lasts so long. */
export const SESSIONS_KEPT_MS = 90 * 86_400_000
const BATCH = 1000

/** The background task. Returns how many it deleted, so that it goes on at once while there are more. */
export const forgetSessions = ({ db, clock }: { db: Db; clock: Clock }): Promise<number> =>
  deleteOldSessions(db, later(clock.realNow(), -SESSIONS_KEPT_MS), BATCH)
