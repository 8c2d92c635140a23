-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Some free accounts, those that were added first.
-- selectFreeAccounts in server/src/engine/funding-accounts/pool-queries.ts
prepare select_free_accounts (
  text, -- $1 rail
  text, -- $2 method
  text -- $3 currency
) as
select id, details from funding_accounts
where rail = $1 and method = $2 and currency = $3 and order_id is null and retired_at is null
order by id limit 50;

-- Moves the account of an order to its retry.
-- updateAccountKept in server/src/engine/funding-accounts/pool-queries.ts
prepare update_account_kept (
  uuid, -- $1 organization_id
  uuid, -- $2 from
  uuid -- $3 to
) as
update funding_accounts set order_id = $3 where organization_id = $1 and order_id = $2;

-- Frees the accounts of orders that ended before an instant.
-- updateAccountsFreed in server/src/engine/funding-accounts/pool-queries.ts
prepare update_accounts_freed (
  timestamp with time zone -- $1 ended_before
) as
update funding_accounts a
   set organization_id = null, order_id = null
  from orders o
 where (o.organization_id, o.id) = (a.organization_id, a.order_id)
   and o.status in ('STEP_4_COMPLETED', 'FAILED_FUNDING_EXPIRED', 'FAILED_CANCELLED', 'FAILED_REFUND_PROCESSED')
   and o.updated_at < $1 and a.assigned_at < $1
returning a.id;

-- selectPoolSize in server/src/engine/funding-accounts/pool-queries.ts
prepare select_pool_size (
  text, -- $1 rail
  text, -- $2 method
  text -- $3 currency
) as
select count(*)::int as total, count(*) filter (where order_id is null and retired_at is null)::int as free
from funding_accounts where rail = $1 and method = $2 and currency = $3;

-- Adds accounts to a pool.
-- insertAccounts in server/src/engine/funding-accounts/pool-queries.ts
prepare insert_accounts (
  text, -- $1 rail
  text, -- $2 method
  currency_code, -- $3 currency
  instant, -- $4 at
  json, -- $5 accounts
  text -- $6 reason
) as
insert into funding_accounts (id, rail, method, currency, account, details, added_at, added_reason)
select a.id, $1, $2, $3, a.account, a.details, $4, $6
  from json_to_recordset($5::json) as a (id uuid, account text, details jsonb)
on conflict do nothing
returning id;

-- selectPoolAccountsBefore in server/src/engine/funding-accounts/pool-queries.ts
prepare select_pool_accounts_before (
  text, -- $1 rail
  timestamp with time zone, -- $2 added_after
  timestamp with time zone, -- $3 added_before
  uuid, -- $4 before
  bigint -- $5 limit
) as
select id, rail, method, currency, account, order_id, assigned_at, added_at, added_reason, retired_at,
retired_reason from funding_accounts
  where ($1::text is null or rail = $1)
    and added_at > coalesce($2::timestamptz, '-infinity') and added_at < coalesce($3::timestamptz, 'infinity')
    and ($4::uuid is null or id < $4)
  order by id desc limit $5;

-- selectPoolAccountsBefore in server/src/engine/funding-accounts/pool-queries.ts
prepare "select_pool_accounts_before oldest" (
  text, -- $1 rail
  timestamp with time zone, -- $2 added_after
  timestamp with time zone, -- $3 added_before
  uuid, -- $4 before
  bigint -- $5 limit
) as
select id, rail, method, currency, account, order_id, assigned_at, added_at, added_reason, retired_at,
retired_reason from funding_accounts
  where ($1::text is null or rail = $1)
    and added_at > coalesce($2::timestamptz, '-infinity') and added_at < coalesce($3::timestamptz, 'infinity')
    and ($4::uuid is null or id > $4)
  order by id asc limit $5;

-- selectPoolAccount in server/src/engine/funding-accounts/pool-queries.ts
prepare select_pool_account (
  uuid -- $1 id
) as
select id, rail, method, currency, account, order_id, assigned_at, added_at, added_reason, retired_at,
retired_reason from funding_accounts where id = $1;

-- Undefined if there is no such account, or it is retired.
-- updateAccountRetired in server/src/engine/funding-accounts/pool-queries.ts
prepare update_account_retired (
  uuid, -- $1 id
  instant, -- $2 at
  text -- $3 reason
) as
update funding_accounts set retired_at = $2, retired_reason = $3 where id = $1 and retired_at is null
 returning id, rail, method, currency, account, order_id, assigned_at, added_at, added_reason, retired_at,
retired_reason;

-- Whether the account is or was in a pool of the rail.
-- selectIsPooled in server/src/engine/funding-accounts/pool-queries.ts
prepare select_is_pooled (
  text, -- $1 rail
  text -- $2 account
) as
select exists (select from funding_accounts where rail = $1 and account = $2) as is_pooled;
