-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Idempotent: a transaction may be sent again.
-- insertRelayedTransaction in server/src/engine/gas/queries.ts
prepare insert_relayed_transaction (
  text, -- $1 rail
  text, -- $2 transaction
  text, -- $3 sender
  bigint, -- $4 nonce
  instant -- $5 at
) as
insert into relayed_transactions (rail, transaction, sender, nonce, noted_at, looked_at)
values ($1, $2, $3, $4, $5, $5) on conflict do nothing;

-- Transactions without an outcome, those first that were not looked up for the longest time.
-- claimRelayedTransactions in server/src/engine/gas/queries.ts
prepare claim_relayed_transactions (
  text, -- $1 rail
  bigint, -- $2 limit
  instant -- $3 now
) as
with due as (
  select transaction as due_transaction from relayed_transactions
   where rail = $1 and ended_at is null order by looked_at limit $2 for update skip locked
)
update relayed_transactions set looked_at = $3 from due where rail = $1 and transaction = due_transaction
returning transaction, sender, nonce;

-- The amount posted in excess for a sender, in units of the network.
-- selectOverpaid in server/src/engine/gas/queries.ts
prepare select_overpaid (
  text, -- $1 rail
  text -- $2 sender
) as
select overpaid_units from relayer_gas where rail = $1 and sender = $2;

-- Ends transactions of one sender and posts their fees, once.
-- updateRelayedTransactionsEnded in server/src/engine/gas/queries.ts
prepare update_relayed_transactions_ended (
  text, -- $1 rail
  text, -- $2 sender
  text[], -- $3 transactions
  numeric[], -- $4 fees
  boolean[], -- $5 reported
  bigint, -- $6 overpaid_before
  bigint, -- $7 overpaid_after
  bigint, -- $8 units_per_minor
  uuid, -- $9 posting_id
  instant, -- $10 at
  json -- $11 transfers
) as
with open as materialized (
   select transaction from relayed_transactions
    where rail = $1 and transaction = any ($3::text[]) and ended_at is null order by transaction for update
 ), moved as (
   insert into relayer_gas as g (rail, sender, units_per_minor, overpaid_units)
   select $1, $2, $8, $7::bigint where (select count(*) from open) = cardinality($3::text[])
   on conflict (rail, sender) do update set overpaid_units = excluded.overpaid_units
    where g.overpaid_units = $6::bigint
   returning rail
 ), ended as (
   update relayed_transactions t set ended_at = $10, fee_units = v.fee, is_reported = v.reported, posting_id = $9
     from moved, unnest($3::text[], $4::numeric[], $5::boolean[]) as v (ended_transaction, fee, reported)
    where t.rail = $1 and t.transaction = v.ended_transaction
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($11::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select 0 as position, null::uuid as organization_id, null::uuid as id, $10::timestamptz as at from moved) c using (position))
 select from moved;

-- A sender whose transfers differ from the fees that it paid.
-- selectGasFault in server/src/engine/gas/queries.ts
prepare select_gas_fault as
with paid as (
  select rail, sender, sum(fee_units) as units, sum(div(fee_units + units_per_minor - 1, units_per_minor)) filter (where is_reported) as reported
    from relayed_transactions join relayer_gas using (rail, sender) where fee_units is not null group by rail, sender
), posted as (
  select p.rail, p.sender,
         sum(case when t.credit_account = 'rail:' || p.rail then t.amount_minor else -t.amount_minor end) as minor
    from (select distinct rail, sender, posting_id from relayed_transactions where posting_id is not null) p
    left join ledger_transfers t on t.posting_id = p.posting_id and t.posting = 'send_fee' and t.order_id is null
   group by p.rail, p.sender
)
select rail, sender from relayer_gas g left join paid using (rail, sender) left join posted using (rail, sender)
 where coalesce(paid.units, 0) + g.overpaid_units
       <> (coalesce(paid.reported, 0) + coalesce(posted.minor, 0)) * g.units_per_minor
 limit 1;
