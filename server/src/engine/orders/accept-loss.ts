// An operator accepts a loss on an order that is parked because the offered rate is worse than promised. The order goes on, and the
// statement of its fill checks the accepted loss. A greater loss parks it again.
import { formatAmount, parseAmount } from '../../platform/money/decimal.ts'
import { promisedGrossMinor } from '../ledger/postings.ts'
import { decideOrder, type OrderActDeps, type Refused } from './decide-order.ts'
import { onLossAccepted } from './exit-outcomes.ts'
import type { OrderRow } from './queries.ts'

/** `amount`: decimal text in the payout currency. The loss counts over all fills of the order. */
export const acceptLoss = (
  deps: OrderActDeps,
  seen: OrderRow,
  amount: string,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideOrder(
    deps,
    seen,
    { exit: 'order.accept-loss', action: 'loss_accepted', reason },
    ({ order }) => {
      const { payout_currency: currency } = order
      const loss = parseAmount(amount, currency)
      const promisedMinor = promisedGrossMinor(order)
      return !loss.ok || loss.minor > promisedMinor
        ? `cannot lose ${amount} ${currency}: expected a positive amount of ${currency} up to ${formatAmount(promisedMinor, currency)}, with no more decimals than ${currency} has`
        : onLossAccepted(order, loss.minor, reason)
    },
  )
