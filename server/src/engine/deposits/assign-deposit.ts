// An operator assigns a deposit in suspense to its order. It counts if it came in time and the order still awaits funding,
// and is refunded otherwise.
import { refused } from '../../parties/acts/refused.ts'
import { publicId } from '../../platform/ids.ts'
import type { OrderRow } from '../orders/queries.ts'
import { transition } from '../orders/transition.ts'
import { screenDepositNow, type ScreenDepositDeps } from '../screening/screen-deposits.ts'
import { decideDeposit } from './decide-deposit.ts'
import { creditedDeposit, type DepositRow } from './queries.ts'

/**
 * Returns the changed order; null if the deposit is no longer in suspense. Throws `act_refused` if the order takes another currency,
 * unless `wrongAsset` is set: the deposit is then assigned and refunded.
 */
export async function assignDeposit(
  deps: ScreenDepositDeps,
  row: DepositRow,
  order: OrderRow,
  { wrongAsset }: { wrongAsset: boolean },
): Promise<OrderRow | null> {
  if (row.currency !== order.payin_currency && !wrongAsset) {
    const [id, to] = [publicId('dep', row.id), publicId('ord', order.id)]
    throw refused(
      `${id} is in ${row.currency}, but ${to} takes ${order.payin_currency}; to assign and refund it, use \`corridor deposits assign\` with --wrong-asset`,
    )
  }
  if (await deps.screeners.areConfiguredNow()) {
    const state = await screenDepositNow(deps, row.id, order)
    if (state !== 'clear' && state !== 'released') {
      const what = state === 'asking' ? 'the screeners do not answer' : 'screening holds it'
      throw refused(
        `${publicId('dep', row.id)} cannot be assigned: ${what}; see \`corridor deposits held\``,
      )
    }
  }
  const at = deps.clock.now()
  const decide = decideDeposit(deps, creditedDeposit(row), { isAssigned: true })
  return transition(deps, order, decide, { at })
}
