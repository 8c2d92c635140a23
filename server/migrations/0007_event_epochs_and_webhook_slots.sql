-- Events carry an epoch beside their transaction number, so that their order outlives a move to another cluster.
-- Webhook deliveries keep their lease when they are asked for again, and endpoints show whether they answer quickly.
-- Up Migration

-- Set when a delivery is asked for again while it is being sent. The claim clears it; the end of the attempt reads it.
alter table webhook_deliveries add column is_asked_again boolean not null default false;
grant update (is_asked_again) on webhook_deliveries to corridor_service;
-- A claim counts the requests on their way to each endpoint, of all processes.
create index webhook_deliveries_leased on webhook_deliveries (organization_id, endpoint_id)
  where lease_token is not null;

-- Counts the claims, so that one that did not see the leases of the one before takes nothing.
create table webhook_claims (
  only_row boolean primary key default true check (only_row),
  number bigint not null default 0
);
insert into webhook_claims default values;
grant select, update (number) on webhook_claims to corridor_service;

alter table webhook_endpoints add column is_quick boolean not null default false;
grant update (is_quick) on webhook_endpoints to corridor_service;

-- Transaction numbers count within one cluster. The column default is the present epoch, so that every writer has it.
alter table events add column epoch int not null default 0;
create index events_by_epoch on events (organization_id, epoch, transaction, id);
-- Older processes may still run: they sort what they read by this one.
drop index events_by_commit;

-- Months that were set aside can be attached again.
do $$
declare
  part regclass;
begin
  for part in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
               where n.nspname = 'archive' and c.relkind = 'r' and c.relname ~ '^events_\d{4}_\d\d$' loop
    execute format('alter table %s add column epoch int not null default 0', part);
  end loop;
  for part in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
               where n.nspname = 'archive' and c.relkind = 'r' and c.relname ~ '^webhook_deliveries_\d{4}_\d\d$' loop
    execute format('alter table %s add column is_asked_again boolean not null default false', part);
  end loop;
end $$;

-- `event_cluster`: where the present epoch began, as settle_event_epoch names it.
alter table deployment add column event_epoch int not null default 0, add column event_cluster text;

-- Begins a new epoch when this is another cluster than the one the present epoch began in, or when the cluster was
-- recovered to an earlier moment, which begins a new timeline. The new epoch, or null. It is
-- called at each start.
create function settle_event_epoch() returns int
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := (select system_identifier from pg_control_system()) || ' timeline '
            || left(pg_walfile_name(pg_current_wal_lsn()), 8);
  began text;
  new_epoch int;
begin
  if (select event_cluster from public.deployment) = here then
    return null;
  end if;
  select event_cluster, event_epoch + 1 into began, new_epoch from public.deployment for update;
  if began is null then
    update public.deployment set event_cluster = here;
    return null;
  elsif began = here then
    return null;
  end if;
  -- It waits for every statement that still writes the epoch before.
  execute format('alter table only public.events alter column epoch set default %s', new_epoch);
  update public.deployment set event_epoch = new_epoch, event_cluster = here;
  return new_epoch;
end $$;
revoke execute on function settle_event_epoch from public;
grant execute on function settle_event_epoch to corridor_service;

-- A database that was restored from a dump before it had epochs: its numbers are ahead of this cluster's.
do $$
begin
  if exists (select from events where transaction > pg_current_xact_id()) then
    update deployment set event_epoch = 1;
    alter table only events alter column epoch set default 1;
  end if;
end $$;
