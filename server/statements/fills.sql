-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Inserts intents to fill.
-- insertFillIntents in server/src/fills/queries.ts
prepare insert_fill_intents (
  json -- $1 intents
) as
insert into fills (organization_id, order_id, sequence, provider_name, provider_key, payin_currency, payin_minor,
   payout_currency, payout_minor, firm_rate, provider_payout_minor, quote_token, quote_expires_at, choice,
   created_at)
 select o.organization_id, o.id, i.sequence, i.provider_name, i.provider_key, o.payin_currency, i.payin_minor,
        o.payout_currency, o.payout_total_minor, i.firm_rate, i.provider_payout_minor, i.quote_token,
        i.quote_expires_at, i.choice, i.created_at
   from json_to_recordset($1::json) as i (organization_id uuid, order_id uuid, lease_token uuid, sequence int,
          provider_key text, provider_name text, payin_minor bigint, firm_rate numeric,
          provider_payout_minor bigint, quote_token text, quote_expires_at timestamptz, choice text,
          created_at timestamptz)
   cross join lateral (select * from orders where organization_id = i.organization_id and id = i.order_id and lease_token = i.lease_token
     and status = 'STEP_2_FILLING_FX' and received_minor >= payin_total_minor for share offset 0) o
   
cross join lateral (select * from organizations where id = o.organization_id and status = 'ACTIVE' offset 0) organization
cross join lateral (select * from external_payment_instruments where organization_id = o.organization_id and id = o.payin_instrument_id and status = 'ACTIVE' offset 0) payin
cross join lateral (select * from external_payment_instruments where organization_id = o.organization_id and id = o.payout_instrument_id and status = 'ACTIVE' offset 0) payout
 on conflict do nothing
 returning organization_id, order_id, sequence, provider_name, provider_key, payin_currency, payin_minor,
payout_currency, payout_minor, firm_rate, provider_payout_minor, quote_token, quote_expires_at, created_at,
choice, provider_reference, filled_at, declined_at, decline_code, decline_is_final, fee_currency, fee_minor,
coalesce(sold_minor, case when filled_at is not null then payin_minor end)::bigint as sold_minor,
coalesce(delivered_minor, case when filled_at is not null then provider_payout_minor end)::bigint as delivered_minor;

-- The decline code of a fill whose quote expired before the provider received it.
-- QUOTE_EXPIRED in server/src/fills/queries.ts
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
