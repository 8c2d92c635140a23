// One round of the worker: it claims due orders and advances each by one step. It commits each request to a provider or
// rail before it sends it, and holds no transaction open during the call. It also expires unfunded orders: create-quote.ts
// sets the instant, and judge-route.ts has the default. Here is how long a lease lasts; job-queries.ts takes over
// expired ones.
import { later } from '../clock.ts'
import { fillOrders, type FillDeps } from '../fills/fill-orders.ts'
import { payOutFilled, payOutOrders, type PayoutDeps } from '../payouts/pay-out-orders.ts'
import { runEach, postpone } from './leases.ts'
import { onExpiry } from './outcomes.ts'
import { claimDueOrders, LEASE_MS, type ClaimedOrder } from './job-queries.ts'
import { transition } from './transition.ts'
import { newLeaseToken } from '../ids.ts'
import type { ScreeningStatements } from '../screening/shared-statements.ts'

type AdvanceDeps = FillDeps & PayoutDeps & ScreeningStatements

const BATCH = 100
const BATCHES = 3
/** How long an order waits again whose deposit is being screened. */
const SCREENED_MS = 30_000

/** Returns the number of orders claimed; 0 when nothing is due. */
export const advanceOrders = (deps: AdvanceDeps): Promise<number> => round(deps, BATCHES)

async function round(deps: AdvanceDeps, batches: number): Promise<number> {
  const claimed = await claimDueOrders(deps.db, {
    now: deps.clock.now(),
    leaseToken: newLeaseToken(),
    leaseMs: LEASE_MS,
    limit: BATCH,
  })
  // A full batch means that more orders are due. Claim them now, so that the database works on one batch while this
  // process computes another.
  const isMore = claimed.length === BATCH && batches > 1
  const [, more] = await Promise.all([
    advance(deps, claimed),
    isMore ? round(deps, batches - 1) : 0,
  ])
  return claimed.length + more
}

async function advance(deps: AdvanceDeps, claimed: readonly ClaimedOrder[]): Promise<void> {
  const inState = (status: string) => claimed.filter((order) => order.status === status)
  await Promise.all([
    runEach(deps, inState('STEP_1_AWAITING_FUNDING'), (order) => expire(deps, order)),
    fillOrders(deps, inState('STEP_2_FILLING_FX'), (filled) => payOutFilled(deps, filled)),
    payOutOrders(deps, inState('STEP_3_SETTLING_PAYOUT')),
    // Due after an operator paid out again.
    payOutOrders(deps, inState('STEP_4_COMPLETED')),
  ])
}

async function expire(deps: AdvanceDeps, order: ClaimedOrder): Promise<void> {
  const at = deps.clock.now()
  // A deposit at the exact instant of expiry still counts, so expire a millisecond later.
  if (at <= order.funding_expires_at)
    return postpone(deps, order, later(order.funding_expires_at, 1))
  // A deposit that was recorded in time keeps its order open until screening has decided. The recording bumps the version
  // of the order, so an expiry never overlooks it.
  let isScreened = false
  await transition(
    deps,
    order,
    async (present) => {
      isScreened = await deps.isScreenedInTime(present)
      return isScreened ? null : onExpiry(present)
    },
    { at, leaseToken: order.lease_token },
  )
  if (isScreened) await postpone(deps, order, later(at, SCREENED_MS))
}
