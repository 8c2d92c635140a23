// All SQL that writes configured_routes.
import type { Instant } from '../../platform/clock.ts'
import { NIL_UUID, sqlInstant } from '../../platform/db/pool.ts'
import { allRows, oneOwned, write } from '../../platform/db/row-functions.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { WeeklyHours } from '../../platform/calendars/hours.ts'

export type RouteRow = {
  organization_id: Uuid<'org'>
  id: Uuid<'rt'>
  name: string
  order_type: 'QUOTED'
  payin_currency: string
  payout_currency: string
  /** The first provider of the route. */
  provider_name: string
  /** The providers after the first, ranked. */
  further_providers: string[]
  is_disabled: boolean
  estimated_settlement_time: 'T+0' | 'T+1' | 'T+2'
  payin_min_minor: bigint
  payin_max_minor: bigint
  cost_tiers: StoredTier[]
  tax_bps: number
  fee_treatment: 'inclusive' | 'exclusive'
  max_slippage_bps: number
  /** The maximum sum of payin totals of orders on this route that await funding. */
  max_open_total_minor: bigint
  submission_window_ms: number
  funding_window_ms: number
  trading_hours: WeeklyHours[]
  inclusive_account_types: string[]
  version: number
  created_at: Instant
}

/** Decimal strings of integers, since JSON numbers are not exact. */
export type StoredTier = { min_minor: string; max_minor: string; bps: string }

/** The columns of a row. */
export const COLUMNS = `organization_id, id, name, order_type, payin_currency, payout_currency, provider_name,
  is_disabled, estimated_settlement_time, payin_min_minor, payin_max_minor, cost_tiers, tax_bps, fee_treatment,
  max_slippage_bps, max_open_total_minor, submission_window_ms, funding_window_ms, trading_hours,
  inclusive_account_types, further_providers, version,
  created_at`

export const selectRoute = oneOwned<RouteRow, 'rt'>(
  'select_route',
  `select ${COLUMNS} from configured_routes where organization_id = $1 and id = $2`,
)

/** Routes after `after`, oldest first. */
export const selectRoutes = allRows<
  RouteRow,
  [organizationId: Uuid<'org'>, after: Uuid<'rt'> | null, limit: number | null]
>(
  'select_routes',
  ['organization_id', 'after', 'limit'],
  `select ${COLUMNS} from configured_routes
    where organization_id = $1 and id > coalesce($2, ${NIL_UUID})
    order by id
    limit $3`,
)

/** A route as an operator file names it. `organizationId` wins over the name. */
export type NamedRoute = {
  enterprise: string
  organizationId: Uuid<'org'> | null
  organization: string | null
  name: string
}

export type DescribedRoute = RouteRow & { organization_name: string }

/** The routes of these names, and all routes of these providers; with `all` every route. */
export const selectDescribedRoutes = allRows<
  DescribedRoute,
  [routes: readonly NamedRoute[], providers: readonly string[], all: boolean, limit: number]
>(
  'select_described_routes',
  ['enterprises', 'organization_ids', 'organizations', 'names', 'providers', 'all', 'limit'],
  `with wanted as (
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
     from (select ${COLUMNS} from configured_routes) r
     join wanted using (organization_id, id)
     join organizations o on o.id = r.organization_id
    order by r.id
    limit $7`,
  (routes, providers, all, limit) => [
    routes.map((one) => one.enterprise),
    routes.map((one) => one.organizationId),
    routes.map((one) => one.organization),
    routes.map((one) => one.name),
    providers,
    all,
    limit,
  ],
)

export type RouteTerms = Omit<RouteRow, 'version' | 'created_at' | 'order_type'>

/** Creates a route, or gives the route of this name new terms and a new version. Currencies and first provider never change. */
export const upsertRoute = write(
  'upsert_route',
  [
    'organization_id',
    'id',
    'name',
    'payin_currency',
    'payout_currency',
    'provider_name',
    'is_disabled',
    'estimated_settlement_time',
    'payin_min_minor',
    'payin_max_minor',
    'cost_tiers',
    'tax_bps',
    'fee_treatment',
    'max_slippage_bps',
    'max_open_total_minor',
    'submission_window_ms',
    'funding_window_ms',
    'trading_hours',
    'inclusive_account_types',
    'at',
    'further_providers',
  ],
  `insert into configured_routes (organization_id, id, name, order_type, payin_currency, payout_currency,
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
         version = configured_routes.version + 1`,
  (route: RouteTerms, at: Instant) => [
    route.organization_id,
    route.id,
    route.name,
    route.payin_currency,
    route.payout_currency,
    route.provider_name,
    route.is_disabled,
    route.estimated_settlement_time,
    route.payin_min_minor,
    route.payin_max_minor,
    JSON.stringify(route.cost_tiers),
    route.tax_bps,
    route.fee_treatment,
    route.max_slippage_bps,
    route.max_open_total_minor,
    route.submission_window_ms,
    route.funding_window_ms,
    JSON.stringify(route.trading_hours),
    route.inclusive_account_types,
    sqlInstant(at),
    route.further_providers,
  ],
)
