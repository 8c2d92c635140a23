-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Records what these accounts hold now.
-- upsertStrays in server/src/engine/strays/queries.ts
prepare upsert_strays (
  text, -- $1 rail
  text[], -- $2 accounts
  json, -- $3 held
  instant -- $4 at
) as
with held as (
  select * from json_to_recordset($3::json)
    as h (id uuid, account text, order_id uuid, asset text, symbol text, decimals int, units numeric)
), gone as (
  update strays s set status = 'GONE', ended_at = $4
   where s.rail = $1 and s.account = any ($2::text[]) and s.status = 'OPEN'
     and not exists (select from held h where h.account = s.account and h.asset = s.asset)
), changed as (
  update strays s set units = h.units from held h
   where s.rail = $1 and s.account = h.account and s.asset = h.asset and s.status = 'OPEN' and s.units <> h.units
)
insert into strays (id, rail, account, organization_id, order_id, asset, symbol, decimals, units, occurrence, seen_at, status)
select h.id, $1, h.account, o.organization_id, o.id, h.asset, h.symbol, h.decimals, h.units,
       coalesce(last.occurrence, 0) + 1, $4, 'OPEN'
  from held h
  join lateral (select organization_id, id from orders where funding_address = h.account and id = h.order_id) o on true
  left join lateral (
    select occurrence, status, units from strays
     where rail = $1 and account = h.account and asset = h.asset order by occurrence desc limit 1) last on true
 where last.status is null or last.status in ('RETURNED', 'GONE')
    or (last.status = 'DISMISSED' and h.units > last.units)
on conflict do nothing
returning id;

-- selectStrays in server/src/engine/strays/queries.ts
prepare select_strays (
  uuid[] -- $1 ids
) as
select id, rail, account, organization_id, order_id, asset, symbol, decimals, units::text, occurrence, seen_at, status,
ended_at, key, prepared_key_id, prepared_sealed, attempt, problem, reference from strays where id = any ($1::uuid[]);

-- Strays that wait for a person or are being returned, oldest first.
-- selectPresentStrays in server/src/engine/strays/queries.ts
prepare select_present_strays as
select id, rail, account, organization_id, order_id, asset, symbol, decimals, units::text, occurrence, seen_at, status,
ended_at, key, prepared_key_id, prepared_sealed, attempt, problem, reference from strays where status in ('OPEN', 'RETURNING') order by seen_at, id limit 1000;

-- Returns false if it changed since it was read, or an enterprise holds the account with this fingerprint.
-- updateStrayReturning in server/src/engine/strays/queries.ts
prepare update_stray_returning (
  uuid, -- $1 id
  numeric, -- $2 units
  integer, -- $3 seen_occurrence
  integer, -- $4 occurrence
  text, -- $5 key
  text, -- $6 prepared_key_id
  bytea, -- $7 prepared
  bytea -- $8 fingerprint
) as
update strays set status = 'RETURNING', key = $5, prepared_key_id = $6, prepared_sealed = $7, occurrence = $4,
  attempt = 0, due_at = now(), problem = null
 where id = $1 and status = 'OPEN' and units = $2::numeric and occurrence = $3
   and not exists (select from account_holds h where h.fingerprint = $8 and h.released_at is null)
returning id;

-- Returns false if it changed since it was read.
-- updateStrayDismissed in server/src/engine/strays/queries.ts
prepare update_stray_dismissed (
  uuid, -- $1 id
  numeric, -- $2 units
  integer, -- $3 occurrence
  instant -- $4 at
) as
update strays set status = 'DISMISSED', ended_at = $4
 where id = $1 and status = 'OPEN' and units = $2::numeric and occurrence = $3
returning id;

-- Takes up to `limit` due returns.
-- claimDueStrays in server/src/engine/strays/queries.ts
prepare claim_due_strays (
  bigint, -- $1 limit
  double precision -- $2 lease_ms
) as
with due as (
  select id as due_key from strays where status = 'RETURNING' and due_at <= now()
   order by due_at limit $1 for update skip locked
)
update strays set attempt = attempt + 1, due_at = now() + $2 * interval '1 millisecond'
  from due where id = due_key
returning id, rail, account, organization_id, order_id, asset, symbol, decimals, units::text, occurrence, seen_at, status,
  ended_at, key, prepared_key_id, prepared_sealed, attempt, problem, reference;

-- updateStrayPostponed in server/src/engine/strays/queries.ts
prepare update_stray_postponed (
  uuid, -- $1 id
  text, -- $2 key
  double precision, -- $3 wait_ms
  text -- $4 problem
) as
update strays set due_at = now() + $3 * interval '1 millisecond', problem = $4 where id = $1 and key = $2 and status = 'RETURNING';

-- Ends a return and posts what it cost, once.
-- updateStrayReturned in server/src/engine/strays/queries.ts
prepare update_stray_returned (
  uuid, -- $1 id
  text, -- $2 key
  text, -- $3 reference
  currency_code, -- $4 fee_currency
  bigint, -- $5 fee_minor
  uuid, -- $6 posting_id
  instant, -- $7 at
  json -- $8 transfers
) as
with ended as (
   update strays
      set status = 'RETURNED', reference = $3, fee_currency = $4, fee_minor = $5, posting_id = $6, ended_at = $7,
          due_at = null, problem = null
    where id = $1 and key = $2 and status = 'RETURNING'
   returning id
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($8::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select 0 as position, null::uuid as organization_id, null::uuid as id, $7::timestamptz as at from ended) c using (position))
 select id from ended;

-- The return moved nothing and never will.
-- updateStrayReopened in server/src/engine/strays/queries.ts
prepare update_stray_reopened (
  uuid, -- $1 id
  text, -- $2 key
  text -- $3 problem
) as
update strays set status = 'OPEN', occurrence = occurrence + 1, due_at = null, problem = $3 where id = $1 and key = $2 and status = 'RETURNING';
