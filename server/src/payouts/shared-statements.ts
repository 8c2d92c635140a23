// The statement of payouts that batches concurrent calls. Each process opens it once.
import { batched, inRounds } from '../db/batch.ts'
import type { Db } from '../db/pool.ts'
import { insertPayoutIntents, type PayoutIntent, type PayoutRow, type Refusal } from './queries.ts'

export type PayoutStatements = {
  /** Null after a hold or a lost lease. Then, and after a refusal, nothing was written. */
  readonly insertPayoutIntent: (intent: PayoutIntent) => Promise<PayoutRow | Refusal | null>
}

export const openPayoutStatements = (db: Db): PayoutStatements => ({
  insertPayoutIntent: batched(
    (intents: readonly PayoutIntent[]) => insertPayoutIntents(db, intents),
    inRounds,
  ),
})
