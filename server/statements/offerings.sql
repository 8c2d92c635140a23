-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- selectOffering in server/src/engine/offerings/queries.ts
prepare select_offering (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select o.organization_id, o.id, o.route_id, o.order_type, o.provider_name,
     o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version,
     o.payin_currency, o.payout_currency, o.payin_min_minor, o.payin_max_minor, o.cost_tiers,
     o.indicative_exchange_rate, o.open_at, o.close_at, o.estimated_settlement_time, o.created_at, b.trading_pairs -> o.provider_name as trading_pairs
 from offerings o
 join offering_batches b on (b.organization_id, b.id) = (o.organization_id, o.batch_id)
where o.organization_id = $1 and o.id = $2;

-- Oldest first: the ids of a batch increase.
-- selectOfferingsOfBatch in server/src/engine/offerings/queries.ts
prepare select_offerings_of_batch (
  uuid, -- $1 organization_id
  uuid -- $2 batch_id
) as
select o.organization_id, o.id, o.route_id, o.order_type, o.provider_name,
o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version,
o.payin_currency, o.payout_currency, o.payin_min_minor, o.payin_max_minor, o.cost_tiers,
o.indicative_exchange_rate, o.open_at, o.close_at, o.estimated_settlement_time, o.created_at from offerings o where o.organization_id = $1 and o.batch_id = $2 order by o.id;

-- Oldest first: the ids of a batch increase.
-- selectOfferingsOfBatch in server/src/engine/offerings/queries.ts
prepare select_trading_pairs_of_batch (
  uuid, -- $1 organization_id
  uuid -- $2 batch_id
) as
select trading_pairs from offering_batches where organization_id = $1 and id = $2;

-- selectBatchByKey in server/src/engine/offerings/queries.ts
prepare select_batch_by_key (
  uuid, -- $1 organization_id
  text -- $2 idempotency_key
) as
select id, request_hash from offering_batches where organization_id = $1 and idempotency_key = $2;

-- Inserts the batch, its idempotency key and its offerings in one statement.
-- insertBatch in server/src/engine/offerings/queries.ts
prepare insert_batch (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  json, -- $3 trading_pairs
  instant, -- $4 created_at
  text, -- $5 idempotency_key
  bytea, -- $6 request_hash
  uuid[], -- $7 offering_ids
  uuid[], -- $8 route_ids
  text[], -- $9 order_types
  text[], -- $10 provider_names
  uuid[], -- $11 payin_instrument_ids
  integer[], -- $12 payin_instrument_versions
  uuid[], -- $13 payout_instrument_ids
  integer[], -- $14 payout_instrument_versions
  text[], -- $15 payin_currencies
  text[], -- $16 payout_currencies
  bigint[], -- $17 payin_min_minor
  bigint[], -- $18 payin_max_minor
  jsonb[], -- $19 cost_tiers
  numeric[], -- $20 indicative_exchange_rates
  timestamp with time zone[], -- $21 open_at
  timestamp with time zone[], -- $22 close_at
  text[] -- $23 estimated_settlement_times
) as
with batch as (
  insert into offering_batches (organization_id, id, trading_pairs, created_at, idempotency_key, request_hash)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (organization_id, idempotency_key) do nothing
  returning organization_id, id, created_at
), made as (
  insert into offerings (organization_id, id, batch_id, route_id, order_type, provider_name,
    payin_instrument_id, payin_instrument_version, payout_instrument_id, payout_instrument_version,
    payin_currency, payout_currency, payin_min_minor, payin_max_minor, cost_tiers,
    indicative_exchange_rate, open_at, close_at, estimated_settlement_time, created_at)
  select batch.organization_id, i.id, batch.id, i.route_id, i.order_type, i.provider_name,
         i.payin_id, i.payin_version, i.payout_id, i.payout_version,
         i.payin_currency, i.payout_currency, i.min_minor, i.max_minor, i.cost_tiers,
         i.rate, i.open_at, i.close_at, i.settlement, batch.created_at
    from batch, unnest($7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::uuid[], $12::int[], $13::uuid[],
           $14::int[], $15::text[], $16::text[], $17::bigint[], $18::bigint[], $19::jsonb[], $20::numeric[],
           $21::timestamptz[], $22::timestamptz[], $23::text[])
         as i (id, route_id, order_type, provider_name, payin_id, payin_version, payout_id, payout_version,
           payin_currency, payout_currency, min_minor, max_minor, cost_tiers, rate, open_at, close_at, settlement)
)
select exists (select from batch) as inserted;
