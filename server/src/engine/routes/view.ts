// The published form of a configured route, and the conversions of cost tiers between storage, API and pricing.
import Type, { type Static } from 'typebox'
import type { Instant } from '../../platform/clock.ts'
import {
  anyText,
  bounds,
  choice,
  costTiers,
  currency,
  exact,
  identifier,
} from '../../platform/http/schemas.ts'
import { methodSchema } from '../../parties/instruments/view.ts'
import { publicId } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { CostTier, Terms } from '../quotes/pricing.ts'
import { isOpen } from '../../platform/calendars/hours.ts'
import type { RouteRow, StoredTier } from './queries.ts'

const HOURS_AND_MINUTES = '^([01][0-9]|2[0-3]):[0-5][0-9]$'

export const orderType = choice(['QUOTED'], 'How the price is set: by a quote.', {
  title: 'OrderType',
})
export const settlementTime = choice(['T+0', 'T+1', 'T+2'], 'Days after funding.', {
  title: 'SettlementTime',
})

export const routeSchema = exact(
  {
    id: identifier('rt', 'The route.'),
    order_type: orderType,
    payin_currency: currency('The currency that the customer pays in.', 'USDC'),
    payout_currency: currency('The currency that is paid out.', 'COP'),
    liquidity_provider: anyText('The name of the liquidity provider that converts.', 'ALPHA'),
    is_disabled: Type.Boolean({
      description: 'True if the operator has disabled the route: it takes no quotes and no orders.',
    }),
    estimated_settlement_time: settlementTime,
    payin_limits: bounds,
    indicative_cost_tiers: costTiers,
    trading_hours: Type.Array(
      exact(
        {
          day_of_week: Type.Integer({
            format: 'int32',
            minimum: 0,
            maximum: 6,
            examples: [1],
            description: '0 Sunday to 6 Saturday.',
          }),
          start_time: Type.String({
            pattern: HOURS_AND_MINUTES,
            examples: ['08:00'],
            description: 'HH:MM in the time zone.',
          }),
          end_time: Type.String({
            pattern: HOURS_AND_MINUTES,
            examples: ['17:00'],
            description: 'HH:MM, exclusive. An end at or before the start is on the next day.',
          }),
          timezone: anyText('A time zone of the IANA database.', 'America/Bogota'),
        },
        { title: 'TradingHours', description: 'Hours of one day of the week.' },
      ),
      {
        description:
          "The route's own hours. The route trades when its own hours and those of its provider's pair are open. Without own hours, only the pair's hours count.",
      },
    ),
    has_trading_hours_configured: Type.Boolean({
      description:
        "False if the route has no own hours. Then only its provider's hours limit trading.",
    }),
    is_within_trading_hours: Type.Boolean({
      description:
        "Whether the current time is within the route's own hours. False if it has no own hours; that does not close the route, since then only its provider's hours limit trading.",
    }),
    inclusive_account_types: Type.Array(Type.Unsafe<string>(methodSchema), {
      description: 'The instrument methods that this route accepts; empty means all.',
    }),
  },
  {
    title: 'ConfiguredRoute',
    description: 'A conversion that the desk offers an organization, with its terms.',
  },
)
export type RouteJson = Static<typeof routeSchema>

export const routeView = (row: RouteRow, at: Instant): RouteJson => ({
  id: publicId('rt', row.id),
  order_type: row.order_type,
  payin_currency: row.payin_currency,
  payout_currency: row.payout_currency,
  liquidity_provider: row.provider_name,
  is_disabled: row.is_disabled,
  estimated_settlement_time: row.estimated_settlement_time,
  payin_limits: limitsView(row),
  indicative_cost_tiers: tiersView(row.cost_tiers, row.payin_currency),
  trading_hours: row.trading_hours.map((hours) => ({
    day_of_week: hours.dayOfWeek,
    start_time: hours.startTime,
    end_time: hours.endTime,
    timezone: hours.timezone,
  })),
  has_trading_hours_configured: row.trading_hours.length > 0,
  is_within_trading_hours: isOpen(row.trading_hours, at),
  inclusive_account_types: row.inclusive_account_types,
})

type Limited = { payin_currency: string; payin_min_minor: bigint; payin_max_minor: bigint }

export const limitsView = (row: Limited) => ({
  min: formatAmount(row.payin_min_minor, row.payin_currency),
  max: formatAmount(row.payin_max_minor, row.payin_currency),
})

export const tiersView = (tiers: readonly StoredTier[], payinCurrency: string) =>
  tiers.map((tier) => ({
    min: formatAmount(BigInt(tier.min_minor), payinCurrency),
    max: formatAmount(BigInt(tier.max_minor), payinCurrency),
    bps: tier.bps,
  }))

export const storedTiers = (tiers: readonly CostTier[]): StoredTier[] =>
  tiers.map((tier) => ({
    min_minor: String(tier.minMinor),
    max_minor: String(tier.maxMinor),
    bps: String(tier.bps),
  }))

/** The terms of a route that pricing needs. */
export const termsOf = (row: RouteRow): Terms => ({
  payinCurrency: row.payin_currency,
  payoutCurrency: row.payout_currency,
  tiers: row.cost_tiers.map((tier) => ({
    minMinor: BigInt(tier.min_minor),
    maxMinor: BigInt(tier.max_minor),
    bps: BigInt(tier.bps),
  })),
  taxBps: BigInt(row.tax_bps),
  feeTreatment: row.fee_treatment,
  limits: { minMinor: row.payin_min_minor, maxMinor: row.payin_max_minor },
})
