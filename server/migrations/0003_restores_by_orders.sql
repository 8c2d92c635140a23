-- A halt after a restore keeps which orders are of before it, in business time: their own clock may be another than that of
-- the database.
-- Up Migration
alter table halts
  -- No order of the database was created later when it was halted. Null unless a restore is the cause, and
  -- for halts of 0.2.0.
  add column orders_until instant,
  add constraint halts_orders_until check (orders_until is null or cause = 'restore');

-- As before, with the newest order.
create or replace function halt_restored_sends() returns int
language sql security definer set search_path = public, pg_temp as $$
  with newest as (
    select max(updated_at)::timestamptz as changed_at, max(created_at)::timestamptz as created_at from orders),
  last as (
    select least(coalesce(changed_at, (select max(at) from audit_entries)::timestamptz), now()) as changed_at,
           greatest(created_at, now()) as orders_until
      from newest),
  made as (
    insert into halts (id, what, rail, provider, cause, actor, reason, halted_at, since, orders_until)
    select gen_random_uuid(), what, rail, provider, 'restore', 'database',
           'the database was restored or failed over: what was ' || done || ' meanwhile may be unknown', now(), changed_at,
           orders_until
      from (select 'sends' as what, name as rail, null as provider, 'sent' as done from rails
             union all select 'sends', 'sandbox', null, 'sent' from deployment where environment = 'sandbox'
             union all select distinct 'fills', null, provider_name, 'converted' from trading_pairs) named, last
    on conflict (what, coalesce(rail, ''), coalesce(provider, ''), cause) where resumed_at is null
      do update set halted_at = excluded.halted_at, since = least(halts.since, excluded.since), read_at = null,
                    lists_sends = null, lists_fills = null, orders_until = excluded.orders_until
    returning id)
  select count(*)::int from made
$$;
