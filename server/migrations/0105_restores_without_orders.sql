-- A backup of before the first order halts what the lost orders may have sent, too. Its lists begin where its records end.
-- Up Migration

create or replace function settle_place() returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  here text := (select system_identifier from pg_control_system()) || ' timeline '
            || left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' database '
            || (select oid from pg_database where datname = current_database());
  before text;
begin
  if (select place from deployment) = here then
    return 0;
  end if;
  select place into before from deployment for update;
  if before = here then
    return 0;
  end if;
  update deployment set place = here;
  if before is null then
    return 0;
  end if;
  perform renew_claim(null);
  -- A deployment that was never configured has sent nothing.
  if not exists (select from rails) and not exists (select from trading_pairs) then
    return 0;
  end if;
  return halt_restored_sends();
end $$;

create or replace function halt_restored_sends() returns int
language sql security definer set search_path = public, pg_temp as $$
  with last as (
    select least(coalesce((select max(updated_at) from orders)::timestamptz, (select max(at) from audit_entries)::timestamptz),
                 now()) as changed_at),
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
