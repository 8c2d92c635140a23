-- Events and deliveries by the month: what is old can be set aside as a whole, without a delete. Both are cut by
-- the event's identifier, a UUIDv7 that begins with its millisecond, so that every key stays as it is.
-- Up Migration

-- What was detached waits here for the operator. The service has no way in.
create schema archive;

-- The first identifier of a millisecond.
create function event_id_at(at timestamptz) returns uuid language sql stable strict parallel safe as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Whoever reads or writes these tables waits for the move, so that nothing is written beside it.
lock table events, webhook_deliveries in access exclusive mode;
alter table webhook_deliveries set schema archive;
alter table events set schema archive;

create table events (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid,
  -- Within the order, without a gap: `last_event` of the order, whose row is locked, counts them.
  sequence int check (sequence > 0),
  type text not null check (type ~ '^[a-z]+\.[a-z_]+$'),
  data jsonb not null,
  created_at instant not null,
  -- Readers go by this: a row shows itself only when no older transaction can still add one before it.
  transaction xid8 not null default pg_current_xact_id(),
  primary key (organization_id, id),
  check ((order_id is null) = (sequence is null))
) partition by range (id);
-- No foreign key to orders: the statement that writes an event has just written its order's row, from which nothing
-- is ever deleted, and each new partition would lock all of orders.
create index events_by_commit on events (organization_id, transaction, id);

create table webhook_deliveries (
  organization_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  id uuid not null default gen_random_uuid(),
  status text not null check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  -- Since it was last asked for.
  attempts int not null default 0,
  last_status_code int,
  last_error text,
  created_at instant not null,
  updated_at instant not null,
  due_at instant,
  lease_token uuid,
  leased_until timestamptz,
  primary key (organization_id, endpoint_id, event_id),
  check ((status = 'PENDING') = (due_at is not null)),
  check ((lease_token is null) = (leased_until is null))
) partition by range (event_id);
create index webhook_deliveries_due on webhook_deliveries (organization_id, endpoint_id, due_at)
  where due_at is not null;

-- What has no month of its own yet: no write ever fails for want of a partition. Months are made like these.
create table events_default partition of events default;
create table webhook_deliveries_default partition of webhook_deliveries default;
-- Over all months a unique index would need the identifier; within one it can still refuse a sequence told twice.
create unique index events_default_sequence on events_default (order_id, sequence, organization_id);

-- The partition of one table for one month, with what the default one holds of it. True when it was made now. The
-- service may ask for it and, under its role, do nothing else of the kind.
-- Nobody else is in the table meanwhile. With less of a lock, a reader that was just planned would find moved rows
-- neither where they were nor where they are, and a write that was on its way to the default partition would fail.
-- So it waits at most 300 ms for the lock, and leaves a default partition with more than `most_rows` to an operator.
create function make_month(parent text, month date, most_rows int default 10000) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '300ms' as $$
declare
  key text := case parent when 'events' then 'id' when 'webhook_deliveries' then 'event_id' end;
  part text := parent || to_char(month, '"_"YYYY"_"MM');
  rest text := parent || '_default';
  first uuid := public.event_id_at(date_trunc('month', month::timestamp) at time zone 'UTC');
  after uuid := public.event_id_at((date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC');
  held int;
begin
  -- Of a time that an identifier can begin with.
  if key is null or month is null or month not between '1970-01-01' and '9999-12-31' then
    raise exception 'there is no month % of %', month, parent using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('corridor months of ' || parent, 0));
  -- One that was detached is not made anew: a late row of its time belongs to the default partition.
  if to_regclass('public.' || part) is not null or to_regclass('archive.' || part) is not null then
    return false;
  end if;
  -- As much as can be is done before the lock.
  execute format('create table public.%I (like public.%I including all)', part, rest);
  execute format('lock table only public.%I in access exclusive mode', parent);
  execute format('select count(*) from (select from public.%I limit $1 + 1) as rows', rest) into held using most_rows;
  if held > most_rows then
    raise exception '% holds more than % rows', rest, most_rows
      using hint = 'Run `corridor partitions make` at a quiet hour.', errcode = 'object_not_in_prerequisite_state';
  end if;
  execute format('with moved as (delete from public.%I where %I >= $1 and %2$I < $2 returning *)
                  insert into public.%I select * from moved', rest, key, part) using first, after;
  execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)',
                 parent, part, first, after);
  return true;
end $$;
revoke execute on function make_month from public;
grant execute on function make_month to corridor_service;

-- Sets a month of one table aside, or says why not: first that of the events, then that of their deliveries. For the
-- owner: the service may not. One table at a time, since statements that use both lock them in either order.
create function detach_month(parent text, month date) returns text
  language plpgsql set search_path = pg_catalog, pg_temp set lock_timeout = '300ms' as $$
declare
  suffix text := to_char(month, '"_"YYYY"_"MM');
  first uuid := public.event_id_at(date_trunc('month', month::timestamp) at time zone 'UTC');
  after uuid := public.event_id_at((date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC');
begin
  if parent = 'webhook_deliveries' and to_regclass('public.events' || suffix) is not null then
    return 'its events are still there';
  end if;
  -- Before the look: whatever makes a delivery due reads or writes its event.
  execute format('lock table only public.%I in access exclusive mode', parent);
  if exists (select from public.webhook_deliveries
              where event_id >= first and event_id < after and due_at is not null) then
    return 'webhooks of it are still due';
  end if;
  execute format('alter table public.%I detach partition public.%I', parent, parent || suffix);
  execute format('alter table public.%I set schema archive', parent || suffix);
  return null;
end $$;
revoke execute on function detach_month from public;

-- The months of the data that is there.
do $$
declare
  month date;
begin
  for month in
    select distinct date_trunc('month', to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
                                        at time zone 'UTC')::date
      from archive.events
     -- The year 10000: nothing made here is of a later time.
     where id < 'e677d21f-dc00-0000-0000-000000000000'
     order by 1
  loop
    perform make_month('events', month);
    perform make_month('webhook_deliveries', month);
  end loop;
end $$;
insert into events (organization_id, id, order_id, sequence, type, data, created_at, transaction)
  select organization_id, id, order_id, sequence, type, data, created_at, transaction from archive.events;
insert into webhook_deliveries (organization_id, endpoint_id, event_id, id, status, attempts, last_status_code,
    last_error, created_at, updated_at, due_at, lease_token, leased_until)
  select organization_id, endpoint_id, event_id, id, status, attempts, last_status_code, last_error, created_at,
         updated_at, due_at, lease_token, leased_until
    from archive.webhook_deliveries;
drop table archive.webhook_deliveries, archive.events;

-- Through these alone: a partition of its own has no grants.
grant select, insert on events, webhook_deliveries to corridor_service;
grant update (status, attempts, last_status_code, last_error, updated_at, due_at, lease_token, leased_until)
  on webhook_deliveries to corridor_service;
