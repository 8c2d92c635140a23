// The statement of payouts that batches concurrent calls. Each process opens it once.
import { batched, inRounds } from '../db/batch.ts'
import type { Db } from '../db/pool.ts'
import {
  insertPayoutIntents,
  type BEYOND_CAPS,
  type PayoutIntent,
  type PayoutRow,
} from './queries.ts'

export type PayoutStatements = {
  /** Null after a hold or a lost lease. Then, and beyond the caps of the rail, nothing was written. */
  readonly insertPayoutIntent: (
    intent: PayoutIntent,
  ) => Promise<PayoutRow | typeof BEYOND_CAPS | null>
}

export const openPayoutStatements = (db: Db): PayoutStatements => ({
  insertPayoutIntent: batched(
    (intents: readonly PayoutIntent[]) => insertPayoutIntents(db, intents),
    inRounds,
  ),
})
