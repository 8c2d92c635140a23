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
  decideOrder(deps, seen, { exit: 'order.freeze', action: 'frozen', reason }, () =>
    onFrozen(reason),
  )

/** The order goes on after all checks have run again. */
export const unfreezeOrder = (
  deps: OrderActDeps,
  seen: OrderRow,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideOrder(deps, seen, { exit: 'order.unfreeze', action: 'unfrozen', reason }, () =>
    onUnfrozen(reason),
  )
