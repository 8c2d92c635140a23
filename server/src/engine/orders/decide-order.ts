// One way for the acts of an operator on an order: the rule decides from the order as read, and `transition` writes only if
// the order is unchanged. A refused act changes nothing and says why.
import type { Logger } from 'pino'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId } from '../../platform/ids.ts'
import type { NoteAction } from './notes.ts'
import type { Decision } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import { transition, type TransitionDeps } from './transition.ts'

export type OrderActDeps = TransitionDeps & { db: Db; clock: Clock; log: Logger }

/** The reason for a refusal, for the operator. */
export type Refused = { refused: string }

/** `mayBeFrozen`: the act is one of the few that a frozen order allows. */
export type OrderAct = { action: NoteAction; reason: string | null; mayBeFrozen?: true }

/** `decide` returns the reason for the operator if the order does not allow the act. */
export async function decideOrder(
  deps: OrderActDeps,
  seen: OrderRow,
  act: OrderAct,
  decide: (order: OrderRow, at: Instant) => Promise<Decision | string> | Decision | string,
): Promise<OrderRow | Refused> {
  const id = publicId('ord', seen.id)
  const at = deps.clock.now()
  let refused: string | undefined
  const decided = await transition(
    deps,
    seen,
    async (order) => {
      const isBlocked = order.frozen_at !== null && act.mayBeFrozen !== true
      const decision = isBlocked ? FROZEN : await decide(order, at)
      refused = typeof decision === 'string' ? decision : undefined
      return typeof decision === 'string' ? null : decision
    },
    { at },
  )
  if (decided === null)
    return {
      refused: `${id} ${refused ?? 'has changed, or a worker holds its lease: read it again in a minute'}`,
    }
  const { action, reason } = act
  deps.log.warn({ order_id: id, action, reason }, 'an operator decided on an order')
  return decided
}

/** The message that customers get for a frozen order. */
export const UNDER_REVIEW = 'The order is under review. Try again when the review has ended.'

/** Why a declined order can be neither retried nor refunded, if it was retried before. */
export const retriedAs = ({ retry_order_id: id }: Pick<OrderRow, 'retry_order_id'>) =>
  id === null ? undefined : `The order was retried: its money is in ${publicId('ord', id)}.`
export const FROZEN = 'is frozen: unfreeze it first'
export const NOT_PARKED = 'is not parked; `corridor orders parked` shows those that are'
