// An operator ends a parked order, or refunds a declined one, and gives a reason. An order with a fill or payout in
// flight cannot be ended. The order is read before the attempts, and the write requires the version that was read.
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { selectFills } from '../fills/queries.ts'
import { soldBy } from '../fills/sold.ts'
import { publicId } from '../ids.ts'
import { hasOpenRefunds } from '../refunds/queries.ts'
import { inFlightOf } from './in-flight.ts'
import type { NewNote } from './notes.ts'
import { onEnded } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import { transition, type TransitionDeps } from './transition.ts'

type EndDeps = TransitionDeps & { db: Db; clock: Clock; log: Logger }

/** The reason, for the operator, why nothing was done. */
export type Refused = { refused: string }

export const LONGEST_REASON = 500

/** `refund` sends the money back at once. After `fail`, the customer of a funded order may retry it or have it refunded. */
export type Ending = 'fail' | 'refund'

/** Returns the reason for the operator if the order cannot be ended in this way. */
export async function endOrder(
  deps: EndDeps,
  seen: OrderRow,
  ending: Ending,
  words: string,
): Promise<OrderRow | Refused> {
  const at = deps.clock.now()
  const note: NewNote = {
    action: ending === 'fail' ? 'failed' : 'refunded',
    reason: words,
    offer: null,
  }
  let reason: string | undefined
  const ended = await transition(
    deps,
    seen,
    async (order) => {
      reason = await reasonForRefusal(deps.db, order, ending)
      const sold = soldBy(await selectFills(deps.db, [order]))
      const hasOpen = await hasOpenRefunds(deps.db, order)
      const decision =
        reason === undefined ? onEnded(order, sold, ending === 'refund', hasOpen, at) : null
      return decision === null ? null : { ...decision, note }
    },
    { at },
  )
  const id = publicId('ord', seen.id)
  if (ended === null)
    return { refused: `${id} ${reason ?? `cannot be ended: it is ${seen.status}`}` }
  deps.log.warn({ order_id: id, action: note.action, reason: words }, 'an operator ended an order')
  return ended
}

async function reasonForRefusal(
  db: Db,
  order: OrderRow,
  ending: Ending,
): Promise<string | undefined> {
  const { status, retry_order_id: retryOrderId } = order
  if (status === 'FAILED_DECLINED_BY_LIQ_PROVIDER') {
    if (retryOrderId !== null)
      return `was retried as ${publicId('ord', retryOrderId)}, which took over its money`
    return ending === 'fail'
      ? 'has already failed; `corridor orders refund` sends its money back'
      : undefined
  }
  if (order.parked_reason === null) {
    return `is ${status} and not parked; only parked and declined orders can be ended`
  }
  const inFlight = await inFlightOf(db, order)
  return inFlight === undefined
    ? undefined
    : `cannot be ended: the outcome of ${inFlight} is not known. Release the order, so that the worker asks for it`
}
