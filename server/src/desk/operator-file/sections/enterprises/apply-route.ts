// Creates, changes, enables or disables a route of an operator file.
import { upsertRoute, type RouteRow } from '../../../../engine/routes/queries.ts'
import { newUuid } from '../../../../platform/ids.ts'
import { providerNamesOf } from '../../../../engine/liquidity/best-provider.ts'
import type { OrganizationRow } from '../../../../parties/organizations/queries.ts'
import { tiersView } from '../../../../engine/routes/view.ts'
import { formatAmount } from '../../../../platform/money/decimal.ts'
import { nearestFirst } from '../../../../platform/nearest.ts'
import type { Applying } from '../../applying.ts'
import { changesOf, columnsChanged, type Shown } from '../../differences.ts'
import { hoursText } from '../../hours.ts'
import type { Place, Problem } from '../../judging.ts'
import type { pairsByProvider } from '../liquidity-providers.ts'
import type { servedBy } from '../rails.ts'
import type { DescribedTerms, RouteEntry } from './routes.ts'

/** Objects that routes may name, once the providers and rails of the file are applied. */
export type Offered = {
  pairs: Awaited<ReturnType<typeof pairsByProvider>>
  served: Awaited<ReturnType<typeof servedBy>>
}

export async function applyRoute(
  applying: Applying,
  offered: Offered,
  organization: OrganizationRow,
  known: ReadonlyMap<string, RouteRow>,
  entry: RouteEntry,
): Promise<void> {
  const { db, at, changes, problems } = applying
  const before = known.get(entry.name)
  const terms =
    entry.terms ?? (before === undefined ? undefined : { ...before, is_disabled: entry.isDisabled })
  if (terms === undefined) {
    problems.push({
      path: entry.place.at('name').path,
      reason: `${organization.name} has no route ${entry.name} to enable or disable; its routes: ${nearestFirst(entry.name, known.keys())}`,
    })
    return
  }
  const details = before === undefined ? [] : changesOf(routeKeys, before, terms)
  if (before !== undefined && details.length === 0) return
  const problem = routeProblem(offered, entry.place, before, terms)
  if (problem !== undefined) return void problems.push(problem)
  await upsertRoute(
    db,
    { ...terms, organization_id: organization.id, id: before?.id ?? newUuid('rt', at) },
    at,
  )
  const verb = before === undefined ? 'create' : 'change'
  changes.push({ verb, what: `route ${terms.name} of ${organization.name}`, details })
}

const UNCHANGEABLE_KEYS = ['payin_currency', 'payout_currency', 'liquidity_provider']

function routeProblem(
  { pairs, served }: Offered,
  place: Place,
  before: RouteRow | undefined,
  terms: DescribedTerms,
): Problem | undefined {
  const { name } = terms
  const [changedKey] = (before === undefined ? [] : columnsChanged(routeKeys, before, terms))
    .map(({ key }) => key)
    .filter((key) => UNCHANGEABLE_KEYS.includes(key))
  if (changedKey !== undefined) {
    return {
      path: place.at(changedKey).path,
      reason: `${name} differs in ${changedKey}, which cannot change. Disable this route and create one with another name`,
    }
  }
  for (const provider of providerNamesOf(terms)) {
    const reason = tradingProblem(pairs, provider, terms)
    if (reason !== undefined) return { path: place.at('liquidity_provider').path, reason }
  }
  // A route that no rail serves can still be disabled.
  const unserved = terms.is_disabled ? undefined : unservedEnd(served, terms)
  return unserved === undefined
    ? undefined
    : { path: place.at(unserved).path, reason: unservedReason(served, terms, unserved) }
}

const ENDS = ['payin_currency', 'payout_currency'] as const
type End = (typeof ENDS)[number]

const takes = ({ inclusive_account_types: types }: DescribedTerms, method: string): boolean =>
  types.length === 0 || types.includes(method)

/** The services for an end of the route, by instruments that the route takes. A payout needs a rail that pays out. */
const servedAt = (served: Offered['served'], terms: DescribedTerms, end: End) =>
  served.filter(
    ({ method, receivesOnly }) =>
      takes(terms, method) && (end === 'payin_currency' || receivesOnly !== true),
  )

const unservedEnd = (served: Offered['served'], terms: DescribedTerms): End | undefined =>
  ENDS.find(
    (end) =>
      !servedAt(served, terms, end).some(({ currencies }) => currencies.includes(terms[end])),
  )

function unservedReason(served: Offered['served'], terms: DescribedTerms, end: End): string {
  const methods = terms.inclusive_account_types.join(', ')
  const among = methods === '' ? '' : ` with ${methods}`
  const known = servedAt(served, terms, end).flatMap(({ currencies }) => currencies)
  const names =
    known.length === 0
      ? 'no rail is configured for them'
      : `rails serve ${nearestFirst(terms[end], new Set(known))}`
  const receives = served.some(
    (one) =>
      one.receivesOnly === true && takes(terms, one.method) && one.currencies.includes(terms[end]),
  )
  return receives
    ? `the rail that serves ${terms[end]}${among} only receives; give it a payer, and a plain token an authorizer`
    : `no rail serves ${terms[end]}${among}; ${names}`
}

function tradingProblem(
  pairs: Offered['pairs'],
  provider: string,
  { payin_currency, payout_currency }: DescribedTerms,
): string | undefined {
  const traded = pairs.get(provider)
  if (traded === undefined)
    return `unknown liquidity provider ${provider}; known providers: ${nearestFirst(provider, pairs.keys())}`
  const isTraded = traded.some(
    (pair) => pair.payin_currency === payin_currency && pair.payout_currency === payout_currency,
  )
  if (isTraded) return undefined
  return `${provider} does not trade ${payin_currency} to ${payout_currency}; it trades ${nearestFirst(
    `${payin_currency} to ${payout_currency}`,
    traded.map((pair) => `${pair.payin_currency} to ${pair.payout_currency}`),
  )}`
}

const MINUTE_MS = 60_000

function amountIn(column: 'payin_min_minor' | 'payin_max_minor' | 'max_open_total_minor') {
  return (row: DescribedTerms) => formatAmount(row[column], row.payin_currency)
}

function minutesIn(column: 'submission_window_ms' | 'funding_window_ms') {
  return (row: DescribedTerms) => `${row[column] / MINUTE_MS}`
}

const routeKeys: Shown<DescribedTerms> = {
  name: { key: 'name', show: (row) => row.name },
  payin_currency: { key: 'payin_currency', show: (row) => row.payin_currency },
  payout_currency: { key: 'payout_currency', show: (row) => row.payout_currency },
  provider_name: { key: 'liquidity_provider', show: (row) => row.provider_name },
  further_providers: {
    key: 'liquidity_providers',
    show: (row) => [row.provider_name, ...row.further_providers].join(', '),
  },
  is_disabled: { key: 'disabled', show: (row) => `${row.is_disabled}` },
  estimated_settlement_time: {
    key: 'estimated_settlement_time',
    show: (row) => row.estimated_settlement_time,
  },
  payin_min_minor: { key: 'payin_limits.min', show: amountIn('payin_min_minor') },
  payin_max_minor: { key: 'payin_limits.max', show: amountIn('payin_max_minor') },
  cost_tiers: {
    key: 'cost_tiers',
    show: (row) =>
      tiersView(row.cost_tiers, row.payin_currency)
        .map(({ min, max, bps }) => `${min} to ${max} at ${bps} bps`)
        .join(', '),
  },
  tax_bps: { key: 'tax_bps', show: (row) => `${row.tax_bps}` },
  fee_treatment: { key: 'fee_treatment', show: (row) => row.fee_treatment },
  max_slippage_bps: { key: 'max_slippage_bps', show: (row) => `${row.max_slippage_bps}` },
  max_open_total_minor: { key: 'max_open_total', show: amountIn('max_open_total_minor') },
  submission_window_ms: { key: 'submission_minutes', show: minutesIn('submission_window_ms') },
  funding_window_ms: { key: 'funding_minutes', show: minutesIn('funding_window_ms') },
  trading_hours: { key: 'trading_hours', show: (row) => hoursText(row.trading_hours) },
  inclusive_account_types: {
    key: 'inclusive_account_types',
    show: (row) => row.inclusive_account_types.join(', ') || 'all',
  },
}
