// The only way an order changes after its creation: a decision is taken along the table of states and written,
// with everything it brings, by one guarded statement. Where the order moved meanwhile, it is decided again.
import type { Catalogue } from '../catalogue.ts'
import { later, laterOf, type Instant } from '../clock.ts'
import type { Config } from '../config.ts'
import { danglingReference } from '../errors.ts'
import type { NewEvent } from '../events/queries.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import { methodCarries } from '../instruments/methods.ts'
import type { Metrics } from '../metrics.ts'
import type { NewRefund, RefundRow } from '../refunds/queries.ts'
import { depositEvent, orderEvent, parkingEvent, refundEvent, retriedEvent } from './announce.ts'
import type { OrderChange } from './changes.ts'
import type { Decision, Owed } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import type { OrderStatements } from './shared-statements.ts'
import { announcements, transitionFor, type OrderStatus } from './states.ts'

/** Null: nothing is to be done with the order as it is now. */
export type Decide = (order: OrderRow) => Decision | null | Promise<Decision | null>

export type Acting = { at: Instant; leaseToken?: Uuid<'lease'> }

/** What deciding on a change needs. */
export type DecisionDeps = { catalogue: Catalogue; config: Config }

export type TransitionDeps = DecisionDeps &
  Pick<OrderStatements, 'changeOrder' | 'findOrder'> & { metrics: Metrics; wakeWorker: () => void }

// Each try loses only to somebody else's change of the same order, so that somebody always gets on. More
// than this is a defect, and what was to be written must not be dropped in silence.
const MOST_TRIES = 1000

/** The order after the change; null when `decide` wanted none, or the lease was lost. */
export async function transition(
  deps: TransitionDeps,
  seen: OrderRow,
  decide: Decide,
  acting: Acting,
): Promise<OrderRow | null> {
  let order: OrderRow | null = seen
  for (let tries = 0; order !== null; tries++) {
    if (tries === MOST_TRIES) {
      const id = publicId('ord', order.id)
      throw new Error(`order ${id} changed concurrently on ${MOST_TRIES} attempts`)
    }
    if (acting.leaseToken !== undefined && order.lease_token !== acting.leaseToken) return null
    const decision = await decide(order)
    const change = decision === null ? null : await changeOf(deps, order, decision, acting)
    if (decision === null || change === null) return null
    const changed = await deps.changeOrder(change)
    if (changed !== null) {
      for (const event of decision.events)
        deps.metrics.transitions.inc({ event, to: changed.status })
      if (
        change.dueAt !== null ||
        change.refunds.length > 0 ||
        change.refundUpdate !== null ||
        change.parking === 'released'
      )
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
  deps: DecisionDeps,
  order: OrderRow,
  decision: Decision,
  acting: Acting,
): Promise<OrderChange | null> {
  // Another process may have moved the clock of the sandbox a moment ago and changed the order by it. Nothing
  // happens to an order before what happened to it last, and its events are looked for from its making on.
  const at = laterOf(acting.at, order.updated_at)
  const stepMs = deps.config.sandboxStepMs
  const statuses: OrderStatus[] = []
  let dueAt: Instant | null = null
  for (const event of decision.events) {
    const row = transitionFor(statuses.at(-1) ?? order.status, event)
    if (row === undefined) return null
    statuses.push(row.to)
    // In the sandbox a step takes about a second, so that a person can watch it.
    // Counts from the time of the event, not from the order's: another clock that ran ahead may have stamped that.
    dueAt = row.due === 'now' ? later(acting.at, stepMs) : null
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
    parking: decision.parking ?? null,
    note: decision.note ?? null,
    events: eventsOf(order, decision, statuses, refunds, at),
  }
}

// Deposits and refunds are announced before the status they cause: a refund before `order.refund_requested`.
const eventsOf = (
  order: OrderRow,
  decision: Decision,
  statuses: readonly OrderStatus[],
  refunds: readonly NewRefund[],
  at: Instant,
): NewEvent[] => [
  ...(decision.deposit === undefined ? [] : [depositEvent(order, decision.deposit, at)]),
  ...(decision.refund === undefined
    ? []
    : [refundEvent(order, refundFacts(decision.refund.row), decision.refund.status, at)]),
  ...refunds.map((refund) => refundEvent(order, refund, 'PENDING', at)),
  ...decision.events.map((event, step) =>
    orderEvent(order, announcements[event], statuses[step] ?? order.status, at),
  ),
  ...(decision.retryOrderId === undefined ? [] : [retriedEvent(order, decision.retryOrderId, at)]),
  ...(decision.parking === undefined ? [] : [parkingEvent(order, decision.parking, at)]),
]

const refundFacts = ({ id, currency, amount_minor: amountMinor, reason }: RefundRow) => ({
  id,
  currency,
  amountMinor,
  reason,
})

/** Back to the payin instrument where its method carries the currency; else an operator decides. */
async function refundOf(
  deps: DecisionDeps,
  order: OrderRow,
  owed: Owed,
  at: Instant,
  actingAt: Instant,
): Promise<NewRefund> {
  const payin = await deps.catalogue.instrument(order.organization_id, order.payin_instrument_id)
  if (payin === undefined)
    throw danglingReference(publicId('ord', order.id), publicId('epi', order.payin_instrument_id))
  const canReceive = methodCarries(payin.method, owed.currency)
  const id = newUuid('rf', at)
  return {
    id,
    ...owed,
    destinationInstrumentId: canReceive ? payin.id : null,
    railKey: `${publicId('ord', order.id)}:refund:${publicId('rf', id)}:1`,
    dueAt: canReceive ? later(actingAt, deps.config.sandboxStepMs) : null,
  }
}
