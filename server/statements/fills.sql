-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Inserts intents to fill.
-- insertFillIntents in server/src/engine/fills/queries.ts
prepare insert_fill_intents (
  json, -- $1 intents
  integer -- $2 slot
) as
with asked as materialized (
 select o.organization_id, o.id as order_id, i.sequence, i.provider_name, i.provider_key, o.payin_currency,
        i.payin_minor, o.payout_currency, o.payout_total_minor, i.firm_rate, i.provider_payout_minor,
        i.quote_token, i.quote_expires_at, i.choice, i.created_at, o.reserved_provider, o.payin_total_minor,
        o.payin_fee_minor, o.payin_tax_minor, (
exists (select from halts h where h.resumed_at is null and h.what = 'fills'
           and (h.provider is null or h.provider = i.provider_name)) or 
(
exists (select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends' and coalesce(h.orders_until, h.halted_at) >= o.created_at)
 or exists (select from unknown_sends u where u.order_id = o.id and u.put_right_at is null and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor)))) and (u.key like '%:refund:%' or u.key like '%:return:%')))
          or 
(exists (select from halts h
           join trading_pairs t on t.provider_name = h.provider
                               and (t.payin_currency, t.payout_currency) = (o.payin_currency, o.payout_currency)
          where h.resumed_at is null and h.cause = 'restore' and h.what = 'fills' and h.provider <> i.provider_name
            -- A retry may have been made before too, under the same name.
            and (coalesce(h.orders_until, h.halted_at) >= o.created_at or o.key_id is not null))
 or exists (select from unknown_fills u join halts h on h.id = u.halt_id
             where (u.order_id = o.id or u.order_id between (left(o.key_id::text, -4) || '0000')::uuid and (left(o.key_id::text, -4) || 'ffff')::uuid)
               and u.put_right_at is null and h.provider <> i.provider_name
               and starts_with(u.key, split_part(i.provider_key, ':', 1) || ':') and not 
exists (select from fills f where f.provider_key = u.key and f.provider_name = h.provider
           and (u.sold_minor is null or (f.payin_currency = u.payin_currency
             and f.payout_currency = u.payout_currency and u.sold_minor <= f.payin_minor)))))) as is_halted
   from json_to_recordset($1::json) as i (organization_id uuid, order_id uuid, lease_token uuid, sequence int,
          provider_key text, provider_name text, payin_minor bigint, firm_rate numeric,
          provider_payout_minor bigint, quote_token text, quote_expires_at timestamptz, choice text,
          keeps_promise boolean, loss_minor bigint, created_at timestamptz)
   cross join lateral (select * from orders where organization_id = i.organization_id and id = i.order_id and lease_token = i.lease_token
     and status = 'STEP_2_FILLING_FX' and received_minor >= payin_total_minor and short_minor = 0
     and frozen_at is null and (i.keeps_promise or i.loss_minor <= accepted_loss_minor)
     and (chosen_provider is null or chosen_provider = i.provider_name) for share offset 0) o
   
cross join lateral (select * from organizations where id = o.organization_id and status = 'ACTIVE' offset 0) organization
cross join lateral (select * from external_payment_instruments where organization_id = o.organization_id and id = o.payin_instrument_id and status = 'ACTIVE' offset 0) payin
cross join lateral (select * from external_payment_instruments where organization_id = o.organization_id and id = o.payout_instrument_id and status = 'ACTIVE' offset 0) payout
 ), fit as materialized (select * from asked where not is_halted
 ), moving as materialized (
 select * from (
   select i.*, exists (select from provider_limits
                        where provider = i.provider_name
                          and (settlement_limit_minor is not null or is_prefunded)) as is_limited
     from fit i where i.provider_name is distinct from i.reserved_provider) i
  where reserved_provider is not null or is_limited
 ), covered as materialized (
   with asked as materialized (
     select * from (
 select order_id, provider_name, payin_currency, payout_currency,
        sum((payin_total_minor - payin_fee_minor - payin_tax_minor)) over (partition by provider_name, payin_currency order by payout_total_minor, order_id),
        sum(payout_total_minor) over (partition by provider_name, payout_currency order by payout_total_minor, order_id)
   from moving where is_limited) as a (id, provider, payin_currency, payout_currency, payin_minor, payout_minor)
   ), pairs as materialized (
     select distinct provider, payin_currency, payout_currency from asked order by 1, 2, 3
   ), room as materialized (
     select p.*, l.* from pairs p cross join lateral lock_liquidity(p.provider, p.payin_currency, p.payout_currency) l
   )
   select id from asked join room using (provider, payin_currency, payout_currency)
    where payin_minor <= coalesce(payin_left, payin_minor) and payout_minor <= coalesce(payout_left, payout_minor)
 ), inserted as (
 insert into fills (organization_id, order_id, sequence, provider_name, provider_key, payin_currency, payin_minor,
   payout_currency, payout_minor, firm_rate, provider_payout_minor, quote_token, quote_expires_at, choice,
   created_at)
 select organization_id, order_id, sequence, provider_name, provider_key, payin_currency, payin_minor,
        payout_currency, payout_total_minor, firm_rate, provider_payout_minor, quote_token, quote_expires_at,
        choice, created_at
   from fit
  where order_id not in (select order_id from moving where is_limited)
     or order_id in (select id from covered)
 on conflict do nothing
 returning organization_id, order_id, sequence, provider_name, provider_key, payin_currency, payin_minor,
payout_currency, payout_minor, firm_rate, provider_payout_minor, quote_token, quote_expires_at, created_at,
choice, provider_reference, filled_at, declined_at, decline_code, decline_is_final, fee_currency, fee_minor,
coalesce(sold_minor, case when filled_at is not null then payin_minor end)::bigint as sold_minor,
coalesce(delivered_minor, case when filled_at is not null then provider_payout_minor end)::bigint as delivered_minor
 ), moved as (
 select m.* from moving m join inserted using (organization_id, order_id)
 ), reserved_elsewhere as (
 update orders o set reserved_provider = case when m.is_limited then m.provider_name end
   from moved m where (o.organization_id, o.id) = (m.organization_id, m.order_id)
 ), totals_moved as (
insert into reserved_totals (provider, payin_currency, payout_currency, slot, payin_minor, payout_minor)
select provider, payin_currency, payout_currency, $2::int, sum(payin_minor), sum(payout_minor)
  from (

select reserved_provider as provider, payin_currency, payout_currency, -(payin_total_minor - payin_fee_minor - payin_tax_minor) as payin_minor,
       -payout_total_minor as payout_minor
  from moved where reserved_provider is not null
union all

select provider_name as provider, payin_currency, payout_currency, (payin_total_minor - payin_fee_minor - payin_tax_minor) as payin_minor,
       payout_total_minor as payout_minor
  from moved where is_limited) changes
 group by provider, payin_currency, payout_currency order by provider, payin_currency, payout_currency
    on conflict (provider, payin_currency, payout_currency, slot)
    do update set payin_minor = reserved_totals.payin_minor + excluded.payin_minor,
                  payout_minor = reserved_totals.payout_minor + excluded.payout_minor
 )
 select asked.order_id as intent_of, asked.is_halted, inserted.*
   from asked left join inserted using (organization_id, order_id)
  where inserted.order_id is not null or asked.is_halted
     or (asked.order_id in (select order_id from moving where is_limited)
         and asked.order_id not in (select id from covered));

-- All fills of the orders, oldest first.
-- selectFills in server/src/engine/fills/queries.ts
prepare select_fills_of_orders (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 order_ids
) as
select organization_id, order_id, sequence, provider_name, provider_key, payin_currency, payin_minor,
payout_currency, payout_minor, firm_rate, provider_payout_minor, quote_token, quote_expires_at, created_at,
choice, provider_reference, filled_at, declined_at, decline_code, decline_is_final, fee_currency, fee_minor,
coalesce(sold_minor, case when filled_at is not null then payin_minor end)::bigint as sold_minor,
coalesce(delivered_minor, case when filled_at is not null then provider_payout_minor end)::bigint as delivered_minor
     from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
     cross join lateral (select * from fills where organization_id = of_organization and order_id = of_order offset 0) fills
    order by sequence;

-- A fill that the provider carried out in the time that a restore lost.
-- insertSentFill in server/src/engine/fills/queries.ts
prepare insert_sent_fill (
  uuid, -- $1 organization_id
  uuid, -- $2 order_id
  integer, -- $3 sequence
  text, -- $4 provider_key
  text, -- $5 provider_name
  bigint, -- $6 asked_minor
  bigint, -- $7 sold_minor
  bigint, -- $8 delivered_minor
  numeric, -- $9 firm_rate
  text, -- $10 reference
  text, -- $11 choice
  timestamp with time zone -- $12 at
) as
insert into fills (organization_id, order_id, sequence, provider_key, provider_name, payin_currency, payin_minor,
  payout_currency, payout_minor, firm_rate, provider_payout_minor, created_at, provider_reference, filled_at,
  sold_minor, delivered_minor, choice)
select o.organization_id, o.id, $3, $4, $5, o.payin_currency, $6::bigint, o.payout_currency, o.payout_total_minor,
       $9::numeric, $8::bigint, $12::timestamptz, $10, $12::timestamptz, $7::bigint, $8::bigint, $11
  from orders o where o.organization_id = $1 and o.id = $2;
