-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Routes of all organizations, newest first.
-- seenRoutes in server/src/engine/routes/operator-queries.ts
prepare "select_seen_routes id" (
  uuid -- $1 id
) as
select t.organization_id, t.id, t.name, t.order_type, t.payin_currency, t.payout_currency, t.provider_name, t.is_disabled, t.estimated_settlement_time, t.payin_min_minor, t.payin_max_minor, t.cost_tiers, t.tax_bps, t.fee_treatment, t.max_slippage_bps, t.max_open_total_minor, t.submission_window_ms, t.funding_window_ms, t.trading_hours, t.inclusive_account_types, t.further_providers, t.version, t.created_at, g.enterprise_id, g.name as organization_name from (select found.* from organizations owner cross join lateral (select * from configured_routes where organization_id = owner.id and id = $1 offset 0) found) t left join organizations g on g.id = t.organization_id;

-- Routes of all organizations, newest first.
-- seenRoutes in server/src/engine/routes/operator-queries.ts
prepare "select_seen_routes all" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone -- $6 before
) as
select t.organization_id, t.id, t.name, t.order_type, t.payin_currency, t.payout_currency, t.provider_name, t.is_disabled, t.estimated_settlement_time, t.payin_min_minor, t.payin_max_minor, t.cost_tiers, t.tax_bps, t.fee_treatment, t.max_slippage_bps, t.max_open_total_minor, t.submission_window_ms, t.funding_window_ms, t.trading_hours, t.inclusive_account_types, t.further_providers, t.version, t.created_at, g.enterprise_id, g.name as organization_name from (
   select found.* from (
     select owner.id as owner_id
       from (select owner.id from organizations owner ) owner
      cross join lateral (
        select id from configured_routes where organization_id = owner.id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity') order by organization_id desc, id desc limit 1) newest
      order by newest.id desc limit $1) owners
    cross join lateral (
      select * from configured_routes where organization_id = owner_id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity') order by organization_id desc, id desc limit $1) found
    order by found.id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- Routes of all organizations, newest first.
-- seenRoutes in server/src/engine/routes/operator-queries.ts
prepare "select_seen_routes enterprises name status payin payout" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone, -- $6 before
  text, -- $7 name
  text, -- $8 status
  text, -- $9 payin_currency
  text, -- $10 payout_currency
  uuid[] -- $11 enterprise_ids
) as
select t.organization_id, t.id, t.name, t.order_type, t.payin_currency, t.payout_currency, t.provider_name, t.is_disabled, t.estimated_settlement_time, t.payin_min_minor, t.payin_max_minor, t.cost_tiers, t.tax_bps, t.fee_treatment, t.max_slippage_bps, t.max_open_total_minor, t.submission_window_ms, t.funding_window_ms, t.trading_hours, t.inclusive_account_types, t.further_providers, t.version, t.created_at, g.enterprise_id, g.name as organization_name from (
   select found.* from (
     select owner.id as owner_id
       from (select owner.id from organizations owner where owner.enterprise_id = any ($11::uuid[])) owner
      cross join lateral (
        select id from configured_routes where organization_id = owner.id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity')
and name = $7
and (case when is_disabled then 'DISABLED' else 'ENABLED' end) = $8
and payin_currency = $9
and payout_currency = $10 order by organization_id desc, id desc limit 1) newest
      order by newest.id desc limit $1) owners
    cross join lateral (
      select * from configured_routes where organization_id = owner_id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity')
and name = $7
and (case when is_disabled then 'DISABLED' else 'ENABLED' end) = $8
and payin_currency = $9
and payout_currency = $10 order by organization_id desc, id desc limit $1) found
    order by found.id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- selectRoute in server/src/engine/routes/queries.ts
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
-- selectRoutes in server/src/engine/routes/queries.ts
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

-- The routes of these names, and all routes of these providers; with `all` every route.
-- selectDescribedRoutes in server/src/engine/routes/queries.ts
prepare select_described_routes (
  text[], -- $1 enterprises
  uuid[], -- $2 organization_ids
  text[], -- $3 organizations
  text[], -- $4 names
  text[], -- $5 providers
  boolean, -- $6 all
  bigint -- $7 limit
) as
with wanted as (
   select r.organization_id, r.id
     from unnest($1::text[], $2::uuid[], $3::text[], $4::text[]) as w (enterprise, organization_id, organization, name)
     join enterprises e on e.name = w.enterprise
     join organizations o on o.enterprise_id = e.id
      and (o.id = w.organization_id
           or w.organization_id is null and o.request_hash is null and o.name = w.organization)
     join configured_routes r on r.organization_id = o.id and r.name = w.name
   union
   select organization_id, id from configured_routes
    where $6 or provider_name = any($5) or further_providers && $5::text[]
 )
 select r.*, o.name as organization_name
   from (select organization_id, id, name, order_type, payin_currency, payout_currency, provider_name,
is_disabled, estimated_settlement_time, payin_min_minor, payin_max_minor, cost_tiers, tax_bps, fee_treatment,
max_slippage_bps, max_open_total_minor, submission_window_ms, funding_window_ms, trading_hours,
inclusive_account_types, further_providers, version,
created_at from configured_routes) r
   join wanted using (organization_id, id)
   join organizations o on o.id = r.organization_id
  order by r.id
  limit $7;

-- Creates a route, or gives the route of this name new terms and a new version.
-- upsertRoute in server/src/engine/routes/queries.ts
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
