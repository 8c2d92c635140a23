// The only way to change an order after its creation. `decide` makes a decision from the order as read, and one
// statement writes it if the order's version is unchanged. Otherwise the order is read again and decided anew.
import type { Catalogue } from '../catalogue.ts'
import { later, laterOf, type Instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { NewDeposit } from '../deposits/queries.ts'
import { danglingReference } from '../../platform/errors.ts'
import type { NewEvent } from '../../platform/events/insert-events.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import { instrumentCarries } from '../../outside/methods/methods.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { refundKey } from '../refunds/key.ts'
import type { NewRefund, RefundRow } from '../refunds/queries.ts'
import {
  depositEvent,
  freezeEvents,
  orderEvent,
  parkingEvents,
  payoutEvent,
  refundEvent,
  retriedEvent,
} from './announce.ts'
import { keyIdOf } from './keys.ts'
import type { OrderChange } from './order-change.ts'
import type { Decision, Owed } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import type { OrderStatements } from './shared-statements.ts'
import { withSmallAmounts, type SmallDeps } from './small-refunds.ts'
import { announcements, transitionFor, type OrderStatus } from './states.ts'

/** Returns null to leave the order as it is. */
export type Decide = (order: OrderRow) => Decision | null | Promise<Decision | null>

/** `goesOn`: the worker goes on with an order that becomes due at once, and keeps its lease for that. */
type Acting = { at: Instant; leaseToken?: Uuid<'lease'>; goesOn?: true }

/** The needs of `changeOf`. */
type ChangeDeps = { catalogue: Catalogue; config: Config }

export type DecisionDeps = ChangeDeps & SmallDeps

export type TransitionDeps = DecisionDeps &
  Pick<OrderStatements, 'changeOrder' | 'findOrder'> & { metrics: Metrics; wakeWorker: () => void }

// A try fails only if another change of the order succeeded, so this many failures mean a defect. It must throw then:
// a silently dropped change could lose money.
const MOST_TRIES = 1000

/** Returns the changed order; null if `decide` returned null, the lease was lost or the deposit is already recorded. */
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
    const decided = await decide(order)
    const decision =
      decided === null ? null : await withSmallAmounts(deps, order, decided, acting.at)
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
        change.parking === 'released' ||
        change.freezing === 'unfrozen'
      )
        deps.wakeWorker()
      return changed
    }
    const again = await deps.findOrder({ organizationId: order.organization_id, id: order.id })
    // The version is unchanged but nothing was written: the deposit was already recorded.
    order = again?.version === order.version ? null : again
  }
  return null
}

/** Null if the table of states does not allow the events. */
export async function changeOf(
  deps: ChangeDeps,
  order: OrderRow,
  decision: Decision,
  acting: Acting,
): Promise<OrderChange | null> {
  // Another process may have moved the sandbox clock and stamped the order with a later time. The history of an order
  // never goes back in time.
  const at = laterOf(acting.at, order.updated_at)
  const stepMs = deps.config.sandboxStepMs
  const statuses: OrderStatus[] = []
  let dueAt: Instant | null = null
  for (const event of decision.events) {
    const row = transitionFor(statuses.at(-1) ?? order.status, event)
    if (row === undefined) return null
    statuses.push(row.to)
    // In the sandbox a step takes about a second, so that a person can watch it.
    // Count from this process's clock, since `updated_at` may be ahead of it.
    dueAt = row.due === 'now' ? later(acting.at, stepMs) : null
  }
  const refunds = await Promise.all(
    (decision.owed ?? [])
      .filter(({ amountMinor }) => amountMinor > 0n)
      .map((owed) => refundOf(deps, order, owed, decision.deposit?.deposit, at, acting.at)),
  )
  return {
    organizationId: order.organization_id,
    id: order.id,
    order,
    leaseToken: acting.leaseToken ?? null,
    at,
    statuses,
    isRescheduled: statuses.length > 0 || decision.dueAt !== undefined,
    dueAt: decision.dueAt ?? dueAt,
    goesOn:
      acting.goesOn === true &&
      decision.parking === undefined &&
      order.frozen_at === null &&
      dueAt !== null &&
      dueAt <= acting.at,
    receivedMinor: decision.receivedMinor ?? 0n,
    shortMinor: decision.shortMinor ?? 0n,
    retryOrderId: decision.retryOrderId ?? null,
    deposit: decision.deposit ?? null,
    reversal: decision.reversal ?? null,
    setOffRefunds: decision.setOffRefunds ?? [],
    receivables: [decision.receivable, decision.sentTwice].filter((one) => one !== undefined),
    fill: decision.fill ?? null,
    payout: decision.payout ?? null,
    withdrawn: decision.withdrawn ?? null,
    returned: decision.returned ?? null,
    newPayout: decision.newPayout ?? null,
    refunds,
    collected: decision.collected ?? [],
    refundUpdate: decision.refund === undefined ? null : refundUpdateOf(decision.refund),
    postings: decision.postings ?? [],
    parking: decision.parking ?? null,
    freezing: decision.freezing ?? null,
    acceptedLossMinor: decision.acceptedLossMinor ?? null,
    chosenProvider: decision.chosenProvider ?? null,
    mark: decision.mark ?? null,
    decided: decision.decided ?? null,
    cancellation: decision.cancellation ?? null,
    note: decision.note ?? null,
    events: eventsOf(order, decision, statuses, refunds, at),
  }
}

const refundUpdateOf = ({
  row,
  ...update
}: NonNullable<Decision['refund']>): NonNullable<OrderChange['refundUpdate']> => ({
  id: row.id,
  leaseToken: row.lease_token,
  status: update.status,
  reference: update.reference,
  code: update.code ?? null,
  fee: update.fee ?? null,
  dueAt: update.dueAt,
  redirected: update.redirected ?? null,
  found: update.found ?? null,
})

// Events of deposits and refunds come before the status events they cause.
const eventsOf = (
  order: OrderRow,
  decision: Decision,
  statuses: readonly OrderStatus[],
  refunds: readonly NewRefund[],
  at: Instant,
): NewEvent[] => [
  ...(decision.deposit === undefined ? [] : [depositEvent(order, decision.deposit, at)]),
  ...(decision.toldPayout === undefined ? [] : [payoutEvent(order, decision.toldPayout, at)]),
  ...(decision.refund === undefined
    ? []
    : [refundEvent(order, refundFacts(decision.refund.row), decision.refund.status, at)]),
  ...(decision.collected ?? []).map(({ row }) =>
    refundEvent(order, refundFacts(row), 'COLLECTED', at),
  ),
  ...refunds.map((refund) => refundEvent(order, refund, refund.status, at)),
  ...(decision.refundsReversed ?? []).map((row) =>
    refundEvent(order, refundFacts(row), 'PROCESSED', at),
  ),
  ...decision.events.map((event, step) =>
    orderEvent(order, announcements[event], statuses[step] ?? order.status, at),
  ),
  ...(decision.retryOrderId === undefined ? [] : [retriedEvent(order, decision.retryOrderId, at)]),
  ...(decision.parking === undefined
    ? []
    : parkingEvents(order, statuses.at(-1) ?? order.status, decision.parking, at)),
  ...(decision.freezing === undefined
    ? []
    : freezeEvents(order, statuses.at(-1) ?? order.status, decision.freezing, at)),
]

const refundFacts = ({ id, currency, amount_minor: amountMinor, reason }: RefundRow) => ({
  id,
  currency,
  amountMinor,
  reason,
})

/** Refunds to the payin instrument if its method carries the currency. Otherwise an operator chooses the destination. */
async function refundOf(
  deps: ChangeDeps,
  order: OrderRow,
  owed: Owed,
  deposit: NewDeposit | undefined,
  at: Instant,
  actingAt: Instant,
): Promise<NewRefund> {
  const payin = await deps.catalogue.instrument({
    organizationId: order.organization_id,
    id: order.payin_instrument_id,
  })
  if (payin === undefined)
    throw danglingReference(publicId('ord', order.id), publicId('epi', order.payin_instrument_id))
  const canReceive = instrumentCarries(payin, owed.currency)
  const { id, depositId, currency, amountMinor, reason, railKey, status = 'PENDING' } = owed
  const isSent = canReceive && status === 'PENDING' && owed.waits !== true
  return {
    id: id ?? newUuid('rf', at),
    depositId,
    currency,
    amountMinor,
    reason,
    destinationInstrumentId: canReceive ? payin.id : null,
    railKey: railKey ?? refundKey(keyIdOf(order), reason, deposit),
    dueAt: isSent ? later(actingAt, deps.config.sandboxStepMs) : null,
    status,
    smallRail: owed.smallRail ?? null,
    borneFeeMinor: owed.borneFeeMinor ?? 0n,
    collectedIn: owed.collectedIn ?? null,
  }
}
