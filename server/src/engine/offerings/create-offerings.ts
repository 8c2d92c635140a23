// Creates one offering for each enabled route and each pair of active instruments that fits it, at the best
// current rate of the route's providers. Its fees are the cost tiers of the route, which the operator file sets.
import { setImmediate } from 'node:timers/promises'
import type { Catalogue } from '../catalogue.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { BankHolidays } from '../../platform/calendars/holidays.ts'
import { currentDayWindow, type Window } from '../../platform/calendars/hours.ts'
import { termsOf } from '../routes/view.ts'
import { selectRoutes, type RouteRow } from '../routes/queries.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import {
  requireSameRequest,
  type Created,
  type Idempotency,
} from '../../platform/http/idempotency.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import { selectActiveInstruments } from '../../parties/instruments/queries.ts'
import {
  bestFirst,
  providerNamesOf,
  tradersOf,
  tradersOpenAt,
  type RatedTrader,
} from '../liquidity/best-provider.ts'
import { isCovered, wantedOf } from '../liquidity/left.ts'
import { rateUnavailable } from '../../outside/liquidity/rates.ts'
import { formatRate } from '../../platform/money/decimal.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { servedInstruments, type ServedInstrument } from './served-instruments.ts'
import { requireActive } from '../../parties/organizations/require-active.ts'
import type { PriceDeps } from '../quotes/best-price.ts'
import { priceForPayin } from '../quotes/pricing.ts'
import { providerView, type Provider } from '../../outside/providers/view.ts'
import { insertBatch, selectBatchByKey, selectOfferingsOfBatch, type NewBatch } from './queries.ts'
import { offeringView, type OfferingJson } from './view.ts'

/** The needs of `createOfferings`. */
export type OfferingDeps = PriceDeps & {
  db: Pool
  clock: Clock
  catalogue: Catalogue
  rails: Rails
}

const MOST_OFFERINGS = 500
const VIEWS_A_TURN = 25

export async function createOfferings(
  deps: OfferingDeps,
  organizationId: Uuid<'org'>,
  idempotency: Idempotency,
): Promise<Created<OfferingJson[]>> {
  const earlier = await replay(deps, organizationId, idempotency)
  if (earlier !== undefined) return earlier
  const batch = await assemble(deps, organizationId, idempotency)
  if (!(await insertBatch(deps.db, batch))) {
    const meanwhile = await replay(deps, organizationId, idempotency)
    if (meanwhile !== undefined) return meanwhile
    await requireActive(deps.db, organizationId, [])
    throw new Error(
      `offerings of ${publicId('org', organizationId)} not inserted and no reason found`,
    )
  }
  return { value: await viewBatch(deps, organizationId, batch.id), replayed: false }
}

async function replay(
  deps: OfferingDeps,
  organizationId: Uuid<'org'>,
  idempotency: Idempotency,
): Promise<Created<OfferingJson[]> | undefined> {
  const batch = await selectBatchByKey(deps.db, organizationId, idempotency.key)
  if (batch === undefined) return undefined
  return {
    value: await viewBatch(deps, organizationId, requireSameRequest(batch, idempotency).id),
    replayed: true,
  }
}

async function viewBatch(
  deps: OfferingDeps,
  organizationId: Uuid<'org'>,
  batchId: Uuid<'batch'>,
): Promise<OfferingJson[]> {
  const offerings = await selectOfferingsOfBatch(deps.db, organizationId, batchId)
  const views: OfferingJson[] = []
  for (const row of offerings) {
    // Yield to other requests: rendering 500 offerings takes as long as hundreds of quotes.
    if (views.length % VIEWS_A_TURN === 0) await setImmediate()
    views.push(await offeringView(deps.catalogue, row))
  }
  return views
}

async function assemble(
  deps: OfferingDeps,
  organizationId: Uuid<'org'>,
  idempotency: Idempotency,
): Promise<NewBatch> {
  await requireActive(deps.db, organizationId, [])
  const now = deps.clock.now()
  const instruments = await servedInstruments(
    deps,
    organizationId,
    await selectActiveInstruments(deps.db, organizationId),
  )
  const routes = (await selectRoutes(deps.db, organizationId, null, null)).filter(
    (route) => !route.is_disabled,
  )
  // Count before building: thousands of instruments would give millions of pairs.
  const fitting = routes
    .map((route) => ({ route, ...endsOf(route, instruments) }))
    .map((one) => ({ ...one, count: countOf(one) }))
    .filter(({ count }) => count > 0)
  const wouldResult = fitting.reduce((sum, { count }) => sum + count, 0)
  if (wouldResult > MOST_OFFERINGS) {
    throw failure(
      'too_many_offerings',
      { would_result: wouldResult },
      'Archive instruments or disable routes that are not needed.',
    )
  }

  const providers = await deps.catalogue.providers('fresh')
  const id = newUuid('batch', now)
  const priced = []
  for (const one of fitting)
    priced.push({ ...one, ...(await pricedBy(deps, one.route, providers, now)) })
  return {
    organizationId,
    id,
    tradingPairs: Object.fromEntries(
      priced.map(({ provider }) => [provider.name, providerView(provider, now).trading_pairs]),
    ),
    createdAt: now,
    idempotencyKey: idempotency.key,
    requestHash: idempotency.requestHash,
    offerings: priced.flatMap((one) => offeringsOf(deps.rails, one, now)),
  }
}

type Priced = Ends & { route: RouteRow } & Awaited<ReturnType<typeof pricedBy>>

function offeringsOf(
  rails: Rails,
  { route, payins, payouts, provider, pair, rate }: Priced,
  now: Instant,
): NewBatch['offerings'] {
  const windowOf = windowsByRails(rails, (closed) =>
    currentDayWindow(route.trading_hours, pair.hours, now, closed),
  )
  const terms = {
    route_id: route.id,
    order_type: route.order_type,
    provider_name: provider.name,
    payin_currency: route.payin_currency,
    payout_currency: route.payout_currency,
    payin_min_minor: route.payin_min_minor,
    payin_max_minor: route.payin_max_minor,
    cost_tiers: route.cost_tiers,
    indicative_exchange_rate: formatRate(rate),
    estimated_settlement_time: route.estimated_settlement_time,
  }
  return payins.flatMap((payin) =>
    payouts.filter(isOther(payin)).map((payout) => {
      const { openAt, closeAt } = windowOf(payin.rail, payout.rail)
      return {
        ...terms,
        id: newUuid('off', now),
        open_at: openAt,
        close_at: closeAt,
        payin_instrument_id: payin.id,
        payin_instrument_version: payin.version,
        payout_instrument_id: payout.id,
        payout_instrument_version: payout.version,
      }
    }),
  )
}

// The calendar costs more than the rest of an offering, so each set of banks with holidays is computed once.
function windowsByRails(rails: Rails, windowFor: (holidays: readonly BankHolidays[]) => Window) {
  const holidays = rails.holidays()
  const windows = new Map<string, Window>()
  return (...names: string[]): Window => {
    const closing = [...new Set(names)].filter((name) => holidays.has(name))
    const key = closing.join(' ')
    const known = windows.get(key)
    if (known !== undefined) return known
    const window = windowFor(closing.flatMap((name) => holidays.get(name) ?? []))
    windows.set(key, window)
    return window
  }
}

// While all providers are closed, the best fresh rate of any of them prices the offering. So it does while none of them
// covers the least amount of the route: the offering promises nothing, and quotes are refused.
export async function pricedBy(
  deps: PriceDeps,
  route: RouteRow,
  providers: ReadonlyMap<string, Provider>,
  now: Instant,
) {
  const traders = tradersOf(route, providers)
  const [first] = traders
  if (first === undefined)
    throw new Error(
      `route ${publicId('rt', route.id)}: none of ${providerNamesOf(route).join(', ')} trades ${route.payin_currency} to ${route.payout_currency}`,
    )
  const open = bestFirst(deps.rates, tradersOpenAt(traders, now))
  for (const trader of open) if (await coversLeast(deps, route, trader)) return trader
  const best = open[0] ?? bestFirst(deps.rates, traders)[0]
  if (best === undefined) throw rateUnavailable(first.provider.name, first.pair)
  return best
}

async function coversLeast(
  { liquidity }: PriceDeps,
  route: RouteRow,
  { provider, pair, rate }: RatedTrader,
): Promise<boolean> {
  if (!provider.isLimited) return true
  const least = priceForPayin(termsOf(route), rate, route.payin_min_minor)
  if (!least.ok) return true
  return isCovered(await liquidity.left(provider.name, pair), wantedOf(least.price))
}

// An instrument fits if its currency is the route's, and its method is among the account types, if the route lists any.
function endsOf(route: RouteRow, instruments: readonly ServedInstrument[]) {
  const fit = (currency: string) =>
    instruments.filter(
      (instrument) => instrument.currency === currency && takesMethod(route, instrument.method),
    )
  return {
    payins: fit(route.payin_currency),
    payouts: fit(route.payout_currency).filter(({ isPaidOut }) => isPaidOut),
  }
}

type Ends = ReturnType<typeof endsOf>

/** Money that goes back to where it came from is no transfer: an instrument is never both ends. */
const isOther = (payin: Ends['payins'][number]) => (payout: Ends['payouts'][number]) =>
  payout.id !== payin.id

function countOf({ payins, payouts }: Ends): number {
  const own = new Set(payins.map(({ id }) => id))
  return payins.length * payouts.length - payouts.filter(({ id }) => own.has(id)).length
}

export const takesMethod = (route: RouteRow, method: string): boolean =>
  route.inclusive_account_types.length === 0 || route.inclusive_account_types.includes(method)
