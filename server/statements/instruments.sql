-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Closes instruments to new orders for `closedMs`.
-- updateClosing in server/src/parties/instruments/archiving-queries.ts
prepare update_closing (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  double precision -- $3 closed_ms
) as
update external_payment_instruments e set closing_until = now() + $3 * interval '1 millisecond'
 from unnest($1::uuid[], $2::uuid[]) as i (of_organization, of_instrument)
where e.organization_id = i.of_organization and e.id = i.of_instrument and e.status <> 'ARCHIVED'
  and (e.closing_until is null or e.closing_until <= now())
returning e.id, e.closing_until::text as until;

-- Ends a closing early.
-- updateReopened in server/src/parties/instruments/archiving-queries.ts
prepare update_reopened (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  timestamp with time zone -- $3 until
) as
update external_payment_instruments e set closing_until = null
 from unnest($1::uuid[], $2::uuid[]) as i (of_organization, of_instrument)
where e.organization_id = i.of_organization and e.id = i.of_instrument and e.closing_until = $3::timestamptz;

-- The transactions that may be inserting or changing orders now; with `among`, only those of the list.
-- selectOrderWriters in server/src/parties/instruments/archiving-queries.ts
prepare select_order_writers (
  text[] -- $1 among
) as
select distinct virtualtransaction as writer from pg_locks
where locktype = 'relation' and mode = 'RowExclusiveLock' and relation = 'orders'::regclass
  and database = (select oid from pg_database where datname = current_database())
  and ($1::text[] is null or virtualtransaction = any ($1));

-- Counts the open orders and refunds of each instrument; an instrument without any has no row.
-- selectUses in server/src/parties/instruments/archiving-queries.ts
prepare select_uses (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 ids
) as
with 
wanted as (
  select * from unnest($1::uuid[], $2::uuid[]) with ordinality as i (of_organization, of_instrument, position)
), open_orders as (
  (select organization_id, id, payin_instrument_id, payout_instrument_id from orders
    where due_at is not null and parked_reason is null and due_at >= '-infinity'
      and status in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT') offset 0)
  union all
  (select organization_id, id, payin_instrument_id, payout_instrument_id from orders
    where parked_reason is not null and parked_at >= '-infinity'
      and status in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT') offset 0)
  union all
  (select organization_id, id, payin_instrument_id, payout_instrument_id from orders
    where awaits_retry
      and id >= '00000000-0000-0000-0000-000000000000' offset 0)
), open_refunds as (
  select organization_id, order_id, destination_instrument_id from refunds
   where due_at is not null and due_at >= '-infinity' and status in ('PENDING', 'SENT') offset 0
), open_payouts as (
  select organization_id, order_id, instrument_id from payouts where rail is null and rejected_at is null offset 0
), uses as (
  select w.position, o.id as order_id, false as is_refund
    from wanted w join open_orders o on o.organization_id = w.of_organization
     and w.of_instrument in (o.payin_instrument_id, o.payout_instrument_id)
  union all
  select w.position, p.order_id, false
    from wanted w join open_payouts p on p.organization_id = w.of_organization
     and p.instrument_id = w.of_instrument
  union all
  select w.position, r.order_id, true
    from wanted w join open_refunds r on r.organization_id = w.of_organization
     and r.destination_instrument_id = w.of_instrument
)
 select w.of_instrument as id, count(*) filter (where not u.is_refund)::int as open_orders,
        count(*) filter (where u.is_refund)::int as open_refunds, (array_agg(u.order_id order by u.order_id))[1] as order_id
   from uses u join wanted w using (position)
  group by w.of_instrument, w.position
  order by w.position;

-- Archives the instruments without open orders and refunds, if their closing lasts at least `marginMs` longer.
-- updateArchived in server/src/parties/instruments/archiving-queries.ts
prepare update_archived (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  timestamp with time zone, -- $3 until
  double precision, -- $4 margin_ms
  timestamp with time zone, -- $5 at
  json -- $6 events
) as
with 
wanted as (
  select * from unnest($1::uuid[], $2::uuid[]) with ordinality as i (of_organization, of_instrument, position)
), open_orders as (
  (select organization_id, id, payin_instrument_id, payout_instrument_id from orders
    where due_at is not null and parked_reason is null and due_at >= '-infinity'
      and status in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT') offset 0)
  union all
  (select organization_id, id, payin_instrument_id, payout_instrument_id from orders
    where parked_reason is not null and parked_at >= '-infinity'
      and status in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT') offset 0)
  union all
  (select organization_id, id, payin_instrument_id, payout_instrument_id from orders
    where awaits_retry
      and id >= '00000000-0000-0000-0000-000000000000' offset 0)
), open_refunds as (
  select organization_id, order_id, destination_instrument_id from refunds
   where due_at is not null and due_at >= '-infinity' and status in ('PENDING', 'SENT') offset 0
), open_payouts as (
  select organization_id, order_id, instrument_id from payouts where rail is null and rejected_at is null offset 0
), uses as (
  select w.position, o.id as order_id, false as is_refund
    from wanted w join open_orders o on o.organization_id = w.of_organization
     and w.of_instrument in (o.payin_instrument_id, o.payout_instrument_id)
  union all
  select w.position, p.order_id, false
    from wanted w join open_payouts p on p.organization_id = w.of_organization
     and p.instrument_id = w.of_instrument
  union all
  select w.position, r.order_id, true
    from wanted w join open_refunds r on r.organization_id = w.of_organization
     and r.destination_instrument_id = w.of_instrument
), written as (
   update external_payment_instruments e
      set closing_until = null, 
status = 'ARCHIVED',
updated_at = greatest($5, e.updated_at),
status_history = e.status_history || jsonb_build_object('status', 'ARCHIVED'::text, 'created_at',
  to_char(greatest($5, e.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     from wanted w
    where e.organization_id = w.of_organization and e.id = w.of_instrument and e.status <> 'ARCHIVED'
      and e.closing_until = $3::timestamptz
      and e.closing_until > clock_timestamp() + $4 * interval '1 millisecond'
      and not exists (select from uses u where u.position = w.position)
   returning e.organization_id, e.id, e.alias, e.currency, e.method, e.details_key_id, e.details_sealed, e.status, e.status_history, e.version, e.created_at, e.updated_at, e.first_version, e.request_hash, w.position
 ), changed as (
select position::int as position, organization_id as organization_id, null::uuid as id,
       null::int as first_event, updated_at as at
  from written
 ), announced as (
insert into events (organization_id, id, order_id, sequence, type, data, created_at)
select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
  from json_to_recordset($6::json) as e (position int, id uuid, type text, data jsonb, step int)
  join changed c using (position)
returning organization_id, id, type, created_at), delivered as (
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
  updated_at, due_at)
select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
       a.created_at, a.created_at, a.created_at
  from announced a
  cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from organizations where id = a.organization_id))
       and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
 select organization_id, id, alias, currency, method, details_key_id, details_sealed, status,
status_history, version, created_at, updated_at, first_version, request_hash from written order by position;

-- Whether the instrument is closed to new orders because it is being archived.
-- selectIsClosing in server/src/parties/instruments/archiving-queries.ts
prepare select_is_closing (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select coalesce(closing_until > now(), false) as is_closing from external_payment_instruments
where organization_id = $1 and id = $2;

-- Returns false if the account was already on hold.
-- insertAccountHold in server/src/parties/instruments/hold-queries.ts
prepare insert_account_hold (
  uuid, -- $1 enterprise_id
  bytea, -- $2 fingerprint
  instant -- $3 at
) as
insert into account_holds (enterprise_id, fingerprint, placed_at) values ($1, $2, $3)
on conflict (fingerprint, enterprise_id) where released_at is null do nothing
returning id;

-- Returns false if the account was not on hold.
-- updateAccountHoldReleased in server/src/parties/instruments/hold-queries.ts
prepare update_account_hold_released (
  uuid, -- $1 enterprise_id
  bytea, -- $2 fingerprint
  timestamp with time zone -- $3 at
) as
update account_holds set released_at = greatest($3, placed_at)
where enterprise_id = $1 and fingerprint = $2 and released_at is null
returning id;

-- selectIsHeld in server/src/parties/instruments/hold-queries.ts
prepare select_is_held (
  uuid, -- $1 enterprise_id
  bytea -- $2 fingerprint
) as
select exists (select from account_holds
where enterprise_id = $1 and fingerprint = $2 and released_at is null) as is_held;

-- All instruments of the account within the enterprise.
-- selectInstrumentsOfAccount in server/src/parties/instruments/hold-queries.ts
prepare select_instruments_of_account (
  uuid, -- $1 enterprise_id
  bytea -- $2 fingerprint
) as
select e.organization_id, e.id, e.status, e.status_history @> '[{"status": "ACTIVE"}]' as was_active
 from external_payment_instruments e join organizations o on o.id = e.organization_id
where e.fingerprint = $2 and o.enterprise_id = $1
order by e.organization_id, e.id;

-- An instrument of any organization, for operators.
-- selectInstrumentById in server/src/parties/instruments/hold-queries.ts
prepare select_instrument_by_id (
  uuid -- $1 id
) as
select e.organization_id, e.id, e.alias, e.currency, e.method, e.details_key_id, e.details_sealed, e.status, e.status_history, e.version, e.created_at, e.updated_at, e.first_version, e.request_hash, o.enterprise_id
 from external_payment_instruments e join organizations o on o.id = e.organization_id
where e.id = $1;

-- Instruments after `after`, oldest first.
-- selectWithoutFingerprint in server/src/parties/instruments/hold-queries.ts
prepare select_without_fingerprint (
  uuid, -- $1 after
  bigint -- $2 limit
) as
select e.organization_id, e.id, e.alias, e.currency, e.method, e.details_key_id, e.details_sealed, e.status, e.status_history, e.version, e.created_at, e.updated_at, e.first_version, e.request_hash, o.enterprise_id
 from external_payment_instruments e join organizations o on o.id = e.organization_id
where e.fingerprint is null and e.id > coalesce($1, '00000000-0000-0000-0000-000000000000'::uuid)
order by e.id
limit $2;

-- updateFingerprints in server/src/parties/instruments/hold-queries.ts
prepare update_fingerprints (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[] -- $3 fingerprints
) as
update external_payment_instruments e set fingerprint = i.fingerprint
 from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as i (of_organization, of_instrument, fingerprint)
where e.organization_id = i.of_organization and e.id = i.of_instrument and e.fingerprint is null;

-- Instruments on hold, and archived ones whose account is on hold, oldest first.
-- selectHeldInstruments in server/src/parties/instruments/hold-queries.ts
prepare select_held_instruments as
select e.id, e.organization_id, o.enterprise_id, p.name as enterprise_name, e.method, e.status,
      e.updated_at as since, h.id is not null as is_account_held,
      array(select m.id from external_payment_instruments m join organizations n on n.id = m.organization_id
             where m.fingerprint = e.fingerprint and n.enterprise_id <> o.enterprise_id
             order by m.id) as elsewhere
 from external_payment_instruments e
 join organizations o on o.id = e.organization_id
 join enterprises p on p.id = o.enterprise_id
 left join account_holds h on h.fingerprint = e.fingerprint and h.enterprise_id = o.enterprise_id
  and h.released_at is null
where e.status = 'COMPLIANCE_HOLD' or (e.status = 'ARCHIVED' and h.id is not null)
order by e.id;

-- Fingerprints after `after` that at least two of the seen organizations have.
-- selectSharedFingerprints in server/src/parties/instruments/match-queries.ts
prepare select_shared_fingerprints (
  bytea, -- $1 after
  bigint -- $2 limit
) as
select fingerprint from external_payment_instruments
where fingerprint > coalesce($1::bytea, '') 
group by fingerprint having count(*) > 1 and count(distinct organization_id) > 1
order by fingerprint limit $2;

-- Fingerprints after `after` that at least two of the seen organizations have.
-- selectSharedFingerprints in server/src/parties/instruments/match-queries.ts
prepare select_seen_shared_fingerprints (
  bytea, -- $1 after
  bigint, -- $2 limit
  uuid[] -- $3 enterprise_ids
) as
select fingerprint from external_payment_instruments
where fingerprint > coalesce($1::bytea, '') and organization_id in (select id from organizations where enterprise_id = any ($3))
group by fingerprint having count(*) > 1 and count(distinct organization_id) > 1
order by fingerprint limit $2;

-- At most `limit` instruments of each account, oldest first.
-- selectInstrumentsOfFingerprints in server/src/parties/instruments/match-queries.ts
prepare select_instruments_of_fingerprints (
  bytea[], -- $1 fingerprints
  uuid[], -- $2 enterprise_ids
  bigint -- $3 limit
) as
select m.*
   from unnest($1::bytea[]) as f (wanted)
  cross join lateral (
    select e.fingerprint, e.id, e.organization_id, o.name as organization_name, o.enterprise_id, e.alias, e.currency,
e.method, e.status
      from external_payment_instruments e join organizations o on o.id = e.organization_id
     where e.fingerprint = f.wanted and ($2::uuid[] is null or o.enterprise_id = any ($2))
     order by e.id limit $3) m
  order by m.fingerprint, m.id;

-- Null for an instrument of an older version that has none yet.
-- selectFingerprint in server/src/parties/instruments/match-queries.ts
prepare select_fingerprint (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select fingerprint from external_payment_instruments where organization_id = $1 and id = $2;

-- Instruments of all organizations, newest first.
-- seenInstruments in server/src/parties/instruments/operator-queries.ts
prepare "select_seen_instruments id" (
  uuid -- $1 id
) as
select t.organization_id, t.id, t.alias, t.currency, t.method, t.details_key_id, t.details_sealed, t.status, t.status_history, t.version, t.created_at, t.updated_at, t.first_version, t.request_hash, t.details_erased_at, g.enterprise_id, g.name as organization_name from (select found.* from organizations owner cross join lateral (select * from external_payment_instruments where organization_id = owner.id and id = $1 offset 0) found) t left join organizations g on g.id = t.organization_id;

-- Instruments of all organizations, newest first.
-- seenInstruments in server/src/parties/instruments/operator-queries.ts
prepare "select_seen_instruments all" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone -- $6 before
) as
select t.organization_id, t.id, t.alias, t.currency, t.method, t.details_key_id, t.details_sealed, t.status, t.status_history, t.version, t.created_at, t.updated_at, t.first_version, t.request_hash, t.details_erased_at, g.enterprise_id, g.name as organization_name from (
   select found.* from (
     select owner.id as owner_id
       from (select owner.id from organizations owner ) owner
      cross join lateral (
        select id from external_payment_instruments where organization_id = owner.id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity') order by organization_id desc, id desc limit 1) newest
      order by newest.id desc limit $1) owners
    cross join lateral (
      select * from external_payment_instruments where organization_id = owner_id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity') order by organization_id desc, id desc limit $1) found
    order by found.id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- Instruments of all organizations, newest first.
-- seenInstruments in server/src/parties/instruments/operator-queries.ts
prepare "select_seen_instruments enterprises status currency method" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone, -- $6 before
  text, -- $7 status
  text, -- $8 currency
  text, -- $9 method
  uuid[] -- $10 enterprise_ids
) as
select t.organization_id, t.id, t.alias, t.currency, t.method, t.details_key_id, t.details_sealed, t.status, t.status_history, t.version, t.created_at, t.updated_at, t.first_version, t.request_hash, t.details_erased_at, g.enterprise_id, g.name as organization_name from (
   select found.* from (
     select owner.id as owner_id
       from (select owner.id from organizations owner where owner.enterprise_id = any ($10::uuid[])) owner
      cross join lateral (
        select id from external_payment_instruments where organization_id = owner.id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity')
and status = $7
and currency = $8
and method = $9 order by organization_id desc, id desc limit 1) newest
      order by newest.id desc limit $1) owners
    cross join lateral (
      select * from external_payment_instruments where organization_id = owner_id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity')
and status = $7
and currency = $8
and method = $9 order by organization_id desc, id desc limit $1) found
    order by found.id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- selectInstrument in server/src/parties/instruments/queries.ts
prepare select_instrument (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select organization_id, id, alias, currency, method, details_key_id, details_sealed, status,
status_history, version, created_at, updated_at, first_version, request_hash from external_payment_instruments where organization_id = $1 and id = $2;

-- Instruments after `after`, oldest first.
-- selectInstruments in server/src/parties/instruments/queries.ts
prepare select_instruments (
  uuid, -- $1 organization_id
  uuid, -- $2 after
  bigint -- $3 limit
) as
select organization_id, id, alias, currency, method, details_key_id, details_sealed, status,
status_history, version, created_at, updated_at, first_version, request_hash from external_payment_instruments
  where organization_id = $1 and id > coalesce($2, '00000000-0000-0000-0000-000000000000'::uuid)
  order by id
  limit $3;

-- selectInstrumentByKey in server/src/parties/instruments/queries.ts
prepare select_instrument_by_key (
  uuid, -- $1 organization_id
  text -- $2 idempotency_key
) as
select organization_id, id, alias, currency, method, details_key_id, details_sealed, status,
status_history, version, created_at, updated_at, first_version, request_hash from external_payment_instruments where organization_id = $1 and idempotency_key = $2;

-- Undefined if the organization already has an instrument under this idempotency key.
-- insertInstrument in server/src/parties/instruments/queries.ts
prepare insert_instrument (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  text, -- $3 alias
  currency_code, -- $4 currency
  text, -- $5 method
  text, -- $6 details_key_id
  bytea, -- $7 details_sealed
  text, -- $8 status
  jsonb, -- $9 status_history
  instant, -- $10 created_at
  text, -- $11 idempotency_key
  bytea, -- $12 request_hash
  json, -- $13 events
  bytea -- $14 fingerprint
) as
with written as (
   insert into external_payment_instruments (organization_id, id, alias, currency, method, details_key_id,
     details_sealed, status, status_history, first_version, created_at, updated_at, idempotency_key, request_hash,
     fingerprint)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, jsonb_array_length($9), $10, $10, $11, $12, $14)
   on conflict (organization_id, idempotency_key) do nothing
   returning organization_id, id, alias, currency, method, details_key_id, details_sealed, status,
status_history, version, created_at, updated_at, first_version, request_hash
 ), changed as (
select 0::int as position, organization_id as organization_id, null::uuid as id,
       null::int as first_event, updated_at as at
  from written
 ), announced as (
insert into events (organization_id, id, order_id, sequence, type, data, created_at)
select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
  from json_to_recordset($13::json) as e (position int, id uuid, type text, data jsonb, step int)
  join changed c using (position)
returning organization_id, id, type, created_at), delivered as (
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
  updated_at, due_at)
select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
       a.created_at, a.created_at, a.created_at
  from announced a
  cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from organizations where id = a.organization_id))
       and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
 select organization_id, id, alias, currency, method, details_key_id, details_sealed, status,
status_history, version, created_at, updated_at, first_version, request_hash from written;

-- Counts the instruments that are not archived.
-- countInstruments in server/src/parties/instruments/queries.ts
prepare count_instruments (
  uuid -- $1 organization_id
) as
select count(*)::int as count from external_payment_instruments
where organization_id = $1 and status in ('ACTIVE', 'COMPLIANCE_HOLD');

-- Oldest first.
-- selectActiveInstruments in server/src/parties/instruments/queries.ts
prepare select_active_instruments (
  uuid -- $1 organization_id
) as
select id, currency, method, version from external_payment_instruments
where organization_id = $1 and status = 'ACTIVE'
order by id;

-- Adds a status to the instruments with a status in `from`, and returns these instruments.
-- updateInstrumentStatuses in server/src/parties/instruments/queries.ts
prepare update_instrument_statuses (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  text[], -- $3 from_statuses
  text, -- $4 status
  timestamp with time zone, -- $5 at
  json -- $6 events
) as
with written as (
   update external_payment_instruments e
      set 
status = $4,
updated_at = greatest($5, e.updated_at),
status_history = e.status_history || jsonb_build_object('status', $4::text, 'created_at',
  to_char(greatest($5, e.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     from unnest($1::uuid[], $2::uuid[]) with ordinality as i (of_organization, of_instrument, position)
    where e.organization_id = i.of_organization and e.id = i.of_instrument and e.status = any ($3)
    returning e.organization_id, e.id, e.alias, e.currency, e.method, e.details_key_id, e.details_sealed, e.status, e.status_history, e.version, e.created_at, e.updated_at, e.first_version, e.request_hash, i.position
 ), changed as (
select position::int as position, organization_id as organization_id, null::uuid as id,
       null::int as first_event, updated_at as at
  from written
 ), announced as (
insert into events (organization_id, id, order_id, sequence, type, data, created_at)
select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
  from json_to_recordset($6::json) as e (position int, id uuid, type text, data jsonb, step int)
  join changed c using (position)
returning organization_id, id, type, created_at), delivered as (
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
  updated_at, due_at)
select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
       a.created_at, a.created_at, a.created_at
  from announced a
  cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from organizations where id = a.organization_id))
       and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
 select organization_id, id, alias, currency, method, details_key_id, details_sealed, status,
status_history, version, created_at, updated_at, first_version, request_hash from written;
