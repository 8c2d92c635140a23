// Ways in which a worker gives a leased order back: due again later, or parked for an operator.
import type { Logger } from 'pino'
import { later, type Clock, type Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId } from '../../platform/ids.ts'
import { updateOrderPostponed, type ClaimedOrder } from './job-queries.ts'
import type { Offer } from './notes.ts'
import { onParked } from './outcomes.ts'
import { LIQUIDITY, type OrderRow, type ParkedReason } from './queries.ts'
import { transition, type TransitionDeps } from './transition.ts'
import { withTimeout } from '../../platform/timeout.ts'

/** The needs of functions that work on leased orders. */
export type LeaseDeps = TransitionDeps & { db: Db; clock: Clock; log: Logger }

/** Time limit of one step, shorter than the lease, so that a provider or rail that hangs delays only its own orders. */
export const STEP_MS = 25_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 300_000
/** The longest delay until a retry, jitter included. */
export const LONGEST_BACK_OFF_MS = LONGEST_RETRY_MS * 1.25
/** Failures in a row before an order is parked: about half an hour of retries. */
const MOST_ATTEMPTS = 15

/** A failure delays or parks only the order of the step. Returns undefined then. */
export async function runStep<Deps extends LeaseDeps, Result>(
  deps: Deps,
  order: ClaimedOrder,
  step: (deps: Deps, order: ClaimedOrder) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    // Work after the timeout writes nothing, because its lease was given back.
    return await withTimeout(STEP_MS, step(deps, order))
  } catch (error) {
    deps.log.error(
      { err: error, order_id: publicId('ord', order.id), attempt: order.attempt },
      'an order could not be advanced',
    )
    if (order.attempt >= MOST_ATTEMPTS) await park(deps, order, 'attempts')
    else {
      const dueAt = later(deps.clock.now(), backOffMs(order.attempt))
      await updateOrderPostponed(deps.db, keyOf(order), dueAt, order.attempt)
    }
    return undefined
  }
}

/** Gives back an order that did not fail and resets its count of failures, so that a slow rail never parks an order. */
export const postpone = (deps: LeaseDeps, order: ClaimedOrder, dueAt: Instant): Promise<void> =>
  updateOrderPostponed(deps.db, keyOf(order), dueAt, 0)

/** Asks again after as long as the order has had its status, between one second and five minutes. */
export function askAgain(deps: LeaseDeps, order: ClaimedOrder): Promise<void> {
  const now = deps.clock.now()
  const sinceMs = now - order.updated_at
  const waitMs = Math.min(Math.max(sinceMs, FIRST_RETRY_MS), LONGEST_RETRY_MS)
  return postpone(deps, order, later(now, waitMs))
}

/**
 * Gives back an order that has made progress without ending its step. It is due again after a second. The count of
 * attempts goes on, so that a step without an end is parked.
 */
export async function goOn(deps: LeaseDeps, order: ClaimedOrder): Promise<void> {
  if (order.attempt >= MOST_ATTEMPTS) return park(deps, order, 'attempts')
  const dueAt = later(deps.clock.now(), FIRST_RETRY_MS)
  await updateOrderPostponed(deps.db, keyOf(order), dueAt, order.attempt)
}

/** Doubles from one second to five minutes, with 25 % jitter, so that orders that failed together are spread out. */
export function backOffMs(attempt: number): number {
  const fullMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, 20), LONGEST_RETRY_MS)
  return Math.round(fullMs * (0.75 + Math.random() / 2))
}

/**
 * Parks a leased order for an operator. Does nothing if the lease was lost. A frozen order is not parked, so that what is in
 * flight is still looked up.
 */
export async function park(
  deps: LeaseDeps,
  order: ClaimedOrder,
  reason: ParkedReason,
  offer: Offer | null = null,
): Promise<void> {
  const acting = { at: deps.clock.now(), leaseToken: order.lease_token }
  const decide = (present: OrderRow) =>
    present.frozen_at === null ? onParked(reason, offer) : null
  const parked = await transition(deps, order, decide, acting)
  if (parked === null) {
    const dueAt = later(acting.at, backOffMs(order.attempt))
    return updateOrderPostponed(deps.db, keyOf(order), dueAt, order.attempt)
  }
  deps.metrics.parked.inc({ reason })
  const facts = { order_id: publicId('ord', order.id), reason }
  if (reason === LIQUIDITY) deps.log.warn(facts, 'an order waits for liquidity')
  else deps.log.error(facts, 'an order is parked: see `corridor orders parked`')
}

const keyOf = (order: ClaimedOrder) => ({
  organizationId: order.organization_id,
  id: order.id,
  leaseToken: order.lease_token,
})
