// The SQL of the metrics of orders: how long open orders have had their status, and how late their next step is.
import type { Instant } from '../../platform/clock.ts'
import { isFree } from '../../platform/db/lease.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { LEASE_MS } from './job-queries.ts'
import type { OrderStatus } from './states.ts'

/** A scrape reads at most this many orders that are due first, and as many that were parked first. */
const MOST = 10_000

type OrderAge = {
  status: OrderStatus
  is_parked: boolean
  count: number
  /** When the oldest of them got its status. */
  since: Instant
}

export const selectOrderAges = allRows<OrderAge>(
  'select_order_ages',
  [],
  `select status, is_parked, count(*)::int as count, min(updated_at)::timestamptz as since
     from ((select status, false as is_parked, updated_at from orders
             where due_at is not null and parked_reason is null order by due_at limit ${MOST})
           union all
           (select status, true, updated_at from orders
             where parked_reason is not null order by parked_at limit ${MOST})) open_orders
    group by status, is_parked`,
)

const SELECT_ORDER_DUE = statement(
  'select_order_due',
  ['now'],
  `select due_at from orders
    where due_at <= $1 and parked_reason is null and frozen_at is null and ${isFree('leased_until', String(LEASE_MS))}
    order by due_at limit 1`,
)

/** Since when the next order has waited for a worker. Undefined: none waits. */
export async function selectOrderDue(db: Db, now: Instant): Promise<Instant | undefined> {
  const [row] = await rows<{ due_at: Instant }>(db, SELECT_ORDER_DUE, [sqlInstant(now)])
  return row?.due_at
}
