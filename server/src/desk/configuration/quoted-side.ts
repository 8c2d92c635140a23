// The quote that customers get on a route with given terms, at an instant, in its published form.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull, type Instant } from '../../platform/clock.ts'
import type { BankHolidays } from '../../platform/calendars/holidays.ts'
import { currentDayWindow } from '../../platform/calendars/hours.ts'
import type { RouteRow } from '../../engine/routes/queries.ts'
import {
  limitsView,
  routeSchema,
  routeView,
  settlementTime,
  tiersView,
} from '../../engine/routes/view.ts'
import { Failure } from '../../platform/errors.ts'
import {
  anyText,
  bounds,
  choice,
  costTiers,
  count,
  decimal,
  exact,
  nullable,
} from '../../platform/http/schemas.ts'
import { providerNamesOf, tradersOf } from '../../engine/liquidity/best-provider.ts'
import { formatAmount, formatRate } from '../../platform/money/decimal.ts'
import { pricedBy } from '../../engine/offerings/create-offerings.ts'
import { offeringHours } from '../../engine/offerings/view.ts'
import type { Provider } from '../../outside/providers/view.ts'
import {
  bestAt,
  openingOf,
  quotingTraders,
  type AskedAmount,
  type PriceDeps,
} from '../../engine/quotes/best-price.ts'

const priceSchema = exact(
  {
    liquidity_provider: anyText('It would convert.', 'ALPHA'),
    exchange_rate: decimal('Payout currency per unit of payin currency.', '4237.25'),
    payin_total: decimal('The amount that the payer would send.', '1000.00'),
    payin_fee: decimal('Part of the total.', '10.00'),
    payin_tax: decimal('Tax on the fee, part of the total.', '1.90'),
    payout_total: decimal('The amount that the beneficiary would receive.', '4186826.72'),
  },
  { title: 'PreviewedPrice', description: 'A price, as a quote would have it.' },
)

const quoteSchema = exact(
  {
    side: choice(['payin', 'payout'], 'Which amount the customer asks for.', {
      title: 'QuotedAmountSide',
    }),
    amount: anyText('The amount asked for.', '1000.00'),
    price: nullable(priceSchema, 'Null if a quote would be refused.'),
    problem: nullable(
      anyText('A code.', 'amount_out_of_limits'),
      'Why a quote would be refused. Null otherwise.',
    ),
  },
  { title: 'PreviewedQuote', description: 'What a customer who asks for an amount would get.' },
)

const { trading_hours, inclusive_account_types } = routeSchema.properties

export const sideSchema = exact(
  {
    is_disabled: Type.Boolean({ description: 'It takes no quotes.' }),
    liquidity_providers: Type.Array(Type.String({ examples: ['ALPHA'] }), {
      description: 'Ranked.',
    }),
    payin_limits: bounds,
    cost_tiers: costTiers,
    tax_bps: count('Tax on the fee, in basis points of the fee.', 1900),
    fee_treatment: choice(
      ['inclusive', 'exclusive'],
      'Whether the payin amount has the fee in it.',
      {
        title: 'FeeTreatment',
      },
    ),
    estimated_settlement_time: settlementTime,
    submission_seconds: count('For so long a quote makes an order.', 1800),
    funding_seconds: count('For so long the order can be funded.', 7200),
    trading_hours,
    inclusive_account_types,
    current_day_hours_of_operation: nullable(
      offeringHours,
      'On the UTC day of the instant, as an offering has them. Null if no provider trades the pair.',
    ),
    opens_at: nullable(
      Type.String({ format: 'date-time', examples: ['2026-03-31T13:00:00.000Z'] }),
      'The first instant, from the one of the preview on, at which the route is open. The quotes are of this instant. Null: never.',
    ),
    quotes: Type.Array(quoteSchema, { description: 'At present rates.' }),
  },
  { title: 'PreviewedTerms', description: 'The terms of a route, and what they quote.' },
)
export type QuotedSide = Static<typeof sideSchema>

export async function quotedSide(
  deps: PriceDeps,
  route: RouteRow,
  all: ReadonlyMap<string, Provider>,
  at: Instant,
  amounts: readonly AskedAmount[],
  holidays: readonly BankHolidays[],
): Promise<QuotedSide> {
  const opensAt = openingOf(route, tradersOf(route, all), at, holidays)
  const quotes: QuotedSide['quotes'] = []
  for (const asked of amounts)
    quotes.push({ ...asked, ...(await quoted(deps, route, all, opensAt ?? at, asked, holidays)) })
  const shown = routeView(route, at)
  return {
    is_disabled: route.is_disabled,
    liquidity_providers: providerNamesOf(route),
    payin_limits: limitsView(route),
    cost_tiers: tiersView(route.cost_tiers, route.payin_currency),
    tax_bps: route.tax_bps,
    fee_treatment: route.fee_treatment,
    estimated_settlement_time: route.estimated_settlement_time,
    submission_seconds: route.submission_window_ms / 1000,
    funding_seconds: route.funding_window_ms / 1000,
    trading_hours: shown.trading_hours,
    inclusive_account_types: shown.inclusive_account_types,
    current_day_hours_of_operation: await hoursOf(deps, route, all, at, holidays),
    opens_at: toTimestampOrNull(opensAt),
    quotes,
  }
}

/** The provider may change with the rates, and its hours with it. */
async function hoursOf(
  deps: PriceDeps,
  route: RouteRow,
  all: ReadonlyMap<string, Provider>,
  at: Instant,
  holidays: readonly BankHolidays[],
): Promise<QuotedSide['current_day_hours_of_operation']> {
  const [first] = tradersOf(route, all)
  if (first === undefined) return null
  const { pair } = await orRefusal(() => pricedBy(deps, route, all, at)).then((priced) =>
    priced instanceof Failure ? first : priced,
  )
  const { openAt, closeAt } = currentDayWindow(route.trading_hours, pair.hours, at, holidays)
  return { open_utc: toTimestamp(openAt), close_utc: toTimestamp(closeAt) }
}

async function quoted(
  deps: PriceDeps,
  route: RouteRow,
  all: ReadonlyMap<string, Provider>,
  at: Instant,
  asked: AskedAmount,
  holidays: readonly BankHolidays[],
): Promise<Pick<QuotedSide['quotes'][number], 'price' | 'problem'>> {
  const best = await orRefusal(() =>
    bestAt(deps, route, quotingTraders(route, all), at, asked, holidays),
  )
  if (best instanceof Failure) return { price: null, problem: best.code }
  const { provider, rate, price } = best
  const paidIn = (minor: bigint) => formatAmount(minor, route.payin_currency)
  return {
    price: {
      liquidity_provider: provider.name,
      exchange_rate: formatRate(rate),
      payin_total: paidIn(price.payinTotalMinor),
      payin_fee: paidIn(price.payinFeeMinor),
      payin_tax: paidIn(price.payinTaxMinor),
      payout_total: formatAmount(price.payoutTotalMinor, route.payout_currency),
    },
    problem: null,
  }
}

async function orRefusal<T>(work: () => Promise<T>): Promise<T | Failure> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}
