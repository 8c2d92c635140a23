// An operator found out which order a deposit in suspense is for. From there it goes as if it had arrived now:
// in time it counts, else it goes back to the payer.
import type { Clock } from '../clock.ts'
import { publicId } from '../ids.ts'
import { onDeposit } from '../orders/outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import type { DepositRow } from './queries.ts'

/**
 * The order after it; null when the deposit is no longer in suspense. Throws where the order takes another asset,
 * unless `wrongAsset` says that it is meant: it is then refunded.
 */
export async function assignDeposit(
  deps: TransitionDeps & { clock: Clock },
  row: DepositRow,
  order: OrderRow,
  { wrongAsset }: { wrongAsset: boolean },
): Promise<OrderRow | null> {
  if (row.currency !== order.payin_currency && !wrongAsset) {
    const [id, to] = [publicId('dep', row.id), publicId('ord', order.id)]
    throw new Error(
      `${id} is in ${row.currency}, and ${to} takes ${order.payin_currency}; with --wrong-asset it is assigned and refunded`,
    )
  }
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
