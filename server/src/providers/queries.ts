// All SQL that writes liquidity_providers and trading_pairs.
import { rows, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import type { WeeklyHours } from '../configured-routes/hours.ts'

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
}

const SELECT_TRADING_PAIRS = statement(
  'select_trading_pairs',
  [],
  `select t.provider_name, t.payin_currency, t.payout_currency, t.hours, t.max_rate_age_ms, t.position, t.settings,
          p.kind, p.settings as provider_settings, p.version
     from trading_pairs t join liquidity_providers p on p.name = t.provider_name
    order by t.provider_name, t.position`,
)

export type NewTradingPair = Omit<TradingPairRow, 'kind' | 'provider_settings' | 'version'>

/** All pairs of all providers, in the order of the operator file. */
export async function selectTradingPairs(db: Db): Promise<TradingPairRow[]> {
  return rows<TradingPairRow>(db, SELECT_TRADING_PAIRS)
}

const UPSERT_PROVIDER = statement(
  'upsert_provider',
  ['name', 'kind', 'settings'],
  `insert into liquidity_providers (name, kind, settings) values ($1, $2, $3)
   on conflict (name) do update
     set kind = excluded.kind, settings = excluded.settings, version = liquidity_providers.version + 1`,
)

/** Creates a provider, or bumps its version. */
export async function upsertProvider(
  db: Db,
  { name, kind, settings }: { name: string; kind: string; settings: Record<string, unknown> },
): Promise<void> {
  await rows(db, UPSERT_PROVIDER, [name, kind, JSON.stringify(settings)])
}

const UPSERT_TRADING_PAIR = statement(
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
)

export async function upsertTradingPair(db: Db, pair: NewTradingPair): Promise<void> {
  await rows(db, UPSERT_TRADING_PAIR, [
    pair.provider_name,
    pair.payin_currency,
    pair.payout_currency,
    pair.position,
    JSON.stringify(pair.hours),
    pair.max_rate_age_ms,
    JSON.stringify(pair.settings),
  ])
}
