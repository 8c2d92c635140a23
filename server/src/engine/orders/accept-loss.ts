// An operator accepts a loss on an order that is parked because the offered rate is worse than promised. The order goes on, and the
// statement of its fill checks the accepted loss. A greater loss parks it again.
import { formatAmount, parseAmount } from '../../platform/money/decimal.ts'
import { promisedGrossMinor } from '../ledger/postings.ts'
import { decideOrder, NOT_PARKED, type OrderActDeps, type Refused } from './decide-order.ts'
import { inFlightOf, unknownOutcome } from './in-flight.ts'
import { onLossAccepted } from './exit-outcomes.ts'
import type { OrderRow } from './queries.ts'

/** `amount`: decimal text in the payout currency. The loss counts over all fills of the order. */
export const acceptLoss = (
  deps: OrderActDeps,
  seen: OrderRow,
  amount: string,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideOrder(deps, seen, { action: 'loss_accepted', reason }, async (order) => {
    const { payout_currency: currency, parked_reason: parked } = order
    if (parked === null) return NOT_PARKED
    if (parked !== 'slippage' || order.status !== 'STEP_2_FILLING_FX')
      return `is ${order.status} and parked for ${parked}; a loss can be accepted only for an unfilled order that is parked for slippage`
    const loss = parseAmount(amount, currency)
    const promisedMinor = promisedGrossMinor(order)
    if (!loss.ok || loss.minor > promisedMinor)
      return `cannot lose ${amount} ${currency}: expected a positive amount of ${currency} up to ${formatAmount(promisedMinor, currency)}, with no more decimals than ${currency} has`
    const inFlight = await inFlightOf(deps.db, order)
    return inFlight === undefined
      ? onLossAccepted(order, loss.minor, reason)
      : unknownOutcome(inFlight)
  })
