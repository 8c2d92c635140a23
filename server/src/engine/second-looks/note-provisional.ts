// Notes that a rail settled a payout or refund which its network may still take back.
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { LookUpAnswer } from '../../outside/rails/port.ts'
import { insertSecondLook } from './queries.ts'

/** The first look comes after it. */
export const FIRST_MS = 15_000

/** Call it before the answer is recorded, so that no crash loses the look. */
export async function noteProvisional(
  { db, clock }: { db: Db; clock: Pick<Clock, 'now'> },
  answer: LookUpAnswer,
  send: Parameters<typeof insertSecondLook>[1],
): Promise<void> {
  if (answer.state === 'settled' && answer.isProvisional === true)
    await insertSecondLook(db, send, clock.now(), FIRST_MS)
}
