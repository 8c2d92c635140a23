-- Halts: quotes, fills and sends that operators stopped, or that stopped because the database was restored.
-- Up Migration

create table halts (
  id uuid primary key,
  what text not null check (what in ('quotes', 'fills', 'sends')),
  -- Null for all rails, or all providers.
  rail text,
  provider text,
  cause text not null default 'operator' check (cause in ('operator', 'restore')),
  -- `user:LOGIN`, `key:LABEL`, `command` or `database`.
  actor text not null,
  reason text not null,
  halted_at instant not null,
  resumed_at instant,
  check (rail is null or what <> 'fills'),
  check (provider is null or what <> 'sends'),
  check (rail is null or provider is null)
);
-- Statements look up the open ones, which are few. There is one of each.
create unique index halts_open on halts (what, coalesce(rail, ''), coalesce(provider, ''), cause)
  where resumed_at is null;

grant select, insert, update (resumed_at) on halts to corridor_service;

-- After a restore the sends of each rail are halted until the rail was read again and its sends were compared.
alter table halts
  add column read_at instant,
  -- Whether the rail could list its sends. Null before it was read.
  add column lists_sends boolean,
  add check (cause = 'restore' or read_at is null);
grant update (read_at, lists_sends) on halts to corridor_service;

-- What a rail has sent and the restored database does not know.
create table unknown_sends (
  halt_id uuid not null references halts,
  -- The rail's own name of the send.
  reference text not null,
  key text,
  currency currency_code not null,
  amount_minor minor_units not null,
  primary key (halt_id, reference)
);
grant select, insert on unknown_sends to corridor_service;

-- Where the database was when a process last started on it.
alter table deployment add column place text;

create function halt_restored_sends() returns int
  language sql security definer set search_path = public, pg_temp as $$
  with made as (
    insert into halts (id, what, rail, cause, actor, reason, halted_at)
    select gen_random_uuid(), 'sends', name, 'restore', 'database',
           'the database was restored or failed over: what the rail sent meanwhile may be unknown', now()
      from (select name from rails
             union all select 'sandbox' from deployment where environment = 'sandbox') named
    on conflict do nothing
    returning id)
  select count(*)::int from made
$$;

-- Halts sends if the database is at another place than before: another cluster, a new timeline after a recovery or
-- failover, or another database of the cluster. A database without orders has sent nothing. Called at each start.
create function settle_place() returns int
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
  if before is null or not exists (select from orders) then
    return 0;
  end if;
  return halt_restored_sends();
end $$;
revoke execute on function settle_place, halt_restored_sends from public;
grant execute on function settle_place, halt_restored_sends to corridor_service;
