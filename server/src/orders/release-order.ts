// An operator releases a parked order. Refused during a hold, since the worker would park the order again.
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { Failure } from '../errors.ts'
import { publicId } from '../ids.ts'
import { requireActive } from '../organizations/require-active.ts'
import type { Refused } from './end-order.ts'
import { inFlightOf } from './in-flight.ts'
import { onReleased } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import { lackOf } from './short.ts'
import { transition, type TransitionDeps } from './transition.ts'

type ReleaseDeps = TransitionDeps & { db: Db; clock: Clock; log: Logger }

/** Returns the reason for the operator if the order is not parked or must stay parked. */
export async function releaseOrder(deps: ReleaseDeps, seen: OrderRow): Promise<OrderRow | Refused> {
  const id = publicId('ord', seen.id)
  const hold = seen.parked_reason === null ? undefined : await holdOf(deps.db, seen)
  if (hold !== undefined) return { refused: `${id} stays parked: ${hold}. End the hold first` }
  let lack: string | undefined
  const released = await transition(
    deps,
    seen,
    async (order) => {
      if (order.parked_reason === null) return null
      const isShort = order.short_minor > 0n && (await inFlightOf(deps.db, order)) === undefined
      lack = isShort ? lackOf(order) : undefined
      return isShort ? null : onReleased()
    },
    { at: deps.clock.now() },
  )
  if (lack !== undefined) return { refused: `${id} stays parked: ${lack}` }
  if (released === null)
    return { refused: `${id} is not parked; \`corridor orders parked\` shows those that are` }
  deps.log.warn({ order_id: id }, 'an operator released an order')
  return released
}

// A hold does not stop a fill or payout in flight: only the provider's or rail's answer ends it.
async function holdOf(db: Db, order: OrderRow): Promise<string | undefined> {
  if ((await inFlightOf(db, order)) !== undefined) return undefined
  const organizationId = order.organization_id
  try {
    await requireActive(db, organizationId, [order.payin_instrument_id, order.payout_instrument_id])
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
