-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Oldest first.
-- selectTransfers in server/src/engine/ledger/queries.ts
prepare select_ledger_transfers_of_orders (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 order_ids
) as
select id, posting_id, posting, organization_id, order_id, debit_account, credit_account, currency, amount_minor,
posted_at
     from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
     cross join lateral (select * from ledger_transfers where organization_id = of_organization and order_id = of_order offset 0) ledger_transfers
    order by id;

-- Transfers of deposits that belonged to no order when they arrived or were reversed, oldest first.
-- selectUnmatchedTransfers in server/src/engine/ledger/queries.ts
prepare select_unmatched_transfers as
select id, posting_id, posting, organization_id, order_id, debit_account, credit_account, currency, amount_minor,
posted_at from ledger_transfers where order_id is null and posting in ('deposit', 'deposit_reversed') order by id;

-- Finds a transfer whose order does not exist.
-- selectStrayTransfer in server/src/engine/ledger/queries.ts
prepare select_stray_transfer as
select id from ledger_transfers t
where order_id is not null
  and not exists (select from orders o where (o.organization_id, o.id) = (t.organization_id, t.order_id))
limit 1;

-- The balance of each account at an instant, inclusive: debits minus credits in minor units, as decimal text.
-- selectBalances in server/src/engine/ledger/queries.ts
prepare select_balances (
  timestamp with time zone -- $1 at
) as
select account, currency, sum(amount_minor)::text as balance_minor
 from ledger_entries where posted_at <= $1
group by account, currency order by account, currency;

-- selectLastTransfer in server/src/engine/ledger/queries.ts
prepare select_last_transfer as
select coalesce(max(id), 0) as id from ledger_transfers;

-- The first transfer that is not below an identifier.
-- selectTransferFrom in server/src/engine/ledger/queries.ts
prepare select_transfer_from (
  bigint -- $1 id
) as
select id, posted_at from ledger_transfers where id >= $1::bigint order by id limit 1;
