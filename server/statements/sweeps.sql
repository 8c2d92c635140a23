-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- The first deposits of the account, one more in each row: a sweep took all that there were.
-- selectFirstUnswept in server/src/engine/sweeps/lost-queries.ts
prepare select_first_unswept (
  text, -- $1 rail
  uuid[], -- $2 deposit_ids
  integer -- $3 most
) as
select sum(d.amount_minor)::bigint as amount_minor, array_agg(d.id order by d.id) as deposit_ids,
       array_agg(concat_ws(' ', d.transaction, d.output_index, d.occurrence)
                 order by d.transaction, d.output_index, d.occurrence) as names
  from generate_series(1, $3::int) as first (count)
  join (select *, row_number() over (order by coalesce(received_at, recorded_at), transaction, output_index, occurrence) as place
          from deposits where rail = $1 and id = any ($2::uuid[])) d on d.place <= first.count
 group by first.count
having count(*) = first.count
 order by first.count;

-- A page of deposit accounts with money that can be swept, in the order of accounts.
-- selectUnswept in server/src/engine/sweeps/queries.ts
prepare select_unswept (
  text, -- $1 rail
  text, -- $2 after_account
  text, -- $3 after_currency
  timestamp with time zone, -- $4 now
  bigint -- $5 limit
) as
select d.address as account, d.currency, o.organization_id, o.id as order_id,
       sum(d.amount_minor) filter (where d.sweep_id is null and (d.order_id is not null or d.exited_at is not null) and d.reversed_at is null)::bigint as amount_minor,
       coalesce(sum(d.amount_minor) filter (where not (d.sweep_id is null and (d.order_id is not null or d.exited_at is not null) and d.reversed_at is null)), 0)::bigint as kept_minor,
       array_agg(d.id order by d.id) filter (where d.sweep_id is null and (d.order_id is not null or d.exited_at is not null) and d.reversed_at is null) as deposit_ids,
       array_agg(concat_ws(' ', d.transaction, d.output_index, d.occurrence)
                 order by d.transaction, d.output_index, d.occurrence) filter (where d.sweep_id is null and (d.order_id is not null or d.exited_at is not null) and d.reversed_at is null) as names,
       (select count(*)::int from sweeps f
         where f.rail = $1 and f.account = d.address and f.currency = d.currency and f.status = 'FAILED') as failures
  from deposits d join orders o on o.funding_address = d.address and o.funding_rail <> 'sandbox'
 where d.rail = $1 and d.rail <> 'sandbox' and (d.address, d.currency::text) > ($2, $3)
   and d.sweep_id is null and d.reversed_at is null
   and not exists (
     select count(*) from sweeps f
      where f.rail = d.rail and f.account = d.address and f.currency = d.currency and f.status = 'FAILED'
     having max(f.ended_at) + least(interval '5 minutes' * 2 ^ least(count(*) - 1, 20), interval '1 day') > $4)
 group by d.address, d.currency, o.organization_id, o.id
-- An address with nothing but small deposits is not worth a look.
having bool_or(d.sweep_id is null and (d.order_id is not null or d.exited_at is not null) and d.reversed_at is null and not d.is_small)
 order by d.address, d.currency::text
 limit $5;

-- Deposit accounts whose recorded money the payer does not have for certain, beside those with only small deposits.
-- selectDepositAccounts in server/src/engine/sweeps/queries.ts
prepare select_deposit_accounts (
  text -- $1 rail
) as
select address as account, currency::text from deposits
 where rail = $1 and rail <> 'sandbox' and sweep_id is null and not is_small
 union
select account, currency::text from sweeps where rail = $1 and kind = 'deposits' and status = 'OPEN';

-- Small deposits at accounts that selectDepositAccounts leaves out, as they were recorded.
-- selectSmallUnswept in server/src/engine/sweeps/queries.ts
prepare select_small_unswept (
  text -- $1 rail
) as
select d.currency::text as currency, sum(d.amount_minor)::bigint as minor
 from deposits d
where d.rail = $1 and d.is_small and d.sweep_id is null and d.reversed_at is null and d.rail <> 'sandbox'
  and not exists (select from deposits other
                   where other.rail = d.rail and other.address = d.address and other.currency = d.currency
                     and other.sweep_id is null and not other.is_small and other.rail <> 'sandbox')
  and not exists (select from sweeps s
                   where s.rail = d.rail and s.account = d.address and s.currency = d.currency and s.status = 'OPEN')
group by d.currency;

-- Returns false if the deposits changed, another process sweeps one of them, or sends are halted; nothing is written then.
-- insertSweepOfDeposits in server/src/engine/sweeps/queries.ts
prepare insert_sweep_of_deposits (
  uuid, -- $1 id
  text, -- $2 rail
  currency_code, -- $3 currency
  bigint, -- $4 amount_minor
  text, -- $5 prepared_key_id
  bytea, -- $6 prepared
  instant, -- $7 at
  uuid, -- $8 organization_id
  uuid, -- $9 order_id
  text, -- $10 account
  uuid[], -- $11 deposit_ids
  text, -- $12 key
  text -- $13 note
) as
with sweepable as materialized (
   select d.amount_minor from deposits d where d.id = any ($11::uuid[]) and d.sweep_id is null and (d.order_id is not null or d.exited_at is not null) and d.reversed_at is null order by d.id for update
 ), made as (
   insert into sweeps (id, rail, kind, organization_id, order_id, account, currency, amount_minor, deposit_ids,
     prepared_key_id, prepared_sealed, created_at, due_at)
   select $1, $2, 'deposits', $8, $9, $10, $3, $4::bigint, $11, $5, $6, $7, now()
    where (select count(*) = cardinality($11::uuid[]) and sum(amount_minor) = $4::bigint from sweepable)
      and not 
exists (select from halts h where h.resumed_at is null and h.what = 'sends'
           and (h.rail is null or h.rail = $2))
   returning id, deposit_ids
 ), marked as (
update deposits d set sweep_id = made.id from made where d.id = any (made.deposit_ids)
 ), noted as (
   insert into rent_keys (key, rail, of_kind, of_id, note)
   select $12, $2, 'sweep', id, $13 from made where $13::text is not null
 )
 select id from made;

-- Returns false if another process takes back the rent of one of the keys, or sends are halted; nothing is written then.
-- insertSweepOfRent in server/src/engine/sweeps/queries.ts
prepare insert_sweep_of_rent (
  uuid, -- $1 id
  text, -- $2 rail
  currency_code, -- $3 currency
  minor_units, -- $4 amount_minor
  text, -- $5 prepared_key_id
  bytea, -- $6 prepared
  instant, -- $7 at
  text, -- $8 account
  text[] -- $9 keys
) as
with held as materialized (
   select key from rent_keys
    where key = any ($9::text[]) and sweep_id is null and returned_at is null order by key for update
 ), made as (
   insert into sweeps (id, rail, kind, account, currency, amount_minor, prepared_key_id, prepared_sealed,
     created_at, due_at)
   select $1, $2, 'rent', $8, $3, $4, $5, $6, $7, now()
    where (select count(*) from held) = cardinality($9::text[]) and not 
exists (select from halts h where h.resumed_at is null and h.what = 'sends'
           and (h.rail is null or h.rail = $2))
   returning id
 ), marked as (
   update rent_keys set sweep_id = made.id from made where key = any ($9::text[])
 )
 select id from made;

-- Takes up to `limit` due sweeps.
-- claimDueSweeps in server/src/engine/sweeps/queries.ts
prepare claim_due_sweeps (
  bigint, -- $1 limit
  double precision -- $2 lease_ms
) as
with due as (
  select id as due_key from sweeps where status = 'OPEN' and due_at <= now()
   order by due_at limit $1 for update skip locked
)
update sweeps set attempt = attempt + 1, due_at = now() + $2 * interval '1 millisecond'
  from due where id = due_key
returning id, rail, kind, order_id, account, currency, amount_minor, prepared_key_id, prepared_sealed, status,
  reference, code, fee_currency, fee_minor, created_at, ended_at, attempt, problem;

-- `problem` is for operators; null if there is none.
-- updateSweepPostponed in server/src/engine/sweeps/queries.ts
prepare update_sweep_postponed (
  uuid, -- $1 id
  double precision, -- $2 wait_ms
  text -- $3 problem
) as
update sweeps set due_at = now() + $2 * interval '1 millisecond', problem = $3 where id = $1 and status = 'OPEN';

-- Ends a sweep and posts its fee, once.
-- settleSweep in server/src/engine/sweeps/queries.ts
prepare settle_sweep (
  uuid, -- $1 id
  text, -- $2 reference
  currency_code, -- $3 fee_currency
  bigint, -- $4 fee_minor
  uuid, -- $5 posting_id
  instant, -- $6 at
  json -- $7 transfers
) as
with ended as (
   update sweeps
      set status = 'SETTLED', reference = $2, fee_currency = $3, fee_minor = $4, posting_id = $5, ended_at = $6,
          due_at = null, problem = null
    where id = $1 and status = 'OPEN'
   returning id
 ), returned as (
   update rent_keys set returned_at = $6 from ended where sweep_id = ended.id and returned_at is null
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($7::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select 0 as position, null::uuid as organization_id, null::uuid as id, $6::timestamptz as at from ended) c using (position))
 select id from ended;

-- Ends a sweep that moved nothing.
-- updateSweepFailed in server/src/engine/sweeps/queries.ts
prepare update_sweep_failed (
  uuid, -- $1 id
  text, -- $2 code
  instant -- $3 at
) as
with ended as (
   update sweeps set status = 'FAILED', code = $2, ended_at = $3, due_at = null, problem = null
    where id = $1 and status = 'OPEN'
   returning id, deposit_ids
 ), released as (
update deposits d set sweep_id = null from ended
 where d.id = any (ended.deposit_ids) and d.sweep_id = ended.id
 ), kept as (
   update rent_keys set sweep_id = null from ended where sweep_id = ended.id
 )
 select id from ended;

-- selectOpenSweepCount in server/src/engine/sweeps/queries.ts
prepare select_open_sweep_count (
  text -- $1 rail
) as
select count(*)::int as count from sweeps where rail = $1 and status = 'OPEN';

-- insertRentKey in server/src/engine/sweeps/rent-queries.ts
prepare insert_rent_key (
  text, -- $1 key
  text, -- $2 rail
  text, -- $3 of_kind
  uuid, -- $4 organization_id
  uuid, -- $5 id
  text -- $6 note
) as
insert into rent_keys (key, rail, of_kind, of_organization_id, of_id, note) values ($1, $2, $3, $4, $5, $6)
on conflict do nothing;

-- Keys whose outcome is recorded and whose rent was not asked back, the oldest first.
-- selectEndedRentKeys in server/src/engine/sweeps/rent-queries.ts
prepare select_ended_rent_keys (
  text, -- $1 rail
  bigint -- $2 limit
) as
select k.key, k.note from rent_keys k
 left join payouts p on k.of_kind = 'payout' and (p.organization_id, p.id) = (k.of_organization_id, k.of_id)
 left join refunds r on k.of_kind = 'refund' and (r.organization_id, r.id) = (k.of_organization_id, k.of_id)
 left join deposit_returns d on k.of_kind = 'deposit_return' and d.id = k.of_id
 left join sweeps s on k.of_kind = 'sweep' and s.id = k.of_id
where k.rail = $1 and k.sweep_id is null and k.returned_at is null
  and (p.settled_at is not null or p.rejected_at is not null or r.status in ('PROCESSED', 'FAILED')
       or r.rail_key <> k.key
       or d.status in ('PROCESSED', 'FAILED') or s.status <> 'OPEN')
order by k.of_id limit $2;

-- Marks keys for which nothing is stored.
-- updateRentKeysReturned in server/src/engine/sweeps/rent-queries.ts
prepare update_rent_keys_returned (
  text[], -- $1 keys
  instant -- $2 at
) as
update rent_keys set returned_at = $2 where key = any ($1::text[]) and sweep_id is null and returned_at is null;

-- Newest first; without `all` those that are open, and those of a week that failed.
-- selectSweeps in server/src/engine/sweeps/report-queries.ts
prepare select_sweeps (
  boolean -- $1 all
) as
select id, rail, kind, order_id, account, currency, amount_minor, prepared_key_id, prepared_sealed, status,
reference, code, fee_currency, fee_minor, created_at, ended_at, attempt, problem from sweeps
  where $1 or status = 'OPEN' or (status = 'FAILED' and created_at > now() - interval '7 days')
  order by id desc limit 1000;

-- selectSweepCounts in server/src/engine/sweeps/report-queries.ts
prepare select_sweep_counts as
select rail, case when status = 'FAILED' then 'failed_today' when problem is null then 'open' else 'with_problem' end
        as state, count(*)::int as count
 from sweeps where status = 'OPEN' or (status = 'FAILED' and ended_at > now() - interval '1 day')
group by 1, 2;

-- A sweep whose fee or deposits differ from it or that moved a deposit without an order, or a fee without a sweep.
-- selectSweepFault in server/src/engine/sweeps/report-queries.ts
prepare select_sweep_fault as
with wrong_fee as (
  select s.id, t.id as transfer_id
    from (select * from sweeps where posting_id is not null) s
    full join (select * from ledger_transfers l where posting = 'send_fee' and order_id is null
                  and not exists (select from relayed_transactions r where r.posting_id = l.posting_id)
                  and not exists (select from strays r where r.posting_id = l.posting_id)
                  and not exists (select from deposit_returns r where r.fee_posting_id = l.posting_id)) t
         using (posting_id)
   where s.id is null or t.id is null or t.currency <> s.fee_currency or t.amount_minor <> abs(s.fee_minor)
      or case when s.fee_minor > 0 then t.credit_account else t.debit_account end <> 'rail:' || s.rail
   limit 1
), wrong_amount as (
  select s.id, null::bigint as transfer_id from sweeps s
   where s.kind = 'deposits' and s.status <> 'FAILED'
     and s.amount_minor <> (select coalesce(sum(d.amount_minor), 0) from deposits d
                             where d.id = any (s.deposit_ids) and d.sweep_id = s.id)
   limit 1
), not_credited as (
  select d.sweep_id, null::bigint from deposits d 
   where d.sweep_id is not null and d.order_id is null and d.exited_at is null
     -- Its return was withdrawn or rejected after the sweep.
     and not exists (select from deposit_returns r where r.deposit_id = d.id)
   limit 1
)
select * from wrong_fee union all select * from wrong_amount union all select * from not_credited;
