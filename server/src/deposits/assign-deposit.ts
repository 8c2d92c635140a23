// An operator found out which order a deposit in suspense is for. From there it goes as if it had arrived now:
// in time it counts, else it goes back to the payer.
import type { Deps } from '../deps.ts'
import { onDeposit } from '../orders/outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { transition } from '../orders/transition.ts'
import type { DepositRow } from './queries.ts'

/** The order after it; null when the deposit is no longer in suspense. */
export function assignDeposit(
  deps: Deps,
  row: DepositRow,
  order: OrderRow,
): Promise<OrderRow | null> {
  const at = deps.clock.now()
  const deposit = {
    id: row.id,
    rail: row.rail,
    transaction: row.transaction,
    outputIndex: row.output_index,
    address: row.address,
    currency: row.currency,
    amountMinor: row.amount_minor,
  }
  return transition(deps, order, (present) => onDeposit(present, deposit, at, true), { at })
}
