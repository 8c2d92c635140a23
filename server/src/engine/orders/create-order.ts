// Creates an order from a quote, usually with one statement. If the statement inserts nothing, further reads find out why.
// The first read looks for an order that an earlier request created under the same idempotency key.
import type { Catalogue } from '../catalogue.ts'
import { later, toTimestamp, type Instant, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { NewEvent } from '../../platform/events/insert-events.ts'
import type { Gate } from '../../platform/db/gate.ts'
import type { Db } from '../../platform/db/pool.ts'
import { danglingReference, failure, type Failure } from '../../platform/errors.ts'
import {
  requireSameRequest,
  type Created,
  type Idempotency,
} from '../../platform/http/idempotency.ts'
import { metadataOf, type GivenMetadata } from '../../platform/http/metadata.ts'
import type { Rendered } from '../../platform/http/rendered.ts'
import { newUuid, publicId, uuidOf, type Uuid } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Memberships } from '../../parties/organizations/membership.ts'
import { requireTakesOrders } from '../../parties/organizations/require-active.ts'
import type { QuoteRow } from '../quotes/queries.ts'
import type { QuoteStatements } from '../quotes/shared-statements.ts'
import { accountFailure, newPayment, type AccountPayment } from '../accounts/pay-orders.ts'
import { chooseAccount, noAccount } from '../funding-accounts/pools.ts'
import type { Rail } from '../../outside/rails/port.ts'
import { railFor, type Rails } from '../../outside/rails/registry.ts'
import {
  DESK_ACCOUNT,
  fundingAddressOf,
  type InstrumentMethod,
} from '../../outside/methods/methods.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { scenarioFor } from '../../outside/simulator/scenarios.ts'
import type { Simulator } from '../../outside/simulator/simulator.ts'
import type { Acknowledged } from './acknowledged.ts'
import { depositEvent, orderEvent } from './announce.ts'
import { liquidityFailure, noLiquidity } from '../liquidity/left.ts'
import { hasVolumeLimit, volumeContention, volumeFailure } from '../volume-limits/refusal.ts'
import { contentionFailure, exposureFailure } from './exposure.ts'
import { insertOrders } from './insert-queries.ts'
import type { NewOrder } from './new-order.ts'
import { keyIdOfRetry } from './keys.ts'
import { selectConflicts, type OrderRow } from './queries.ts'
import { referenceNumber } from './reference-number.ts'
import type { OrderStatements } from './shared-statements.ts'
import { announcements, transitionFor, type OrderEvent, type OrderStatus } from './states.ts'
import { asCreated, orderView } from './view.ts'

export type OrderInput = GivenMetadata & { quoteId: string; externalReferenceId: string | null }

/** The dependencies of `prepareOrder`. */
export type PrepareDeps = {
  db: Db
  catalogue: Catalogue
  config: Config
  rails: Rails
  simulator: Simulator
}

export type CreateDeps = PrepareDeps &
  Pick<OrderStatements, 'insertOrder' | 'findOrderByKey'> &
  Pick<QuoteStatements, 'findQuote'> & {
    db: Db
    clock: Clock
    gate: Gate
    memberships: Memberships
    acknowledged: Acknowledged
    metrics: Metrics
    wakeWorker: () => void
    /** `insertOrder` makes batches of one. It may write more with each order, so nothing else may insert it. */
    insertsAlone?: true
  }

function statusAfter(from: OrderStatus | null, event: OrderEvent): OrderStatus {
  const row = transitionFor(from, event)
  if (row === undefined) throw new Error(`the table of states has no ${event} from ${from}`)
  return row.to
}
const AWAITING = statusAfter(null, 'created')
/** An order that an account pays has left AWAITING in the instant that it is created. */
const FUNDED = statusAfter(AWAITING, 'funded')

// A retry can succeed in two cases: the reference number was taken, or other orders of the batch used up the route's
// max_open_total. If the last try inserts nothing either, other orders still compete for it, or there is a defect.
const TRIES = 4

export async function createOrder(
  deps: CreateDeps,
  organizationId: Uuid<'org'>,
  input: OrderInput,
  idempotency: Idempotency,
): Promise<Created<Rendered>> {
  const quoteId = uuidOf('qt', input.quoteId)
  const quote = quoteId === undefined ? null : await deps.findQuote({ organizationId, id: quoteId })
  let pool: string | undefined
  let reserves = false
  let isPaid = false
  for (let tries = 0; tries < TRIES; tries++) {
    const at = deps.clock.now()
    // A used quote already has an order, created by an earlier copy of this request or by another request.
    const prepared =
      quote === null || quote.is_used
        ? null
        : await prepareOrder(deps, quote, input, 'create', idempotency, at)
    if (prepared !== null && prepared.fundingAccountId !== null) pool = prepared.fundingRail
    reserves = prepared?.reserves ?? false
    isPaid = prepared?.payment != null
    const order = prepared === null ? null : await insert(deps, prepared, tries)
    if (order?.status === FUNDED) {
      deps.metrics.transitions.inc({ event: 'funded', to: FUNDED })
      deps.wakeWorker()
    }
    if (order !== null) return { value: await orderView(deps.catalogue, order), replayed: false }
    const earlier = await deps.findOrderByKey({
      organizationId,
      operation: 'create',
      key: idempotency.key,
    })
    if (earlier !== null) {
      const original = asCreated(requireSameRequest(earlier, idempotency))
      return { value: await orderView(deps.catalogue, original), replayed: true }
    }
    const refusal =
      quote === null
        ? failure('not_found', {}, 'There is no such quote.')
        : await deps.gate.run(
            deps.memberships.tenantOf(organizationId),
            async () =>
              (await reasonForRefusal(deps, quote, input, at)) ??
              (isPaid
                ? await accountFailure(deps.db, quote)
                : await exposureFailure(deps, quote)) ??
              (await volumeFailure(deps.db, quote, at)) ??
              liquidityFailure(deps.db, quote),
          )
    if (refusal !== undefined) throw refusal
  }
  const contention = quote === null || isPaid ? undefined : await contentionFailure(deps.db, quote)
  // Other orders took the accounts that this one chose.
  if (contention === undefined && pool !== undefined) throw noAccount(pool)
  // Other orders compete for the liquidity of the provider.
  if (contention === undefined && reserves) throw noLiquidity()
  if (contention === undefined && quote !== null && (await hasVolumeLimit(deps.db, quote)))
    throw volumeContention()
  throw contention ?? new Error(`order not inserted and no reason found (quote ${input.quoteId})`)
}

// The last try is a batch of one, so that it does not share the rest of max_open_total with other orders.
async function insert(deps: CreateDeps, order: NewOrder, tries: number): Promise<OrderRow | null> {
  if (tries < TRIES - 1 || deps.insertsAlone === true) return deps.insertOrder(order)
  const tenant = deps.memberships.tenantOf(order.organizationId)
  const inserted = await deps.gate.run(tenant, () => insertOrders(deps.db, [order]))
  return deps.acknowledged.remember(inserted)[0] ?? null
}

/** Builds the order to insert for a quote. In the sandbox, also gives the simulator the scenario of the order. */
export async function prepareOrder(
  deps: PrepareDeps,
  quote: QuoteRow,
  input: OrderInput,
  operation: NewOrder['operation'],
  idempotency: Idempotency,
  at: Instant,
  retried: OrderRow | null = null,
): Promise<NewOrder> {
  const payin = await deps.catalogue.instrument({
    organizationId: quote.organization_id,
    id: quote.payin_instrument_id,
  })
  const payout = await deps.catalogue.instrument({
    organizationId: quote.organization_id,
    id: quote.payout_instrument_id,
  })
  const missing = payin === undefined ? quote.payin_instrument_id : quote.payout_instrument_id
  if (payin === undefined || payout === undefined)
    throw danglingReference(publicId('qt', quote.id), publicId('epi', missing))
  const id = newUuid('ord', at)
  const publicOrderId = publicId('ord', id)
  if (deps.config.environment === 'sandbox') {
    const total = formatAmount(quote.payin_total_minor, quote.payin_currency)
    const scenario = scenarioFor(total, [payin.alias, payout.alias])
    // The simulated companies know only the keys, which begin with another name for a retry.
    const names = retried === null ? [] : [publicId('ord', keyIdOfRetry(retried))]
    if (scenario !== undefined)
      for (const name of [publicOrderId, ...names]) await deps.simulator.script(name, scenario)
  }
  const rail = await railFor(deps.rails, {
    method: payin.method,
    currency: quote.payin_currency,
    details: payin.details,
  })
  const funding = await fundingOf(deps, rail, payin, quote, publicOrderId, retried)
  const dueAt = later(at, deps.config.sandboxStepMs)
  // A retry takes over the money of the order before it.
  const payment =
    payin.method === DESK_ACCOUNT && operation === 'create' ? newPayment({ at, dueAt }) : null
  const identity = {
    id,
    reference_number: referenceNumber(at),
    external_reference_id: input.externalReferenceId,
    metadata: metadataOf(input),
  }
  return {
    organizationId: quote.organization_id,
    id,
    quote,
    referenceNumber: identity.reference_number,
    externalReferenceId: input.externalReferenceId,
    metadata: identity.metadata,
    fundingRail: rail.name,
    fundingAccountId: funding.accountId,
    fundingDetails: funding.details,
    fundingAddress: fundingAddressOf(payin.method, funding.details),
    reserves: await reservesAt(deps, quote.priced_provider),
    payment,
    passed: payment === null ? [] : [AWAITING],
    status: payment === null ? AWAITING : FUNDED,
    createdAt: at,
    operation,
    idempotencyKey: idempotency.key,
    requestHash: idempotency.requestHash,
    events: eventsOf(identity, payment, quote, at),
  }
}

/** The first event says that the order awaits its funding, also if an account paid it in the same instant. */
function eventsOf(
  order: Parameters<typeof orderEvent>[0],
  payment: AccountPayment | null,
  { payin_currency: currency, payin_total_minor: amountMinor }: QuoteRow,
  at: Instant,
): readonly NewEvent[] {
  const created = orderEvent(order, announcements.created, AWAITING, at)
  if (payment === null) return [created]
  const deposit = { id: payment.depositId, currency, amountMinor }
  return [
    created,
    depositEvent(order, { deposit, outcome: 'counted' }, at),
    orderEvent(order, announcements.funded, FUNDED, at),
  ]
}

// A cached provider may be stale. An order that should have reserved and did not does so before its fill.
async function reservesAt({ catalogue }: PrepareDeps, provider: string | null): Promise<boolean> {
  if (provider === null) return false
  return (await catalogue.providers('cached')).get(provider)?.isLimited === true
}

// A retry keeps the account of a pool. The account that pays an order is where it is funded.
async function fundingOf(
  deps: PrepareDeps,
  rail: Rail,
  { method, details: own }: { method: InstrumentMethod; details: Record<string, string> },
  quote: QuoteRow,
  orderId: string,
  retried: OrderRow | null,
): Promise<{ accountId: Uuid<'fac'> | null; details: Record<string, string> }> {
  if (method === DESK_ACCOUNT) return { accountId: null, details: own }
  const details = rail.fundingAccount(method, orderId)
  if (details !== 'from_pool') return { accountId: null, details }
  if (retried !== null) return { accountId: null, details: retried.funding_details }
  const chosen = await chooseAccount(deps.db, rail.name, method, quote.payin_currency)
  return { accountId: chosen.id, details: chosen.details }
}

// Checks the reasons that are most useful to the caller first. Undefined: the order can be created now.
export async function reasonForRefusal(
  deps: { db: Db; catalogue: Catalogue },
  quote: QuoteRow,
  input: OrderInput,
  at: Instant,
): Promise<Failure | undefined> {
  const conflicts = await selectConflicts(
    deps.db,
    quote.organization_id,
    quote.id,
    input.externalReferenceId,
  )
  if (conflicts.uses_quote) return failure('quote_already_used')
  if (at > quote.submission_expires_at) {
    return failure('quote_expired', {
      submission_expires_at: toTimestamp(quote.submission_expires_at),
    })
  }
  await requireTakesOrders(deps.db, quote.organization_id, [
    quote.payin_instrument_id,
    quote.payout_instrument_id,
  ])
  const route = await deps.catalogue.route(
    { organizationId: quote.organization_id, id: quote.route_id },
    'fresh',
  )
  if (route?.is_disabled === true) return failure('route_disabled')
  if (conflicts.uses_reference) return failure('external_reference_taken')
  return undefined
}
