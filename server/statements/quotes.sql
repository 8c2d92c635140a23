-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Inserts quotes.
-- insertQuotes in server/src/engine/quotes/queries.ts
prepare insert_quotes (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  uuid[], -- $3 offering_ids
  uuid[], -- $4 route_ids
  uuid[], -- $5 payin_instrument_ids
  uuid[], -- $6 payout_instrument_ids
  text[], -- $7 payin_currencies
  text[], -- $8 payout_currencies
  numeric[], -- $9 exchange_rates
  bigint[], -- $10 payin_total_minor
  bigint[], -- $11 payin_fee_minor
  bigint[], -- $12 payin_tax_minor
  bigint[], -- $13 payout_total_minor
  timestamp with time zone[], -- $14 submission_expires_at
  timestamp with time zone[], -- $15 funding_expires_at
  timestamp with time zone[], -- $16 created_at
  text[], -- $17 idempotency_keys
  bytea[], -- $18 request_hashes
  integer[], -- $19 route_versions
  text[], -- $20 provider_names
  integer[], -- $21 provider_versions
  text[], -- $22 payin_rails
  text[], -- $23 payout_rails
  jsonb[] -- $24 metadata
) as
insert into quotes (organization_id, id, offering_id, route_id, payin_instrument_id, payout_instrument_id,
payin_currency, payout_currency, exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor,
payout_total_minor, submission_expires_at, funding_expires_at, created_at, priced_provider, metadata, idempotency_key, request_hash)
 select i.organization_id, i.id, i.offering_id, i.route_id, i.payin_instrument_id, i.payout_instrument_id,
        i.payin_currency, i.payout_currency, i.exchange_rate, i.payin_total, i.payin_fee, i.payin_tax,
        i.payout_total, i.submission_expires_at, i.funding_expires_at, i.created_at, i.provider_name, i.metadata, i.key, i.hash
   from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[],
          $9::numeric[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::timestamptz[],
          $15::timestamptz[], $16::timestamptz[], $17::text[], $18::bytea[], $19::int[], $20::text[], $21::int[],
          $22::text[], $23::text[], $24::jsonb[])
        as i (organization_id, id, offering_id, route_id, payin_instrument_id, payout_instrument_id,
          payin_currency, payout_currency, exchange_rate, payin_total, payin_fee, payin_tax, payout_total,
          submission_expires_at, funding_expires_at, created_at, key, hash,
          route_version, provider_name, provider_version, payin_rail, payout_rail, metadata)
   cross join lateral (select * from configured_routes where organization_id = i.organization_id and id = i.route_id and version = i.route_version and not is_disabled offset 0) r
   cross join lateral (select * from liquidity_providers where name = i.provider_name and version = i.provider_version offset 0) p
   
cross join lateral (select * from organizations where id = i.organization_id and status = 'ACTIVE' offset 0) organization
cross join lateral (select * from external_payment_instruments where organization_id = i.organization_id and id = i.payin_instrument_id and status = 'ACTIVE' offset 0) payin
cross join lateral (select * from external_payment_instruments where organization_id = i.organization_id and id = i.payout_instrument_id and status = 'ACTIVE' offset 0) payout
  where not 
exists (select from halts h where h.resumed_at is null and h.what = 'quotes'
           and (h.provider is null or h.provider = i.provider_name)
           and (h.rail is null or h.rail in (i.payin_rail, i.payout_rail)))
 on conflict do nothing
 returning id;

-- Returns one row per key, in order; null where the organization has no such quote.
-- selectQuotesByIds in server/src/engine/quotes/queries.ts
prepare select_quotes_by_ids (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 ids
) as
select organization_id, id, offering_id, route_id, payin_instrument_id, payout_instrument_id,
payin_currency, payout_currency, exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor,
payout_total_minor, submission_expires_at, funding_expires_at, created_at, priced_provider, metadata, (select true from orders where quote_id = quotes.id limit 1) is not null as is_used
   from quotes
  where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]));

-- selectQuoteByKey in server/src/engine/quotes/queries.ts
prepare select_quote_by_key (
  uuid, -- $1 organization_id
  text -- $2 idempotency_key
) as
select organization_id, id, offering_id, route_id, payin_instrument_id, payout_instrument_id,
payin_currency, payout_currency, exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor,
payout_total_minor, submission_expires_at, funding_expires_at, created_at, priced_provider, metadata, request_hash from quotes where organization_id = $1 and idempotency_key = $2;

-- With `after`, only the quotes that follow it in the list.
-- selectQuotes in server/src/engine/quotes/queries.ts
prepare select_quotes (
  uuid, -- $1 organization_id
  bigint -- $2 limit
) as
select organization_id, id, offering_id, route_id, payin_instrument_id, payout_instrument_id,
payin_currency, payout_currency, exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor,
payout_total_minor, submission_expires_at, funding_expires_at, created_at, priced_provider, metadata from quotes
where organization_id = $1
order by organization_id desc, id desc limit $2;

-- With `after`, only the quotes that follow it in the list.
-- selectQuotes in server/src/engine/quotes/queries.ts
prepare "select_quotes page offering after from before to" (
  uuid, -- $1 organization_id
  bigint, -- $2 limit
  uuid, -- $3 page
  uuid, -- $4 offering
  timestamp with time zone, -- $5 after
  uuid, -- $6 from
  timestamp with time zone, -- $7 before
  uuid -- $8 to
) as
select organization_id, id, offering_id, route_id, payin_instrument_id, payout_instrument_id,
payin_currency, payout_currency, exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor,
payout_total_minor, submission_expires_at, funding_expires_at, created_at, priced_provider, metadata from quotes
where organization_id = $1 and id < $3 and offering_id = $4 and created_at > $5 and id >= $6 and created_at < $7 and id < $8
order by organization_id desc, id desc limit $2;

-- With `after`, only the quotes that follow it in the list.
-- selectQuotes in server/src/engine/quotes/queries.ts
prepare "select_quotes page offering after from before to oldest" (
  uuid, -- $1 organization_id
  bigint, -- $2 limit
  uuid, -- $3 page
  uuid, -- $4 offering
  timestamp with time zone, -- $5 after
  uuid, -- $6 from
  timestamp with time zone, -- $7 before
  uuid -- $8 to
) as
select organization_id, id, offering_id, route_id, payin_instrument_id, payout_instrument_id,
payin_currency, payout_currency, exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor,
payout_total_minor, submission_expires_at, funding_expires_at, created_at, priced_provider, metadata from quotes
where organization_id = $1 and id > $3 and offering_id = $4 and created_at > $5 and id >= $6 and created_at < $7 and id < $8
order by organization_id asc, id asc limit $2;

-- With `after`, only the quotes that follow it in the list.
-- selectQuotes in server/src/engine/quotes/queries.ts
prepare "select_quotes page metadata pair" (
  uuid, -- $1 organization_id
  bigint, -- $2 limit
  uuid, -- $3 page
  jsonb, -- $4 metadata
  bytea -- $5 pair
) as
select organization_id, id, offering_id, route_id, payin_instrument_id, payout_instrument_id,
payin_currency, payout_currency, exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor,
payout_total_minor, submission_expires_at, funding_expires_at, created_at, priced_provider, metadata from (select id as paired from metadata_pairs
  where organization_id = $1 and kind = 'quotes' and pair = $5 order by id desc) pairs
cross join lateral (select * from quotes where organization_id = $1 and id = paired offset 0) quotes
where organization_id = $1 and paired < $3 and metadata @> $4
order by paired desc limit $2;
