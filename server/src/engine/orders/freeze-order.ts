// An operator freezes one order, at any place, and ends the freeze. While it is frozen nothing is filled, paid out or
// refunded for it. Deposits are recorded, and a fill, payout or refund in flight is looked up, but never sent again. The
// statements of the intents check the freeze.
import { decideOrder, type OrderActDeps, type Refused } from './decide-order.ts'
import { onFrozen, onUnfrozen } from './exit-outcomes.ts'
import type { OrderRow } from './queries.ts'

export const freezeOrder = (
  deps: OrderActDeps,
  seen: OrderRow,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideOrder(deps, seen, { action: 'frozen', reason, mayBeFrozen: true }, (order) =>
    order.frozen_at === null ? onFrozen(reason) : 'is frozen already',
  )

/** The order goes on after all checks have run again. */
export const unfreezeOrder = (
  deps: OrderActDeps,
  seen: OrderRow,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideOrder(deps, seen, { action: 'unfrozen', reason, mayBeFrozen: true }, (order) =>
    order.frozen_at === null ? 'is not frozen' : onUnfrozen(reason),
  )
