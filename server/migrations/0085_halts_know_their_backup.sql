-- When the backup last changed, for the lists after a restore: the service changes orders before a rail is compared.
-- Up Migration
alter table halts add column since instant;
create or replace function halt_restored_sends() returns integer
  language sql security definer set search_path to 'public', 'pg_temp' as $$
  with last as (select least(max(updated_at)::timestamptz, now()) as changed_at from orders),
  made as (
    insert into halts (id, what, rail, provider, cause, actor, reason, halted_at, since)
    select gen_random_uuid(), what, rail, provider, 'restore', 'database',
           'the database was restored or failed over: what was ' || done || ' meanwhile may be unknown', now(), changed_at
      from (select 'sends' as what, name as rail, null as provider, 'sent' as done from rails
             union all select 'sends', 'sandbox', null, 'sent' from deployment where environment = 'sandbox'
             union all select distinct 'fills', null, provider_name, 'converted' from trading_pairs) named, last
    on conflict (what, coalesce(rail, ''), coalesce(provider, ''), cause) where resumed_at is null
      do update set halted_at = excluded.halted_at, since = least(halts.since, excluded.since), read_at = null,
                    lists_sends = null, lists_fills = null
    returning id)
  select count(*)::int from made
$$;
