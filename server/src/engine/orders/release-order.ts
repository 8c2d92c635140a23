// An operator releases a parked order. Refused during a hold, since the worker would park the order again. An order that
// screening parked needs a reason: the release ends the hold of its beneficiary.
import type { Db } from '../../platform/db/pool.ts'
import { Failure } from '../../platform/errors.ts'
import { publicId } from '../../platform/ids.ts'
import { requireActive } from '../../parties/organizations/require-active.ts'
import { decideOrder, FROZEN, NOT_PARKED, type OrderActDeps, type Refused } from './decide-order.ts'
import { inFlightOf } from './in-flight.ts'
import { onReleased } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import { isUnprepared, selectPayouts } from '../payouts/queries.ts'
import { selectScreeningsOfOrder } from '../../rules/screening/queries.ts'
import { releaseHeld } from '../screening/release.ts'
import { SCREENING } from '../../rules/screening/screen.ts'
import { lackOf } from './short.ts'

/** Returns the reason for the operator if the order is not parked or must stay parked. */
export async function releaseOrder(
  deps: OrderActDeps,
  seen: OrderRow,
  reason: string | null = null,
): Promise<OrderRow | Refused> {
  const id = publicId('ord', seen.id)
  if (seen.frozen_at !== null) return { refused: `${id} ${FROZEN}` }
  const screened = seen.parked_reason === SCREENING ? await endScreening(deps, seen, reason) : null
  if (screened !== null) return screened
  const hold = seen.parked_reason === null ? undefined : await holdOf(deps.db, seen)
  if (hold !== undefined) return { refused: `${id} stays parked: ${hold}. End the hold first` }
  return decideOrder(deps, seen, { action: 'released', reason }, async (order) => {
    if (order.parked_reason === null) return NOT_PARKED
    const isShort = order.short_minor > 0n && (await inFlightOf(deps.db, order)) === undefined
    return isShort ? `stays parked: ${lackOf(order)}` : onReleased(reason)
  })
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

// A hold does not stop a fill or payout in flight: only the provider's or rail's answer ends it.
async function holdOf(db: Db, order: OrderRow): Promise<string | undefined> {
  if ((await inFlightOf(db, order)) !== undefined) return undefined
  const organizationId = order.organization_id
  try {
    const elsewhere = (await selectPayouts(db, [order])).findLast(isUnprepared)?.instrument_id
    const paid = elsewhere ?? order.payout_instrument_id
    await requireActive(db, organizationId, [order.payin_instrument_id, paid])
    return undefined
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { external_payment_instrument_id: instrument, current_status: status } = error.facts
    const held =
      instrument === undefined
        ? `organization ${publicId('org', organizationId)}`
        : `instrument ${String(instrument)}`
    return `${held} is ${String(status)}`
  }
}
