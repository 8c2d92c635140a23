// Converts funded orders at their liquidity provider. It compares the promised rate with the provider's firm quote and
// commits an intent before it sends the request. It then asks the provider until the outcome is known.
import { danglingReference } from '../errors.ts'
import { publicId } from '../ids.ts'
import { netOf, promisedGrossMinor, type FilledPart } from '../ledger/postings.ts'
import type { Feeds } from '../liquidity/feeds.ts'
import type { FillAnswer } from '../liquidity/port.ts'
import { formatRate } from '../money/decimal.ts'
import { askAgain, goOn, runEach, park, type LeaseDeps } from '../orders/leases.ts'
import type { Offer } from '../orders/notes.ts'
import { onDeclined, onFilled } from '../orders/outcomes.ts'
import type { ClaimedOrder } from '../orders/job-queries.ts'
import { transition } from '../orders/transition.ts'
import { QUOTE_EXPIRED, selectFills, type FillIntent, type FillRow } from './queries.ts'
import type { FillStatements } from './shared-statements.ts'
import { soldBy } from './sold.ts'

export type FillDeps = LeaseDeps & FillStatements & { feeds: Feeds }

/** Declines of the provider after which the order is declined. */
const MOST_DECLINES = 3
/** The provider's clock may be behind ours. Only after this time is an expired quote replaced by a new one. */
const EXPIRY_MARGIN_MS = 30_000
const ALL_BPS = 10_000n

export async function fillOrders(deps: FillDeps, orders: readonly ClaimedOrder[]): Promise<void> {
  if (orders.length === 0) return
  const before = Map.groupBy(await selectFills(deps.db, orders), (fill) => fill.order_id)
  // Refresh each route once, so that the slippage limit is current for all of its orders.
  const routes = new Map(orders.map((order) => [order.route_id, order]))
  for (const { organization_id: organizationId, route_id: routeId } of routes.values()) {
    await deps.catalogue.route({ organizationId, id: routeId }, 'fresh')
  }
  // Only the holder of the lease writes fills of an order, so they are current until the end of the step.
  await runEach(deps, orders, async (order) => {
    const fills = before.get(order.id) ?? []
    const latest = fills.at(-1)
    if (latest !== undefined && latest.filled_at === null && latest.declined_at === null)
      return convert(deps, order, fills, latest, false)
    const { intent, offer, isAllowed } = await proposeFill(deps, order, fills)
    if (!isAllowed) return park(deps, order, 'slippage', offer)
    const fill = await deps.insertFillIntent(intent)
    // Null means a hold or a lost lease; park does nothing after a lost lease.
    if (fill === null) return park(deps, order, 'compliance_hold')
    await convert(deps, order, fills, fill, true)
  })
}

/**
 * An offer for the net that is not sold yet. `isAllowed` is false if all fills together would fall short of the promised
 * payout by more than the route allows.
 */
async function proposeFill(
  deps: FillDeps,
  order: ClaimedOrder,
  fills: readonly FillRow[],
): Promise<{ intent: FillIntent; offer: Offer; isAllowed: boolean }> {
  const route = await deps.catalogue.route(
    { organizationId: order.organization_id, id: order.route_id },
    'cached',
  )
  if (route === undefined)
    throw danglingReference(publicId('ord', order.id), publicId('rt', order.route_id))
  const provider = await deps.feeds.provider(route.provider_name)
  const sequence = (fills.at(-1)?.sequence ?? 0) + 1
  const providerKey = `${publicId('ord', order.id)}:fill:${sequence}`
  const sold = soldBy(fills)
  const payinMinor = netOf(order) - sold.soldMinor
  const firm = await provider.firmQuote(providerKey, {
    payinCurrency: order.payin_currency,
    payinMinor,
    payoutCurrency: order.payout_currency,
  })
  const totalMinor = sold.deliveredMinor + firm.payoutMinor
  const promisedMinor = promisedGrossMinor(order)
  // A provider rounds each part down, so parts may lack a minor unit each even at the promised rate.
  const parts = fills.filter((fill) => fill.filled_at !== null).length
  const missingMinor = promisedMinor - totalMinor - BigInt(parts)
  const isAllowed = missingMinor * ALL_BPS <= promisedMinor * BigInt(route.max_slippage_bps)
  const firmRate = formatRate(firm.rate)
  const intent = {
    organizationId: order.organization_id,
    orderId: order.id,
    leaseToken: order.lease_token,
    sequence,
    providerKey,
    providerName: route.provider_name,
    payinMinor,
    firmRate,
    providerPayoutMinor: firm.payoutMinor,
    quoteToken: firm.token,
    quoteExpiresAt: firm.expiresAt,
    createdAt: deps.clock.now(),
  }
  const offer = { providerName: route.provider_name, firmRate, providerPayoutMinor: totalMinor }
  return { intent, offer, isAllowed }
}

async function convert(
  deps: FillDeps,
  order: ClaimedOrder,
  fills: readonly FillRow[],
  fill: FillRow,
  isFresh: boolean,
): Promise<void> {
  const answer = await outcomeOf(deps, fill, isFresh)
  const before = soldBy(fills)
  const acting = { at: deps.clock.now(), leaseToken: order.lease_token }
  switch (answer.state) {
    case 'pending':
      return askAgain(deps, order)
    case 'filled': {
      const filled = {
        sequence: fill.sequence,
        reference: answer.reference,
        part: partFrom(fill, answer),
      }
      const after = await transition(
        deps,
        order,
        (present) => onFilled(present, before, filled),
        acting,
      )
      if (after?.status === 'STEP_2_FILLING_FX') await goOn(deps, order)
      return
    }
    case 'declined': {
      const { code } = answer
      const isFinal = answer.isFinal || declinesIn(fills) + 1 >= MOST_DECLINES
      const declined = { sequence: fill.sequence, code, isFinal }
      await transition(deps, order, (present) => onDeclined(present, before, declined), acting)
      if (!isFinal) await askAgain(deps, order)
      return
    }
    case 'expired': {
      const expired = { sequence: fill.sequence, code: QUOTE_EXPIRED, isFinal: false }
      await transition(deps, order, (present) => onDeclined(present, before, expired), acting)
      return goOn(deps, order)
    }
  }
}

// An intent of an earlier round may have been sent: look up its outcome before sending it again.
async function outcomeOf(
  deps: FillDeps,
  fill: FillRow,
  isFresh: boolean,
): Promise<FillAnswer | { state: 'expired' }> {
  const provider = await deps.feeds.provider(fill.provider_name)
  const known = isFresh ? undefined : await provider.lookUp(fill.provider_key, fill.quote_token)
  if (known !== undefined && known.state !== 'unknown') return known
  if (known !== undefined && fill.quote_expires_at !== null) {
    const expiredMs = deps.clock.realNow() - fill.quote_expires_at
    if (expiredMs >= EXPIRY_MARGIN_MS) return { state: 'expired' }
    if (expiredMs >= 0) return { state: 'pending' }
  }
  return provider.execute(
    {
      key: fill.provider_key,
      payinCurrency: fill.payin_currency,
      payinMinor: fill.payin_minor,
      payoutCurrency: fill.payout_currency,
      payoutMinor: fill.provider_payout_minor,
    },
    fill.quote_token,
  )
}

function partFrom(fill: FillRow, answer: FillAnswer & { state: 'filled' }): FilledPart {
  const { soldMinor, deliveredMinor, fee = null } = answer
  if (soldMinor <= 0n || soldMinor > fill.payin_minor || deliveredMinor < 0n)
    throw new Error(
      `${fill.provider_name} sold ${soldMinor} for ${deliveredMinor} under ${fill.provider_key}, which asked for ${fill.payin_minor}`,
    )
  return { provider: fill.provider_name, soldMinor, deliveredMinor, fee }
}

const declinesIn = (fills: readonly FillRow[]): number =>
  fills.filter((fill) => fill.declined_at !== null && fill.decline_code !== QUOTE_EXPIRED).length
