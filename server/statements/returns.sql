-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Oldest first.
-- selectReturns in server/src/engine/returns/queries.ts
prepare select_returns_of_orders (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 order_ids
) as
select rail, transaction, index, organization_id, order_id, payout_id, refund_id, key, currency, sent_minor,
returned_minor, stage, code, recorded_at
     from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
     cross join lateral (select * from returns where organization_id = of_organization and order_id = of_order offset 0) returns
    order by recorded_at, key;

-- The payout or refund with this key; without a key, with this reference on the rail.
-- selectSentKey in server/src/engine/returns/queries.ts
prepare select_sent_key (
  text, -- $1 rail
  text, -- $2 key
  text -- $3 reference
) as
select order_id, organization_id, rail_key from payouts
 where rail_key = $2 or ($2::text is null and rail = $1 and rail_reference = $3)
union all
select order_id, organization_id, rail_key from refunds
 where rail_key = $2 or ($2::text is null and rail = $1 and rail_reference = $3)
limit 2;
