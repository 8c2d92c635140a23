// Statements of payouts that batch concurrent calls. Each process opens them once.
import { batched, inRounds } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/pool.ts'
import { byOrder } from '../orders/of-orders.ts'
import type { OrderId } from '../../platform/ids.ts'
import {
  insertPayoutIntents,
  selectPayouts,
  type PayoutIntent,
  type PayoutRow,
  type Refusal,
} from './queries.ts'

export type PayoutStatements = {
  /** All payouts of the order, oldest first. */
  readonly findPayouts: (order: OrderId) => Promise<readonly PayoutRow[]>
  /** Null after a hold or a lost lease. Then, and after a refusal, nothing was written. */
  readonly insertPayoutIntent: (intent: PayoutIntent) => Promise<PayoutRow | Refusal | null>
}

export const openPayoutStatements = (db: Db): PayoutStatements => ({
  findPayouts: batched(
    async (orders: readonly OrderId[]) => byOrder(orders, await selectPayouts(db, orders)),
    { takesAll: true },
  ),
  insertPayoutIntent: batched(
    (intents: readonly PayoutIntent[]) => insertPayoutIntents(db, intents),
    inRounds,
  ),
})
