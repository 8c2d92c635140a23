// The statement of screening that batches concurrent calls. Each process opens it once.
import { batched } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectScreenedInTime, type ExpiringOrder } from './queries.ts'

export type ScreeningStatements = {
  /** Whether the order has a deposit that came in time and is being screened. */
  readonly isScreenedInTime: (order: ExpiringOrder) => Promise<boolean>
}

// Orders that expire together are answered together. So their events keep the order of their due times.
export const openScreeningStatements = (db: Db): ScreeningStatements => ({
  isScreenedInTime: batched(
    (orders: readonly ExpiringOrder[]) => selectScreenedInTime(db, orders),
    { tenantOf: (order) => order.organization_id, takesAll: true },
  ),
})
