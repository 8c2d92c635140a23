-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- server/src/operators/queries.ts
prepare select_waiting as
select 'parked_orders' as what, count(*)::int as count from orders where parked_reason is not null
union all
select 'refunds', count(*)::int from refunds where status = 'FAILED' or (status = 'PENDING' and due_at is null)
     or outflow_limited_at is not null
union all
select 'unmatched_deposits', count(*)::int from deposits where order_id is null;

-- server/src/operators/apply-file.ts
prepare lock_apply as
select pg_advisory_xact_lock(hashtext('corridor apply'));
