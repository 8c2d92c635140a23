-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- server/src/configured-routes/queries.ts
prepare select_route (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select organization_id, id, name, order_type, payin_currency, payout_currency, provider_name,
is_disabled, estimated_settlement_time, payin_min_minor, payin_max_minor, cost_tiers, tax_bps, fee_treatment,
max_slippage_bps, max_open_total_minor, submission_window_ms, funding_window_ms, trading_hours,
inclusive_account_types, further_providers, version,
created_at from configured_routes where organization_id = $1 and id = $2;

-- Routes after `after`, oldest first.
-- selectRoutes in server/src/configured-routes/queries.ts
prepare select_routes (
  uuid, -- $1 organization_id
  uuid, -- $2 after
  bigint -- $3 limit
) as
select organization_id, id, name, order_type, payin_currency, payout_currency, provider_name,
is_disabled, estimated_settlement_time, payin_min_minor, payin_max_minor, cost_tiers, tax_bps, fee_treatment,
max_slippage_bps, max_open_total_minor, submission_window_ms, funding_window_ms, trading_hours,
inclusive_account_types, further_providers, version,
created_at from configured_routes
  where organization_id = $1 and id > coalesce($2, '00000000-0000-0000-0000-000000000000'::uuid)
  order by id
  limit $3;

-- Creates a route, or gives the route of this name new terms and a new version.
-- upsertRoute in server/src/configured-routes/queries.ts
prepare upsert_route (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  text, -- $3 name
  currency_code, -- $4 payin_currency
  currency_code, -- $5 payout_currency
  text, -- $6 provider_name
  boolean, -- $7 is_disabled
  text, -- $8 estimated_settlement_time
  minor_units, -- $9 payin_min_minor
  minor_units, -- $10 payin_max_minor
  jsonb, -- $11 cost_tiers
  integer, -- $12 tax_bps
  text, -- $13 fee_treatment
  integer, -- $14 max_slippage_bps
  minor_units, -- $15 max_open_total_minor
  integer, -- $16 submission_window_ms
  integer, -- $17 funding_window_ms
  jsonb, -- $18 trading_hours
  text[], -- $19 inclusive_account_types
  instant, -- $20 at
  text[] -- $21 further_providers
) as
insert into configured_routes (organization_id, id, name, order_type, payin_currency, payout_currency,
  provider_name, is_disabled, estimated_settlement_time, payin_min_minor, payin_max_minor, cost_tiers,
  tax_bps, fee_treatment, max_slippage_bps, max_open_total_minor, submission_window_ms, funding_window_ms, trading_hours,
  inclusive_account_types, created_at, further_providers)
values ($1, $2, $3, 'QUOTED', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
on conflict (organization_id, name) do update
  set is_disabled = excluded.is_disabled,
      estimated_settlement_time = excluded.estimated_settlement_time,
      payin_min_minor = excluded.payin_min_minor, payin_max_minor = excluded.payin_max_minor,
      cost_tiers = excluded.cost_tiers, tax_bps = excluded.tax_bps,
      fee_treatment = excluded.fee_treatment, max_slippage_bps = excluded.max_slippage_bps,
      max_open_total_minor = excluded.max_open_total_minor,
      submission_window_ms = excluded.submission_window_ms,
      funding_window_ms = excluded.funding_window_ms, trading_hours = excluded.trading_hours,
      inclusive_account_types = excluded.inclusive_account_types,
      further_providers = excluded.further_providers,
      version = configured_routes.version + 1;
