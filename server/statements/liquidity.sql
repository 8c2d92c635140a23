-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- selectLiquidityLeft in server/src/engine/liquidity/left.ts
prepare select_liquidity_left (
  text, -- $1 provider
  text, -- $2 payin_currency
  text -- $3 payout_currency
) as
select payin_left::text, payout_left::text from liquidity_left($1, $2, $3);

-- The used part of each settlement limit, in the direction that has less left.
-- selectLimitUses in server/src/engine/liquidity/left.ts
prepare select_limit_uses as
select l.provider, l.currency::text as currency,
      -- At most a million times the limit: a limit may be tiny.
      least(1000000000, round(1000 * (1 - least(min(case when t.payin_currency = l.currency then u.payin_left end),
                              min(case when t.payout_currency = l.currency then u.payout_left end))
                        / l.settlement_limit_minor)))::int as used
 from provider_limits l
 join trading_pairs t on t.provider_name = l.provider and l.currency in (t.payin_currency, t.payout_currency)
 cross join lateral liquidity_left(t.provider_name, t.payin_currency, t.payout_currency) u
where l.settlement_limit_minor > 0
group by l.provider, l.currency, l.settlement_limit_minor order by l.provider, l.currency;

-- The first total that differs from its orders.
-- selectReservedFault in server/src/engine/liquidity/reservation-queries.ts
prepare select_reserved_fault as
with actual as (
   select provider, payin_currency, payout_currency, sum(payin_minor) as payin_minor, sum(payout_minor) as payout_minor
     from (
select reserved_provider as provider, payin_currency, payout_currency, (payin_total_minor - payin_fee_minor - payin_tax_minor) as payin_minor,
       payout_total_minor as payout_minor
  from orders where (orders.reserved_provider is not null
    and coalesce(orders.status, orders.status) in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX'))) reserving
    group by provider, payin_currency, payout_currency
 ), counted as (
   select provider, payin_currency, payout_currency, sum(payin_minor) as payin_counted,
          sum(payout_minor) as payout_counted
     from reserved_totals group by provider, payin_currency, payout_currency
 ), compared as (
   select provider, payin_currency::text, payout_currency::text,
          coalesce(payin_minor, 0)::text as payin_minor, coalesce(payout_minor, 0)::text as payout_minor,
          coalesce(payin_counted, 0)::text as payin_counted, coalesce(payout_counted, 0)::text as payout_counted
     from actual full join counted using (provider, payin_currency, payout_currency)
 )
 select * from compared where (payin_minor, payout_minor) <> (payin_counted, payout_counted)
  order by provider, payin_currency, payout_currency limit 1;

-- Corrects the totals that differ from the orders and returns the differences.
-- correctReservedTotals in server/src/engine/liquidity/reservation-queries.ts
prepare correct_reserved_totals as
with reserving as (
   select * from orders where due_at is not null and parked_reason is null and (orders.reserved_provider is not null
    and coalesce(orders.status, orders.status) in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX'))
   union all
   select * from orders where parked_reason is not null and (orders.reserved_provider is not null
    and coalesce(orders.status, orders.status) in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX'))
 ), difference as (
   select provider, payin_currency, payout_currency, sum(payin_minor) as payin_minor, sum(payout_minor) as payout_minor
     from (
select reserved_provider as provider, payin_currency, payout_currency, (payin_total_minor - payin_fee_minor - payin_tax_minor) as payin_minor,
       payout_total_minor as payout_minor
  from reserving where true
           union all
           select provider, payin_currency, payout_currency, -payin_minor, -payout_minor from reserved_totals) both_sides
    group by provider, payin_currency, payout_currency
   having sum(payin_minor) <> 0 or sum(payout_minor) <> 0
 ), corrected as (
insert into reserved_totals (provider, payin_currency, payout_currency, slot, payin_minor, payout_minor)
select provider, payin_currency, payout_currency, -1::int, sum(payin_minor), sum(payout_minor)
  from (select * from difference) changes
 group by provider, payin_currency, payout_currency order by provider, payin_currency, payout_currency
    on conflict (provider, payin_currency, payout_currency, slot)
    do update set payin_minor = reserved_totals.payin_minor + excluded.payin_minor,
                  payout_minor = reserved_totals.payout_minor + excluded.payout_minor)
 select provider, payin_currency::text, payout_currency::text, payin_minor::text, payout_minor::text from difference;
