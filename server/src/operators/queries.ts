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
   select 'unmatched_deposits', count(*)::int from deposits d
    where order_id is null and reversed_at is null
      and not exists (select from screenings s where s.deposit_id = d.id
                         and (s.order_id is not null or s.state in ('asking', 'hold', 'reject')))
   union all
   select 'reversals', count(*)::int from (${OPEN_REVERSALS}) open_reversals
   union all
   -- A released deposit is credited in a moment.
   select 'held_deposits', count(*)::int from screenings s join deposits d on d.id = s.deposit_id
    where s.state in ('hold', 'reject') and d.reversed_at is null
   union all
   select 'unanswered_screenings', count(*)::int from screenings s left join deposits d on d.id = s.deposit_id
    where s.state = 'asking' and d.reversed_at is null`,
)

export async function selectWaiting(db: Db): Promise<{ what: string; count: number }[]> {
  return rows(db, SELECT_WAITING)
}
