// Pays out a converted order over the rail of its payout instrument. It commits an intent, with the rail and what the rail
// prepared, before it sends the payout. It then asks the same rail until the outcome is known.
import { sealText, type Sealed } from '../../platform/db/seal.ts'
import { danglingReference } from '../../platform/errors.ts'
import { HALTED, sendsAreHalted } from '../halts/halted.ts'
import type { Halts } from '../halts/present.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import type { Instrument } from '../../parties/instruments/view.ts'
import { askAgain, goOn, park, type LeaseDeps } from '../orders/leases.ts'
import { onPaidOut, onPayoutRejected } from '../orders/outcomes.ts'
import type { ClaimedOrder } from '../orders/job-queries.ts'
import { keyNameOf } from '../orders/keys.ts'
import type { OrderRow } from '../orders/queries.ts'
import { transition } from '../orders/transition.ts'
import type { SendRequest } from '../../outside/rails/port.ts'
import { feeOf, openPrepared, sendOnce } from '../sends/send-once.ts'
import { railFor, railNamed, type Rails } from '../../outside/rails/registry.ts'
import { SIMULATED_RAIL } from '../../outside/rails/sandbox/index.ts'
import { SCREENING, screenSend, type ScreenDeps } from '../../rules/screening/screen.ts'
import { noteProvisional } from '../second-looks/note-provisional.ts'
import { noteRent } from '../sweeps/note-rent.ts'
import { hasOpenRefunds } from '../refunds/queries.ts'
import {
  isUnprepared,
  NOT_CLEARED,
  updatePayoutPrepared,
  type PayoutRow,
  type Refusal,
} from './queries.ts'
import type { PayoutStatements } from './shared-statements.ts'

export type PayoutDeps = LeaseDeps & PayoutStatements & ScreenDeps & { rails: Rails; halts: Halts }

export async function payOutOrder(deps: PayoutDeps, order: ClaimedOrder): Promise<void> {
  const known = (await deps.findPayouts(order)).at(-1)
  const isAsked =
    order.status === 'STEP_4_COMPLETED' || (known !== undefined && isUnprepared(known))
  if (isAsked) return payAgain(deps, order, known)
  return known === undefined ? payOutFilled(deps, order) : payOut(deps, order, known)
}

/** Pays out an order that has no payout yet. */
export async function payOutFilled(deps: PayoutDeps, order: ClaimedOrder): Promise<void> {
  if (order.short_minor > 0n) return park(deps, order, 'deposit_reversed')
  const createdAt = deps.clock.now()
  const id = newUuid('po', createdAt)
  const railKey = `${keyNameOf(order)}:payout:1`
  const instrument = await instrumentOf(deps, order, order.payout_instrument_id)
  const request = requestOf(order, railKey, instrument)
  if (!(await maySend(deps, order, request))) return
  const { rail, text, sealed } = await prepare(deps, id, request)
  const payout = await deps.insertPayoutIntent({
    organizationId: order.organization_id,
    id,
    orderId: order.id,
    leaseToken: order.lease_token,
    railKey,
    rail,
    prepared: sealed,
    createdAt,
  })
  if (payout === null || typeof payout === 'string') return giveBack(deps, order, payout)
  await payOut(deps, order, payout, text)
}

/** Nothing was written. Null means a hold or a lost lease; park does nothing after a lost lease. */
async function giveBack(
  deps: PayoutDeps,
  order: ClaimedOrder,
  refusal: Refusal | null,
): Promise<void> {
  if (refusal === HALTED) return askAgain(deps, order)
  if (refusal !== NOT_CLEARED) return park(deps, order, refusal ?? 'compliance_hold')
  // The screeners have changed meanwhile.
  await deps.screeners.areConfiguredNow()
  return goOn(deps, order)
}

/** Screens the beneficiary. If it may not be paid now, gives the order back or parks it, and returns false. */
async function maySend(
  deps: PayoutDeps,
  order: ClaimedOrder,
  request: SendRequest,
): Promise<boolean> {
  const rail = await railFor(deps.rails, request)
  if (sendsAreHalted(await deps.halts.present('cached'), rail.name)) {
    await askAgain(deps, order)
    return false
  }
  const verdict = await screenSend(deps, 'payout', order, async () => rail.name, request)
  if (verdict === 'held') await park(deps, order, SCREENING)
  // No answer is no failure of the order: it waits, and is never parked for it.
  if (verdict === 'unanswered') await askAgain(deps, order)
  return verdict === 'clear'
}

// An operator asked for this payout: after an earlier one came back, or to another instrument.
async function payAgain(
  deps: PayoutDeps,
  order: ClaimedOrder,
  payout: PayoutRow | undefined,
): Promise<void> {
  if (payout === undefined || payout.settled_at !== null || payout.rejected_at !== null)
    throw new Error(`${publicId('ord', order.id)} is due and has no open payout`)
  if (payout.prepared_sealed !== null) return payOut(deps, order, payout)
  if (order.short_minor > 0n) return park(deps, order, 'deposit_reversed')
  const instrument = await instrumentOf(
    deps,
    order,
    payout.instrument_id ?? order.payout_instrument_id,
  )
  const again = requestOf(order, payout.rail_key, instrument)
  if (!(await maySend(deps, order, again))) return
  const { rail, text, sealed } = await prepare(deps, payout.id, again)
  const intent = await updatePayoutPrepared(deps.db, order, payout.id, rail, sealed)
  if (intent === null || typeof intent === 'string') return giveBack(deps, order, intent)
  await payOut(deps, order, intent, text)
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
): Promise<{ rail: string; text: string; sealed: Sealed }> {
  const rail = await railFor(deps.rails, request)
  const text = await rail.prepare(request)
  return { rail: rail.name, text, sealed: sealText(deps.config.secrets, id, text) }
}

/** `fresh`: the text that the rail prepared in this round. Without it, the payout may have been sent before. */
async function payOut(
  deps: PayoutDeps,
  order: ClaimedOrder,
  payout: PayoutRow,
  fresh?: string,
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
  const prepared = fresh ?? openPrepared(deps.config.secrets, payout)
  await noteRent(deps, rail, 'payout', payout, prepared)
  const answer = await sendOnce(deps, rail, request, prepared, fresh !== undefined)
  const { organization_id } = order
  const send = { kind: 'payout', subjectId: payout.id, key: request.key, rail: rail.name } as const
  await noteProvisional(deps, answer, { ...send, organization_id, order_id: order.id })
  const acting = { at: deps.clock.now(), leaseToken: order.lease_token }
  switch (answer.state) {
    case 'unknown':
    case 'pending':
      return askAgain(deps, order)
    case 'settled': {
      const settled = { reference: answer.reference, fee: feeOf(answer) }
      const decide = (present: OrderRow) => onPaidOut(present, payout, settled, rail.name)
      await transition(deps, order, decide, acting)
      return
    }
    case 'rejected': {
      const rejected = { sequence: payout.sequence, code: answer.code }
      const decide = async (present: OrderRow) =>
        onPayoutRejected(present, rejected, await hasOpenRefunds(deps.db, present))
      await transition(deps, order, decide, acting)
    }
  }
}
