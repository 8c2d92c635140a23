-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- selectSmallAmounts in server/src/engine/small-amounts/queries.ts
prepare select_small_amounts as
select rail, currency, smallest_deposit_minor, smallest_refund_minor, below, refund_fee_minor
from small_amounts where smallest_refund_minor > 0 order by rail, currency;

-- A rule whose amounts are zero ends: no amount is smaller.
-- upsertSmallAmount in server/src/engine/small-amounts/queries.ts
prepare upsert_small_amount (
  text, -- $1 rail
  currency_code, -- $2 currency
  minor_units, -- $3 smallest_deposit_minor
  minor_units, -- $4 smallest_refund_minor
  text, -- $5 below
  minor_units -- $6 refund_fee_minor
) as
insert into small_amounts (rail, currency, smallest_deposit_minor, smallest_refund_minor, below, refund_fee_minor)
values ($1, $2, $3, $4, $5, $6)
on conflict (rail, currency) do update
  set smallest_deposit_minor = excluded.smallest_deposit_minor,
      smallest_refund_minor = excluded.smallest_refund_minor,
      below = excluded.below, refund_fee_minor = excluded.refund_fee_minor;

-- Small deposits belong to no enterprise: with `enterpriseIds`, only refunds.
-- selectSmallSums in server/src/engine/small-amounts/report-queries.ts
prepare select_small_sums (
  timestamp with time zone, -- $1 from
  timestamp with time zone, -- $2 to
  uuid[] -- $3 enterprise_ids
) as
select rail, currency::text as currency, kind, state, count(*)::int as count, sum(minor)::text as sum_minor
 from (select rail, currency, 'deposits' as kind, amount_minor as minor,
              case when order_id is not null then 'assigned' else coalesce(exit, 'kept') end as state
         from deposits
        where is_small and reversed_at is null and recorded_at >= $1 and recorded_at < $2 and $3::uuid[] is null
        union all
       select r.small_rail, r.currency, 'refunds', r.amount_minor - r.reversed_minor, lower(r.status)
         from refunds r join organizations g on g.id = r.organization_id
        where r.small_rail is not null and r.status in ('KEPT', 'COLLECTED', 'WRITTEN_OFF')
          and r.created_at >= $1 and r.created_at < $2 and ($3::uuid[] is null or g.enterprise_id = any ($3::uuid[]))) small
group by 1, 2, 3, 4
order by 1, 2, 3, 4;
