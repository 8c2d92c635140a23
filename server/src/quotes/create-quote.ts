// Prices an amount on an offering at the current rate and stores the price as a firm quote. The fast path uses cached
// data and one statement. A refusal is checked again with fresh data.
import type { Freshness, Catalogue } from '../catalogue.ts'
import { earlierOf, later, toTimestamp, type Clock, type Instant } from '../clock.ts'
import { isOpen, nextOpening } from '../configured-routes/hours.ts'
import { limitsView, termsOf } from '../configured-routes/view.ts'
import type { Gate } from '../db/gate.ts'
import type { Db } from '../db/pool.ts'
import { Failure, failure, fieldFailure } from '../errors.ts'
import { requireSameRequest, type Created, type Idempotency } from '../http/idempotency.ts'
import type { Rendered } from '../http/rendered.ts'
import { newUuid, uuidOf, type Uuid } from '../ids.ts'
import { bestFirst, tradersOf, tradersOpenAt, type Trader } from '../liquidity/best-provider.ts'
import { isCovered, noLiquidity, wantedOf, type LiquidityBoard } from '../liquidity/left.ts'
import { rateUnavailable, type RateBoard } from '../liquidity/rates.ts'
import { formatRate, parseAmount } from '../money/decimal.ts'
import { takesMethod } from '../offerings/create-offerings.ts'
import type { OfferingRow } from '../offerings/queries.ts'
import type { Memberships } from '../organizations/membership.ts'
import { requireActive } from '../organizations/require-active.ts'
import type { RouteRow } from '../configured-routes/queries.ts'
import { priceForPayin, priceForPayout, type Price } from './pricing.ts'
import { selectQuoteByKey, type QuoteBasis, type QuoteRow } from './queries.ts'
import type { QuoteStatements } from './shared-statements.ts'
import { quoteView } from './view.ts'

export type QuoteDeps = Pick<QuoteStatements, 'insertQuote'> & {
  db: Db
  clock: Clock
  catalogue: Catalogue
  rates: RateBoard
  liquidity: LiquidityBoard
  gate: Gate
  memberships: Memberships
}

/** The payin or the payout amount, as the caller sent it. */
export type QuoteInput = { offeringId: string; side: 'payin' | 'payout'; amount: string }

export async function createQuote(
  deps: QuoteDeps,
  organizationId: Uuid<'org'>,
  input: QuoteInput,
  idempotency: Idempotency,
): Promise<Created<Rendered>> {
  const attemptOrFailure = (freshness: Freshness) =>
    attempt(deps, organizationId, input, idempotency, freshness).catch((error: unknown) => {
      if (error instanceof Failure) return error
      throw error
    })
  const made = await attemptOrFailure('cached')
  if (!(made instanceof Failure)) return made
  // These statements are not batched, so they wait for a place at the gate.
  return deps.gate.run(deps.memberships.tenantOf(organizationId), async () => {
    const earlier = await replayed(deps.db, organizationId, idempotency)
    if (earlier !== undefined) return earlier
    const again = await attemptOrFailure('fresh')
    if (!(again instanceof Failure)) return again
    const concurrent = await replayed(deps.db, organizationId, idempotency)
    if (concurrent !== undefined) return concurrent
    throw again
  })
}

// A replay returns the earlier quote even if the market has closed or the route has changed since. The earlier quote
// may come from a concurrent copy of this request.
async function replayed(
  db: Db,
  organizationId: Uuid<'org'>,
  idempotency: Idempotency,
): Promise<Created<Rendered> | undefined> {
  const earlier = await selectQuoteByKey(db, organizationId, idempotency.key)
  if (earlier === undefined) return undefined
  return { value: quoteView(requireSameRequest(earlier, idempotency)), replayed: true }
}

async function attempt(
  deps: QuoteDeps,
  organizationId: Uuid<'org'>,
  input: QuoteInput,
  idempotency: Idempotency,
  freshness: Freshness,
): Promise<Created<Rendered>> {
  const { quote, basis } = await compose(deps, organizationId, input, freshness)
  const { key, requestHash } = idempotency
  const row = { ...quote, ...basis, idempotency_key: key, request_hash: requestHash }
  if (!(await deps.insertQuote(row))) throw await reasonForRefusal(deps, quote)
  return { value: quoteView(quote), replayed: false }
}

async function compose(
  deps: QuoteDeps,
  organizationId: Uuid<'org'>,
  input: QuoteInput,
  freshness: Freshness,
): Promise<{ quote: QuoteRow; basis: QuoteBasis }> {
  const offeringId = uuidOf('off', input.offeringId)
  const offering =
    offeringId === undefined
      ? undefined
      : await deps.catalogue.offering({ organizationId, id: offeringId })
  if (offering === undefined) throw failure('not_found', {}, 'There is no such offering.')
  const route = await deps.catalogue.route({ organizationId, id: offering.route_id }, freshness)
  const traders =
    route === undefined ? [] : tradersOf(route, await deps.catalogue.providers(freshness))
  if (route === undefined || traders.length === 0) {
    throw failure('offering_unavailable', {}, 'Create offerings again.')
  }
  if (route.is_disabled) throw failure('route_disabled')
  await requireFitting(deps.catalogue, route, offering)
  const now = deps.clock.now()
  const { provider, rate, price } = await bestAt(deps, route, traders, now, input)
  const quote = {
    organization_id: organizationId,
    id: newUuid('qt', now),
    offering_id: offering.id,
    route_id: route.id,
    payin_instrument_id: offering.payin_instrument_id,
    payout_instrument_id: offering.payout_instrument_id,
    payin_currency: route.payin_currency,
    payout_currency: route.payout_currency,
    priced_provider: provider.name,
    exchange_rate: formatRate(rate),
    payin_total_minor: price.payinTotalMinor,
    payin_fee_minor: price.payinFeeMinor,
    payin_tax_minor: price.payinTaxMinor,
    payout_total_minor: price.payoutTotalMinor,
    submission_expires_at: later(now, route.submission_window_ms),
    funding_expires_at: later(now, route.funding_window_ms),
    created_at: now,
  }
  const basis = {
    route_version: route.version,
    provider_version: provider.version,
  }
  return { quote, basis }
}

/** The best provider that trades now and covers the amount, with its price. */
async function bestAt(
  deps: QuoteDeps,
  route: RouteRow,
  traders: readonly Trader[],
  now: Instant,
  input: QuoteInput,
) {
  const isClosed = route.trading_hours.length > 0 && !isOpen(route.trading_hours, now)
  const [first, ...others] = isClosed ? [] : tradersOpenAt(traders, now)
  if (first === undefined) {
    const openings = traders
      .map(({ pair }) => nextOpening(route.trading_hours, pair.hours, now))
      .filter((at) => at !== null)
    const opensAt = openings.length === 0 ? null : toTimestamp(openings.reduce(earlierOf))
    throw failure(
      'market_closed',
      { opens_at: opensAt },
      'The trading hours are in configured-routes and liquidity-providers.',
    )
  }
  const ranked = bestFirst(deps.rates, [first, ...others])
  if (ranked.length === 0) throw rateUnavailable(first.provider.name, first.pair)
  for (const { provider, pair, rate } of ranked) {
    const price = priceOf(input, route, rate)
    if (!provider.isLimited) return { provider, rate, price }
    if (isCovered(await deps.liquidity.left(provider.name, pair), wantedOf(price)))
      return { provider, rate, price }
  }
  throw noLiquidity()
}

function priceOf(input: QuoteInput, route: RouteRow, rate: bigint): Price {
  const pointer = `/${input.side}_amount`
  const outOfLimits = () => {
    const limits = limitsView(route)
    const message = `results in a payin total outside the limits of ${limits.min} to ${limits.max} ${route.payin_currency}`
    return fieldFailure(
      'amount_out_of_limits',
      [{ pointer, code: 'amount_out_of_limits', message }],
      { limits },
    )
  }
  const currency = input.side === 'payin' ? route.payin_currency : route.payout_currency
  const amount = parseAmount(input.amount, currency)
  if (!amount.ok) {
    if (amount.problem === 'amount_too_large') throw outOfLimits()
    throw fieldFailure(amount.problem, [
      { pointer, code: amount.problem, message: AMOUNT_MESSAGES[amount.problem](currency) },
    ])
  }
  const priced =
    input.side === 'payin'
      ? priceForPayin(termsOf(route), rate, amount.minor)
      : priceForPayout(termsOf(route), rate, amount.minor)
  if (priced.ok) return priced.price
  if (priced.problem === 'amount_out_of_limits') throw outOfLimits()
  throw fieldFailure('amount_not_positive', [
    { pointer, code: 'amount_not_positive', message: 'is too small: the payout would be zero' },
  ])
}

const AMOUNT_MESSAGES = {
  invalid_amount: () => 'must be a decimal string such as "1000.00"',
  amount_precision: (currency: string) => `has more decimals than ${currency} has`,
  amount_not_positive: () => 'must be greater than zero',
}

// The route may accept fewer account types than when the offering was created.
async function requireFitting(
  catalogue: Catalogue,
  route: RouteRow,
  offering: OfferingRow,
): Promise<void> {
  for (const id of [offering.payin_instrument_id, offering.payout_instrument_id]) {
    const instrument = await catalogue.instrument({ organizationId: offering.organization_id, id })
    if (instrument === undefined || !takesMethod(route, instrument.method)) {
      throw failure(
        'offering_unavailable',
        {},
        'The route no longer accepts one of the instruments of the offering. Create offerings again.',
      )
    }
  }
}

// The statement wrote nothing: something is not active, or changed between the read and the write.
async function reasonForRefusal(deps: QuoteDeps, quote: QuoteRow): Promise<Failure> {
  await requireActive(deps.db, quote.organization_id, [
    quote.payin_instrument_id,
    quote.payout_instrument_id,
  ])
  const route = await deps.catalogue.route(
    { organizationId: quote.organization_id, id: quote.route_id },
    'fresh',
  )
  if (route?.is_disabled === true) return failure('route_disabled')
  return failure(
    'offering_unavailable',
    {},
    'The route changed while the quote was being created. Send the request again.',
  )
}
