-- Limits of the payin totals that an organization, or one of its instruments, may order in a day and in a month.
-- Up Migration

create table volume_limits (
  organization_id uuid not null references organizations,
  -- The organization itself, or the instrument that pays in.
  subject_id uuid not null,
  currency currency_code not null,
  period text not null check (period in ('day', 'month')),
  -- Null: no limit any more.
  limit_minor minor_units,
  -- An operator raised the limit until this instant.
  raised_minor minor_units,
  raised_until instant,
  primary key (organization_id, subject_id, currency, period),
  check ((raised_minor is null) = (raised_until is null))
);
grant select, insert, update (limit_minor, raised_minor, raised_until) on volume_limits to corridor_service;

-- What was ordered in a period under a limit: days and months in UTC, by the creation of the order. An order that ends
-- unfunded is subtracted again. Statements that create orders hold the lock on the limit while they add.
create table volume_used (
  organization_id uuid not null,
  subject_id uuid not null,
  currency currency_code not null,
  period text not null,
  starts_at instant not null,
  used_minor numeric(38) not null,
  primary key (organization_id, subject_id, currency, period, starts_at),
  foreign key (organization_id, subject_id, currency, period) references volume_limits
) with (fillfactor = 50);
grant select, insert, update (used_minor) on volume_used to corridor_service;

-- What is left of each limit of an organization at an instant, negative if it is exceeded. It locks the limits until the
-- commit, so that concurrent statements never order more than is left. Each statement of a volatile function has its own
-- snapshot: what is used is read after the lock was taken.
create function lock_volume_limits(of_organization uuid, of_at timestamptz)
returns table (subject_id uuid, currency text, period text, starts_at timestamptz, left_minor numeric)
language plpgsql volatile as $$
begin
  perform from volume_limits l where l.organization_id = of_organization and l.limit_minor is not null
    order by l.subject_id, l.currency, l.period for update;
  return query
    select l.subject_id, l.currency::text, l.period, s.at,
           case when l.raised_until > of_at then greatest(l.limit_minor, l.raised_minor) else l.limit_minor end
             - coalesce(u.used_minor, 0)
      from volume_limits l
      cross join lateral (select date_trunc(l.period, of_at, 'UTC') as at) s
      left join volume_used u on u.organization_id = l.organization_id and u.subject_id = l.subject_id
           and u.currency = l.currency and u.period = l.period and u.starts_at = s.at
     where l.organization_id = of_organization and l.limit_minor is not null;
end
$$;
revoke execute on function lock_volume_limits from public;
grant execute on function lock_volume_limits to corridor_service;
