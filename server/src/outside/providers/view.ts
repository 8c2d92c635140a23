// The published form of liquidity providers: their pairs, with hours as instants today and on the next six days.
import Type, { type Static } from 'typebox'
import { toTimestamp, type Instant } from '../../platform/clock.ts'
import { publishedWindows, type WeeklyHours } from '../../platform/calendars/hours.ts'
import { anyText, currency, decimal, exact, timestamp } from '../../platform/http/schemas.ts'
import type { TradingPairRow } from './queries.ts'

/** A provider in memory. */
export type Provider = {
  name: string
  kind: string
  version: number
  /** Settings of the adapter; secrets by reference only. */
  settings: Record<string, unknown>
  /** The provider has settlement limits, so each order reserves its share. */
  isLimited: boolean
  pairs: readonly TradingPair[]
}
/** A cached map may be stale. Callers reload it with 'fresh' before they refuse a request. */
export type Freshness = 'cached' | 'fresh'
export type Providers = {
  providers(freshness: Freshness): Promise<ReadonlyMap<string, Provider>>
}

export type TradingPair = {
  payinCurrency: string
  payoutCurrency: string
  hours: readonly WeeklyHours[]
  maxRateAgeMs: number
  settings: Record<string, unknown>
}

export const tradingPairSchema = exact(
  {
    payin_currency: currency('The currency that the customer pays in.', 'USDC'),
    payout_currency: currency('The currency that is paid out.', 'COP'),
    hours_of_operation: Type.Array(
      exact(
        {
          open_time_utc: timestamp('The start, inclusive.'),
          close_time_utc: timestamp('The end, exclusive.'),
        },
        { title: 'OperatingHours', description: 'An uninterrupted time in which a pair trades.' },
      ),
      { description: 'When the pair trades, today and on the next six days, in UTC.' },
    ),
  },
  {
    title: 'TradingPair',
    description: 'Two currencies that a provider converts, in this direction.',
  },
)
export type TradingPairJson = Static<typeof tradingPairSchema>

export const providerSchema = exact(
  {
    name: anyText('The provider.', 'ALPHA'),
    trading_pairs: Type.Array(tradingPairSchema, {
      description: 'The pairs that the provider converts.',
    }),
  },
  { title: 'LiquidityProvider', description: 'Converts one currency into another.' },
)
type ProviderJson = Static<typeof providerSchema>

export const exchangeRateSchema = exact(
  {
    payin_currency: currency('The currency that the customer pays in.', 'USDC'),
    payout_currency: currency('The currency that is paid out.', 'COP'),
    exchange_rate: decimal('Payout currency per unit of payin currency.', '4237.25'),
  },
  { title: 'ExchangeRate', description: 'The current indicative rate of a pair.' },
)

export const providerView = (provider: Provider, at: Instant): ProviderJson => ({
  name: provider.name,
  trading_pairs: provider.pairs.map((pair) => ({
    payin_currency: pair.payinCurrency,
    payout_currency: pair.payoutCurrency,
    hours_of_operation: publishedWindows(pair.hours, at).map((window) => ({
      open_time_utc: toTimestamp(window.openAt),
      close_time_utc: toTimestamp(window.closeAt),
    })),
  })),
})

/** Builds providers, by name, from the rows of their pairs. */
export function providersOf(rows: readonly TradingPairRow[]): Map<string, Provider> {
  const providers = new Map<string, Provider>()
  for (const row of rows) {
    const pair: TradingPair = {
      payinCurrency: row.payin_currency,
      payoutCurrency: row.payout_currency,
      hours: row.hours,
      maxRateAgeMs: row.max_rate_age_ms,
      settings: row.settings,
    }
    const known = providers.get(row.provider_name)
    providers.set(row.provider_name, {
      name: row.provider_name,
      kind: row.kind,
      version: row.version,
      settings: row.provider_settings,
      isLimited: row.is_limited,
      pairs: [...(known?.pairs ?? []), pair],
    })
  }
  return providers
}

export const pairOf = (
  provider: Provider | undefined,
  payin: string,
  payout: string,
): TradingPair | undefined =>
  provider?.pairs.find((pair) => pair.payinCurrency === payin && pair.payoutCurrency === payout)
