-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Open orders as of one statement.
-- selectExposure in server/src/desk/reports/exposure-queries.ts
prepare select_exposure (
  uuid[] -- $1 organization_ids
) as
select o.organization_id, o.route_id, coalesce(o.reserved_provider, o.chosen_provider, o.priced_provider) as provider,
      o.payin_currency, o.payout_currency,
      count(*) filter (where o.status = 'STEP_1_AWAITING_FUNDING')::text as unfunded,
      coalesce(sum(o.payin_total_minor) filter (where o.status = 'STEP_1_AWAITING_FUNDING'), 0)::text as unfunded_payin_minor,
      coalesce(sum(o.payout_total_minor) filter (where o.status = 'STEP_1_AWAITING_FUNDING'), 0)::text as unfunded_payout_minor,
      count(*) filter (where o.status = 'STEP_2_FILLING_FX')::text as unfilled,
      coalesce(sum(o.payin_total_minor - o.payin_fee_minor - o.payin_tax_minor)
                 filter (where o.status = 'STEP_2_FILLING_FX'), 0)::text as unfilled_payin_minor,
      coalesce(sum(o.payout_total_minor) filter (where o.status = 'STEP_2_FILLING_FX'), 0)::text as unfilled_payout_minor,
      coalesce(sum(f.sold_minor), 0)::text as sold_minor, coalesce(sum(f.delivered_minor), 0)::text as delivered_minor,
      coalesce(sum(o.payin_total_minor - o.payin_fee_minor - o.payin_tax_minor)
                 filter (where o.reserved_provider is not null), 0)::text as reserved_payin_minor,
      coalesce(sum(o.payout_total_minor) filter (where o.reserved_provider is not null), 0)::text as reserved_payout_minor
 from (select * from orders where ((due_at is not null and parked_reason is null) or parked_reason is not null) offset 0) o
 left join lateral (select sum(sold_minor) as sold_minor, sum(delivered_minor) as delivered_minor from fills
                     where organization_id = o.organization_id and order_id = o.id and sold_minor is not null
                       and o.status = 'STEP_2_FILLING_FX') f on true
where o.status in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX')
  and ($1::uuid[] is null or o.organization_id = any ($1))
group by 1, 2, 3, 4, 5;

-- Earnings and losses of a period, among the transfers of a window.
-- selectMargin in server/src/desk/reports/margin-queries.ts
prepare select_margin (
  bigint, -- $1 after
  bigint, -- $2 up_to
  timestamp with time zone, -- $3 from
  timestamp with time zone, -- $4 to
  uuid[] -- $5 organization_ids
) as
select moved.day::text as day, moved.organization_id, o.route_id, coalesce(moved.provider, f.provider_name) as provider,
      moved.currency, case when moved.provider is null and f.fills > 1 then moved.order_id end as split_order_id, sum(fee_minor)::text as fee_minor, sum(tax_minor)::text as tax_minor, sum(fx_result_minor)::text as fx_result_minor, sum(rounding_minor)::text as rounding_minor, sum(provider_fee_minor)::text as provider_fee_minor, sum(rail_fee_minor)::text as rail_fee_minor, sum(network_fee_minor)::text as network_fee_minor, sum(written_off_minor)::text as written_off_minor, sum(unwind_minor)::text as unwind_minor, sum(receivable_minor)::text as receivable_minor, sum(sold_minor)::text as sold_minor, sum(delivered_minor)::text as delivered_minor, sum(loss_minor)::text as loss_minor, coalesce(sum(case when o.accepted_loss_minor is not null then loss_minor end), 0)::text as accepted_loss_minor
 from (
   select (t.posted_at at time zone 'UTC')::date as day, t.organization_id, t.order_id, t.currency,
          case when t.debit_account ~ '^provider:' then substr(t.debit_account, 10)
               when t.credit_account ~ '^provider:' then substr(t.credit_account, 10) end as provider,
          sum(case when t.credit_account = 'fee' then t.amount_minor when t.debit_account = 'fee' then -t.amount_minor else 0 end) as fee_minor, sum(case when t.credit_account = 'tax' then t.amount_minor when t.debit_account = 'tax' then -t.amount_minor else 0 end) as tax_minor, sum(case when t.credit_account = 'fx_result' then t.amount_minor when t.debit_account = 'fx_result' then -t.amount_minor else 0 end) as fx_result_minor, sum(case when t.credit_account = 'rounding' then t.amount_minor when t.debit_account = 'rounding' then -t.amount_minor else 0 end) as rounding_minor, sum(case when t.debit_account = 'provider_fee' then t.amount_minor when t.credit_account = 'provider_fee' then -t.amount_minor else 0 end) as provider_fee_minor, sum(case when t.debit_account = 'rail_fee' then t.amount_minor when t.credit_account = 'rail_fee' then -t.amount_minor else 0 end) as rail_fee_minor, sum(case when t.debit_account = 'network_fee' then t.amount_minor when t.credit_account = 'network_fee' then -t.amount_minor else 0 end) as network_fee_minor, sum(case when t.debit_account = 'written_off' then t.amount_minor when t.credit_account = 'written_off' then -t.amount_minor else 0 end) as written_off_minor, sum(case when t.debit_account = 'unwind' then t.amount_minor when t.credit_account = 'unwind' then -t.amount_minor else 0 end) as unwind_minor, sum(case when t.debit_account = 'receivable' then t.amount_minor when t.credit_account = 'receivable' then -t.amount_minor else 0 end) as receivable_minor,
          sum(case when t.debit_account = 'fx' and t.credit_account ~ '^provider:' then t.amount_minor else 0 end) as sold_minor,
          sum(case when t.credit_account = 'fx' and t.debit_account ~ '^provider:' then t.amount_minor else 0 end) as delivered_minor,
          sum(case when t.debit_account = 'fx_result' then t.amount_minor else 0 end) as loss_minor
     from ledger_transfers t
    where t.id > $1::bigint and t.id <= $2::bigint and t.posted_at >= $3 and t.posted_at < $4 and t.posting <> 'movement'
      and ($5::uuid[] is null or t.organization_id = any ($5))
      and (t.debit_account = any (array['fee', 'tax', 'fx_result', 'rounding', 'provider_fee', 'rail_fee', 'network_fee', 'written_off', 'unwind', 'receivable']) or t.credit_account = any (array['fee', 'tax', 'fx_result', 'rounding', 'provider_fee', 'rail_fee', 'network_fee', 'written_off', 'unwind', 'receivable'])
           or (t.posting = 'fill' and 'fx' in (t.debit_account, t.credit_account)
               and (t.debit_account ~ '^provider:' or t.credit_account ~ '^provider:')))
    group by 1, 2, 3, 4, 5) moved
 left join lateral (select route_id, accepted_loss_minor from orders
                     where organization_id = moved.organization_id and id = moved.order_id) o on true
 left join lateral (select (array_agg(provider_name order by sequence desc))[1] as provider_name, count(*) as fills
                      from fills
                     where organization_id = moved.organization_id and order_id = moved.order_id
                       and sold_minor is not null) f on true
group by 1, 2, 3, 4, 5, 6;

-- When the first and the last transfer was posted.
-- selectLedgerBounds in server/src/desk/reports/margin-queries.ts
prepare select_ledger_bounds as
select (select posted_at from ledger_transfers order by id limit 1) as first,
(select posted_at from ledger_transfers order by id desc limit 1) as last;

-- selectRouteNames in server/src/desk/reports/margin-queries.ts
prepare select_routes_of_margin (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 ids
) as
select r.id, r.name, g.name as organization_name, g.enterprise_id
 from unnest($1::uuid[], $2::uuid[]) as wanted (organization_id, id)
cross join lateral (select id, name from configured_routes
                     where organization_id = wanted.organization_id and id = wanted.id offset 0) r
cross join lateral (select name, enterprise_id from organizations where id = wanted.organization_id offset 0) g;

-- The turnover of an account in a period, among the transfers of a window.
-- selectTurnover in server/src/desk/reports/statement-queries.ts
prepare select_turnover_of_account (
  text, -- $1 account
  bigint, -- $2 after
  bigint, -- $3 up_to
  timestamp with time zone, -- $4 from
  timestamp with time zone -- $5 to
) as
select 
currency, coalesce(sum(amount_minor) filter (where debit_account = $1), 0)::text as debit_minor,
       coalesce(sum(amount_minor) filter (where credit_account = $1), 0)::text as credit_minor,
       count(*)::text as movements
  from ledger_transfers
 where id > $2::bigint and id <= $3::bigint and $1 in (debit_account, credit_account)
   and posted_at >= $4 and posted_at < $5 group by currency;

-- The turnover of an organization's account before an instant, for a page of its orders.
-- selectTurnoverOfOrders in server/src/desk/reports/statement-queries.ts
prepare select_turnover_of_orders (
  text, -- $1 account
  uuid, -- $2 organization_id
  uuid, -- $3 after
  timestamp with time zone, -- $4 before
  bigint -- $5 limit
) as
with page as materialized (
   select id from orders where organization_id = $2 and id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
    order by organization_id, id limit $5)
 select (select max(id::text) from page) as last_id, turnover.*
   from (select 
currency, coalesce(sum(amount_minor) filter (where debit_account = $1), 0)::text as debit_minor,
       coalesce(sum(amount_minor) filter (where credit_account = $1), 0)::text as credit_minor,
       count(*)::text as movements
  from page cross join lateral (
           select debit_account, credit_account, currency, amount_minor from ledger_transfers
            where order_id = page.id and organization_id = $2 and $1 in (debit_account, credit_account)
              and posted_at < $4 offset 0) t group by currency) turnover
  right join (select) one on true;

-- The kept sums of an account of a rail or provider, debits less credits, with the last transfer that they contain.
-- selectSettledSums in server/src/desk/reports/statement-queries.ts
prepare select_settled_sums (
  text -- $1 account
) as
select p.up_to, s.currency, s.balance_minor::text as balance_minor
from ledger_sum_progress p left join ledger_sums s on s.account = $1;

-- The movements of an account in a period, among the transfers of a window, with what each belongs to.
-- selectStatementLines in server/src/desk/reports/statement-queries.ts
prepare select_statement_lines (
  text, -- $1 account
  bigint, -- $2 after
  bigint, -- $3 up_to
  timestamp with time zone, -- $4 from
  timestamp with time zone, -- $5 to
  bigint -- $6 limit
) as
select t.*,
      case when t.posting = 'deposit' and t.order_id is not null then (
        select d.id from deposits d
         where d.order_id = t.order_id and d.organization_id = t.organization_id and d.currency = t.currency and d.amount_minor = t.amount_minor
           and t.posted_at = coalesce(d.assigned_at, d.recorded_at) order by d.id offset (select count(*) from ledger_transfers e
                    where e.order_id = t.order_id and e.organization_id = t.organization_id and e.posting = t.posting
                      and e.currency = t.currency and e.amount_minor = t.amount_minor
                      and e.posted_at = t.posted_at and e.id < t.id) limit 1)
      when t.posting = 'deposit' then (
        select d.id from deposits d
         where d.id >= event_id_at(t.posted_at - interval '1 second') and d.id < event_id_at(t.posted_at + interval '2 seconds')
           and d.recorded_at = t.posted_at and d.currency = t.currency and d.amount_minor = t.amount_minor
           and t.debit_account = 'rail:' || d.rail order by d.id limit 1)
      when t.posting = 'deposit_reversed' then (
        select d.id from deposits d
         where d.organization_id = t.organization_id and d.reversal_order_id = t.order_id and d.reversed_at = t.posted_at
         order by d.id limit 1) end as deposit_id,
      case when t.posting in ('payout', 'payout_rejected', 'payout_returned', 'send_fee') then (
        select p.id from payouts p
         where p.order_id = t.order_id and p.organization_id = t.organization_id and t.posted_at in (p.settled_at, p.rejected_at, p.returned_at)
         order by p.sequence desc limit 1) end as payout_id,
      case when t.posting in ('refund', 'refund_returned') then (
        select r.id from refunds r
         where r.order_id = t.order_id and r.organization_id = t.organization_id and r.currency = t.currency and r.amount_minor - r.reversed_minor = t.amount_minor
         order by r.updated_at = t.posted_at desc, r.id offset (select count(*) from ledger_transfers e
                    where e.order_id = t.order_id and e.organization_id = t.organization_id and e.posting = t.posting
                      and e.currency = t.currency and e.amount_minor = t.amount_minor
                      and e.posted_at = t.posted_at and e.id < t.id) limit 1) end as refund_id,
      case when t.posting = 'movement' then (
        select m.id from treasury_movements m, jsonb_array_elements(m.status_history) e
         where e ->> 'posting_id' = t.posting_id::text limit 1) end as movement_id
 from (select * from ledger_transfers
        where id > $2::bigint and id <= $3::bigint and $1 in (debit_account, credit_account)
          and posted_at >= $4 and posted_at < $5
        order by id limit $6) t
order by t.id;
