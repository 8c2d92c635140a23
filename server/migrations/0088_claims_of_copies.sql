-- The claim of this copy of the database, by which rails and providers tell it from other copies, and its halt.
-- Up Migration
alter table deployment
  add column claimed_at instant not null default now(),
  add column claim uuid not null default gen_random_uuid();

-- An open halt of this cause has the time of the newer claim, which a resumed service must surpass.
alter table halts
  add column newer_claim_at instant,
  drop constraint halts_cause_check,
  add constraint halts_cause_check check (cause in ('operator', 'restore', 'other_service')),
  add constraint halts_newer_claim check ((cause = 'other_service') = (newer_claim_at is not null));

-- The clock of the database may be behind that of another copy.
create function renew_claim(after instant) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update deployment
     set claimed_at = greatest(now(), claimed_at + interval '1 ms', after + interval '1 ms'), claim = gen_random_uuid()
$$;
revoke all on function renew_claim(instant) from public;
grant execute on function renew_claim(instant) to corridor_service;

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
  if not exists (select from orders) then
    return 0;
  end if;
  return halt_restored_sends();
end $$;

-- Both halts or none: sends over all rails, fills at all providers. A claim that is not that of this copy any more halts
-- nothing.
create function halt_for_newer_claim(seen_by uuid, newer instant, why text) returns int
  language sql security definer set search_path = public, pg_temp as $$
  with made as (
    insert into halts (id, what, cause, actor, reason, halted_at, newer_claim_at)
    select gen_random_uuid(), what, 'other_service', 'database', why, now(), newer
      from deployment, (values ('sends'), ('fills')) named (what)
     where claim = seen_by
    on conflict (what, coalesce(rail, ''), coalesce(provider, ''), cause) where resumed_at is null do nothing
    returning id)
  select count(*)::int from made
$$;
revoke all on function halt_for_newer_claim(uuid, instant, text) from public;
grant execute on function halt_for_newer_claim(uuid, instant, text) to corridor_service;
