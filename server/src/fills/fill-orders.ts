// Converts funded orders at their liquidity provider. It compares the promised rate with the provider's firm quote and
// commits an intent before it sends the request. It then asks the provider until the outcome is known.
import { danglingReference } from '../errors.ts'
import { publicId } from '../ids.ts'
import { netOf, promisedGrossMinor } from '../ledger/postings.ts'
import type { Feeds } from '../liquidity/feeds.ts'
import type { FillAnswer } from '../liquidity/port.ts'
import { formatRate } from '../money/decimal.ts'
import { askAgain, runEach, park, type LeaseDeps } from '../orders/leases.ts'
import { onDeclined, onFilled } from '../orders/outcomes.ts'
import type { ClaimedOrder } from '../orders/job-queries.ts'
import { transition } from '../orders/transition.ts'
import { selectFills, type FillIntent, type FillRow } from './queries.ts'
import type { FillStatements } from './shared-statements.ts'

export type FillDeps = LeaseDeps & FillStatements & { feeds: Feeds }

/** Declines of the provider after which the order is declined. */
const MOST_DECLINES = 3
const ALL_BPS = 10_000n

export async function fillOrders(deps: FillDeps, orders: readonly ClaimedOrder[]): Promise<void> {
  if (orders.length === 0) return
  const before = latestByOrder(await selectFills(deps.db, orders))
  // Refresh each route once, so that the slippage limit is current for all of its orders.
  const routes = new Map(orders.map((order) => [order.route_id, order]))
  for (const { organization_id: organizationId, route_id: routeId } of routes.values()) {
    await deps.catalogue.route({ organizationId, id: routeId }, 'fresh')
  }
  await runEach(deps, orders, async (order) => {
    const latest = before.get(order.id)
    if (latest !== undefined && latest.declined_at === null)
      return convert(deps, order, latest, false)
    const { intent, isAllowed } = await proposeFill(deps, order, (latest?.sequence ?? 0) + 1)
    if (!isAllowed) return park(deps, order, 'slippage', intent)
    const fill = await deps.insertFillIntent(intent)
    // Null means a hold or a lost lease; park does nothing after a lost lease.
    if (fill === null) return park(deps, order, 'compliance_hold')
    await convert(deps, order, fill, true)
  })
}

/** `isAllowed` is false if the provider's offer falls short of the promised payout by more than the route allows. */
async function proposeFill(
  deps: FillDeps,
  order: ClaimedOrder,
  sequence: number,
): Promise<{ intent: FillIntent; isAllowed: boolean }> {
  const route = await deps.catalogue.route(
    { organizationId: order.organization_id, id: order.route_id },
    'cached',
  )
  if (route === undefined)
    throw danglingReference(publicId('ord', order.id), publicId('rt', order.route_id))
  const provider = await deps.feeds.provider(route.provider_name)
  const providerKey = `${publicId('ord', order.id)}:fill:${sequence}`
  const payinMinor = netOf(order)
  const firm = await provider.firmQuote(providerKey, {
    payinCurrency: order.payin_currency,
    payinMinor,
    payoutCurrency: order.payout_currency,
  })
  const promisedMinor = promisedGrossMinor(order)
  const missingMinor = promisedMinor - firm.payoutMinor
  const isAllowed = missingMinor * ALL_BPS <= promisedMinor * BigInt(route.max_slippage_bps)
  const intent = {
    organizationId: order.organization_id,
    orderId: order.id,
    leaseToken: order.lease_token,
    sequence,
    providerKey,
    providerName: route.provider_name,
    payinMinor,
    firmRate: formatRate(firm.rate),
    providerPayoutMinor: firm.payoutMinor,
    quoteToken: firm.token,
    quoteExpiresAt: firm.expiresAt,
    createdAt: deps.clock.now(),
  }
  return { intent, isAllowed }
}

async function convert(
  deps: FillDeps,
  order: ClaimedOrder,
  fill: FillRow,
  isFresh: boolean,
): Promise<void> {
  const provider = await deps.feeds.provider(fill.provider_name)
  const execute = () =>
    provider.execute(
      {
        key: fill.provider_key,
        payinCurrency: fill.payin_currency,
        payinMinor: fill.payin_minor,
        payoutCurrency: fill.payout_currency,
        payoutMinor: fill.provider_payout_minor,
      },
      fill.quote_token,
    )
  // An intent of an earlier round may have been sent: look up its outcome before sending it again.
  const known = isFresh ? undefined : await provider.lookUp(fill.provider_key, fill.quote_token)
  const answer: FillAnswer =
    known === undefined || known.state === 'unknown' ? await execute() : known
  const acting = { at: deps.clock.now(), leaseToken: order.lease_token }
  switch (answer.state) {
    case 'pending':
      return askAgain(deps, order)
    case 'filled': {
      if (answer.soldMinor !== fill.payin_minor)
        throw new Error(`${fill.provider_key}: the provider sold another amount than asked`)
      const filled = {
        sequence: fill.sequence,
        reference: answer.reference,
        provider: fill.provider_name,
        providerPayoutMinor: fill.provider_payout_minor,
      }
      await transition(deps, order, (present) => onFilled(present, filled), acting)
      return
    }
    case 'declined': {
      const isFinal = answer.isFinal || fill.sequence >= MOST_DECLINES
      await transition(deps, order, () => onDeclined(fill, isFinal), acting)
      if (!isFinal) await askAgain(deps, order)
    }
  }
}

const latestByOrder = (fills: readonly FillRow[]): Map<string, FillRow> =>
  new Map(fills.map((fill) => [fill.order_id, fill]))
