-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- selectWebhookBacklog in server/src/customers/webhooks/backlog-queries.ts
prepare select_webhook_backlog (
  timestamp with time zone -- $1 now
) as
select count(*)::int as pending, count(*) filter (where due_at <= $1)::int as due, min(due_at)::timestamptz as due_at
from (select due_at from webhook_deliveries where due_at is not null limit 100000) pending;

-- Leases endpoints with due deliveries and returns these, at most `free` with slots.
-- claimDueDeliveries in server/src/customers/webhooks/claim-queries.ts
prepare claim_due_webhook_deliveries (
  timestamp with time zone, -- $1 now
  integer, -- $2 free
  uuid, -- $3 lease_token
  double precision, -- $4 lease_ms
  uuid[], -- $5 enterprise_ids
  integer[], -- $6 used_slots
  uuid[], -- $7 organization_ids
  uuid[], -- $8 endpoint_ids
  integer[], -- $9 busy
  integer[], -- $10 wanted
  uuid[], -- $11 held_endpoint_ids
  uuid[] -- $12 held_event_ids
) as
with recursive queues as (
  -- Endpoints with queued deliveries. Skips through the index: one step for each endpoint, however long its queue is.
  (select organization_id, endpoint_id from webhook_deliveries where due_at is not null
    order by organization_id, endpoint_id limit 1)
  union all
  select later.organization_id, later.endpoint_id
    from queues cross join lateral (
      select d.organization_id, d.endpoint_id from webhook_deliveries d
       where d.due_at is not null
         and (d.organization_id, d.endpoint_id) > (queues.organization_id, queues.endpoint_id)
       order by d.organization_id, d.endpoint_id limit 1) later
), mine as materialized (
  select * from unnest($7::uuid[], $8::uuid[], $9::int[], $10::int[]) as m (organization_id, endpoint_id, busy, wanted)
), held as materialized (
  select * from unnest($11::uuid[], $12::uuid[]) as h (endpoint_id, event_id)
), candidates as (
  -- The due deliveries of each endpoint that no other process has, up to its limit. "place" is the request's number at
  -- its endpoint. Beyond the limit there are those that a fast endpoint gets without slots.
  select o.enterprise_id, w.organization_id, w.id as endpoint_id, w.is_quick, w.status, d.event_id, d.due_at, d.attempts,
         d.asked, d.event_organization_id, used.by_enterprise, sent.by_organization, sent.to_endpoint + d.place as place,
         sent.to_endpoint + d.place > room.most as is_ahead, d.found, d.found = asked_for.rows as is_all_asked
    from queues
   cross join lateral (select * from webhook_endpoints where (organization_id, id) = (queues.organization_id, queues.endpoint_id)
       and not exists (
         select from webhook_leases l
          where (l.organization_id, l.endpoint_id) = (queues.organization_id, queues.endpoint_id) and l.lease_token <> $3 and not (l.leased_until is null
  or l.leased_until not between now() and now() + $4 * interval '1 millisecond' + interval '1 minute')) offset 0) w
   cross join lateral (
     select coalesce(w.enterprise_id, (select enterprise_id from organizations where id = w.organization_id))
            as enterprise_id) o
   cross join lateral (
     select (coalesce((select sum(busy) from mine where organization_id = w.organization_id), 0)
             + coalesce((select sum(busy) from webhook_leases l
                          where organization_id = w.organization_id and l.lease_token <> $3 and not (l.leased_until is null
  or l.leased_until not between now() and now() + $4 * interval '1 millisecond' + interval '1 minute')), 0))::int as by_organization,
            coalesce((select busy from mine where endpoint_id = w.id), 0) as to_endpoint) sent
   cross join lateral (
     select case when w.status = 'DISABLED' then 100 when w.failing_since is null then w.most_at_once else 1 end as most,
            case when w.most_at_once = 32 and w.status = 'ENABLED' and w.failing_since is null
                 then coalesce((select wanted from mine where endpoint_id = w.id), 128) else 0 end as ahead) room
   cross join lateral (select greatest(0, room.most - sent.to_endpoint) + room.ahead as rows) asked_for
   cross join lateral (
     select coalesce(sum(count), 0)::int as by_enterprise
       from unnest($5::uuid[], $6::int[]) as slots (enterprise_id, count) where enterprise_id = o.enterprise_id) used
   cross join lateral (
     select first.*, row_number() over (order by first.due_at) as place, count(*) over ()::int as found
       from (select d.event_id, d.due_at, d.attempts, d.asked, d.event_organization_id from webhook_deliveries d
              where (d.organization_id, d.endpoint_id) = (w.organization_id, w.id) and d.due_at <= $1
                and (d.endpoint_id, d.event_id) not in (select endpoint_id, event_id from held)
              order by d.due_at
              limit asked_for.rows) first
   ) d
), turns as (
  -- "turn" is the request's number in its organization. Endpoints take turns.
  select c.*, by_organization
           + row_number() over (partition by organization_id, is_quick order by place, due_at) as turn
    from candidates c
   where not is_ahead
), shares as (
  -- "share" counts the slots of the enterprise in this process, for quick endpoints and others separately.
  select t.*, by_enterprise
           + row_number() over (partition by enterprise_id, is_quick order by turn, due_at) as share
    from turns t
), ranked as (
  -- "rank" is the request's number in this claim, for quick endpoints and others separately.
  select s.*, row_number() over (partition by is_quick order by share, due_at) as rank from shares s
), unreserved as (
  -- Endpoints not known to be quick leave the reserve free.
  select r.*, by_enterprise + row_number() over (partition by enterprise_id order by share, due_at) as share_of_both
    from ranked r
   where is_quick or share + rank <= $2::int - 64 + 1
), admitted as (
  -- An enterprise uses no more slots than it leaves free. Only requests within FIRST_LIMIT use the last half.
  select * from (select u.*, row_number() over (order by share_of_both, due_at) as rank_of_both from unreserved u) u
   where share_of_both + rank_of_both <= $2::int + 1
     and (place <= 8 or status = 'DISABLED' or rank_of_both <= $2::int - 128)
   order by rank_of_both
   limit $2::int
), chosen as (
  select organization_id, endpoint_id, event_id, attempts, asked, event_organization_id, found, is_all_asked, false as is_ahead
    from admitted
  union all
  -- Only while half of the slots stay free. Otherwise endpoints take turns for each request.
  select organization_id, endpoint_id, event_id, attempts, asked, event_organization_id, found, is_all_asked, true
    from candidates
   where is_ahead and (select count(*) from admitted) <= $2::int - 128
), in_turn as (
  -- Waits for a concurrent claim. Updates no row if this statement did not see that claim's leases.
  update webhook_claims set number = number + 1
   where number = (select number from webhook_claims) and exists (select from chosen)
  returning number
), leased as (
  -- In a fixed order, so that this statement and one that releases leases cannot deadlock.
  insert into webhook_leases (organization_id, endpoint_id, lease_token, leased_until, busy)
  select c.organization_id, c.endpoint_id, $3, now() + $4 * interval '1 millisecond',
         count(*) filter (where not c.is_ahead) + coalesce(max(m.busy), 0)
    from in_turn cross join chosen c left join mine m using (endpoint_id)
   group by c.organization_id, c.endpoint_id
   order by c.organization_id, c.endpoint_id
  on conflict (organization_id, endpoint_id) do update
     set lease_token = excluded.lease_token, leased_until = excluded.leased_until, busy = excluded.busy
  returning organization_id, endpoint_id
)
select o.enterprise_id, c.organization_id, c.endpoint_id, c.event_id, c.attempts, c.asked, w.url,
       w.secrets_key_id, w.secrets_sealed, w.failing_since, w.status as endpoint_status, e.type as event_type,
       e.data as event_data, e.created_at as event_created_at, w.enterprise_id is not null as is_enterprise_wide,
       c.event_organization_id, c.is_ahead, c.found, c.is_all_asked, one.lost_race, one.is_short
  from (select exists (select from chosen) and not exists (select from in_turn) as lost_race,
               (select count(*) from candidates) > (select count(*) from chosen) as is_short) one
  left join (leased join chosen c using (organization_id, endpoint_id)
   cross join lateral (select * from webhook_endpoints where (organization_id, id) = (leased.organization_id, leased.endpoint_id) offset 0) w
   cross join lateral (
     select coalesce(w.enterprise_id, (select enterprise_id from organizations where id = w.organization_id))
            as enterprise_id) o
   cross join lateral (select * from events where organization_id = coalesce(c.event_organization_id, c.organization_id)
     and id = c.event_id offset 0) e) on true;

-- SQL part: the event of each delivery, `e`.
-- eventOf in server/src/customers/webhooks/delivery-queries.ts
prepare select_webhook_deliveries (
  uuid, -- $1 organization_id
  uuid, -- $2 endpoint_id
  uuid, -- $3 after
  bigint -- $4 limit
) as
select d.id, d.event_id, e.type as event_type, d.status, d.attempts, d.last_status_code, d.last_error, d.last_answer,
      d.created_at, d.updated_at, d.due_at,
      coalesce(d.event_organization_id, (select o.id from organizations o where o.id = d.organization_id)) as of_organization
 from webhook_deliveries d
 cross join lateral (select * from events where organization_id = coalesce(d.event_organization_id, d.organization_id)
   and id = d.event_id offset 0) e
where d.organization_id = $1 and d.endpoint_id = $2 and d.event_id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  
order by d.event_id desc
limit $4;

-- SQL part: the event of each delivery, `e`.
-- eventOf in server/src/customers/webhooks/delivery-queries.ts
prepare "select_webhook_deliveries oldest" (
  uuid, -- $1 organization_id
  uuid, -- $2 endpoint_id
  uuid, -- $3 after
  bigint -- $4 limit
) as
select d.id, d.event_id, e.type as event_type, d.status, d.attempts, d.last_status_code, d.last_error, d.last_answer,
      d.created_at, d.updated_at, d.due_at,
      coalesce(d.event_organization_id, (select o.id from organizations o where o.id = d.organization_id)) as of_organization
 from webhook_deliveries d
 cross join lateral (select * from events where organization_id = coalesce(d.event_organization_id, d.organization_id)
   and id = d.event_id offset 0) e
where d.organization_id = $1 and d.endpoint_id = $2 and d.event_id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
  
order by d.event_id asc
limit $4;

-- SQL part: the event of each delivery, `e`.
-- eventOf in server/src/customers/webhooks/delivery-queries.ts
prepare select_pending_webhook_deliveries (
  uuid, -- $1 organization_id
  uuid, -- $2 endpoint_id
  uuid, -- $3 after
  bigint -- $4 limit
) as
select d.id, d.event_id, e.type as event_type, d.status, d.attempts, d.last_status_code, d.last_error, d.last_answer,
      d.created_at, d.updated_at, d.due_at,
      coalesce(d.event_organization_id, (select o.id from organizations o where o.id = d.organization_id)) as of_organization
 from webhook_deliveries d
 cross join lateral (select * from events where organization_id = coalesce(d.event_organization_id, d.organization_id)
   and id = d.event_id offset 0) e
where d.organization_id = $1 and d.endpoint_id = $2 and d.event_id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  and d.due_at is not null
order by d.event_id desc
limit $4;

-- SQL part: the event of each delivery, `e`.
-- eventOf in server/src/customers/webhooks/delivery-queries.ts
prepare "select_pending_webhook_deliveries oldest" (
  uuid, -- $1 organization_id
  uuid, -- $2 endpoint_id
  uuid, -- $3 after
  bigint -- $4 limit
) as
select d.id, d.event_id, e.type as event_type, d.status, d.attempts, d.last_status_code, d.last_error, d.last_answer,
      d.created_at, d.updated_at, d.due_at,
      coalesce(d.event_organization_id, (select o.id from organizations o where o.id = d.organization_id)) as of_organization
 from webhook_deliveries d
 cross join lateral (select * from events where organization_id = coalesce(d.event_organization_id, d.organization_id)
   and id = d.event_id offset 0) e
where d.organization_id = $1 and d.endpoint_id = $2 and d.event_id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
  and d.due_at is not null
order by d.event_id asc
limit $4;

-- SQL part: the event of each delivery, `e`.
-- eventOf in server/src/customers/webhooks/delivery-queries.ts
prepare select_delivered_webhook_deliveries (
  uuid, -- $1 organization_id
  uuid, -- $2 endpoint_id
  uuid, -- $3 after
  bigint -- $4 limit
) as
select d.id, d.event_id, e.type as event_type, d.status, d.attempts, d.last_status_code, d.last_error, d.last_answer,
      d.created_at, d.updated_at, d.due_at,
      coalesce(d.event_organization_id, (select o.id from organizations o where o.id = d.organization_id)) as of_organization
 from webhook_deliveries d
 cross join lateral (select * from events where organization_id = coalesce(d.event_organization_id, d.organization_id)
   and id = d.event_id offset 0) e
where d.organization_id = $1 and d.endpoint_id = $2 and d.event_id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  and d.status = 'DELIVERED'
order by d.event_id desc
limit $4;

-- SQL part: the event of each delivery, `e`.
-- eventOf in server/src/customers/webhooks/delivery-queries.ts
prepare "select_delivered_webhook_deliveries oldest" (
  uuid, -- $1 organization_id
  uuid, -- $2 endpoint_id
  uuid, -- $3 after
  bigint -- $4 limit
) as
select d.id, d.event_id, e.type as event_type, d.status, d.attempts, d.last_status_code, d.last_error, d.last_answer,
      d.created_at, d.updated_at, d.due_at,
      coalesce(d.event_organization_id, (select o.id from organizations o where o.id = d.organization_id)) as of_organization
 from webhook_deliveries d
 cross join lateral (select * from events where organization_id = coalesce(d.event_organization_id, d.organization_id)
   and id = d.event_id offset 0) e
where d.organization_id = $1 and d.endpoint_id = $2 and d.event_id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
  and d.status = 'DELIVERED'
order by d.event_id asc
limit $4;

-- SQL part: the event of each delivery, `e`.
-- eventOf in server/src/customers/webhooks/delivery-queries.ts
prepare select_failed_webhook_deliveries (
  uuid, -- $1 organization_id
  uuid, -- $2 endpoint_id
  uuid, -- $3 after
  bigint -- $4 limit
) as
select d.id, d.event_id, e.type as event_type, d.status, d.attempts, d.last_status_code, d.last_error, d.last_answer,
      d.created_at, d.updated_at, d.due_at,
      coalesce(d.event_organization_id, (select o.id from organizations o where o.id = d.organization_id)) as of_organization
 from webhook_deliveries d
 cross join lateral (select * from events where organization_id = coalesce(d.event_organization_id, d.organization_id)
   and id = d.event_id offset 0) e
where d.organization_id = $1 and d.endpoint_id = $2 and d.event_id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  and d.status = 'FAILED'
order by d.event_id desc
limit $4;

-- SQL part: the event of each delivery, `e`.
-- eventOf in server/src/customers/webhooks/delivery-queries.ts
prepare "select_failed_webhook_deliveries oldest" (
  uuid, -- $1 organization_id
  uuid, -- $2 endpoint_id
  uuid, -- $3 after
  bigint -- $4 limit
) as
select d.id, d.event_id, e.type as event_type, d.status, d.attempts, d.last_status_code, d.last_error, d.last_answer,
      d.created_at, d.updated_at, d.due_at,
      coalesce(d.event_organization_id, (select o.id from organizations o where o.id = d.organization_id)) as of_organization
 from webhook_deliveries d
 cross join lateral (select * from events where organization_id = coalesce(d.event_organization_id, d.organization_id)
   and id = d.event_id offset 0) e
where d.organization_id = $1 and d.endpoint_id = $2 and d.event_id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
  and d.status = 'FAILED'
order by d.event_id asc
limit $4;

-- Makes deliveries due at `now` if their due time is later than any retry delay allows, since a wrong clock set it (see clock-steps.ts).
-- updateDeliveriesDueSooner in server/src/customers/webhooks/delivery-queries.ts
prepare update_webhook_deliveries_due_sooner (
  instant, -- $1 now
  timestamp with time zone[] -- $2 latest
) as
with late as (
  select organization_id, endpoint_id, event_id from webhook_deliveries where due_at > ($2::timestamptz[])[attempts + 1] for update skip locked
)
update webhook_deliveries d set due_at = $1 from late
 where (d.organization_id, d.endpoint_id, d.event_id) = (late.organization_id, late.endpoint_id, late.event_id)
returning d.due_at;

-- Also those of whole enterprises.
-- selectSeenEndpoints in server/src/customers/webhooks/operator-queries.ts
prepare select_seen_webhook_endpoints (
  uuid[], -- $1 enterprise_ids
  uuid, -- $2 organization_id
  text, -- $3 status
  timestamp with time zone, -- $4 after
  timestamp with time zone, -- $5 made_before
  uuid, -- $6 before
  bigint -- $7 limit
) as
select w.organization_id, w.id, w.url, w.description, w.event_types, w.secrets_key_id, w.secrets_sealed, w.status, w.disabled_reason, w.failing_since, w.created_at, w.updated_at, w.enterprise_id, coalesce(w.enterprise_id, g.enterprise_id) as of_enterprise, g.name as organization_name
 from webhook_endpoints w left join organizations g on g.id = w.organization_id
where w.deleted_at is null and ($1::uuid[] is null or coalesce(w.enterprise_id, g.enterprise_id) = any ($1))
  and ($2::uuid is null or w.organization_id = $2) and ($3::text is null or w.status = $3)
  and w.created_at > coalesce($4::timestamptz, '-infinity') and w.created_at < coalesce($5::timestamptz, 'infinity')
  and w.id < coalesce($6::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
order by w.id desc limit $7;

-- Also those of whole enterprises.
-- selectSeenEndpoints in server/src/customers/webhooks/operator-queries.ts
prepare "select_seen_webhook_endpoints oldest" (
  uuid[], -- $1 enterprise_ids
  uuid, -- $2 organization_id
  text, -- $3 status
  timestamp with time zone, -- $4 after
  timestamp with time zone, -- $5 made_before
  uuid, -- $6 before
  bigint -- $7 limit
) as
select w.organization_id, w.id, w.url, w.description, w.event_types, w.secrets_key_id, w.secrets_sealed, w.status, w.disabled_reason, w.failing_since, w.created_at, w.updated_at, w.enterprise_id, coalesce(w.enterprise_id, g.enterprise_id) as of_enterprise, g.name as organization_name
 from webhook_endpoints w left join organizations g on g.id = w.organization_id
where w.deleted_at is null and ($1::uuid[] is null or coalesce(w.enterprise_id, g.enterprise_id) = any ($1))
  and ($2::uuid is null or w.organization_id = $2) and ($3::text is null or w.status = $3)
  and w.created_at > coalesce($4::timestamptz, '-infinity') and w.created_at < coalesce($5::timestamptz, 'infinity')
  and w.id > coalesce($6::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
order by w.id asc limit $7;

-- An endpoint of any owner.
-- selectSeenEndpoint in server/src/customers/webhooks/operator-queries.ts
prepare select_seen_webhook_endpoint (
  uuid -- $1 id
) as
select w.organization_id, w.id, w.url, w.description, w.event_types, w.secrets_key_id, w.secrets_sealed, w.status, w.disabled_reason, w.failing_since, w.created_at, w.updated_at, w.enterprise_id, coalesce(w.enterprise_id, g.enterprise_id) as of_enterprise, g.name as organization_name
from webhook_endpoints w left join organizations g on g.id = w.organization_id where w.id = $1 and w.deleted_at is null;

-- lockEndpoint in server/src/customers/webhooks/operator-queries.ts
prepare lock_webhook_endpoint (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select organization_id, id, url, description, event_types, secrets_key_id, secrets_sealed, status,
disabled_reason, failing_since, created_at, updated_at, enterprise_id from webhook_endpoints where organization_id = $1 and id = $2 and deleted_at is null
    for no key update;

-- Enabling resets the failures.
-- updateEndpointByOperator in server/src/customers/webhooks/operator-queries.ts
prepare update_webhook_endpoint_by_operator (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  text, -- $3 status
  timestamp with time zone -- $4 at
) as
update webhook_endpoints
    set status = $3, disabled_reason = case $3 when 'DISABLED' then 'operator' end,
        failing_since = case when $3 = 'ENABLED' then null else failing_since end,
        updated_at = greatest($4, updated_at)
  where organization_id = $1 and id = $2 and deleted_at is null
  returning organization_id, id, url, description, event_types, secrets_key_id, secrets_sealed, status,
disabled_reason, failing_since, created_at, updated_at, enterprise_id;

-- Records outcomes, and ends the leases of the endpoints of which the process holds nothing more.
-- updateDeliveries in server/src/customers/webhooks/outcome-queries.ts
prepare update_webhook_deliveries (
  json, -- $1 outcomes
  double precision, -- $2 failing_ms
  uuid, -- $3 lease_token
  uuid[], -- $4 released_endpoint_ids
  uuid[] -- $5 released_organization_ids
) as
with input as (
  select * from json_to_recordset($1::json) as i (organization_id uuid, endpoint_id uuid, event_id uuid, asked int,
    attempts_before int, status text, attempts int, status_code int, error text, answer text, due_at timestamptz,
    at timestamptz, health text, took_ms int)
), locked as (
  -- Another process may have sent it after the lease had ended. Its outcome stands.
  select i.*, d.asked <> i.asked as is_asked_again, true as is_locked
    from (select * from input order by organization_id, endpoint_id, event_id) i
    cross join lateral (select * from webhook_deliveries where (organization_id, endpoint_id, event_id) = (i.organization_id, i.endpoint_id, i.event_id)
        and status = 'PENDING' and (asked <> i.asked or attempts = i.attempts_before) for update offset 0) d
), recorded as (
  update webhook_deliveries d
     set status = case when i.is_asked_again then 'PENDING' else i.status end,
         attempts = case when i.is_asked_again then 0 else i.attempts end,
         due_at = case when i.is_asked_again then d.due_at else i.due_at end,
         last_status_code = case when i.health = 'unsent' then d.last_status_code else i.status_code end,
         last_error = coalesce(i.error, case when i.health = 'unsent' then d.last_error end),
         last_answer = case when i.health = 'unsent' then d.last_answer else i.answer end,
         updated_at = greatest(i.at, d.updated_at)
    from locked i
   where (d.organization_id, d.endpoint_id, d.event_id) = (i.organization_id, i.endpoint_id, i.event_id)
     -- Always true. The planner takes it for rare, so it looks up few rows by key instead of reading the whole table.
     and i.is_locked::text = 'true'
  returning d.organization_id, d.endpoint_id, i.health, i.took_ms, i.at
), endpoints as (
update webhook_endpoints w
   set failing_since = case when j.accepted then null else coalesce(w.failing_since, j.at) end,
       status = case when j.disable_for is null then w.status else 'DISABLED' end,
       disabled_reason = j.disable_for,
       is_quick = coalesce(j.is_quick, w.is_quick),
       most_at_once = j.most_at_once,
       updated_at = case when j.disable_for is null then w.updated_at else greatest(j.at, w.updated_at) end
  from (
    select e.organization_id, e.id, r.accepted, r.is_quick, next.most_at_once, r.at,
           case when r.gone then 'gone'
                when not r.accepted and e.failing_since <= r.at - $2 * interval '1 millisecond' then 'failing'
            end as disable_for
      from (select organization_id, endpoint_id, bool_or(health = 'accepted') as accepted,
                   bool_or(health = 'gone') as gone, max(took_ms) < 250 as is_fast,
                   case when max(took_ms) < 500 then true when max(took_ms) >= 1000 then false end as is_quick,
                   max(at) as at
              from recorded where health <> 'unsent' group by organization_id, endpoint_id) r
      join webhook_endpoints e on (e.organization_id, e.id) = (r.organization_id, r.endpoint_id)
     cross join lateral (
       select case when not r.accepted then 8
                   when r.is_fast then least(32, e.most_at_once * 2)
                   else greatest(8, e.most_at_once / 2) end as most_at_once) next
     where e.status = 'ENABLED' and (r.gone or r.accepted = (e.failing_since is not null) or r.is_quick <> e.is_quick
           or next.most_at_once <> e.most_at_once
           or e.failing_since <= r.at - $2 * interval '1 millisecond')
     order by e.organization_id, e.id
       for no key update of e
  ) j
 where (w.organization_id, w.id) = (j.organization_id, j.id)
returning w.id, w.disabled_reason
), free as (
  select organization_id, endpoint_id
    from unnest($5::uuid[], $4::uuid[]) as r (organization_id, endpoint_id) join webhook_leases l using (organization_id, endpoint_id)
   where l.lease_token = $3
   order by organization_id, endpoint_id
     for update of l
), released as (
  update webhook_leases l set leased_until = null from free
   where (l.organization_id, l.endpoint_id) = (free.organization_id, free.endpoint_id)
)
select id, disabled_reason from endpoints where disabled_reason is not null;

-- Ends all leases of a process.
-- updateLeasesEnded in server/src/customers/webhooks/outcome-queries.ts
prepare update_webhook_leases_ended (
  uuid -- $1 lease_token
) as
update webhook_leases set leased_until = null where lease_token = $1 and leased_until is not null;

-- selectEndpoint in server/src/customers/webhooks/queries.ts
prepare select_webhook_endpoint (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select organization_id, id, url, description, event_types, secrets_key_id, secrets_sealed, status,
disabled_reason, failing_since, created_at, updated_at, enterprise_id from webhook_endpoints where organization_id = $1 and id = $2 and deleted_at is null;

-- Oldest first, after `after`.
-- selectEndpoints in server/src/customers/webhooks/queries.ts
prepare select_webhook_endpoints (
  uuid, -- $1 organization_id
  uuid, -- $2 after
  bigint -- $3 limit
) as
select organization_id, id, url, description, event_types, secrets_key_id, secrets_sealed, status,
disabled_reason, failing_since, created_at, updated_at, enterprise_id from webhook_endpoints
  where organization_id = $1 and deleted_at is null and ($2::uuid is null or id > $2)
  order by id
  limit $3;

-- Finds deleted endpoints too.
-- selectEndpointCreation in server/src/customers/webhooks/queries.ts
prepare select_webhook_endpoint_creation (
  uuid, -- $1 organization_id
  text -- $2 idempotency_key
) as
select id, created_key_id, created_sealed, request_hash from webhook_endpoints
where organization_id = $1 and idempotency_key = $2;

-- Prevents other transactions from adding an endpoint to the owner until this one ends.
-- lockEndpoints in server/src/customers/webhooks/queries.ts
prepare lock_webhook_endpoints (
  text -- $1 organization_id
) as
select pg_advisory_xact_lock(hashtextextended('webhook endpoints ' || $1, 0));

-- countEndpoints in server/src/customers/webhooks/queries.ts
prepare count_webhook_endpoints (
  uuid -- $1 organization_id
) as
select count(*)::int as count from webhook_endpoints where organization_id = $1 and deleted_at is null;

-- False when the owner already has an endpoint under this idempotency key.
-- insertEndpoint in server/src/customers/webhooks/queries.ts
prepare insert_webhook_endpoint (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  text, -- $3 url
  text, -- $4 description
  text[], -- $5 event_types
  text, -- $6 secrets_key_id
  bytea, -- $7 secrets_sealed
  text, -- $8 created_key_id
  bytea, -- $9 created_sealed
  text, -- $10 status
  instant, -- $11 created_at
  text, -- $12 idempotency_key
  bytea, -- $13 request_hash
  uuid -- $14 enterprise_id
) as
insert into webhook_endpoints (organization_id, id, url, description, event_types, secrets_key_id, secrets_sealed,
  created_key_id, created_sealed, status, created_at, updated_at, idempotency_key, request_hash, enterprise_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13, $14)
on conflict (organization_id, idempotency_key) do nothing
returning id;

-- Omitted fields do not change.
-- updateEndpoint in server/src/customers/webhooks/queries.ts
prepare update_webhook_endpoint (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  text, -- $3 url
  text, -- $4 description
  text[], -- $5 event_types
  text, -- $6 status
  timestamp with time zone -- $7 at
) as
update webhook_endpoints
    set url = coalesce($3, url),
        description = coalesce($4, description),
        event_types = coalesce($5, event_types),
        status = coalesce($6, status),
        disabled_reason = case $6 when 'ENABLED' then null when 'DISABLED' then coalesce(disabled_reason, 'customer')
                                  else disabled_reason end,
        failing_since = case when $6 = 'ENABLED' then null else failing_since end,
        updated_at = greatest($7, updated_at)
  where organization_id = $1 and id = $2 and deleted_at is null
  returning organization_id, id, url, description, event_types, secrets_key_id, secrets_sealed, status,
disabled_reason, failing_since, created_at, updated_at, enterprise_id;

-- Returns the endpoint before its deletion.
-- updateEndpointDeleted in server/src/customers/webhooks/queries.ts
prepare update_webhook_endpoint_deleted (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  timestamp with time zone -- $3 at
) as
update webhook_endpoints
    set status = 'DISABLED', disabled_reason = coalesce(disabled_reason, 'customer'), deleted_at = $3::timestamptz,
        updated_at = greatest($3::timestamptz, updated_at)
  where organization_id = $1 and id = $2 and deleted_at is null
  returning organization_id, id, url, description, event_types, secrets_key_id, secrets_sealed, status,
disabled_reason, failing_since, created_at, updated_at, enterprise_id;

-- Undefined when the secrets have changed since `seen` was read.
-- updateEndpointSecrets in server/src/customers/webhooks/queries.ts
prepare update_webhook_endpoint_secrets (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  bytea, -- $3 seen_secrets
  text, -- $4 secrets_key_id
  bytea, -- $5 secrets_sealed
  timestamp with time zone -- $6 at
) as
update webhook_endpoints
    set secrets_key_id = $4, secrets_sealed = $5, updated_at = greatest($6, updated_at)
  where organization_id = $1 and id = $2 and secrets_sealed = $3 and deleted_at is null
  returning organization_id, id, url, description, event_types, secrets_key_id, secrets_sealed, status,
disabled_reason, failing_since, created_at, updated_at, enterprise_id;

-- Inserts an event for this endpoint alone, and its delivery.
-- insertTestEvent in server/src/customers/webhooks/queries.ts
prepare insert_webhook_test (
  uuid, -- $1 organization_id
  uuid, -- $2 endpoint_id
  timestamp with time zone, -- $3 at
  json -- $4 event
) as
with changed as (
   select 1 as position, $1::uuid as organization_id, null::uuid as id, null::int as first_event,
          $3::timestamptz as at
 ), announced as (
insert into events (organization_id, id, order_id, sequence, type, data, created_at)
select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
  from json_to_recordset($4::json) as e (position int, id uuid, type text, data jsonb, step int)
  join changed c using (position)
returning organization_id, id, type, created_at
 )
 insert into webhook_deliveries (organization_id, endpoint_id, event_id, status, created_at, updated_at, due_at)
 select organization_id, $2, id, 'PENDING', created_at, created_at, created_at from announced;

-- Makes one event due again, whatever its type.
-- insertRedelivery in server/src/customers/webhooks/redelivery-queries.ts
prepare insert_webhook_redelivery (
  uuid, -- $1 owner_id
  uuid, -- $2 endpoint_id
  uuid, -- $3 event_id
  timestamp with time zone -- $4 at
) as
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
   updated_at, due_at)
 select $1, $2, e.id, nullif(e.organization_id, $1), 'PENDING', $4::timestamptz, $4::timestamptz, $4::timestamptz
   from (select $1::uuid as id union all select id from organizations where enterprise_id = $1) o
   cross join lateral (select * from events where organization_id = o.id and id = $3 offset 0) e 
on conflict (organization_id, endpoint_id, event_id) do update
   set status = 'PENDING', attempts = 0, due_at = excluded.due_at,
       asked = webhook_deliveries.asked + 1,
       updated_at = greatest(excluded.updated_at, webhook_deliveries.updated_at)
returning event_id;

-- The same for the events of a period that the endpoint listens to, at most the oldest `limit`.
-- insertRedeliveries in server/src/customers/webhooks/redelivery-queries.ts
prepare insert_webhook_redeliveries (
  uuid, -- $1 owner_id
  uuid, -- $2 endpoint_id
  uuid, -- $3 first_event
  timestamp with time zone, -- $4 after
  timestamp with time zone, -- $5 before
  timestamp with time zone, -- $6 at
  bigint, -- $7 limit
  uuid -- $8 last_event
) as
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
   updated_at, due_at)
 select $1, $2, e.id, nullif(e.organization_id, $1), 'PENDING', $6::timestamptz, $6::timestamptz, $6::timestamptz
   from (select event_types from webhook_endpoints where organization_id = $1 and id = $2) w
  cross join (select $1::uuid as id union all select id from organizations where enterprise_id = $1) o
  cross join lateral (
    select * from events
     where organization_id = o.id and id >= $3 and id < $8 and created_at > $4 and created_at < $5
       and type <> 'webhook.test' and (w.event_types = '{}' or type = any(w.event_types))
     order by organization_id, id
     limit $7) e
  order by e.id
  limit $7 
on conflict (organization_id, endpoint_id, event_id) do update
   set status = 'PENDING', attempts = 0, due_at = excluded.due_at,
       asked = webhook_deliveries.asked + 1,
       updated_at = greatest(excluded.updated_at, webhook_deliveries.updated_at)
returning event_id;
