// Statements of orders that batch concurrent calls. Each process opens them once.
import { batched, byOrganization, inRounds } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { OwnedId } from '../../platform/ids.ts'
import type { Acknowledged } from './acknowledged.ts'
import { changeOrders } from './changes.ts'
import { insertOrders, type Limited } from './insert-queries.ts'
import type { NewOrder } from './new-order.ts'
import type { OrderChange } from './order-change.ts'
import {
  selectChangedOrders,
  selectOrdersByIds,
  selectOrdersByKeys,
  type ChangedOrder,
  type KnownOrder,
  type OrderKey,
  type OrderRow,
} from './queries.ts'

export type OrderStatements = {
  /** Null when nothing was written. */
  readonly insertOrder: (order: NewOrder) => Promise<OrderRow | null>
  readonly findOrder: (id: OwnedId<'ord'>) => Promise<OrderRow | null>
  /** The published columns. Null when the version is unchanged or the organization has no such order. */
  readonly findChangedOrder: (known: KnownOrder) => Promise<ChangedOrder | null>
  /** The order that was created under an idempotency key. */
  readonly findOrderByKey: (key: OrderKey) => Promise<OrderRow | null>
  /** Null when nothing was written. */
  readonly changeOrder: (change: OrderChange) => Promise<OrderRow | null>
}

export function openOrderStatements(db: Db, acknowledged: Acknowledged): OrderStatements {
  const tenantOf = byOrganization
  const limited: Limited = new Set()
  return {
    insertOrder: batched(
      async (orders: readonly NewOrder[]) =>
        acknowledged.remember(await insertOrders(db, orders, limited)),
      { tenantOf },
    ),
    findOrder: batched((ids: readonly OwnedId<'ord'>[]) => selectOrdersByIds(db, ids), {
      tenantOf,
    }),
    findChangedOrder: batched((known: readonly KnownOrder[]) => selectChangedOrders(db, known), {
      tenantOf,
    }),
    findOrderByKey: batched((keys: readonly OrderKey[]) => selectOrdersByKeys(db, keys), {
      tenantOf,
    }),
    changeOrder: batched(
      async (changes: readonly OrderChange[]) =>
        acknowledged.remember(await changeOrders(db, changes)),
      { ...inRounds, keyOf: (change) => change.id },
    ),
  }
}
