-- Fills, payouts and deliveries are each updated once. With room on its page, an update writes half as much WAL.
-- Up Migration
alter table fills set (fillfactor = 50);
alter table payouts set (fillfactor = 50);

-- As before, but a month of deliveries is filled to one half. `like` copies no storage parameters.
create or replace function make_month(parent text, month date, most_rows int default 10000) returns boolean
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
  if parent = 'webhook_deliveries' then
    execute format('alter table public.%I set (fillfactor = 50)', part);
  end if;
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

do $$
declare
  part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'public.webhook_deliveries'::regclass loop
    execute format('alter table %s set (fillfactor = 50)', part);
  end loop;
end $$;
