// An operator releases a parked order. Refused during a hold, since the worker would park the order again. An order that
// screening parked needs a reason: the release ends the hold of its beneficiary.
import { publicId } from '../../platform/ids.ts'
import { selectScreeningsOfOrder } from '../../rules/screening/queries.ts'
import { SCREENING } from '../../rules/screening/screen.ts'
import { releaseHeld } from '../screening/release.ts'
import { decideOrder, refusedFor, type OrderActDeps, type Refused } from './decide-order.ts'
import { closedExit } from './open-exits.ts'
import { selectOrderFacts } from './order-facts.ts'
import { onReleased } from './exit-outcomes.ts'
import type { OrderRow } from './queries.ts'

const exit = 'order.release'

/** Returns the reason for the operator if the order is not parked or must stay parked. */
export async function releaseOrder(
  deps: OrderActDeps,
  seen: OrderRow,
  reason: string | null = null,
): Promise<OrderRow | Refused> {
  const closed = closedExit(exit, await selectOrderFacts(deps.db, seen))
  if (closed !== null) return refusedFor(seen, closed)
  const screened = seen.parked_reason === SCREENING ? await endScreening(deps, seen, reason) : null
  if (screened !== null) return screened
  return decideOrder(deps, seen, { exit, action: 'released', reason }, () => onReleased(reason))
}

/** The reason why the hold of the beneficiary cannot be ended; null if it is ended. Repeated, it ends nothing more. */
async function endScreening(
  deps: OrderActDeps,
  order: OrderRow,
  reason: string | null,
): Promise<Refused | null> {
  if (reason === null)
    return {
      refused: `${publicId('ord', order.id)} was parked by screening: release it with --reason, after a review`,
    }
  const held = (await selectScreeningsOfOrder(deps.db, order)).filter(
    ({ subject, state }) => subject === 'payout' && (state === 'hold' || state === 'reject'),
  )
  for (const { key } of held) {
    const after = await releaseHeld(deps, key, reason)
    if ('refused' in after) return after
  }
  return null
}
