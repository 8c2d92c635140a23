-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Questions are asked again when what they lack is there.
-- updateLackingAskedAgain in server/src/rules/screening/lacking-queries.ts
prepare update_lacking_asked_again (
  bigint -- $1 limit
) as
with found as (
  select s.key as found_key from screenings s
   where s.state = 'hold' and s.lacking is not null
     and case s.lacking
           when 'travel_rule' then exists (select from travel_rule_records r where r.instrument_id = s.lacking_id and r.erased_at is null)
           else exists (select from verifications v
                         where v.subject_id = s.lacking_id and v.state = 'verified'
                           and v.organization_id = (
                             select coalesce(
                               (select o.id from organizations o where o.id = s.lacking_id),
                               (select e.organization_id from external_payment_instruments e where e.id = s.lacking_id))))
         end
   limit $1 for update of s skip locked
)
update screenings
   set state = 'asking', version = null, asked_version = null, round = round + 1,
       due_at = case when subject = 'deposit' then now() end
  from found where key = found_key;

-- selectTransfer in server/src/rules/screening/lacking-queries.ts
prepare select_transfer (
  uuid, -- $1 organization_id
  uuid -- $2 order_id
) as
select i.id as payin_id, i.method as payin_method, o.payin_currency, o.payin_total_minor,
      p.id as paid_id, p.method as paid_method
 from orders o
 join external_payment_instruments i on i.organization_id = o.organization_id and i.id = o.payin_instrument_id
 join external_payment_instruments p on p.organization_id = o.organization_id
  and p.id = coalesce((select instrument_id from payouts
                        where organization_id = o.organization_id and order_id = o.id
                        order by sequence desc limit 1), o.payout_instrument_id)
where o.organization_id = $1 and o.id = $2;

-- Replaces parts of a list.
-- upsertScreeningList in server/src/rules/screening/list-queries.ts
prepare upsert_screening_list (
  text, -- $1 screener
  integer[], -- $2 parts
  bytea[] -- $3 entries
) as
insert into screening_lists (screener, part, entries)
select $1, part, entries from unnest($2::int[], $3::bytea[]) as p (part, entries)
on conflict (screener, part) do update set entries = excluded.entries
  where screening_lists.entries <> excluded.entries;

-- selectScreeningParts in server/src/rules/screening/list-queries.ts
prepare select_screening_parts (
  text, -- $1 screener
  integer[] -- $2 parts
) as
select part, entries from screening_lists where screener = $1 and part = any ($2::int[]);

-- Nothing is screened while there is no screener.
-- selectScreening in server/src/rules/screening/queries.ts
prepare select_screening as
select version, screeners from screening;

-- Replaces the screeners.
-- updateScreening in server/src/rules/screening/queries.ts
prepare update_screening (
  jsonb -- $1 screeners
) as
update screening
set version = version + 1, screeners = $1::jsonb, is_on = jsonb_array_length($1::jsonb) > 0;

-- selectScreeningOf in server/src/rules/screening/queries.ts
prepare select_screening_of_key (
  text -- $1 key
) as
select key, subject, deposit_id, organization_id, order_id, fingerprint, state, version, screener, reason, asked_at,
answered_at, released_at, release_reason, attempt, round,
version is not distinct from (select version from screening) as is_present from screenings where key = $1;

-- Takes up to `limit` due deposits.
-- claimScreenings in server/src/rules/screening/queries.ts
prepare claim_screenings (
  bigint, -- $1 limit
  double precision -- $2 lease_ms
) as
with due as (
  select key as due_key from screenings where true and due_at <= now()
   order by due_at limit $1 for update skip locked
)
update screenings set attempt = attempt + 1, due_at = now() + $2 * interval '1 millisecond'
  from due where key = due_key
returning key, subject, deposit_id, organization_id, order_id, fingerprint, state, version, screener, reason, asked_at,
  answered_at, released_at, release_reason, attempt, round,
  version is not distinct from (select version from screening) as is_present;

-- Commits a question before it is asked.
-- upsertScreening in server/src/rules/screening/queries.ts
prepare upsert_screening (
  text, -- $1 key
  text, -- $2 subject
  uuid, -- $3 deposit_id
  uuid, -- $4 organization_id
  uuid, -- $5 order_id
  bytea, -- $6 fingerprint
  instant -- $7 at
) as
insert into screenings (key, subject, deposit_id, organization_id, order_id, fingerprint, state, asked_at, asked_version)
 values ($1, $2, $3, $4, $5, $6, 'asking', $7, (select version from screening))
 on conflict (key) do update
   set fingerprint = excluded.fingerprint, state = 'asking', screener = null, reason = null,
       asked_version = excluded.asked_version,
       round = screenings.round
         + (screenings.asked_version is not null
            and (screenings.asked_version <> excluded.asked_version
                 or screenings.fingerprint is distinct from excluded.fingerprint))::int
 where screenings.version is distinct from (select version from screening)
    or screenings.fingerprint is distinct from excluded.fingerprint
 returning key, subject, deposit_id, organization_id, order_id, fingerprint, state, version, screener, reason, asked_at,
answered_at, released_at, release_reason, attempt, round,
version is not distinct from (select version from screening) as is_present;

-- Stores the answer to an asked question, once.
-- updateScreeningAnswered in server/src/rules/screening/queries.ts
prepare update_screening_answered (
  text, -- $1 key
  bytea, -- $2 fingerprint
  integer, -- $3 version
  text, -- $4 state
  text, -- $5 screener
  text, -- $6 reason
  instant, -- $7 at
  integer, -- $8 round
  text, -- $9 lacking
  uuid, -- $10 lacking_id
  json -- $11 events
) as
with before as (
   select lacking_id as lacked_id from screenings where key = $1
 ), written as (
   update screenings
      set state = $4, version = $3, screener = $5, reason = $6, answered_at = $7, lacking = $9, lacking_id = $10,
          -- A held deposit is handled again when an operator releases it, or when what it lacks is there.
          due_at = case when $4 = 'clear' then due_at end
    where key = $1 and fingerprint = $2 and round = $8 and state = 'asking' and $3 = (select version from screening)
   returning key, subject, deposit_id, organization_id, order_id, fingerprint, state, version, screener, reason, asked_at,
answered_at, released_at, release_reason, attempt, round,
version is not distinct from (select version from screening) as is_present, lacking_id
 ), changed as (
   -- The customer is told once.
   select 0 as position, organization_id, null::uuid as id, null::int as first_event, answered_at as at
     from written, before
    where organization_id is not null and lacked_id is distinct from lacking_id
 ), announced as (
insert into events (organization_id, id, order_id, sequence, type, data, created_at)
select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
  from json_to_recordset($11::json) as e (position int, id uuid, type text, data jsonb, step int)
  join changed c using (position)
returning organization_id, id, type, created_at), delivered as (
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
  updated_at, due_at)
select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
       a.created_at, a.created_at, a.created_at
  from announced a
  cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from organizations where id = a.organization_id))
       and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
 select key, subject, deposit_id, organization_id, order_id, fingerprint, state, version, screener, reason, asked_at,
answered_at, released_at, release_reason, attempt, round,
version is not distinct from (select version from screening) as is_present from written;

-- When a worker handles a deposit next; null for never.
-- updateScreeningDue in server/src/rules/screening/queries.ts
prepare update_screening_due (
  text, -- $1 key
  double precision -- $2 wait_ms
) as
update screenings
  -- Another worker may have stored a hold meanwhile.
  set due_at = case when state not in ('hold', 'reject') then now() + $2 * interval '1 millisecond' end
where key = $1 and subject = 'deposit';

-- Ends a hold.
-- updateScreeningReleased in server/src/rules/screening/queries.ts
prepare update_screening_released (
  text, -- $1 key
  text, -- $2 reason
  instant -- $3 at
) as
with present as (
   select version as present_version,
          (select x.kind from jsonb_to_recordset(screeners) as x (name text, kind text)
            where x.name = (select screener from screenings where key = $1)) as screener_kind
     from screening
 )
 update screenings
    set state = case when state = 'hold' and version = present_version then 'released' else 'asking' end,
        -- Screeners with a memory are asked under a new key.
        round = round + (state = 'reject')::int,
        asked_version = case when state = 'reject' then null else asked_version end,
        version = case when state = 'reject' then null else version end,
        released_at = $3, release_reason = $2,
        due_at = case when subject = 'deposit' then now() end
   from present
  where key = $1
    and (state = 'hold' or (state = 'reject' and (version <> present_version or screener_kind is distinct from 'list')))
 returning key, subject, deposit_id, organization_id, order_id, fingerprint, state, version, screener, reason, asked_at,
answered_at, released_at, release_reason, attempt, round,
version is not distinct from (select version from screening) as is_present;

-- Questions that are held or not yet answered, oldest first; without deposits that were taken back.
-- selectHeldScreenings in server/src/rules/screening/queries.ts
prepare select_held_screenings (
  text -- $1 subject
) as
select key, subject, deposit_id, organization_id, order_id, fingerprint, state, version, screener, reason, asked_at,
answered_at, released_at, release_reason, attempt, round,
version is not distinct from (select version from screening) as is_present from screenings s
  where state in ('asking', 'hold', 'reject') and subject = $1
    and not exists (select from deposits d where d.id = s.deposit_id and d.reversed_at is not null)
  order by asked_at, key limit 1000;

-- All questions about an order, oldest first.
-- selectScreeningsOfOrder in server/src/rules/screening/queries.ts
prepare select_screenings_of_order (
  uuid, -- $1 organization_id
  uuid -- $2 order_id
) as
select key, subject, deposit_id, organization_id, order_id, fingerprint, state, version, screener, reason, asked_at,
answered_at, released_at, release_reason, attempt, round,
version is not distinct from (select version from screening) as is_present from screenings where organization_id = $1 and order_id = $2 order by asked_at, key;

-- Whether each order has a deposit that came in time and is not yet credited, unless a screener rejected it.
-- selectScreenedInTime in server/src/rules/screening/queries.ts
prepare select_screened_in_time (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 order_ids
  timestamp with time zone[] -- $3 funding_expires_at
) as
select exists (
 select from screenings s join deposits d on d.id = s.deposit_id
  where s.organization_id = o.organization_id and s.order_id = o.id and d.order_id is null
    and d.reversed_at is null and s.state <> 'reject' and coalesce(d.received_at, d.recorded_at) <= o.funding_expires_at) as is_so
 from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) with ordinality
        as o (organization_id, id, funding_expires_at, position)
order by position;
