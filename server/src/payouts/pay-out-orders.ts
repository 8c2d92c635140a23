// Pays out converted orders over the rail of their payout instrument. It commits an intent, with the rail and what the rail
// prepared, before it sends the payout. It then asks the same rail until the outcome is known.
import { sealText, type Sealed } from '../db/seal.ts'
import { danglingReference } from '../errors.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import type { Instrument } from '../instruments/view.ts'
import { askAgain, runEach, park, type LeaseDeps } from '../orders/leases.ts'
import { onPaidOut, onPayoutRejected } from '../orders/outcomes.ts'
import type { ClaimedOrder } from '../orders/job-queries.ts'
import { transition } from '../orders/transition.ts'
import type { SendRequest } from '../rails/port.ts'
import { feeOf, openPrepared, sendOnce } from '../rails/send-once.ts'
import { railFor, railNamed, type Rails } from '../rails/registry.ts'
import { SIMULATED_RAIL } from '../rails/sandbox/index.ts'
import { selectPayouts, type PayoutRow } from './queries.ts'
import type { PayoutStatements } from './shared-statements.ts'

export type PayoutDeps = LeaseDeps & PayoutStatements & { rails: Rails }

export async function payOutOrders(
  deps: PayoutDeps,
  orders: readonly ClaimedOrder[],
): Promise<void> {
  if (orders.length === 0) return
  const latest = new Map(
    (await selectPayouts(deps.db, orders)).map((payout) => [payout.order_id, payout]),
  )
  await runEach(deps, orders, async (order) => {
    const known = latest.get(order.id)
    if (known !== undefined) return payOut(deps, order, known, false)
    const createdAt = deps.clock.now()
    const id = newUuid('po', createdAt)
    const railKey = `${publicId('ord', order.id)}:payout:1`
    const instrument = await instrumentOf(deps, order, order.payout_instrument_id)
    const { rail, prepared } = await prepare(deps, id, requestOf(order, railKey, instrument))
    const payout = await deps.insertPayoutIntent({
      organizationId: order.organization_id,
      id,
      orderId: order.id,
      leaseToken: order.lease_token,
      railKey,
      rail,
      prepared,
      createdAt,
    })
    // Null means a hold or a lost lease; park does nothing after a lost lease.
    if (payout === null) return park(deps, order, 'compliance_hold')
    await payOut(deps, order, payout, true)
  })
}

async function instrumentOf(
  deps: PayoutDeps,
  order: ClaimedOrder,
  id: Uuid<'epi'>,
): Promise<Instrument> {
  const instrument = await deps.catalogue.instrument({ organizationId: order.organization_id, id })
  if (instrument === undefined)
    throw danglingReference(publicId('ord', order.id), publicId('epi', id))
  return instrument
}

const requestOf = (order: ClaimedOrder, key: string, instrument: Instrument): SendRequest => ({
  key,
  method: instrument.method,
  currency: order.payout_currency,
  amountMinor: order.payout_total_minor,
  details: instrument.details,
  reference: order.reference_number,
})

async function prepare(
  deps: PayoutDeps,
  id: Uuid<'po'>,
  request: SendRequest,
): Promise<{ rail: string; prepared: Sealed }> {
  const rail = await railFor(deps.rails, request)
  const prepared = await rail.prepare(request)
  return { rail: rail.name, prepared: sealText(deps.config.secrets, id, prepared) }
}

async function payOut(
  deps: PayoutDeps,
  order: ClaimedOrder,
  payout: PayoutRow,
  isFresh: boolean,
): Promise<void> {
  const instrument = await instrumentOf(
    deps,
    order,
    payout.instrument_id ?? order.payout_instrument_id,
  )
  const request = {
    ...requestOf(order, payout.rail_key, instrument),
    currency: payout.currency,
    amountMinor: payout.amount_minor,
  }
  // Never choose again: the same key over another rail would pay twice.
  const rail = await railNamed(deps.rails, payout.rail ?? SIMULATED_RAIL)
  const prepared = openPrepared(deps.config.secrets, payout)
  const answer = await sendOnce(rail, request, prepared, isFresh)
  const acting = { at: deps.clock.now(), leaseToken: order.lease_token }
  const { sequence } = payout
  switch (answer.state) {
    case 'pending':
      return askAgain(deps, order)
    case 'settled': {
      const settled = { sequence, reference: answer.reference, fee: feeOf(answer) }
      await transition(deps, order, (present) => onPaidOut(present, settled, rail.name), acting)
      return
    }
    case 'rejected': {
      const rejected = { sequence, code: answer.code }
      await transition(deps, order, (present) => onPayoutRejected(present, rejected), acting)
    }
  }
}
