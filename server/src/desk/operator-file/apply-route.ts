// Creates, changes, enables or disables a route of an operator file.
import { upsertRoute, type RouteRow } from '../../engine/routes/queries.ts'
import { newUuid } from '../../platform/ids.ts'
import { providerNamesOf } from '../../engine/liquidity/best-provider.ts'
import type { OrganizationRow } from '../../parties/organizations/queries.ts'
import type { Applying } from './applying.ts'
import { routeChanges, routeKeysChanged } from './differences.ts'
import type { Path, Problem } from './file-schema.ts'
import type { DescribedTerms, RouteEntry } from './judge-route.ts'
import { nearestFirst } from '../../platform/nearest.ts'

export async function applyRoute(
  applying: Applying,
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
      path: [...entry.path, 'name'],
      reason: `${organization.name} has no route ${entry.name} to enable or disable; its routes: ${nearestFirst(entry.name, known.keys())}`,
    })
    return
  }
  const details = before === undefined ? [] : routeChanges(before, terms)
  if (before !== undefined && details.length === 0) return
  const problem = routeProblem(applying, entry.path, before, terms)
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
  { pairs, served }: Applying,
  path: Path,
  before: RouteRow | undefined,
  terms: DescribedTerms,
): Problem | undefined {
  const { name } = terms
  const [changedKey] = (before === undefined ? [] : routeKeysChanged(before, terms)).filter((key) =>
    UNCHANGEABLE_KEYS.includes(key),
  )
  if (changedKey !== undefined) {
    return {
      path: [...path, changedKey],
      reason: `${name} differs in ${changedKey}, which cannot change. Disable this route and create one with another name`,
    }
  }
  for (const provider of providerNamesOf(terms)) {
    const reason = tradingProblem(pairs, provider, terms)
    if (reason !== undefined) return { path: [...path, 'liquidity_provider'], reason }
  }
  // A route that no rail serves can still be disabled.
  const unserved = terms.is_disabled ? undefined : unservedEnd(served, terms)
  return unserved === undefined
    ? undefined
    : { path: [...path, unserved], reason: unservedReason(served, terms, unserved) }
}

const ENDS = ['payin_currency', 'payout_currency'] as const
type End = (typeof ENDS)[number]

const takes = ({ inclusive_account_types: types }: DescribedTerms, method: string): boolean =>
  types.length === 0 || types.includes(method)

/** The services for an end of the route, by instruments that the route takes. A payout needs a rail that pays out. */
const servedAt = (served: Applying['served'], terms: DescribedTerms, end: End) =>
  served.filter(
    ({ method, receivesOnly }) =>
      takes(terms, method) && (end === 'payin_currency' || receivesOnly !== true),
  )

const unservedEnd = (served: Applying['served'], terms: DescribedTerms): End | undefined =>
  ENDS.find(
    (end) =>
      !servedAt(served, terms, end).some(({ currencies }) => currencies.includes(terms[end])),
  )

function unservedReason(served: Applying['served'], terms: DescribedTerms, end: End): string {
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
  pairs: Applying['pairs'],
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
