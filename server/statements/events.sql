-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- The default partitions first, then the newest month first.
-- selectPartitions in server/src/engine/events/month-queries.ts
prepare select_partitions (
  text[] -- $1 tables
) as
select p.parent, nullif(replace(ltrim(replace(c.relname, p.parent, ''), '_'), '_', '-'), 'default') as month,
      n.nspname = 'public' as is_attached,
      case when c.reltuples >= 0 then c.reltuples::float8 end as rows,
      pg_total_relation_size(c.oid)::float8 as bytes
 from unnest($1::text[]) as p (parent)
 join pg_class c on c.relname ~ ('^' || p.parent || '_(\d{4}_\d\d|default)$') and c.relkind = 'r'
 join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'archive' or c.oid in (select inhrelid from pg_inherits
                                          where inhparent = ('public.' || p.parent)::regclass)
order by month desc nulls first, p.parent;

-- True when it created the partition.
-- makeMonth in server/src/engine/events/month-queries.ts
prepare make_month (
  text, -- $1 parent
  date -- $2 month
) as
select make_month($1, $2) as made;

-- The same without the limit of rows or time.
-- makeMonthOfAnySize in server/src/engine/events/month-queries.ts
prepare make_month_of_any_size (
  text, -- $1 parent
  date -- $2 month
) as
select make_month($1, $2, 2147483646) as made;

-- Needs the owner of the tables.
-- detachMonth in server/src/engine/events/month-queries.ts
prepare detach_month (
  text, -- $1 parent
  date -- $2 month
) as
select detach_month($1, $2) as reason;

-- Events of all organizations, newest first.
-- seenEvents in server/src/engine/events/operator-queries.ts
prepare "select_seen_events id" (
  uuid -- $1 id
) as
select t.organization_id, t.id, t.order_id, t.sequence, t.type, t.data, t.created_at, t.epoch, t.transaction::text, g.enterprise_id, g.name as organization_name from (select * from events where id = $1) t left join organizations g on g.id = t.organization_id;

-- Events of all organizations, newest first.
-- seenEvents in server/src/engine/events/operator-queries.ts
prepare "select_seen_events all" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone -- $6 before
) as
select t.organization_id, t.id, t.order_id, t.sequence, t.type, t.data, t.created_at, t.epoch, t.transaction::text, g.enterprise_id, g.name as organization_name from (select * from events where id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity') order by id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- Events of all organizations, newest first.
-- seenEvents in server/src/engine/events/operator-queries.ts
prepare "select_seen_events enterprises type" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone, -- $6 before
  text, -- $7 type
  uuid[] -- $8 enterprise_ids
) as
select t.organization_id, t.id, t.order_id, t.sequence, t.type, t.data, t.created_at, t.epoch, t.transaction::text, g.enterprise_id, g.name as organization_name from (
   select found.* from (
     select owner.id as owner_id
       from (select owner.id from organizations owner where owner.enterprise_id = any ($8::uuid[])) owner
      cross join lateral (
        select id from (select * from events where organization_id = owner.id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity') order by organization_id desc, id desc offset 0) events where type = $7 order by organization_id desc, id desc limit 1) newest
      order by newest.id desc limit $1) owners
    cross join lateral (
      select * from (select * from events where organization_id = owner_id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity') order by organization_id desc, id desc offset 0) events where type = $7 order by organization_id desc, id desc limit $1) found
    order by found.id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare select_events (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from events e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events type" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint, -- $5 limit
  text -- $6 type
) as
select e.organization_id, e.id, e.order_id, e.sequence, e.type, e.data, e.created_at, e.epoch, e.transaction::text
 from (
  select epoch, transaction, id
    from events e
   where e.organization_id = $1 and (e.epoch, e.transaction)
      < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
     and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid) and e.type = $6
   order by e.epoch , e.transaction , e.id 
   limit $5) found
 cross join lateral (select * from events where organization_id = $1 and id = found.id offset 0) e
order by found.epoch , found.transaction , found.id;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events order.funding_expired" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.funding_expired' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events order.cancelled" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.cancelled' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events order.declined" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.declined' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events order.refund_requested" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.refund_requested' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events order.refunded" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.refunded' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events order.retried" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.retried' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events order.parked" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.parked' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events order.released" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.released' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events order.delayed" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.delayed' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events payout.returned" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'payout.returned' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events refund.updated" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'refund.updated' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events instrument.status_changed" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'instrument.status_changed' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events organization.status_changed" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'organization.status_changed' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events instrument.travel_rule_required" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'instrument.travel_rule_required' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events information.requested" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'information.requested' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events information.answered" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'information.answered' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events information.closed" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'information.closed' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events webhook.test" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'webhook.test' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events order" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint, -- $5 limit
  uuid, -- $6 order_id
  uuid -- $7 earliest_event
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where order_id = $6 and id >= $7 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_events order type" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint, -- $5 limit
  uuid, -- $6 order_id
  uuid, -- $7 earliest_event
  text -- $8 type
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where order_id = $6 and id >= $7 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid) and e.type = $8
order by e.epoch , e.transaction , e.id 
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare select_newest_events (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from events e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events type" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint, -- $5 limit
  text -- $6 type
) as
select e.organization_id, e.id, e.order_id, e.sequence, e.type, e.data, e.created_at, e.epoch, e.transaction::text
 from (
  select epoch, transaction, id
    from events e
   where e.organization_id = $1 and (e.epoch, e.transaction)
      < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
     and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid) and e.type = $6
   order by e.epoch desc, e.transaction desc, e.id desc
   limit $5) found
 cross join lateral (select * from events where organization_id = $1 and id = found.id offset 0) e
order by found.epoch desc, found.transaction desc, found.id desc;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events order.funding_expired" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.funding_expired' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events order.cancelled" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.cancelled' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events order.declined" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.declined' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events order.refund_requested" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.refund_requested' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events order.refunded" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.refunded' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events order.retried" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.retried' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events order.parked" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.parked' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events order.released" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.released' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events order.delayed" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'order.delayed' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events payout.returned" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'payout.returned' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events refund.updated" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'refund.updated' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events instrument.status_changed" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'instrument.status_changed' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events organization.status_changed" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'organization.status_changed' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events instrument.travel_rule_required" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'instrument.travel_rule_required' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events information.requested" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'information.requested' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events information.answered" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'information.answered' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events information.closed" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'information.closed' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events webhook.test" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint -- $5 limit
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where type = 'webhook.test' and type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded', 'payout.settled']) and organization_id = $1 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events order" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint, -- $5 limit
  uuid, -- $6 order_id
  uuid -- $7 earliest_event
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where order_id = $6 and id >= $7 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid)
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Returns events after a position, in the order of their transactions, or before it, newest first.
-- selectEvents in server/src/engine/events/queries.ts
prepare "select_newest_events order type" (
  uuid, -- $1 organization_id
  integer, -- $2 epoch
  xid8, -- $3 transaction
  uuid, -- $4 id
  bigint, -- $5 limit
  uuid, -- $6 order_id
  uuid, -- $7 earliest_event
  text -- $8 type
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
 from (select * from events where order_id = $6 and id >= $7 offset 0) e
where e.organization_id = $1 and (e.epoch, e.transaction)
    < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
  and (e.epoch, e.transaction, e.id) < ($2::int, $3::xid8, $4::uuid) and e.type = $8
order by e.epoch desc, e.transaction desc, e.id desc
limit $5;

-- Like selectEvents, for several organizations, each with its own position.
-- selectEventsOfMany in server/src/engine/events/queries.ts
prepare select_events_of_many (
  uuid[], -- $1 organization_ids
  integer[], -- $2 epochs
  xid8[], -- $3 transactions
  uuid[], -- $4 ids
  bigint -- $5 limit
) as
select e.*
 from unnest($1::uuid[], $2::int[], $3::xid8[], $4::uuid[]) as after (organization_id, epoch, transaction, id)
cross join lateral (
  select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text
    from events e
   where e.organization_id = after.organization_id and (e.epoch, e.transaction)
      < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))
     and (e.epoch, e.transaction, e.id) > (after.epoch, after.transaction, after.id)
   order by e.epoch, e.transaction, e.id
   limit $5) e
order by e.organization_id, e.epoch, e.transaction::xid8, e.id;

-- Returns the end of the visible events, of all organizations.
-- selectEndOfEvents in server/src/engine/events/queries.ts
prepare select_end_of_events as
select event_epoch as epoch, pg_snapshot_xmin(pg_current_snapshot())::text as transaction from deployment;

-- selectEventsOfOrder in server/src/engine/events/queries.ts
prepare select_events_of_order (
  uuid, -- $1 organization_id
  uuid, -- $2 order_id
  uuid -- $3 earliest_event
) as
select organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text from (select * from events where order_id = $2 and id >= $3 offset 0) e where organization_id = $1 order by sequence;
