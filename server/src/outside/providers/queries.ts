// All SQL that writes liquidity_providers and trading_pairs.
import { allRows, write } from '../../platform/db/row-functions.ts'
import type { WeeklyHours } from '../../platform/calendars/hours.ts'

export type TradingPairRow = {
  provider_name: string
  payin_currency: string
  payout_currency: string
  hours: WeeklyHours[]
  max_rate_age_ms: number
  position: number
  settings: Record<string, unknown>
  kind: string
  provider_settings: Record<string, unknown>
  version: number
  is_limited: boolean
}

/** SQL part: a row of provider_limits that limits something. The limits that a file omits end, and their row stays. */
const IS_LIMIT = '(settlement_limit_minor is not null or is_prefunded)'

export type NewTradingPair = Omit<
  TradingPairRow,
  'kind' | 'provider_settings' | 'version' | 'is_limited'
>

/** All pairs of all providers, in the order of the operator file. */
export const selectTradingPairs = allRows<TradingPairRow>(
  'select_trading_pairs',
  [],
  `select t.provider_name, t.payin_currency, t.payout_currency, t.hours, t.max_rate_age_ms, t.position, t.settings,
          p.kind, p.settings as provider_settings, p.version,
          exists (select from provider_limits l where l.provider = t.provider_name and ${IS_LIMIT}) as is_limited
     from trading_pairs t join liquidity_providers p on p.name = t.provider_name
    order by t.provider_name, t.position, t.payin_currency, t.payout_currency`,
)

/** Creates a provider, or bumps its version. */
export const upsertProvider = write(
  'upsert_provider',
  ['name', 'kind', 'settings'],
  `insert into liquidity_providers (name, kind, settings) values ($1, $2, $3)
   on conflict (name) do update
     set kind = excluded.kind, settings = excluded.settings, version = liquidity_providers.version + 1`,
  ({ name, kind, settings }: { name: string; kind: string; settings: Record<string, unknown> }) => [
    name,
    kind,
    JSON.stringify(settings),
  ],
)

export const upsertTradingPair = write(
  'upsert_trading_pair',
  [
    'provider_name',
    'payin_currency',
    'payout_currency',
    'position',
    'hours',
    'max_rate_age_ms',
    'settings',
  ],
  `insert into trading_pairs (provider_name, payin_currency, payout_currency, position, hours,
     max_rate_age_ms, settings)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (provider_name, payin_currency, payout_currency) do update
     set position = excluded.position, hours = excluded.hours,
         max_rate_age_ms = excluded.max_rate_age_ms, settings = excluded.settings`,
  (pair: NewTradingPair) => [
    pair.provider_name,
    pair.payin_currency,
    pair.payout_currency,
    pair.position,
    JSON.stringify(pair.hours),
    pair.max_rate_age_ms,
    JSON.stringify(pair.settings),
  ],
)

export type ProviderLimit = {
  provider: string
  currency: string
  /** Null: no limit. */
  settlement_limit_minor: bigint | null
  is_prefunded: boolean
}

export const selectProviderLimits = allRows<ProviderLimit, [provider: string]>(
  'select_provider_limits',
  ['provider'],
  `select provider, currency, settlement_limit_minor, is_prefunded from provider_limits
    where provider = $1 and ${IS_LIMIT} order by currency`,
)

export const upsertProviderLimit = write(
  'upsert_provider_limit',
  ['provider', 'currency', 'settlement_limit_minor', 'is_prefunded'],
  `insert into provider_limits (provider, currency, settlement_limit_minor, is_prefunded) values ($1, $2, $3, $4)
   on conflict (provider, currency) do update
     set settlement_limit_minor = excluded.settlement_limit_minor, is_prefunded = excluded.is_prefunded`,
  (limit: ProviderLimit) => {
    const { provider, currency, settlement_limit_minor, is_prefunded } = limit
    return [provider, currency, settlement_limit_minor, is_prefunded]
  },
)
