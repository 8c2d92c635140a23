// The only way an order changes after its creation: a decision is taken along the table of states and written,
// with everything it brings, by one guarded statement. Where the order moved meanwhile, it is decided again.
import type { Instant } from '../clock.ts'
import type { Deps } from '../deps.ts'
import type { NewDeposit } from '../deposits/queries.ts'
import type { NewEvent } from '../events/queries.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import { methodCarries } from '../instruments/methods.ts'
import { formatAmount } from '../money/decimal.ts'
import type { NewRefund, RefundStatus } from '../refunds/queries.ts'
import type { OrderChange } from './changes.ts'
import type { Decision, Owed } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import { announcements, transitionFor, type OrderStatus } from './states.ts'

/** Null: nothing is to be done with the order as it is now. */
export type Decide = (order: OrderRow) => Decision | null | Promise<Decision | null>

export type Acting = { at: Instant; leaseToken?: Uuid }

// Each try loses only to somebody else's change of the same order, so that somebody always gets on. More
// than this is a defect, and what was to be written must not be dropped in silence.
const MOST_TRIES = 1000

/** The order after the change; null when `decide` wanted none, or the lease was lost. */
export async function transition(
  deps: Deps,
  seen: OrderRow,
  decide: Decide,
  acting: Acting,
): Promise<OrderRow | null> {
  let order: OrderRow | null = seen
  for (let tries = 0; order !== null; tries++) {
    if (tries === MOST_TRIES) throw new Error('an order moved each time it was to be changed')
    if (acting.leaseToken !== undefined && order.lease_token !== acting.leaseToken) return null
    const decision = await decide(order)
    const change = decision === null ? null : await changeOf(deps, order, decision, acting)
    if (decision === null || change === null) return null
    const changed = await deps.changeOrder(change)
    if (changed !== null) {
      for (const event of decision.events)
        deps.metrics.transitions.inc({ event, to: changed.status })
      if (change.dueAt !== null || change.refunds.length > 0 || change.refundUpdate !== null)
        deps.wakeWorker()
      return changed
    }
    const again = await deps.findOrder({ organizationId: order.organization_id, id: order.id })
    // Unmoved and still refused: the deposit had been recorded before.
    order = again?.version === order.version ? null : again
  }
  return null
}

/** Null when the table of states has no such way. */
export async function changeOf(
  deps: Deps,
  order: OrderRow,
  decision: Decision,
  acting: Acting,
): Promise<OrderChange | null> {
  // Another process may have moved the clock of the sandbox a moment ago and changed the order by it. Nothing
  // happens to an order before what happened to it last, and its events are looked for from its making on.
  const at = Math.max(acting.at, order.updated_at)
  const stepMs = deps.config.sandboxStepMs
  const statuses: OrderStatus[] = []
  let dueAt: Instant | null = null
  for (const event of decision.events) {
    const row = transitionFor(statuses.at(-1) ?? order.status, event)
    if (row === undefined) return null
    statuses.push(row.to)
    // In the sandbox a step takes about a second, so that a person can watch it.
    // By the clock of the deed, not of the order: that may have been made by a clock that ran ahead.
    dueAt = row.due === 'now' ? acting.at + stepMs : null
  }
  const refunds = await Promise.all(
    (decision.owed ?? []).map((owed) => refundOf(deps, order, owed, at, acting.at)),
  )
  return {
    organizationId: order.organization_id,
    id: order.id,
    version: order.version,
    leaseToken: acting.leaseToken ?? null,
    at,
    statuses,
    dueAt,
    receivedMinor: decision.receivedMinor ?? 0n,
    retryOrderId: decision.retryOrderId ?? null,
    deposit: decision.deposit ?? null,
    fill: decision.fill ?? null,
    payout: decision.payout ?? null,
    refunds,
    refundUpdate:
      decision.refund === undefined
        ? null
        : {
            id: decision.refund.row.id,
            leaseToken: decision.refund.row.lease_token,
            status: decision.refund.status,
            reference: decision.refund.reference,
            dueAt: decision.refund.dueAt,
            redirected: decision.refund.redirected ?? null,
          },
    postings: decision.postings ?? [],
    events: [
      ...(decision.deposit === undefined ? [] : [depositEvent(order, decision.deposit, at)]),
      ...decision.events.map((event, step) =>
        orderEvent(order, announcements[event], statuses[step] ?? order.status, at),
      ),
      ...refunds.map((refund) => refundEvent(order, refund, 'PENDING', at)),
      ...(decision.refund === undefined
        ? []
        : [
            refundEvent(
              order,
              {
                id: decision.refund.row.id,
                currency: decision.refund.row.currency,
                amountMinor: decision.refund.row.amount_minor,
                reason: decision.refund.row.reason,
              },
              decision.refund.status,
              at,
            ),
          ]),
    ],
  }
}

/** Back to the payin instrument where its method carries the currency; else an operator decides. */
async function refundOf(
  deps: Deps,
  order: OrderRow,
  owed: Owed,
  at: Instant,
  actingAt: Instant,
): Promise<NewRefund> {
  const payin = await deps.catalogue.instrument(order.organization_id, order.payin_instrument_id)
  if (payin === undefined) throw new Error('an order without its payin instrument')
  const canReceive = methodCarries(payin.method, owed.currency)
  const id = newUuid(at)
  return {
    id,
    ...owed,
    destinationInstrumentId: canReceive ? payin.id : null,
    railKey: `${publicId('ord', order.id)}:refund:${publicId('rf', id)}:1`,
    dueAt: canReceive ? actingAt + deps.config.sandboxStepMs : null,
  }
}

type Announced = Pick<OrderRow, 'id' | 'reference_number' | 'external_reference_id'>

export const orderEvent = (
  order: Announced,
  type: string,
  status: OrderStatus,
  at: Instant,
): NewEvent => ({
  id: newUuid(at),
  type,
  data: { ...orderFacts(order), status },
})

const orderFacts = (order: Announced) => ({
  order_id: publicId('ord', order.id),
  reference_number: order.reference_number,
  external_reference_id: order.external_reference_id,
})

const depositEvent = (
  order: Announced,
  { deposit, outcome }: { deposit: NewDeposit; outcome: string },
  at: Instant,
): NewEvent => ({
  id: newUuid(at),
  type: 'deposit.recorded',
  data: {
    ...orderFacts(order),
    deposit_id: publicId('dep', deposit.id),
    currency: deposit.currency,
    amount: formatAmount(deposit.amountMinor, deposit.currency),
    outcome,
  },
})

const refundEvent = (
  order: Announced,
  refund: Pick<NewRefund, 'id' | 'currency' | 'amountMinor' | 'reason'>,
  status: RefundStatus,
  at: Instant,
): NewEvent => ({
  id: newUuid(at),
  type: 'refund.updated',
  data: {
    ...orderFacts(order),
    refund_id: publicId('rf', refund.id),
    currency: refund.currency,
    amount: formatAmount(refund.amountMinor, refund.currency),
    reason: refund.reason,
    status,
  },
})
