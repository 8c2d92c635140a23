// An operator sends the small refunds that an order keeps, together, because the payer asks for them.
import { contestText } from '../halts/contested.ts'
import { decideOrder, type OrderActDeps, type Refused } from '../orders/decide-order.ts'
import { noteOf } from '../orders/notes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { onKeptSent } from '../orders/small-refunds.ts'
import { selectRefunds } from './queries.ts'

export const sendKept = (
  deps: OrderActDeps,
  seen: OrderRow,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideOrder(deps, seen, { action: 'refunded', reason }, async (order, at) => {
    const contest = await contestText(deps.db, order)
    if (contest !== undefined) return contest
    const decision = await onKeptSent(deps, order, await selectRefunds(deps.db, [order]), at)
    return decision === null
      ? 'keeps no small refund'
      : { ...decision, note: noteOf('refunded', reason) }
  })
