// The routes of an organization: their schema, their checks without the database, and how they are written out.
import Type, { type Static } from 'typebox'
import { isCurrency } from '../../../../platform/money/currencies.ts'
import { formatAmount, MAX_MINOR, parseAmount } from '../../../../platform/money/decimal.ts'
import { nearestFirst } from '../../../../platform/nearest.ts'
import { allMethods } from '../../../../outside/methods/methods.ts'
import { termsProblem, type Terms } from '../../../../engine/quotes/pricing.ts'
import type { RouteRow, RouteTerms } from '../../../../engine/routes/queries.ts'
import { limitsView, storedTiers, tiersView } from '../../../../engine/routes/view.ts'
import { hoursSchema, judgeHours, writeHours } from '../../hours.ts'
import { amount, exact, judgeCurrencies, nameText, type Entry, type Place } from '../../judging.ts'

// An entry with only a name and `disabled` enables or disables an existing route. Any other entry must describe the
// whole route; judgeRoute reports missing keys.
export const routeSchema = exact({
  name: nameText,
  payin_currency: Type.Optional(Type.String()),
  payout_currency: Type.Optional(Type.String()),
  liquidity_provider: Type.Optional(Type.String()),
  /** Ranked; in place of liquidity_provider. */
  liquidity_providers: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
  disabled: Type.Optional(Type.Boolean()),
  estimated_settlement_time: Type.Optional(Type.Enum(['T+0', 'T+1', 'T+2'])),
  payin_limits: Type.Optional(exact({ min: amount, max: amount })),
  cost_tiers: Type.Optional(
    Type.Array(
      exact({ min: amount, max: amount, bps: Type.Integer({ minimum: 0, maximum: 10_000 }) }),
      {
        minItems: 1,
      },
    ),
  ),
  tax_bps: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  fee_treatment: Type.Optional(Type.Enum(['inclusive', 'exclusive'])),
  max_slippage_bps: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  max_open_total: Type.Optional(amount),
  submission_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_080 })),
  funding_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_080 })),
  trading_hours: Type.Optional(hoursSchema),
  inclusive_account_types: Type.Optional(Type.Array(Type.String())),
})
type RouteContent = Static<typeof routeSchema>

export type DescribedTerms = Omit<RouteTerms, 'organization_id' | 'id'>
/** `terms` is undefined in an entry that only enables or disables a route. */
export type RouteEntry = { place: Place; name: string } & (
  | { terms: DescribedTerms }
  | { terms: undefined; isDisabled: boolean }
)

const MINUTE_MS = 60_000
const DEFAULT_MAX_SLIPPAGE_BPS = 100
const defaultMaxOpenTotal = (payinMaxMinor: bigint): bigint =>
  payinMaxMinor * 10n < MAX_MINOR ? payinMaxMinor * 10n : MAX_MINOR

export function judgeRoute({
  place,
  one,
  faulty,
}: Entry<typeof routeSchema>): RouteEntry | undefined {
  const { name, disabled, ...rest } = one
  if (disabled !== undefined && Object.keys(rest).length + faulty.size === 0) {
    return { place, name, terms: undefined, isDisabled: disabled }
  }
  const hasCurrencies = judgeCurrencies(place, one)
  const whole = requireWhole(place, one, faulty)
  return whole === undefined ? undefined : judgeTerms(place, whole, hasCurrencies)
}

const REQUIRED = [
  'payin_currency',
  'payout_currency',
  'liquidity_provider',
  'payin_limits',
  'cost_tiers',
] as const

type WholeRoute = RouteContent &
  Required<Pick<RouteContent, (typeof REQUIRED)[number] | 'liquidity_providers'>>

function requireWhole(
  place: Place,
  one: RouteContent,
  faulty: ReadonlySet<string>,
): WholeRoute | undefined {
  const { payin_currency, payout_currency, payin_limits, cost_tiers } = one
  const liquidity_providers = providersOf(place, one)
  const liquidity_provider = liquidity_providers?.[0]
  if (
    payin_currency !== undefined &&
    payout_currency !== undefined &&
    liquidity_providers !== undefined &&
    liquidity_provider !== undefined &&
    payin_limits !== undefined &&
    cost_tiers !== undefined
  ) {
    const providers = { liquidity_provider, liquidity_providers }
    return { ...one, ...providers, payin_currency, payout_currency, payin_limits, cost_tiers }
  }
  const missing = REQUIRED.filter(
    (key) =>
      one[key] === undefined &&
      !faulty.has(key) &&
      !(
        key === 'liquidity_provider' &&
        (one.liquidity_providers !== undefined || faulty.has('liquidity_providers'))
      ),
  )
  if (missing.length === 0) return undefined
  place.problem(
    `the route ${one.name} lacks ${missing.join(', ')}: describe the whole route, or give only its name and \`disabled\` to enable or disable it`,
  )
  return undefined
}

/** The providers of a route, ranked: a list, or one name. */
function providersOf(place: Place, one: RouteContent): string[] | undefined {
  const { liquidity_provider: single, liquidity_providers: ranked } = one
  if (ranked === undefined) return single === undefined ? undefined : [single]
  const at = place.at('liquidity_providers')
  if (single !== undefined)
    at.problem('give either liquidity_provider or liquidity_providers, not both')
  const twice = ranked.find((name, index) => ranked.indexOf(name) !== index)
  if (twice !== undefined) at.problem(`${twice} is named twice`)
  return ranked
}

function judgeTerms(place: Place, one: WholeRoute, hasCurrencies: boolean): RouteEntry {
  const minor = (at: Place, text: string): bigint => {
    const parsed = isCurrency(one.payin_currency)
      ? parseAmount(text, one.payin_currency)
      : undefined
    if (parsed?.ok === true) return parsed.minor
    // The first tier may begin at zero.
    if (parsed !== undefined && parsed.problem !== 'amount_not_positive') {
      at.problem(`${text} is not an amount of ${one.payin_currency} such as "10.00"`)
    }
    return 0n
  }
  const bounds = (at: Place, { min, max }: { min: string; max: string }) => ({
    minMinor: minor(at.at('min'), min),
    maxMinor: minor(at.at('max'), max),
  })
  const limits = bounds(place.at('payin_limits'), one.payin_limits)
  const tiers = one.cost_tiers.map((tier, index) => ({
    ...bounds(place.at('cost_tiers', index), tier),
    bps: BigInt(tier.bps),
  }))
  const terms: Terms = {
    payinCurrency: one.payin_currency,
    payoutCurrency: one.payout_currency,
    tiers,
    taxBps: BigInt(one.tax_bps ?? 0),
    feeTreatment: one.fee_treatment ?? 'inclusive',
    limits,
  }
  const maxOpenTotalMinor =
    one.max_open_total === undefined
      ? defaultMaxOpenTotal(limits.maxMinor)
      : minor(place.at('max_open_total'), one.max_open_total)
  if (maxOpenTotalMinor < limits.maxMinor) {
    const reason = `max_open_total ${one.max_open_total} is below payin_limits.max ${one.payin_limits.max}`
    place.at('max_open_total').problem(reason)
  }
  const wrong = hasCurrencies ? termsProblem(terms) : undefined
  if (wrong !== undefined) {
    place.at(wrong.includes('cost tier') ? 'cost_tiers' : 'payin_limits').problem(wrong)
  }
  const submissionMinutes = one.submission_minutes ?? 30
  const fundingMinutes = one.funding_minutes ?? Math.max(120, submissionMinutes)
  if (fundingMinutes < submissionMinutes) {
    place.at('funding_minutes').problem('funding_minutes is shorter than submission_minutes')
  }
  return {
    place,
    name: one.name,
    terms: {
      name: one.name,
      payin_currency: one.payin_currency,
      payout_currency: one.payout_currency,
      provider_name: one.liquidity_provider,
      further_providers: one.liquidity_providers.slice(1),
      is_disabled: one.disabled ?? false,
      estimated_settlement_time: one.estimated_settlement_time ?? 'T+0',
      payin_min_minor: limits.minMinor,
      payin_max_minor: limits.maxMinor,
      cost_tiers: storedTiers(tiers),
      tax_bps: one.tax_bps ?? 0,
      fee_treatment: terms.feeTreatment,
      max_slippage_bps: slippageOf(place, one),
      max_open_total_minor: maxOpenTotalMinor,
      submission_window_ms: submissionMinutes * MINUTE_MS,
      funding_window_ms: fundingMinutes * MINUTE_MS,
      trading_hours: judgeHours(place.at('trading_hours'), one.trading_hours ?? []),
      inclusive_account_types: accountTypesOf(place, one),
    },
  }
}

function accountTypesOf(place: Place, { inclusive_account_types: types = [] }: WholeRoute) {
  for (const [index, type] of types.entries()) {
    if (!allMethods.some((name) => name === type)) {
      place
        .at('inclusive_account_types', index)
        .problem(`${type} is not a method; known methods: ${nearestFirst(type, allMethods)}`)
    }
  }
  return types
}

function slippageOf(place: Place, one: WholeRoute): number {
  const maxSlippageBps = one.max_slippage_bps ?? DEFAULT_MAX_SLIPPAGE_BPS
  const smallestFeeBps = Math.min(...one.cost_tiers.map(({ bps }) => bps))
  if (maxSlippageBps > smallestFeeBps) {
    const byDefault = one.max_slippage_bps === undefined ? ', its default,' : ''
    place
      .at(one.max_slippage_bps === undefined ? 'cost_tiers' : 'max_slippage_bps')
      .warning(
        `max_slippage_bps ${maxSlippageBps}${byDefault} exceeds the smallest fee of the route ${one.name}, ${smallestFeeBps} bps: an order may be filled at a loss. Set max_slippage_bps to ${smallestFeeBps} or less to park such orders`,
      )
  }
  return maxSlippageBps
}

export const writeRoute = (route: RouteRow): RouteContent => ({
  name: route.name,
  payin_currency: route.payin_currency,
  payout_currency: route.payout_currency,
  liquidity_providers: [route.provider_name, ...route.further_providers],
  disabled: route.is_disabled,
  estimated_settlement_time: route.estimated_settlement_time,
  payin_limits: limitsView(route),
  cost_tiers: tiersView(route.cost_tiers, route.payin_currency).map((tier) => ({
    ...tier,
    bps: Number.parseInt(tier.bps, 10),
  })),
  tax_bps: route.tax_bps,
  fee_treatment: route.fee_treatment,
  max_slippage_bps: route.max_slippage_bps,
  max_open_total: formatAmount(route.max_open_total_minor, route.payin_currency),
  submission_minutes: route.submission_window_ms / MINUTE_MS,
  funding_minutes: route.funding_window_ms / MINUTE_MS,
  trading_hours: writeHours(route.trading_hours),
  inclusive_account_types: route.inclusive_account_types,
})
