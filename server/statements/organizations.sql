-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Since when the enterprise is on hold; null if it is not.
-- selectHeldSince in server/src/parties/organizations/enterprise-hold-queries.ts
prepare select_enterprise_hold (
  uuid -- $1 enterprise_id
) as
select placed_at from enterprise_holds where enterprise_id = $1 and released_at is null;

-- False if the enterprise is on hold already.
-- insertEnterpriseHold in server/src/parties/organizations/enterprise-hold-queries.ts
prepare insert_enterprise_hold (
  uuid, -- $1 enterprise_id
  timestamp with time zone, -- $2 placed_at
  uuid[] -- $3 organization_ids
) as
insert into enterprise_holds (enterprise_id, placed_at, organization_ids)
-- A hold that follows another one within a millisecond is later all the same.
select $1, greatest($2, max(placed_at) + interval '1 millisecond'), $3
  from enterprise_holds where enterprise_id = $1
on conflict (enterprise_id) where released_at is null do nothing returning enterprise_id;

-- The organizations that the hold held; undefined if there is none.
-- updateEnterpriseHoldReleased in server/src/parties/organizations/enterprise-hold-queries.ts
prepare update_enterprise_hold_released (
  uuid, -- $1 enterprise_id
  timestamp with time zone -- $2 at
) as
update enterprise_holds set released_at = greatest($2, placed_at) where enterprise_id = $1 and released_at is null
returning organization_ids;

-- Newest first.
-- selectSeenEnterprises in server/src/parties/organizations/operator-queries.ts
prepare select_seen_enterprises (
  uuid[], -- $1 enterprise_ids
  timestamp with time zone, -- $2 after
  timestamp with time zone, -- $3 made_before
  uuid, -- $4 before
  bigint -- $5 limit
) as
select e.id, e.name, e.created_at, h.placed_at as held_since,
      (select count(*)::int from organizations o where o.enterprise_id = e.id) as organizations
 from enterprises e
 left join enterprise_holds h on h.enterprise_id = e.id and h.released_at is null
where ($1::uuid[] is null or e.id = any ($1))
  and e.created_at > coalesce($2::timestamptz, '-infinity') and e.created_at < coalesce($3::timestamptz, 'infinity')
  and ($4::uuid is null or e.id < $4)
order by e.id desc limit $5;

-- selectSeenEnterprise in server/src/parties/organizations/operator-queries.ts
prepare select_seen_enterprise (
  uuid -- $1 id
) as
select e.id, e.name, e.created_at, h.placed_at as held_since,
     (select count(*)::int from organizations o where o.enterprise_id = e.id) as organizations
from enterprises e
left join enterprise_holds h on h.enterprise_id = e.id and h.released_at is null where e.id = $1;

-- Organizations of all enterprises, newest first.
-- selectSeenOrganizations in server/src/parties/organizations/operator-queries.ts
prepare select_seen_organizations (
  uuid[], -- $1 enterprise_ids
  text, -- $2 status
  timestamp with time zone, -- $3 after
  timestamp with time zone, -- $4 made_before
  uuid, -- $5 before
  bigint -- $6 limit
) as
select o.id, o.enterprise_id, o.name, o.contact_email, o.contact_first_name, o.contact_last_name, o.status, o.status_history, o.created_at, o.updated_at, o.first_version, o.request_hash, e.name as enterprise_name
 from organizations o join enterprises e on e.id = o.enterprise_id
where ($1::uuid[] is null or o.enterprise_id = any ($1)) and ($2::text is null or o.status = $2)
  and o.created_at > coalesce($3::timestamptz, '-infinity') and o.created_at < coalesce($4::timestamptz, 'infinity')
  and ($5::uuid is null or o.id < $5)
order by o.id desc limit $6;

-- selectSeenOrganization in server/src/parties/organizations/operator-queries.ts
prepare select_seen_organization (
  uuid -- $1 id
) as
select o.id, o.enterprise_id, o.name, o.contact_email, o.contact_first_name, o.contact_last_name, o.status, o.status_history, o.created_at, o.updated_at, o.first_version, o.request_hash, e.name as enterprise_name
from organizations o join enterprises e on e.id = o.enterprise_id where o.id = $1;

-- selectOrganization in server/src/parties/organizations/queries.ts
prepare select_organization (
  uuid -- $1 id
) as
select id, enterprise_id, name, contact_email, contact_first_name, contact_last_name, status,
status_history, created_at, updated_at, first_version, request_hash from organizations where id = $1;

-- Returns one boolean per membership, in order.
-- selectMemberships in server/src/parties/organizations/queries.ts
prepare select_memberships (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 enterprise_ids
) as
select exists (select from organizations o where o.id = asked.id and o.enterprise_id = asked.enterprise_id)
        as is_member
 from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (id, enterprise_id, position)
order by position;

-- Organizations after `after`, oldest first.
-- selectOrganizations in server/src/parties/organizations/queries.ts
prepare select_organizations (
  uuid, -- $1 enterprise_id
  uuid, -- $2 only
  uuid, -- $3 after
  bigint -- $4 limit
) as
select id, enterprise_id, name, contact_email, contact_first_name, contact_last_name, status,
status_history, created_at, updated_at, first_version, request_hash from organizations
  where enterprise_id = $1 and ($2::uuid is null or id = $2) and id > coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid)
  order by id
  limit $4;

-- selectOrganizationByKey in server/src/parties/organizations/queries.ts
prepare select_organization_by_key (
  uuid, -- $1 enterprise_id
  text -- $2 idempotency_key
) as
select id, enterprise_id, name, contact_email, contact_first_name, contact_last_name, status,
status_history, created_at, updated_at, first_version, request_hash from organizations where enterprise_id = $1 and idempotency_key = $2;

-- Undefined if the enterprise already has an organization under this idempotency key.
-- insertOrganization in server/src/parties/organizations/queries.ts
prepare insert_organization (
  uuid, -- $1 id
  uuid, -- $2 enterprise_id
  text, -- $3 name
  text, -- $4 contact_email
  text, -- $5 contact_first_name
  text, -- $6 contact_last_name
  text, -- $7 status
  jsonb, -- $8 status_history
  instant, -- $9 created_at
  text, -- $10 idempotency_key
  bytea, -- $11 request_hash
  json -- $12 events
) as
with written as (
   insert into organizations (id, enterprise_id, name, contact_email, contact_first_name, contact_last_name,
     status, status_history, first_version, created_at, updated_at, idempotency_key, request_hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8, jsonb_array_length($8), $9, $9, $10, $11)
   on conflict (enterprise_id, idempotency_key) do nothing
   returning id, enterprise_id, name, contact_email, contact_first_name, contact_last_name, status,
status_history, created_at, updated_at, first_version, request_hash
 ), changed as (
select 0::int as position, id as organization_id, null::uuid as id,
       null::int as first_event, updated_at as at
  from written
 ), announced as (
insert into events (organization_id, id, order_id, sequence, type, data, created_at)
select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
  from json_to_recordset($12::json) as e (position int, id uuid, type text, data jsonb, step int)
  join changed c using (position)
returning organization_id, id, type, created_at), delivered as (
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
  updated_at, due_at)
select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
       a.created_at, a.created_at, a.created_at
  from announced a
  cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from written where id = a.organization_id))
       and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
 select id, enterprise_id, name, contact_email, contact_first_name, contact_last_name, status,
status_history, created_at, updated_at, first_version, request_hash from written;

-- Adds a status; undefined if the organization does not exist or already has it.
-- updateOrganizationStatus in server/src/parties/organizations/queries.ts
prepare update_organization_status (
  uuid, -- $1 id
  text, -- $2 status
  timestamp with time zone, -- $3 at
  json -- $4 events
) as
with written as (
   update organizations o
      set 
status = $2,
updated_at = greatest($3, o.updated_at),
status_history = o.status_history || jsonb_build_object('status', $2::text, 'created_at',
  to_char(greatest($3, o.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    where id = $1 and status <> $2
    returning id, enterprise_id, name, contact_email, contact_first_name, contact_last_name, status,
status_history, created_at, updated_at, first_version, request_hash
 ), changed as (
select 0::int as position, id as organization_id, null::uuid as id,
       null::int as first_event, updated_at as at
  from written
 ), announced as (
insert into events (organization_id, id, order_id, sequence, type, data, created_at)
select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
  from json_to_recordset($4::json) as e (position int, id uuid, type text, data jsonb, step int)
  join changed c using (position)
returning organization_id, id, type, created_at), delivered as (
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
  updated_at, due_at)
select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
       a.created_at, a.created_at, a.created_at
  from announced a
  cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from organizations where id = a.organization_id))
       and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
 select id, enterprise_id, name, contact_email, contact_first_name, contact_last_name, status,
status_history, created_at, updated_at, first_version, request_hash from written;

-- updateOrganizationContact in server/src/parties/organizations/queries.ts
prepare update_organization_contact (
  uuid, -- $1 id
  text, -- $2 contact_email
  text, -- $3 contact_first_name
  text, -- $4 contact_last_name
  timestamp with time zone -- $5 at
) as
update organizations
  set contact_email = $2, contact_first_name = $3, contact_last_name = $4, updated_at = greatest($5, updated_at)
where id = $1;

-- Organizations on hold in all enterprises, oldest first.
-- selectHeldOrganizations in server/src/parties/organizations/queries.ts
prepare select_held_organizations as
select o.id, o.enterprise_id, o.name, o.contact_email, o.contact_first_name, o.contact_last_name, o.status, o.status_history, o.created_at, o.updated_at, o.first_version, o.request_hash, p.name as enterprise_name
 from organizations o join enterprises p on p.id = o.enterprise_id
where o.status = 'COMPLIANCE_HOLD'
order by o.id;

-- Locks the enterprise until the transaction ends.
-- lockEnterprise in server/src/parties/organizations/queries.ts
prepare lock_enterprise (
  text -- $1 enterprise_id
) as
select pg_advisory_xact_lock(hashtextextended('enterprise ' || $1, 0));

-- countOrganizations in server/src/parties/organizations/queries.ts
prepare count_organizations (
  uuid -- $1 enterprise_id
) as
select count(*)::int as count from organizations where enterprise_id = $1;

-- selectEnterprises in server/src/parties/organizations/queries.ts
prepare select_enterprises as
select id, name from enterprises order by id;

-- selectEnterprise in server/src/parties/organizations/queries.ts
prepare select_enterprise (
  uuid -- $1 id
) as
select id, name from enterprises where id = $1;

-- The oldest enterprise; undefined in an empty database.
-- selectFirstEnterprise in server/src/parties/organizations/queries.ts
prepare select_first_enterprise as
select id, name from enterprises order by id limit 1;

-- The existing enterprises with these names.
-- selectEnterprisesByNames in server/src/parties/organizations/queries.ts
prepare select_enterprises_by_names (
  text[] -- $1 names
) as
select e.id, e.name
from unnest($1::text[]) wanted (name) cross join lateral (select * from enterprises where name = wanted.name offset 0) e;

-- insertEnterprises in server/src/parties/organizations/queries.ts
prepare insert_enterprises (
  uuid[], -- $1 id
  text[], -- $2 name
  instant -- $3 at
) as
insert into enterprises (id, name, created_at)
select id, name, $3 from unnest($1::uuid[], $2::text[]) as made (id, name);
