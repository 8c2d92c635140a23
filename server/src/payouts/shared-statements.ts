// The statement of payouts that concurrent callers share. It is opened once for a process.
import { batched, inRounds } from '../db/batch.ts'
import type { Db } from '../db/pool.ts'
import { insertPayoutIntents, type PayoutIntent, type PayoutRow } from './queries.ts'

export type PayoutStatements = {
  /** Null when nothing was written: a hold, or a lost lease. */
  readonly insertPayoutIntent: (intent: PayoutIntent) => Promise<PayoutRow | null>
}

export const openPayoutStatements = (db: Db): PayoutStatements => ({
  insertPayoutIntent: batched(
    (intents: readonly PayoutIntent[]) => insertPayoutIntents(db, intents),
    inRounds,
  ),
})
