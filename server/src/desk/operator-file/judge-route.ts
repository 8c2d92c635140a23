// Checks a route of an operator file without the database, and converts it into the terms that are stored.
import type { RouteTerms } from '../../engine/routes/queries.ts'
import { storedTiers } from '../../engine/routes/view.ts'
import { methodNames } from '../../outside/methods/methods.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { MAX_MINOR, parseAmount } from '../../platform/money/decimal.ts'
import { termsProblem, type Terms } from '../../engine/quotes/pricing.ts'
import type { Path, RouteContent, routeSchema } from './file-schema.ts'
import { nearestFirst } from '../../platform/nearest.ts'
import { judgeCurrencies, judgeHours, type Entry, type Judge } from './judging.ts'

export type DescribedTerms = Omit<RouteTerms, 'organization_id' | 'id'>
/** `terms` is undefined in an entry that only enables or disables a route. */
export type RouteEntry = { path: Path; name: string } & (
  | { terms: DescribedTerms }
  | { terms: undefined; isDisabled: boolean }
)

const MINUTE_MS = 60_000
const DEFAULT_MAX_SLIPPAGE_BPS = 100
const defaultMaxOpenTotal = (payinMaxMinor: bigint): bigint =>
  payinMaxMinor * 10n < MAX_MINOR ? payinMaxMinor * 10n : MAX_MINOR

export function judgeRoute(
  judge: Judge,
  { path, one, faulty }: Entry<typeof routeSchema>,
): RouteEntry | undefined {
  const { name, disabled, ...rest } = one
  if (disabled !== undefined && Object.keys(rest).length + faulty.size === 0) {
    return { path, name, terms: undefined, isDisabled: disabled }
  }
  const hasCurrencies = judgeCurrencies(judge, path, one)
  const whole = requireWhole(judge, path, one, faulty)
  return whole === undefined ? undefined : judgeTerms(judge, path, whole, hasCurrencies)
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
  judge: Judge,
  path: Path,
  one: RouteContent,
  faulty: ReadonlySet<string>,
): WholeRoute | undefined {
  const { payin_currency, payout_currency, payin_limits, cost_tiers } = one
  const liquidity_providers = providersOf(judge, path, one)
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
  judge.addProblem(
    path,
    `the route ${one.name} lacks ${missing.join(', ')}: describe the whole route, or give only its name and \`disabled\` to enable or disable it`,
  )
  return undefined
}

/** The providers of a route, ranked: a list, or one name. */
function providersOf(judge: Judge, path: Path, one: RouteContent): string[] | undefined {
  const { liquidity_provider: single, liquidity_providers: ranked } = one
  if (ranked === undefined) return single === undefined ? undefined : [single]
  const at = [...path, 'liquidity_providers']
  if (single !== undefined)
    judge.addProblem(at, 'give either liquidity_provider or liquidity_providers, not both')
  const twice = ranked.find((name, index) => ranked.indexOf(name) !== index)
  if (twice !== undefined) judge.addProblem(at, `${twice} is named twice`)
  return ranked
}

function judgeTerms(judge: Judge, path: Path, one: WholeRoute, hasCurrencies: boolean): RouteEntry {
  const minor = (at: Path, text: string): bigint => {
    const parsed = isCurrency(one.payin_currency)
      ? parseAmount(text, one.payin_currency)
      : undefined
    if (parsed?.ok === true) return parsed.minor
    // The first tier may begin at zero.
    if (parsed !== undefined && parsed.problem !== 'amount_not_positive') {
      judge.addProblem(at, `${text} is not an amount of ${one.payin_currency} such as "10.00"`)
    }
    return 0n
  }
  const bounds = (at: Path, { min, max }: { min: string; max: string }) => ({
    minMinor: minor([...at, 'min'], min),
    maxMinor: minor([...at, 'max'], max),
  })
  const limits = bounds([...path, 'payin_limits'], one.payin_limits)
  const tiers = one.cost_tiers.map((tier, index) => ({
    ...bounds([...path, 'cost_tiers', index], tier),
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
      : minor([...path, 'max_open_total'], one.max_open_total)
  if (maxOpenTotalMinor < limits.maxMinor) {
    const reason = `max_open_total ${one.max_open_total} is below payin_limits.max ${one.payin_limits.max}`
    judge.addProblem([...path, 'max_open_total'], reason)
  }
  const wrong = hasCurrencies ? termsProblem(terms) : undefined
  if (wrong !== undefined) {
    judge.addProblem([...path, wrong.includes('cost tier') ? 'cost_tiers' : 'payin_limits'], wrong)
  }
  const accountTypes = one.inclusive_account_types ?? []
  for (const [index, type] of accountTypes.entries()) {
    if (!methodNames.some((name) => name === type)) {
      judge.addProblem(
        [...path, 'inclusive_account_types', index],
        `${type} is not a method; known methods: ${nearestFirst(type, methodNames)}`,
      )
    }
  }
  const submissionMinutes = one.submission_minutes ?? 30
  const fundingMinutes = one.funding_minutes ?? Math.max(120, submissionMinutes)
  if (fundingMinutes < submissionMinutes) {
    judge.addProblem(
      [...path, 'funding_minutes'],
      'funding_minutes is shorter than submission_minutes',
    )
  }
  const maxSlippageBps = one.max_slippage_bps ?? DEFAULT_MAX_SLIPPAGE_BPS
  const smallestFeeBps = Math.min(...one.cost_tiers.map(({ bps }) => bps))
  if (maxSlippageBps > smallestFeeBps) {
    const byDefault = one.max_slippage_bps === undefined ? ', its default,' : ''
    judge.addWarning(
      [...path, one.max_slippage_bps === undefined ? 'cost_tiers' : 'max_slippage_bps'],
      `max_slippage_bps ${maxSlippageBps}${byDefault} exceeds the smallest fee of the route ${one.name}, ${smallestFeeBps} bps: an order may be filled at a loss. Set max_slippage_bps to ${smallestFeeBps} or less to park such orders`,
    )
  }
  return {
    path,
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
      max_slippage_bps: maxSlippageBps,
      max_open_total_minor: maxOpenTotalMinor,
      submission_window_ms: submissionMinutes * MINUTE_MS,
      funding_window_ms: fundingMinutes * MINUTE_MS,
      trading_hours: judgeHours(judge, [...path, 'trading_hours'], one.trading_hours ?? []),
      inclusive_account_types: accountTypes,
    },
  }
}
