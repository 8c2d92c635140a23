// The statement of fills that concurrent callers share. It is opened once for a process.
import { batched, inRounds } from '../db/batch.ts'
import type { Db } from '../db/pool.ts'
import { insertFillIntents, type FillIntent, type FillRow } from './queries.ts'

export type FillStatements = {
  /** Null when nothing was written: a hold, or a lost lease. */
  readonly insertFillIntent: (intent: FillIntent) => Promise<FillRow | null>
}

export const openFillStatements = (db: Db): FillStatements => ({
  insertFillIntent: batched(
    (intents: readonly FillIntent[]) => insertFillIntents(db, intents),
    inRounds,
  ),
})
