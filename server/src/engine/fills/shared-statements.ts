// Statements of fills that batch concurrent calls. Each process opens them once.
import { batched, inRounds } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/pool.ts'
import { byOrder } from '../orders/of-orders.ts'
import type { OrderId } from '../../platform/ids.ts'
import {
  insertFillIntents,
  selectFills,
  type FillIntent,
  type FillRefusal,
  type FillRow,
} from './queries.ts'

export type FillStatements = {
  /** All fills of the order, oldest first. */
  readonly findFills: (order: OrderId) => Promise<readonly FillRow[]>
  /** Null after a hold or a lost lease. Then, and after a refusal, nothing was written. */
  readonly insertFillIntent: (intent: FillIntent) => Promise<FillRow | FillRefusal | null>
}

export const openFillStatements = (db: Db): FillStatements => ({
  findFills: batched(
    async (orders: readonly OrderId[]) => byOrder(orders, await selectFills(db, orders)),
    { takesAll: true },
  ),
  insertFillIntent: batched(
    (intents: readonly FillIntent[]) => insertFillIntents(db, intents),
    inRounds,
  ),
})
