// One way for the acts of an operator on an order: the rule of the act judges the order as read, the act decides, and
// `transition` writes only if the order is unchanged. A refused act changes nothing and says why.
import type { Logger } from 'pino'
import type { Closed, ClosedCode } from '../../parties/acts/closed.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId } from '../../platform/ids.ts'
import type { NoteAction } from './notes.ts'
import { closedExit, type Exit } from './open-exits.ts'
import { selectOrderFacts, type OrderFacts } from './order-facts.ts'
import type { Decision } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import { transition, type TransitionDeps } from './transition.ts'

export type OrderActDeps = TransitionDeps & { db: Db; clock: Clock; log: Logger }

/** The reason for a refusal, for the operator. `closed`: the state of the order does not allow the act. */
export type Refused = { refused: string; closed?: ClosedCode }

export const refusedFor = (order: Pick<OrderRow, 'id'>, { code, detail }: Closed): Refused => ({
  refused: `${publicId('ord', order.id)} ${detail}`,
  closed: code,
})

export type OrderAct = { exit: Exit; action: NoteAction; reason: string | null }

/**
 * `decide` runs if the order allows the act. It returns the reason for the operator if something else stands in its way, such as
 * a field of the body.
 */
export async function decideOrder(
  deps: OrderActDeps,
  seen: OrderRow,
  act: OrderAct,
  decide: (
    facts: OrderFacts,
    at: Instant,
  ) => Promise<Decision | Closed | string> | Decision | string,
): Promise<OrderRow | Refused> {
  const at = deps.clock.now()
  let refused: Refused | undefined
  const decided = await transition(
    deps,
    seen,
    async (order) => {
      const facts = await selectOrderFacts(deps.db, order)
      const decision = closedExit(act.exit, facts) ?? (await decide(facts, at))
      refused =
        typeof decision === 'string'
          ? { refused: `${publicId('ord', order.id)} ${decision}` }
          : 'detail' in decision
            ? refusedFor(order, decision)
            : undefined
      return typeof decision === 'string' || 'detail' in decision ? null : decision
    },
    { at },
  )
  if (decided === null)
    return (
      refused ?? {
        refused: `${publicId('ord', seen.id)} has changed, or a worker holds its lease: read it again in a minute`,
      }
    )
  const { action, reason } = act
  deps.log.warn(
    { order_id: publicId('ord', seen.id), action, reason },
    'an operator decided on an order',
  )
  return decided
}
