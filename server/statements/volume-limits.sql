-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- The limits of an organization and its instruments, with what the current periods have used.
-- selectVolumeLimits in server/src/engine/volume-limits/queries.ts
prepare select_volume_limits (
  uuid, -- $1 organization_id
  timestamp with time zone -- $2 at
) as
select l.organization_id, l.subject_id, l.currency, l.period, l.limit_minor, l.raised_minor, l.raised_until,
      s.at::instant as starts_at, ((s.at at time zone 'UTC' + ('1 ' || l.period)::interval) at time zone 'UTC')::instant as ends_at,
      coalesce(u.used_minor, 0)::text as used_minor
 from volume_limits l
 cross join lateral (select date_trunc(l.period, $2::timestamptz, 'UTC') as at) s
 left join volume_used u on u.organization_id = l.organization_id and u.subject_id = l.subject_id
      and u.currency = l.currency and u.period = l.period and u.starts_at = s.at
where l.organization_id = $1 and l.limit_minor is not null
order by l.subject_id <> l.organization_id, l.subject_id, l.currency, l.period;

-- Sets or ends a limit.
-- upsertVolumeLimit in server/src/engine/volume-limits/queries.ts
prepare upsert_volume_limit (
  uuid, -- $1 organization_id
  uuid, -- $2 subject_id
  text, -- $3 currency
  text, -- $4 period
  minor_units, -- $5 limit_minor
  timestamp with time zone -- $6 at
) as
with before as (
  select limit_minor from volume_limits
   where organization_id = $1 and subject_id = $2 and currency = $3 and period = $4
), l as (
  insert into volume_limits (organization_id, subject_id, currency, period, limit_minor)
  values ($1, $2, $3, $4, $5)
  on conflict (organization_id, subject_id, currency, period) do update set limit_minor = excluded.limit_minor
  returning *, date_trunc(period, $6::timestamptz, 'UTC') as starts_at
)
insert into volume_used (organization_id, subject_id, currency, period, starts_at, used_minor)
select organization_id, subject_id, currency, period, starts_at, 
 (select coalesce(sum(o.payin_total_minor), 0) from orders o
   where o.organization_id = l.organization_id
     and o.id >= (lpad(to_hex((extract(epoch from l.starts_at) * 1000)::bigint - 3600000), 12, '0')
                  || repeat('0', 20))::uuid
     and o.created_at >= l.starts_at and o.created_at < ((l.starts_at at time zone 'UTC' + ('1 ' || l.period)::interval) at time zone 'UTC')
     and o.operation = 'create' and o.payin_currency = l.currency
     and l.subject_id in (o.organization_id, o.payin_instrument_id)
     and coalesce(o.status_history -> 1 ->> 'status' not in ('FAILED_FUNDING_EXPIRED', 'FAILED_CANCELLED'), true))
  from l
 where limit_minor is not null and not exists (select from before where limit_minor is not null)
    on conflict (organization_id, subject_id, currency, period, starts_at)
    do update set used_minor = excluded.used_minor;

-- Raises a limit for a while.
-- updateRaisedVolume in server/src/engine/volume-limits/queries.ts
prepare update_raised_volume (
  uuid, -- $1 organization_id
  uuid, -- $2 subject_id
  text, -- $3 currency
  text, -- $4 period
  minor_units, -- $5 raised_minor
  instant, -- $6 raised_until
  bigint, -- $7 present_limit_minor
  bigint, -- $8 present_raised_minor
  timestamp with time zone -- $9 present_raised_until
) as
update volume_limits set raised_minor = $5, raised_until = $6
 where organization_id = $1 and subject_id = $2 and currency = $3 and period = $4 and limit_minor = $7
   and raised_minor is not distinct from $8 and raised_until is not distinct from $9
returning limit_minor;

-- The first count of a current period that differs from its orders.
-- selectVolumeFault in server/src/engine/volume-limits/queries.ts
prepare select_volume_fault as
select organization_id, subject_id, currency::text, period, used_minor::text, ordered_minor::text
   from (
select * from (
  select u.*, 
  (select coalesce(sum(o.payin_total_minor), 0) from orders o
    where o.organization_id = l.organization_id
      and o.id >= (lpad(to_hex((extract(epoch from u.starts_at) * 1000)::bigint - 3600000), 12, '0')
                   || repeat('0', 20))::uuid
      and o.created_at >= u.starts_at and o.created_at < ((u.starts_at at time zone 'UTC' + ('1 ' || l.period)::interval) at time zone 'UTC')
      and o.operation = 'create' and o.payin_currency = l.currency
      and l.subject_id in (o.organization_id, o.payin_instrument_id)
      and coalesce(o.status_history -> 1 ->> 'status' not in ('FAILED_FUNDING_EXPIRED', 'FAILED_CANCELLED'), true)) as ordered_minor
    from volume_limits l join volume_used u using (organization_id, subject_id, currency, period)
   where l.limit_minor is not null
     and not exists (select from volume_used later
                      where later.organization_id = u.organization_id and later.subject_id = u.subject_id
                        and later.currency = u.currency and later.period = u.period
                        and later.starts_at > u.starts_at)
) counts where used_minor <> ordered_minor) f
  order by organization_id, subject_id, currency, period limit 1;

-- Corrects the counts that differ from their orders, and returns them.
-- correctVolumeUsed in server/src/engine/volume-limits/queries.ts
prepare correct_volume_used as
with f as materialized (
select * from (
  select u.*, 
  (select coalesce(sum(o.payin_total_minor), 0) from orders o
    where o.organization_id = l.organization_id
      and o.id >= (lpad(to_hex((extract(epoch from u.starts_at) * 1000)::bigint - 3600000), 12, '0')
                   || repeat('0', 20))::uuid
      and o.created_at >= u.starts_at and o.created_at < ((u.starts_at at time zone 'UTC' + ('1 ' || l.period)::interval) at time zone 'UTC')
      and o.operation = 'create' and o.payin_currency = l.currency
      and l.subject_id in (o.organization_id, o.payin_instrument_id)
      and coalesce(o.status_history -> 1 ->> 'status' not in ('FAILED_FUNDING_EXPIRED', 'FAILED_CANCELLED'), true)) as ordered_minor
    from volume_limits l join volume_used u using (organization_id, subject_id, currency, period)
   where l.limit_minor is not null
     and not exists (select from volume_used later
                      where later.organization_id = u.organization_id and later.subject_id = u.subject_id
                        and later.currency = u.currency and later.period = u.period
                        and later.starts_at > u.starts_at)
) counts where used_minor <> ordered_minor), corrected as (
   insert into volume_used (organization_id, subject_id, currency, period, starts_at, used_minor)
   select organization_id, subject_id, currency, period, starts_at, ordered_minor - used_minor from f
    order by 1, 2, 3, 4, 5
       on conflict (organization_id, subject_id, currency, period, starts_at)
       do update set used_minor = volume_used.used_minor + excluded.used_minor)
 select organization_id, subject_id, currency::text, period, used_minor::text, ordered_minor::text from f;
