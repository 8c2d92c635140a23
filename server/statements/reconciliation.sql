-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- selectDifference in server/src/desk/reconciliation/difference-queries.ts
prepare select_difference (
  uuid -- $1 id
) as
select d.id, d.reconciliation_id, d.account, d.currency, d.kind, d.there, d.here, d.there_minor, d.here_minor,
d.noted_at, d.outcome, d.movement_id,
(select status from treasury_movements m where m.id = d.movement_id) as movement_status,
d.matched_by, d.closed_by, d.closed_at, d.closing_reason from reconciliation_differences d where id = $1;

-- selectDifferences in server/src/desk/reconciliation/difference-queries.ts
prepare select_differences (
  uuid[] -- $1 ids
) as
select d.id, d.reconciliation_id, d.account, d.currency, d.kind, d.there, d.here, d.there_minor, d.here_minor,
d.noted_at, d.outcome, d.movement_id,
(select status from treasury_movements m where m.id = d.movement_id) as movement_status,
d.matched_by, d.closed_by, d.closed_at, d.closing_reason from reconciliation_differences d where id = any ($1::uuid[]);

-- In the order of the statement.
-- selectDifferencesAfter in server/src/desk/reconciliation/difference-queries.ts
prepare select_differences_after (
  uuid, -- $1 reconciliation_id
  uuid, -- $2 after
  bigint -- $3 limit
) as
select d.id, d.reconciliation_id, d.account, d.currency, d.kind, d.there, d.here, d.there_minor, d.here_minor,
d.noted_at, d.outcome, d.movement_id,
(select status from treasury_movements m where m.id = d.movement_id) as movement_status,
d.matched_by, d.closed_by, d.closed_at, d.closing_reason from reconciliation_differences d
  where reconciliation_id = $1 and ($2::uuid is null or id > $2) order by id limit $3;

-- False if it has another state than the one that was read.
-- updateDifferenceClosed in server/src/desk/reconciliation/difference-queries.ts
prepare update_difference_closed (
  uuid, -- $1 id
  timestamp with time zone, -- $2 before
  text, -- $3 outcome
  uuid, -- $4 movement_id
  text, -- $5 actor
  instant, -- $6 at
  text -- $7 reason
) as
update reconciliation_differences
   set outcome = $3, movement_id = $4, closed_by = $5, closed_at = $6, closing_reason = $7
 where id = $1 and closed_at is not distinct from $2::timestamptz
returning id;

-- The lines of an account among the transfers after `after` up to `upTo` that no statement was matched with yet.
-- selectAccountLines in server/src/desk/reconciliation/ledger-queries.ts
prepare select_account_lines (
  text, -- $1 account
  text, -- $2 currency
  bigint, -- $3 after
  bigint, -- $4 up_to
  timestamp with time zone, -- $5 from
  timestamp with time zone -- $6 to
) as
select t.id, t.posting, t.posted_at, t.order_id,
      case when t.debit_account = $1 then t.amount_minor::bigint else -t.amount_minor::bigint end as minor,
      (select reference_number from orders o where o.organization_id = t.organization_id and o.id = t.order_id)
        as reference_number,
      case t.posting
      when 'deposit' then array(
        select transaction from deposits d
         where d.order_id = t.order_id and d.organization_id = t.organization_id and d.currency = t.currency and d.amount_minor = t.amount_minor)
      when 'payout' then array(
        select rail_reference from payouts p where p.order_id = t.order_id and p.organization_id = t.organization_id and p.amount_minor = t.amount_minor)
      when 'refund' then array(
        select rail_reference from refunds r where r.order_id = t.order_id and r.organization_id = t.organization_id and r.amount_minor = t.amount_minor)
      when 'send_fee' then array(
        select rail_reference from payouts p where p.order_id = t.order_id and p.organization_id = t.organization_id and p.fee_minor = t.amount_minor
        union all
        select rail_reference from refunds r where r.order_id = t.order_id and r.organization_id = t.organization_id and r.fee_minor = t.amount_minor)
      when 'fill' then array(
        select provider_reference from fills f
         where f.order_id = t.order_id and f.organization_id = t.organization_id and $1 = 'provider:' || f.provider_name
           and ((f.payin_currency = t.currency and f.sold_minor = t.amount_minor)
             or (f.payout_currency = t.currency and f.delivered_minor = t.amount_minor)))
      when 'payout_returned' then array(select transaction from returns r where r.order_id = t.order_id and r.organization_id = t.organization_id)
      when 'refund_returned' then array(select transaction from returns r where r.order_id = t.order_id and r.organization_id = t.organization_id)
      when 'movement' then array(
        select e ->> 'evidence' from treasury_movements m, jsonb_array_elements(m.status_history) e
         where e ->> 'posting_id' = t.posting_id::text)
      else '{}'::text[] end as references
 from ledger_transfers t
where t.id > $3::bigint and t.id <= $4::bigint and t.currency = $2 and $1 in (t.debit_account, t.credit_account)
  and t.posted_at >= $5 and t.posted_at < $6
  and not exists (select from reconciled_transfers r where r.account = $1 and r.transfer_id = t.id)
  and (t.posting <> 'movement' or not exists (
    select from reconciliation_differences d join treasury_movements m on m.id = d.movement_id,
           jsonb_array_elements(m.status_history) e
     where d.account = $1 and d.currency = $2 and d.outcome = 'movement' and e ->> 'posting_id' = t.posting_id::text))
order by t.id;

-- False if the same file was reconciled before.
-- insertReconciliation in server/src/desk/reconciliation/queries.ts
prepare insert_reconciliation (
  jsonb, -- $1 row
  bytea, -- $2 digest
  instant -- $3 at
) as
insert into reconciliations (id, account, currency, format, digest, period_from, period_to, tolerance_days,
  lines_there, lines_known, lines_here, matches, matched_there, matched_here, cut_off, actor, reason, created_at)
select id, account, currency, format, $2::bytea, period_from, period_to, tolerance_days, lines_there, lines_known,
       lines_here, matches, matched_there, matched_here, cut_off, actor, reason, $3
  from jsonb_to_record($1::jsonb) as n (id uuid, account text, currency text, format text, period_from date,
         period_to date, tolerance_days int, lines_there int, lines_known int, lines_here int, matches int,
         matched_there int, matched_here int, cut_off int, actor text, reason text)
on conflict (account, currency, digest) do nothing
returning id;

-- One reconciliation of an account is written after the other.
-- lockReconciledAccount in server/src/desk/reconciliation/queries.ts
prepare lock_reconciled_account (
  text, -- $1 account
  text -- $2 currency
) as
select pg_advisory_xact_lock(hashtextextended('reconciliation ' || $1::text || ' ' || $2::text, 0))::text;

-- How many reconciliations the account has, and the days that they covered.
-- selectCovered in server/src/desk/reconciliation/queries.ts
prepare select_covered (
  text, -- $1 account
  text -- $2 currency
) as
select count(*)::int as count, min(period_from)::text as from, max(period_to)::text as to
from reconciliations where account = $1 and currency = $2;

-- Returns the keys that an earlier statement had.
-- selectKnownLines in server/src/desk/reconciliation/queries.ts
prepare select_known_lines (
  text, -- $1 account
  text, -- $2 currency
  text[] -- $3 keys
) as
select key from reconciled_lines where account = $1 and currency = $2 and key = any ($3::text[]);

-- insertReconciledLines in server/src/desk/reconciliation/queries.ts
prepare insert_reconciled_lines (
  uuid, -- $1 id
  text, -- $2 account
  currency_code, -- $3 currency
  text[] -- $4 keys
) as
insert into reconciled_lines (account, currency, key, reconciliation_id)
select $2, $3, key, $1 from unnest($4::text[]) as k (key);

-- insertReconciledTransfers in server/src/desk/reconciliation/queries.ts
prepare insert_reconciled_transfers (
  uuid, -- $1 id
  text, -- $2 account
  bigint[] -- $3 transfers
) as
insert into reconciled_transfers (account, transfer_id, reconciliation_id)
select $2, t, $1 from unnest($3::bigint[]) as n (t);

-- Differences that an earlier statement already showed are left out.
-- insertDifferences in server/src/desk/reconciliation/queries.ts
prepare insert_differences (
  uuid, -- $1 id
  text, -- $2 account
  currency_code, -- $3 currency
  instant, -- $4 at
  jsonb -- $5 differences
) as
insert into reconciliation_differences (id, reconciliation_id, account, currency, kind, key, there, here,
  there_minor, here_minor, transfer_ids, noted_at)
select d.id, $1, $2, $3, d.kind, d.key, d.there, d.here, d.there_minor, d.here_minor,
       array(select t::bigint from jsonb_array_elements_text(d.transfer_ids) t), $4
  from jsonb_to_recordset($5::jsonb) as d (id uuid, kind text, key text, there jsonb, here jsonb,
         there_minor bigint, here_minor bigint, transfer_ids jsonb)
on conflict (account, currency, key) do nothing
returning id;

-- Closes what was missing in earlier statements and is in this one.
-- updateDifferencesMatched in server/src/desk/reconciliation/queries.ts
prepare update_differences_matched (
  uuid, -- $1 id
  text, -- $2 account
  text, -- $3 currency
  instant, -- $4 at
  text -- $5 actor
) as
update reconciliation_differences d
    set outcome = 'matched', matched_by = $1, movement_id = null, closed_by = $5, closed_at = $4,
        closing_reason = 'a later statement has it'
  where d.account = $2 and d.currency = $3 and d.kind = 'missing_there' and (d.outcome is null or (d.outcome = 'movement'
and exists (select from treasury_movements m where m.id = d.movement_id and m.status in ('CANCELLED', 'FAILED'))))
    and not exists (
      select from unnest(d.transfer_ids) t
       where not exists (select from reconciled_transfers r where r.account = $2 and r.transfer_id = t))
 returning id;

-- selectReconciliation in server/src/desk/reconciliation/queries.ts
prepare select_reconciliation (
  uuid -- $1 id
) as
select r.*, coalesce((select jsonb_object_agg(kind, count) from (
  select d.kind, count(*)::int as count from reconciliation_differences d where d.reconciliation_id = r.id
   group by d.kind) k), '{}') as differences,
(select count(*)::int from reconciliation_differences d where d.reconciliation_id = r.id and (d.outcome is null or (d.outcome = 'movement'
and exists (select from treasury_movements m where m.id = d.movement_id and m.status in ('CANCELLED', 'FAILED'))))) as open from (select id, account, currency, format, period_from::text as period_from, period_to::text as period_to,
tolerance_days, lines_there, lines_known, lines_here, matches, matched_there, matched_here, cut_off, actor, reason,
created_at from reconciliations where id = $1) r;

-- selectReconciliationOfFile in server/src/desk/reconciliation/queries.ts
prepare select_reconciliation_of_file (
  text, -- $1 account
  text, -- $2 currency
  bytea -- $3 digest
) as
select r.*, coalesce((select jsonb_object_agg(kind, count) from (
  select d.kind, count(*)::int as count from reconciliation_differences d where d.reconciliation_id = r.id
   group by d.kind) k), '{}') as differences,
(select count(*)::int from reconciliation_differences d where d.reconciliation_id = r.id and (d.outcome is null or (d.outcome = 'movement'
and exists (select from treasury_movements m where m.id = d.movement_id and m.status in ('CANCELLED', 'FAILED'))))) as open from (select id, account, currency, format, period_from::text as period_from, period_to::text as period_to,
tolerance_days, lines_there, lines_known, lines_here, matches, matched_there, matched_here, cut_off, actor, reason,
created_at from reconciliations where account = $1 and currency = $2 and digest = $3) r;

-- Newest first.
-- selectReconciliationsBefore in server/src/desk/reconciliation/queries.ts
prepare select_reconciliations_before (
  text, -- $1 account
  uuid, -- $2 before
  bigint -- $3 limit
) as
select r.*, coalesce((select jsonb_object_agg(kind, count) from (
  select d.kind, count(*)::int as count from reconciliation_differences d where d.reconciliation_id = r.id
   group by d.kind) k), '{}') as differences,
(select count(*)::int from reconciliation_differences d where d.reconciliation_id = r.id and (d.outcome is null or (d.outcome = 'movement'
and exists (select from treasury_movements m where m.id = d.movement_id and m.status in ('CANCELLED', 'FAILED'))))) as open from (select id, account, currency, format, period_from::text as period_from, period_to::text as period_to,
tolerance_days, lines_there, lines_known, lines_here, matches, matched_there, matched_here, cut_off, actor, reason,
created_at from reconciliations
    where ($1::text is null or account = $1) and ($2::uuid is null or id < $2) order by id desc limit $3) r
  order by r.id desc;
