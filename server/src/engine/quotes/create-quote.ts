// Prices an amount on an offering at the current rate and stores the price as a firm quote. The fast path uses cached
// data and one statement. A refusal is checked again with fresh data.
import type { Catalogue } from '../catalogue.ts'
import type { Freshness } from '../../outside/providers/view.ts'
import { later, type Clock } from '../../platform/clock.ts'
import type { BankHolidays } from '../../platform/calendars/holidays.ts'
import type { Gate } from '../../platform/db/gate.ts'
import type { Db } from '../../platform/db/pool.ts'
import { Failure, failure, retryLater } from '../../platform/errors.ts'
import {
  requireSameRequest,
  type Created,
  type Idempotency,
} from '../../platform/http/idempotency.ts'
import { metadataOf, type GivenMetadata } from '../../platform/http/metadata.ts'
import type { Rendered } from '../../platform/http/rendered.ts'
import { haltOfQuotes, quotesAreHaltedAt } from '../halts/halted.ts'
import type { Halts } from '../halts/present.ts'
import { newUuid, uuidOf, type Uuid } from '../../platform/ids.ts'
import type { Instrument } from '../../parties/instruments/view.ts'
import type { Trader } from '../liquidity/best-provider.ts'
import { formatRate } from '../../platform/money/decimal.ts'
import { takesMethod } from '../offerings/create-offerings.ts'
import type { OfferingRow } from '../offerings/queries.ts'
import type { Memberships } from '../../parties/organizations/membership.ts'
import { requireActive } from '../../parties/organizations/require-active.ts'
import type { RouteRow } from '../routes/queries.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { servingRail } from '../../outside/rails/serving-rail.ts'
import { bestAt, quotingTraders, type AskedAmount, type PriceDeps } from './best-price.ts'
import { selectQuoteByKey, type QuoteBasis, type QuoteRails, type QuoteRow } from './queries.ts'
import type { QuoteStatements } from './shared-statements.ts'
import { quoteView } from './view.ts'

export type QuoteDeps = Pick<QuoteStatements, 'insertQuote'> &
  PriceDeps & {
    db: Db
    clock: Clock
    catalogue: Catalogue
    gate: Gate
    memberships: Memberships
    halts: Halts
    rails: Rails
  }

export type QuoteInput = AskedAmount & GivenMetadata & { offeringId: string }

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
): Promise<{ quote: QuoteRow; basis: QuoteBasis & QuoteRails }> {
  const offeringId = uuidOf('off', input.offeringId)
  const offering =
    offeringId === undefined
      ? undefined
      : await deps.catalogue.offering({ organizationId, id: offeringId })
  if (offering === undefined) throw failure('not_found', {}, 'There is no such offering.')
  const route = await deps.catalogue.route({ organizationId, id: offering.route_id }, freshness)
  if (route === undefined) throw failure('offering_unavailable', {}, 'Create offerings again.')
  const traders = quotingTraders(route, await deps.catalogue.providers(freshness))
  const rails = await railsOf(deps.rails, await fittingInstruments(deps.catalogue, route, offering))
  const allowed = await unhalted(deps.halts, traders, rails, freshness)
  const now = deps.clock.now()
  const { provider, rate, price } = await bestAt(
    deps,
    route,
    allowed,
    now,
    input,
    holidaysOf(deps.rails, rails),
  )
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
    metadata: metadataOf(input),
  }
  const basis = {
    route_version: route.version,
    provider_version: provider.version,
    ...rails,
  }
  return { quote, basis }
}

/** How long a caller waits before it asks for a quote again. */
const HALTED_S = 30

// The route may accept fewer account types than when the offering was created.
async function fittingInstruments(
  catalogue: Catalogue,
  route: RouteRow,
  offering: OfferingRow,
): Promise<{ payin: Instrument; payout: Instrument }> {
  const fitting = async (id: Uuid<'epi'>): Promise<Instrument> => {
    const instrument = await catalogue.instrument({ organizationId: offering.organization_id, id })
    if (instrument === undefined || !takesMethod(route, instrument.method)) {
      throw failure(
        'offering_unavailable',
        {},
        'The route no longer accepts one of the instruments of the offering. Create offerings again.',
      )
    }
    return instrument
  }
  return {
    payin: await fitting(offering.payin_instrument_id),
    payout: await fitting(offering.payout_instrument_id),
  }
}

async function railsOf(
  rails: Rails,
  { payin, payout }: { payin: Instrument; payout: Instrument },
): Promise<QuoteRails> {
  const all = await rails.all()
  return {
    payin_rail: servingRail(all, payin)?.name ?? null,
    payout_rail: servingRail(all, payout)?.name ?? null,
  }
}

const holidaysOf = (rails: Rails, { payin_rail, payout_rail }: QuoteRails): BankHolidays[] => {
  const all = rails.holidays()
  // Most deployments have none.
  return all.size === 0
    ? []
    : [payin_rail, payout_rail].flatMap((name) => (name === null ? [] : (all.get(name) ?? [])))
}

/** The traders whose quotes are not halted. The statement that inserts the quote checks it again. */
async function unhalted(
  halts: Halts,
  traders: readonly Trader[],
  { payin_rail, payout_rail }: QuoteRails,
  freshness: Freshness,
): Promise<Trader[]> {
  const present = await halts.present(freshness)
  const rails = [payin_rail, payout_rail].filter((rail) => rail !== null)
  const allowed =
    haltOfQuotes(present, rails) === undefined
      ? traders.filter(({ provider }) => !quotesAreHaltedAt(present, provider.name))
      : []
  if (allowed.length > 0) return allowed
  throw retryLater('quotes_halted', HALTED_S, 'Orders that exist go on.')
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
