// Converts a funded order at a liquidity provider. propose-fill.ts finds an offer that keeps the promise. The intent is
// committed before the request is sent. The worker then asks that provider until the outcome is known, and no other.
import { fillsAreHalted, HALTED } from '../halts/halted.ts'
import type { FilledPart } from '../ledger/postings.ts'
import type { FillAnswer } from '../../outside/liquidity/port.ts'
import { askAgain, goOn, park, type LeaseDeps } from '../orders/leases.ts'
import { onDeclined, onFilled } from '../orders/outcomes.ts'
import { isClaimed, type ClaimedOrder } from '../orders/job-queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import { transition } from '../orders/transition.ts'
import { providersLeft } from './choose-provider.ts'
import { proposeFill, routeOf, type ProposeDeps } from './propose-fill.ts'
import { NO_LIQUIDITY, QUOTE_EXPIRED, type FillRow } from './queries.ts'
import type { FillStatements } from './shared-statements.ts'
import { soldBy } from './sold.ts'

export type FillDeps = LeaseDeps & FillStatements & ProposeDeps

/** The provider's clock may be behind ours. Only after this time is an expired quote replaced by a new one. */
const EXPIRY_MARGIN_MS = 30_000

/** Reads the routes of the orders anew, so that limits such as the slippage are current. */
export async function refreshRoutes(
  deps: FillDeps,
  orders: readonly ClaimedOrder[],
): Promise<void> {
  const routes = new Map(orders.map((order) => [order.route_id, order.organization_id]))
  for (const [id, organizationId] of routes)
    await deps.catalogue.route({ organizationId, id }, 'fresh')
}

/** Returns the order if it is filled and this worker keeps its lease. */
export async function fillOrder(deps: FillDeps, order: ClaimedOrder): Promise<ClaimedOrder | null> {
  // Only the holder of the lease writes fills of an order, so they are current until the end of the step.
  const fills = await deps.findFills(order)
  const latest = fills.at(-1)
  if (latest !== undefined && latest.filled_at === null && latest.declined_at === null)
    return convert(deps, order, fills, latest, false)
  if (order.short_minor > 0n) {
    await park(deps, order, 'deposit_reversed')
    return null
  }
  const fill = await commitFill(deps, order, fills)
  return fill === undefined ? null : convert(deps, order, fills, fill, true)
}

/** Undefined: nothing was written, and the order is parked or waits. */
async function commitFill(
  deps: FillDeps,
  order: ClaimedOrder,
  fills: readonly FillRow[],
): Promise<FillRow | undefined> {
  const short: string[] = []
  for (;;) {
    const proposed = await proposeFill(deps, order, fills, short)
    if (proposed === HALTED) return void (await askAgain(deps, order))
    if (proposed === NO_LIQUIDITY) return void (await park(deps, order, NO_LIQUIDITY))
    if ('tooLow' in proposed) return void (await park(deps, order, 'slippage', proposed.tooLow))
    const fill = await deps.insertFillIntent(proposed.intent)
    // Null means a hold or a lost lease; park does nothing after a lost lease.
    if (fill === null) return void (await park(deps, order, 'compliance_hold'))
    if (fill === HALTED) return void (await askAgain(deps, order))
    if (fill !== NO_LIQUIDITY) return fill
    short.push(proposed.intent.providerName)
  }
}

async function convert(
  deps: FillDeps,
  order: ClaimedOrder,
  fills: readonly FillRow[],
  fill: FillRow,
  isFresh: boolean,
): Promise<ClaimedOrder | null> {
  const answer = await outcomeOf(deps, order, fill, isFresh)
  const before = soldBy(fills)
  const acting = { at: deps.clock.now(), leaseToken: order.lease_token }
  switch (answer.state) {
    case 'pending':
      await askAgain(deps, order)
      return null
    case 'filled': {
      const filled = {
        sequence: fill.sequence,
        reference: answer.reference,
        part: partFrom(fill, answer),
      }
      const decide = (present: OrderRow) => onFilled(present, before, filled)
      const after = await transition(deps, order, decide, { ...acting, goesOn: true })
      if (after?.status === 'STEP_2_FILLING_FX') await goOn(deps, order)
      return after?.status === 'STEP_3_SETTLING_PAYOUT' && isClaimed(after) ? after : null
    }
    case 'declined': {
      const { code, isFinal } = answer
      const present = {
        ...fill,
        declined_at: acting.at,
        decline_code: code,
        decline_is_final: isFinal,
      }
      const others = fills.filter(({ sequence }) => sequence !== fill.sequence)
      const route = await routeOf(deps, order)
      const isLast = providersLeft(route, order, [...others, present]).length === 0
      const declined = { sequence: fill.sequence, code, isFinal, isLast }
      await transition(deps, order, (now) => onDeclined(now, before, declined), acting)
      if (!isLast) await askAgain(deps, order)
      return null
    }
    case 'expired': {
      const code = QUOTE_EXPIRED
      const expired = { sequence: fill.sequence, code, isFinal: false, isLast: false }
      await transition(deps, order, (now) => onDeclined(now, before, expired), acting)
      await goOn(deps, order)
      return null
    }
  }
}

// An intent of an earlier round may have been sent: look up its outcome before sending it again. For a frozen order it is
// not sent again.
async function outcomeOf(
  deps: FillDeps,
  order: ClaimedOrder,
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
  if (known !== undefined && order.frozen_at !== null) return { state: 'pending' }
  // The intent may have been committed long ago. Ask for the outcome of a sent one, also during a halt.
  if (fillsAreHalted(await deps.halts.present('cached'), fill.provider_name))
    return { state: 'pending' }
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
