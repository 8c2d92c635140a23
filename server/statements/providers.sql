-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- All pairs of all providers, in the order of the operator file.
-- selectTradingPairs in server/src/outside/providers/queries.ts
prepare select_trading_pairs as
select t.provider_name, t.payin_currency, t.payout_currency, t.hours, t.max_rate_age_ms, t.position, t.settings,
      p.kind, p.settings as provider_settings, p.version,
      exists (select from provider_limits l where l.provider = t.provider_name and (settlement_limit_minor is not null or is_prefunded)) as is_limited
 from trading_pairs t join liquidity_providers p on p.name = t.provider_name
order by t.provider_name, t.position, t.payin_currency, t.payout_currency;

-- Creates a provider, or bumps its version.
-- upsertProvider in server/src/outside/providers/queries.ts
prepare upsert_provider (
  text, -- $1 name
  text, -- $2 kind
  jsonb -- $3 settings
) as
insert into liquidity_providers (name, kind, settings) values ($1, $2, $3)
on conflict (name) do update
  set kind = excluded.kind, settings = excluded.settings, version = liquidity_providers.version + 1;

-- upsertTradingPair in server/src/outside/providers/queries.ts
prepare upsert_trading_pair (
  text, -- $1 provider_name
  currency_code, -- $2 payin_currency
  currency_code, -- $3 payout_currency
  integer, -- $4 position
  jsonb, -- $5 hours
  integer, -- $6 max_rate_age_ms
  jsonb -- $7 settings
) as
insert into trading_pairs (provider_name, payin_currency, payout_currency, position, hours,
  max_rate_age_ms, settings)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (provider_name, payin_currency, payout_currency) do update
  set position = excluded.position, hours = excluded.hours,
      max_rate_age_ms = excluded.max_rate_age_ms, settings = excluded.settings;

-- selectProviderLimits in server/src/outside/providers/queries.ts
prepare select_provider_limits (
  text -- $1 provider
) as
select provider, currency, settlement_limit_minor, is_prefunded from provider_limits
where provider = $1 and (settlement_limit_minor is not null or is_prefunded) order by currency;

-- upsertProviderLimit in server/src/outside/providers/queries.ts
prepare upsert_provider_limit (
  text, -- $1 provider
  currency_code, -- $2 currency
  minor_units, -- $3 settlement_limit_minor
  boolean -- $4 is_prefunded
) as
insert into provider_limits (provider, currency, settlement_limit_minor, is_prefunded) values ($1, $2, $3, $4)
on conflict (provider, currency) do update
  set settlement_limit_minor = excluded.settlement_limit_minor, is_prefunded = excluded.is_prefunded;
