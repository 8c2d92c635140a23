// One round of the worker: claims due orders, and takes each one step further. What will be asked of a
// provider or rail is committed before the first call, and no transaction is open during the call.
import { randomUUID } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import { railFor } from '../rails/registry.ts'
import { insertFillIntents, insertPayoutIntents, selectFills, selectPayouts } from './attempts.ts'
import { claimDueOrders, updateOrderPostponed, type ClaimedOrder } from './queries.ts'
import { transition } from './transition.ts'

const BATCH = 100
// Longer than any call to a provider or rail may take; a worker that dies gives its orders back after it.
const LEASE_MS = 30_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 300_000

/** How many orders were claimed; 0 when nothing is due. */
export async function advanceOrders(deps: Deps): Promise<number> {
  const claimed = await claimDueOrders(deps.db, {
    now: deps.clock.now(),
    leaseToken: randomUUID(),
    leaseMs: LEASE_MS,
    limit: BATCH,
  })
  if (claimed.length === 0) return 0
  const inState = (status: string) => claimed.filter((order) => order.status === status)
  await Promise.all([
    each(deps, inState('STEP_1_AWAITING_FUNDING'), (order) => expire(deps, order)),
    fill(deps, inState('STEP_2_FILLING_FX')),
    payOut(deps, inState('STEP_3_SETTLING_PAYOUT')),
  ])
  return claimed.length
}

async function expire(deps: Deps, order: ClaimedOrder): Promise<void> {
  const now = deps.clock.now()
  const expired = await transition(deps, order, 'funding_expired', now, {
    leaseToken: order.lease_token,
  })
  // Due exactly at the expiry, at which funding still counts: look again a millisecond later.
  if (expired === null) await postpone(deps, order, Math.max(now, order.funding_expires_at) + 1)
}

async function fill(deps: Deps, orders: readonly ClaimedOrder[]): Promise<void> {
  if (orders.length === 0) return
  const createdAt = deps.clock.now()
  await insertFillIntents(
    deps.db,
    orders.map((order) => ({
      organizationId: order.organization_id,
      orderId: order.id,
      providerKey: `${publicId('ord', order.id)}:fill:1`,
      payinMinor: order.payin_total_minor - order.payin_fee_minor - order.payin_tax_minor,
      createdAt,
    })),
  )
  const intents = byOrder(await selectFills(deps.db, orders))
  await each(deps, orders, async (order) => {
    const intent = known(intents, order)
    const provider = await deps.feeds.provider(intent.provider_name)
    const request = {
      key: intent.provider_key,
      payinCurrency: intent.payin_currency,
      payinMinor: intent.payin_minor,
      payoutCurrency: intent.payout_currency,
      payoutMinor: intent.payout_minor,
    }
    const answer = await askOnce(
      order,
      () => provider.lookUp(request.key),
      () => provider.execute(request),
    )
    const { lease_token: leaseToken } = order
    if (answer.state === 'pending') await postpone(deps, order)
    else if (answer.state === 'declined')
      await transition(deps, order, 'declined', deps.clock.now(), { leaseToken })
    else
      await transition(deps, order, 'filled', deps.clock.now(), {
        leaseToken,
        fillReference: answer.reference,
      })
  })
}

async function payOut(deps: Deps, orders: readonly ClaimedOrder[]): Promise<void> {
  if (orders.length === 0) return
  const createdAt = deps.clock.now()
  await insertPayoutIntents(
    deps.db,
    orders.map((order) => ({
      organizationId: order.organization_id,
      id: newUuid(createdAt),
      orderId: order.id,
      railKey: `${publicId('ord', order.id)}:payout:1`,
      createdAt,
    })),
  )
  const intents = byOrder(await selectPayouts(deps.db, orders))
  await each(deps, orders, async (order) => {
    const intent = known(intents, order)
    const { method, details } = await payoutInstrument(deps, order)
    const rail = railFor(deps.rails, method)
    const request = {
      key: intent.rail_key,
      method,
      currency: intent.currency,
      amountMinor: intent.amount_minor,
      details,
    }
    const answer = await askOnce(
      order,
      () => rail.lookUp(request.key),
      () => rail.sendPayout(request),
    )
    const { lease_token: leaseToken } = order
    if (answer.state === 'pending') await postpone(deps, order)
    else if (answer.state === 'rejected')
      await transition(deps, order, 'payout_rejected', deps.clock.now(), { leaseToken })
    else
      await transition(deps, order, 'paid_out', deps.clock.now(), {
        leaseToken,
        payoutReference: answer.reference,
      })
  })
}

async function payoutInstrument(deps: Deps, order: ClaimedOrder) {
  const {
    organization_id: organizationId,
    payout_instrument_id: id,
    payout_instrument_version: version,
  } = order
  const instrument = await deps.catalogue.instrument(organizationId, id, version)
  if (instrument === undefined) throw new Error('an order without its payout instrument')
  return instrument
}

/** On a first attempt nothing was sent yet; on any later one, ask what became of the earlier before sending. */
async function askOnce<Answer extends { state: string }>(
  order: ClaimedOrder,
  lookUp: () => Promise<Answer | { state: 'unknown' }>,
  send: () => Promise<Answer>,
): Promise<Answer> {
  if (order.attempt === 1) return send()
  const answer = await lookUp()
  return isUnknown(answer) ? send() : answer
}

const isUnknown = (answer: { state: string }): answer is { state: 'unknown' } =>
  answer.state === 'unknown'

// One order's trouble is its own: it is tried again later, and the others go on.
async function each(
  deps: Deps,
  orders: readonly ClaimedOrder[],
  step: (order: ClaimedOrder) => Promise<void>,
): Promise<void> {
  await Promise.all(
    orders.map(async (order) => {
      try {
        await step(order)
      } catch (error) {
        deps.log.error(
          { err: error, order_id: publicId('ord', order.id), attempt: order.attempt },
          'an order could not be advanced',
        )
        await postpone(deps, order)
      }
    }),
  )
}

function postpone(deps: Deps, order: ClaimedOrder, dueAt?: number): Promise<void> {
  const backOffMs = Math.min(
    FIRST_RETRY_MS * 2 ** Math.min(order.attempt - 1, 20),
    LONGEST_RETRY_MS,
  )
  const at = dueAt ?? deps.clock.now() + Math.round(backOffMs * (0.75 + Math.random() / 2))
  return updateOrderPostponed(
    deps.db,
    { organizationId: order.organization_id, id: order.id, leaseToken: order.lease_token },
    at,
  )
}

const byOrder = <Row extends { order_id: Uuid }>(found: readonly Row[]) =>
  new Map(found.map((row) => [row.order_id, row]))

function known<Row>(intents: ReadonlyMap<Uuid, Row>, order: ClaimedOrder): Row {
  const intent = intents.get(order.id)
  if (intent === undefined) throw new Error('what will be asked was not written down')
  return intent
}
