// Counts the work that waits for an operator.
import { rows, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import { OPEN_REVERSALS } from '../reversals/queries.ts'

const SELECT_WAITING = statement(
  'select_waiting',
  [],
  `select 'parked_orders' as what, count(*)::int as count from orders where parked_reason is not null
   union all
   select 'orders_without_liquidity', count(*)::int from orders
    where parked_reason is not null and parked_reason = 'liquidity'
   union all
   select 'refunds', count(*)::int from refunds where status = 'FAILED' or (status = 'PENDING' and due_at is null)
        or outflow_limited_at is not null
   union all
   select 'unmatched_deposits', count(*)::int from deposits where order_id is null and reversed_at is null
   union all
   select 'reversals', count(*)::int from (${OPEN_REVERSALS}) open_reversals`,
)

export async function selectWaiting(db: Db): Promise<{ what: string; count: number }[]> {
  return rows(db, SELECT_WAITING)
}
