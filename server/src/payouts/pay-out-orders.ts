// Pays out converted orders over the rail of their payout instrument. It commits an intent before it sends the payout,
// and then asks the rail until the outcome is known.
import { danglingReference } from '../errors.ts'
import { newUuid, publicId } from '../ids.ts'
import { askAgain, runEach, park, type LeaseDeps } from '../orders/leases.ts'
import { onPaidOut, onPayoutRejected } from '../orders/outcomes.ts'
import type { ClaimedOrder } from '../orders/job-queries.ts'
import { transition } from '../orders/transition.ts'
import type { Rail } from '../rails/first-port.ts'
import { sendOnce } from '../rails/send-once.ts'
import { railFor } from '../rails/registry.ts'
import { selectPayouts, type PayoutRow } from './queries.ts'
import type { PayoutStatements } from './shared-statements.ts'

export type PayoutDeps = LeaseDeps & PayoutStatements & { rails: readonly Rail[] }

export async function payOutOrders(
  deps: PayoutDeps,
  orders: readonly ClaimedOrder[],
): Promise<void> {
  if (orders.length === 0) return
  const before = new Map(
    (await selectPayouts(deps.db, orders)).map((payout) => [payout.order_id, payout]),
  )
  await runEach(deps, orders, async (order) => {
    const known = before.get(order.id)
    if (known !== undefined) return payOut(deps, order, known, false)
    const createdAt = deps.clock.now()
    const payout = await deps.insertPayoutIntent({
      organizationId: order.organization_id,
      id: newUuid('po', createdAt),
      orderId: order.id,
      leaseToken: order.lease_token,
      railKey: `${publicId('ord', order.id)}:payout:1`,
      createdAt,
    })
    // Null means a hold or a lost lease; park does nothing after a lost lease.
    if (payout === null) return park(deps, order, 'compliance_hold')
    await payOut(deps, order, payout, true)
  })
}

async function payOut(
  deps: PayoutDeps,
  order: ClaimedOrder,
  payout: PayoutRow,
  isFresh: boolean,
): Promise<void> {
  const { organization_id: organizationId, payout_instrument_id: instrumentId } = order
  const instrument = await deps.catalogue.instrument({ organizationId, id: instrumentId })
  if (instrument === undefined)
    throw danglingReference(publicId('ord', order.id), publicId('epi', instrumentId))
  const rail = railFor(deps.rails, payout.method)
  const request = {
    key: payout.rail_key,
    method: payout.method,
    currency: payout.currency,
    amountMinor: payout.amount_minor,
    details: instrument.details,
  }
  const answer = await sendOnce(rail, request, isFresh)
  const acting = { at: deps.clock.now(), leaseToken: order.lease_token }
  switch (answer.state) {
    case 'pending':
      return askAgain(deps, order)
    case 'settled': {
      const settled = { sequence: payout.sequence, reference: answer.reference }
      await transition(deps, order, (present) => onPaidOut(present, settled, rail.name), acting)
      return
    }
    case 'rejected':
      await transition(deps, order, (present) => onPayoutRejected(present, payout), acting)
  }
}
