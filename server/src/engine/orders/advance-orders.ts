// Claims due orders and advances each. A request to a provider or rail is committed before it is sent, and no transaction
// is open during the call. A filled order is paid out under the same lease. This also expires unfunded orders: create-quote.ts
// sets the instant, and routes.ts of the operator file has the default.
// job-queries.ts says how long a lease lasts, and takes over expired ones.
import { later } from '../../platform/clock.ts'
import { fillOrder, refreshRoutes, type FillDeps } from '../fills/fill-order.ts'
import { endOf, overlapping, type Overlap } from '../overlap.ts'
import { payOutFilled, payOutOrder, type PayoutDeps } from '../payouts/pay-out-order.ts'
import { postpone, runStep } from './leases.ts'
import { isFundingKnown, type FundingReads } from './funding-reads.ts'
import { onExpiry } from './outcomes.ts'
import { claimDueOrders, LEASE_MS, type ClaimedOrder } from './job-queries.ts'
import { transition } from './transition.ts'
import { newLeaseToken } from '../../platform/ids.ts'
import type { ScreeningStatements } from '../../rules/screening/shared-statements.ts'

type AdvanceDeps = FillDeps & PayoutDeps & ScreeningStatements & FundingReads

const BATCH = 100
const MOST_RUNNING = 3_000
/** The wait of an expired order whose deposit is being screened. */
const SCREENED_MS = 30_000
/** The waits of an expired order whose rail was not read up to its end. */
const [FIRST_UNREAD_MS, LONGEST_UNREAD_MS] = [1_000, 60_000]

/** Advances one batch of due orders and waits for it. Returns the number of orders; 0 when nothing is due. */
export const advanceOrders = (deps: AdvanceDeps): Promise<number> => endOf(beginBatch(deps))

/** The background task. */
export const createOrderAdvancer = (): Overlap<AdvanceDeps> =>
  overlapping({ batch: BATCH, most: MOST_RUNNING }, beginBatch)

async function beginBatch(deps: AdvanceDeps): Promise<Promise<void>[]> {
  const claimed = await claimDueOrders(deps.db, {
    now: deps.clock.now(),
    leaseToken: newLeaseToken(),
    leaseMs: LEASE_MS,
    limit: BATCH,
  })
  await refreshRoutes(
    deps,
    claimed.filter((order) => order.status === 'STEP_2_FILLING_FX'),
  )
  return claimed.map((order) => advance(deps, order))
}

async function advance(deps: AdvanceDeps, order: ClaimedOrder): Promise<void> {
  switch (order.status) {
    case 'STEP_1_AWAITING_FUNDING':
      await runStep(deps, order, expire)
      return
    case 'STEP_2_FILLING_FX': {
      const filled = await runStep(deps, order, fillOrder)
      if (filled != null) await runStep(deps, filled, payOutFilled)
      return
    }
    case 'STEP_3_SETTLING_PAYOUT':
    // Due after an operator paid out again.
    case 'STEP_4_COMPLETED':
      await runStep(deps, order, payOutOrder)
  }
}

async function expire(deps: AdvanceDeps, order: ClaimedOrder): Promise<void> {
  const at = deps.clock.now()
  // A deposit at the exact instant of expiry still counts, so expire a millisecond later.
  if (at <= order.funding_expires_at)
    return postpone(deps, order, later(order.funding_expires_at, 1))
  // A deposit that came in time keeps its order open until screening has decided. The recording bumps the version
  // of the order, so an expiry never overlooks it.
  let isScreened = false
  let isKnown = true
  await transition(
    deps,
    order,
    async (present) => {
      isKnown = await isFundingKnown(deps, present)
      isScreened = isKnown && (await deps.isScreenedInTime(present))
      return isKnown && !isScreened ? onExpiry(present) : null
    },
    { at, leaseToken: order.lease_token },
  )
  if (isScreened) await postpone(deps, order, later(at, SCREENED_MS))
  if (isKnown) return
  const sinceMs = at - order.funding_expires_at
  const waitMs = Math.min(Math.max(sinceMs, FIRST_UNREAD_MS), LONGEST_UNREAD_MS)
  await postpone(deps, order, later(at, waitMs))
}
