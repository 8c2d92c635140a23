-- A decision that the record stands can be taken back once, for the rail.
-- Up Migration
alter table rail_marks
  add column record_stands boolean,
  add constraint rail_marks_check9 check (record_stands is null or decided_at is not null);
comment on column rail_marks.record_stands is
  'A person decided that the record stands. It can be taken back, and a restore may have lost that, which opens it anew.';
grant update (record_stands) on rail_marks to corridor_service;

-- As before, and the lost time may have taken back a decision for the record: it is to be decided anew.
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
    returning id),
  reopened as (
    update rail_marks set decided_at = null, record_stands = null where record_stands)
  select count(*)::int from made
$$;
