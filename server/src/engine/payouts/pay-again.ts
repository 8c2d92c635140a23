// An operator pays an order out to another instrument of the organization: a filled order that is parked, or a completed one
// whose payout came back. The latter can also be paid to the same instrument, or refunded. The order keeps naming its
// original instrument; the payout names the one that is paid.
import { closed, type Closed } from '../../parties/acts/closed.ts'
import { Failure } from '../../platform/errors.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import { instrumentCarries } from '../../outside/methods/methods.ts'
import { decideOrder, type OrderActDeps, type Refused } from '../orders/decide-order.ts'
import { keyNameOf } from '../orders/keys.ts'
import { onPaidAgain, onReturnRefunded } from '../orders/return-outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { requireTakesOrders } from '../../parties/organizations/require-active.ts'
import { isDeskAccount } from '../../outside/rails/desk-accounts.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { isPaidOut } from '../../outside/rails/serving-rail.ts'
import { hasOpenRefunds } from '../refunds/queries.ts'
import { withdrawalOf } from './queries.ts'

/** `instrumentId` null: the instrument of the payout that came back. */
export const payOutAgain = (
  deps: OrderActDeps & { rails: Rails },
  seen: OrderRow,
  instrumentId: Uuid<'epi'> | null,
  reason: string,
): Promise<OrderRow | Refused> => {
  const isSame = instrumentId === null
  const action = isSame ? 'paid_again' : 'paid_elsewhere'
  const exit = isSame ? 'order.pay-again' : 'order.pay-elsewhere'
  return decideOrder(deps, seen, { exit, action, reason }, async ({ order, payouts }) => {
    const latest = payouts.at(-1)
    const id = instrumentId ?? latest?.instrument_id ?? order.payout_instrument_id
    const problem = await problemOf(deps, order, id)
    if (problem !== undefined) return problem
    const { organization_id: organizationId } = order
    const instrument = await deps.catalogue.instrument({ organizationId, id })
    if (instrument === undefined) return `cannot be paid to ${publicId('epi', id)}`
    const at = deps.clock.now()
    // The first payout of an order goes to its own instrument. Screening keeps answers by key.
    const sequence = (latest?.sequence ?? 1) + 1
    const payout = {
      id: newUuid('po', at),
      sequence,
      railKey: `${keyNameOf(order)}:payout:${sequence}`,
      method: instrument.method,
      instrumentId: id,
      currency: order.payout_currency,
      amountMinor: order.payout_total_minor,
    }
    const words = isSame ? reason : `${publicId('epi', id)}: ${reason}`
    return onPaidAgain(order, payout, latest ?? null, action, words, at)
  })
}

export const refundReturned = (
  deps: OrderActDeps,
  seen: OrderRow,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideOrder(
    deps,
    seen,
    { exit: 'order.refund', action: 'refunded', reason },
    async ({ order, refunds, payouts }) => {
      if (order.status !== 'STEP_4_COMPLETED')
        return closed('cannot_end', `is ${order.status}: it was not paid out`)
      const hasOpen = await hasOpenRefunds(deps.db, order)
      const decision = onReturnRefunded(order, refunds, hasOpen, reason)
      return { ...decision, ...withdrawalOf(payouts.at(-1)) }
    },
  )

/** Why the instrument cannot be paid. The statement that inserts the payout checks again that it is ACTIVE. */
async function problemOf(
  deps: OrderActDeps & { rails: Rails },
  order: OrderRow,
  id: Uuid<'epi'>,
): Promise<Closed | string | undefined> {
  const { organization_id: organizationId, payout_currency: currency } = order
  const name = publicId('epi', id)
  const instrument = await deps.catalogue.instrument({ organizationId, id })
  if (instrument === undefined || !instrumentCarries(instrument, currency))
    return `cannot be paid to ${name}: the organization has no such instrument for ${currency}`
  if (!isPaidOut(await deps.rails.all(), { ...instrument, currency }))
    return `cannot be paid to ${name}: no rail pays out to it`
  if (await isDeskAccount(deps, instrument))
    return `cannot be paid to ${name}: its account belongs to the desk`
  try {
    await requireTakesOrders(deps.db, organizationId, [id])
    return undefined
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return closed(
      'on_hold',
      `cannot be paid to ${name}: ${error.message} It is ${String(error.facts['current_status'])}`,
    )
  }
}
