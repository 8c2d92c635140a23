-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Replaces what is known of an account.
-- upsertObservedBalances in server/src/engine/treasury/balance-queries.ts
prepare upsert_observed_balances (
  text, -- $1 account
  text[], -- $2 outside_accounts
  text[], -- $3 currencies
  bigint[], -- $4 amounts
  timestamp with time zone, -- $5 at
  instant, -- $6 asked_at
  text, -- $7 unswept_account
  boolean[] -- $8 are_unswept
) as
with reported as (
  select case when is_unswept then $7 else $1 end as account, outside_account, currency, amount_minor
    from unnest($2::text[], $3::text[], $4::bigint[], $8::boolean[])
         as r (outside_account, currency, amount_minor, is_unswept)
), gone as (
  update observed_balances b set amount_minor = 0, observed_at = $5, asked_at = $6
   where b.account in ($1, $7)
     and not exists (select from reported r
                      where (r.account, r.outside_account, r.currency) = (b.account, b.outside_account, b.currency::text))
)
insert into observed_balances (account, outside_account, currency, amount_minor, observed_at, asked_at)
select account, outside_account, currency, amount_minor, $5, $6 from reported
on conflict (account, outside_account, currency) do update
   set amount_minor = excluded.amount_minor, observed_at = excluded.observed_at, asked_at = excluded.asked_at;

-- Moves the sums forward.
-- settleLedgerSums in server/src/engine/treasury/balance-queries.ts
prepare settle_ledger_sums as
with now_at as (
  select pg_snapshot_xmin(pg_current_snapshot()) as oldest, pg_snapshot_xmax(pg_current_snapshot()) as newest,
         (select coalesce(max(id), 0) from ledger_transfers) as last_id
), before as (
  select up_to, next_up_to, next_from from ledger_sum_progress for update
), moved as (
  update ledger_sum_progress p
     set up_to = case when b.next_from <= n.oldest then b.next_up_to else b.up_to end,
         next_up_to = n.last_id, next_from = n.newest
    from now_at n, before b
   where b.next_from <= n.oldest or b.next_from > n.newest
  returning b.up_to as after, p.up_to
)
insert into ledger_sums as s (account, currency, balance_minor)
 select account, currency, sum(minor) as balance_minor
   from (select debit_account, credit_account, currency, sum(amount_minor) as pair_minor
           from ledger_transfers, moved where id > moved.after and id <= moved.up_to group by debit_account, credit_account, currency) pairs
  cross join lateral (values (debit_account, pair_minor), (credit_account, -pair_minor)) entries (account, minor)
  where (starts_with(account, 'rail:') or starts_with(account, 'provider:'))
  group by account, currency
on conflict (account, currency) do update set balance_minor = s.balance_minor + excluded.balance_minor;

-- Each desk account: its balance in the ledger, and the one that is reported from outside.
-- selectDeskBalances in server/src/engine/treasury/balance-queries.ts
prepare select_desk_balances as
with posted as (
  select account, currency, balance_minor from ledger_sums
  union all
 select account, currency, sum(minor) as balance_minor
   from (select debit_account, credit_account, currency, sum(amount_minor) as pair_minor
           from ledger_transfers where id > (select up_to from ledger_sum_progress) group by debit_account, credit_account, currency) pairs
  cross join lateral (values (debit_account, pair_minor), (credit_account, -pair_minor)) entries (account, minor)
  where (starts_with(account, 'rail:') or starts_with(account, 'provider:'))
  group by account, currency
), in_ledger as (
  select account, currency::text as currency, sum(balance_minor) as ledger_minor
    from posted group by account, currency
), reported as (
  select regexp_replace(account, '^unswept_', '') as account, currency::text as currency,
         sum(amount_minor) as observed_minor, min(observed_at) as observed_at
    from observed_balances group by 1, 2
)
select account, currency, coalesce(ledger_minor, 0)::text as ledger_minor,
       case when observed_at is not null then observed_minor
            when exists (select from reported r where r.account = in_ledger.account) then 0 end::text as observed_minor,
       observed_at
  from in_ledger full join reported using (account, currency)
 where coalesce(ledger_minor, 0) <> 0 or observed_at is not null
 order by account, currency;

-- The amount that the desk can still send over a rail; null if the rail never reported a balance in the currency.
-- selectBalanceLeft in server/src/engine/treasury/balance-queries.ts
prepare select_balance_left (
  text, -- $1 rail
  text -- $2 currency
) as
select balance_left($1, $2)::text as minor;

-- selectCounterparties in server/src/engine/treasury/counterparties.ts
prepare select_counterparties as
select id, list_key_id, list_sealed from known_counterparties;

-- updateCounterparties in server/src/engine/treasury/counterparties.ts
prepare update_counterparties (
  text, -- $1 key_id
  bytea -- $2 list
) as
update known_counterparties set list_key_id = $1, list_sealed = $2;

-- insertMovement in server/src/engine/treasury/queries.ts
prepare insert_movement (
  uuid, -- $1 id
  text, -- $2 from_account
  text, -- $3 to_account
  currency_code, -- $4 currency
  minor_units, -- $5 amount_minor
  date, -- $6 value_date
  jsonb, -- $7 entry
  instant -- $8 at
) as
insert into treasury_movements (id, from_account, to_account, currency, amount_minor, value_date, status,
   status_history, created_at, updated_at)
 values ($1, $2, $3, $4, $5, $6, 'PROPOSED', jsonb_build_array($7::jsonb), $8, $8)
 returning id, from_account, to_account, currency, amount_minor, value_date::text as value_date, status,
status_history, version, created_at;

-- Returns undefined if the movement has changed since it was read; nothing is written then.
-- changeMovement in server/src/engine/treasury/queries.ts
prepare change_movement (
  uuid, -- $1 id
  integer, -- $2 version
  jsonb, -- $3 entry
  instant, -- $4 at
  json -- $5 transfers
) as
with changed as (
   update treasury_movements
      set status = $3::jsonb ->> 'status', status_history = status_history || $3::jsonb,
          version = version + 1, updated_at = $4
    where id = $1 and version = $2
   returning id, from_account, to_account, currency, amount_minor, value_date::text as value_date, status,
status_history, version, created_at
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($5::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select 0 as position, null::uuid as organization_id, null::uuid as id, $4::timestamptz as at from changed) c using (position))
 select * from changed;

-- selectMovement in server/src/engine/treasury/queries.ts
prepare select_movement (
  uuid -- $1 id
) as
select id, from_account, to_account, currency, amount_minor, value_date::text as value_date, status,
status_history, version, created_at from treasury_movements where id = $1;

-- Newest first.
-- selectMovementsBefore in server/src/engine/treasury/queries.ts
prepare select_movements_before (
  uuid, -- $1 before
  bigint, -- $2 limit
  text, -- $3 status
  text, -- $4 currency
  text, -- $5 account
  timestamp with time zone, -- $6 after
  timestamp with time zone -- $7 made_before
) as
select id, from_account, to_account, currency, amount_minor, value_date::text as value_date, status,
status_history, version, created_at from treasury_movements
  where  id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
    and ($3::text is null or status = $3) and ($4::text is null or currency = $4)
    and ($5::text is null or $5 in (from_account, to_account))
    and created_at > coalesce($6::timestamptz, '-infinity') and created_at < coalesce($7::timestamptz, 'infinity')
  order by id desc limit $2;

-- Newest first.
-- selectMovementsBefore in server/src/engine/treasury/queries.ts
prepare select_open_movements_before (
  uuid, -- $1 before
  bigint, -- $2 limit
  text, -- $3 status
  text, -- $4 currency
  text, -- $5 account
  timestamp with time zone, -- $6 after
  timestamp with time zone -- $7 made_before
) as
select id, from_account, to_account, currency, amount_minor, value_date::text as value_date, status,
status_history, version, created_at from treasury_movements
  where status in ('PROPOSED', 'APPROVED', 'SENT') and id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
    and ($3::text is null or status = $3) and ($4::text is null or currency = $4)
    and ($5::text is null or $5 in (from_account, to_account))
    and created_at > coalesce($6::timestamptz, '-infinity') and created_at < coalesce($7::timestamptz, 'infinity')
  order by id desc limit $2;

-- Newest first.
-- selectMovementsBefore in server/src/engine/treasury/queries.ts
prepare select_failed_movements_before (
  uuid, -- $1 before
  bigint, -- $2 limit
  text, -- $3 status
  text, -- $4 currency
  text, -- $5 account
  timestamp with time zone, -- $6 after
  timestamp with time zone -- $7 made_before
) as
select id, from_account, to_account, currency, amount_minor, value_date::text as value_date, status,
status_history, version, created_at from treasury_movements
  where status in ('FAILED', 'CANCELLED') and id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
    and ($3::text is null or status = $3) and ($4::text is null or currency = $4)
    and ($5::text is null or $5 in (from_account, to_account))
    and created_at > coalesce($6::timestamptz, '-infinity') and created_at < coalesce($7::timestamptz, 'infinity')
  order by id desc limit $2;

-- A movement whose transfers differ from its history, or a transfer without a movement.
-- selectMovementFault in server/src/engine/treasury/queries.ts
prepare select_movement_fault as
with expected as (
  select m.id, (entry ->> 'posting_id')::uuid as posting_id, m.currency, m.amount_minor
    from treasury_movements m, jsonb_array_elements(m.status_history) as entry
   where entry ->> 'posting_id' is not null
)
select e.id, t.id as transfer_id
  from expected e
  full join (select * from ledger_transfers where posting = 'movement') t using (posting_id)
 where e.id is null or t.id is null or (t.currency, t.amount_minor) <> (e.currency, e.amount_minor)
 limit 1;
