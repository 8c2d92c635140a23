-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Oldest first.
-- selectReceivableChanges in server/src/engine/reversals/queries.ts
prepare select_receivable_changes_of_orders (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 order_ids
) as
select organization_id, order_id, version, kind, currency, amount_minor, rail, created_at
 from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
 cross join lateral (select * from receivable_changes where organization_id = of_organization and order_id = of_order offset 0) receivable_changes
order by version;

-- Orders whose payers owe the desk money, or which lack money, after reversals; oldest first.
-- selectOpenReversals in server/src/engine/reversals/queries.ts
prepare select_open_reversals as
with reversed as (
  select organization_id, reversal_order_id as order_id, currency, sum(loss_minor) as loss_minor,
         max(reversed_at) as reversed_at,
         jsonb_agg(jsonb_build_object('id', id, 'rail', rail, 'transaction', transaction, 'code', reversal_code)
                   order by reversed_at, id) as deposits
    from deposits where reversal_order_id is not null
   group by organization_id, reversal_order_id, currency
), owed as (
  select r.*, (r.loss_minor + coalesce((
           select sum(case kind when 'advanced' then amount_minor when 'restored' then 0 else -amount_minor end)
             from receivable_changes c
            where (c.organization_id, c.order_id, c.currency) = (r.organization_id, r.order_id, r.currency)), 0)
         )::bigint as owed_minor
    from reversed r
)
select w.organization_id, g.enterprise_id, g.name as organization_name, w.order_id, o.status, o.parked_reason, w.currency,
       w.owed_minor, case when w.currency = o.payin_currency then o.short_minor end as short_minor, w.deposits,
       w.reversed_at
  from owed w
  join orders o on (o.organization_id, o.id) = (w.organization_id, w.order_id)
  join organizations g on g.id = w.organization_id
 where w.owed_minor > 0
    or (w.currency = o.payin_currency and o.short_minor > 0 and o.retry_order_id is null
        and o.status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT', 'FAILED_DECLINED_BY_LIQ_PROVIDER')) order by w.reversed_at, w.order_id;
