// The statement of fills that batches concurrent calls. Each process opens it once.
import { batched, inRounds } from '../db/batch.ts'
import type { Db } from '../db/pool.ts'
import { insertFillIntents, type FillIntent, type FillRow, type NO_LIQUIDITY } from './queries.ts'

export type FillStatements = {
  /** Null after a hold or a lost lease. Then, and without liquidity, nothing was written. */
  readonly insertFillIntent: (intent: FillIntent) => Promise<FillRow | typeof NO_LIQUIDITY | null>
}

export const openFillStatements = (db: Db): FillStatements => ({
  insertFillIntent: batched(
    (intents: readonly FillIntent[]) => insertFillIntents(db, intents),
    inRounds,
  ),
})
