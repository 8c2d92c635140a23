// An operator records the outcome of a payout or refund that the rail does not tell, with evidence. The ledger gets the
// postings of the rail's own answer. The order must be frozen or parked, and no worker may be at it, so that nothing is sent
// under the key meanwhile. A send is recorded as rejected only if it cannot be executed any more.
import { closed, type Closed } from '../../parties/acts/closed.ts'
import type { Instant } from '../../platform/clock.ts'
import { findContest } from '../halts/contested.ts'
import type { Uuid } from '../../platform/ids.ts'
import { decideOrder, type OrderActDeps, type Refused } from '../orders/decide-order.ts'
import { noteOf, selectNotes } from '../orders/notes.ts'
import { openRefund, payoutInFlight, type Exit } from '../orders/open-exits.ts'
import type { OrderSend } from '../orders/order-send.ts'
import { onPaidOut, onPayoutRejected, type Decision } from '../orders/outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { onRefundMoved } from '../orders/refund-outcomes.ts'
import type { PayoutRow } from '../payouts/queries.ts'
import { servesAccounts } from '../../outside/rails/serving-rail.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { SIMULATED_RAIL } from '../../outside/rails/sandbox/index.ts'
import { nextKey } from '../refunds/key.ts'
import { hasOpenRefunds, selectHasOpenRefunds, type RefundRow } from '../refunds/queries.ts'
import type { MarkedOutcome } from './queries.ts'
import { sendOf, whyStillPossible, type Send } from './still-possible.ts'

type Evidence = {
  outcome: MarkedOutcome
  /** For example the number of a bank's letter. For a settled send its reference, which the customer sees. */
  evidence: string
  reason: string
}

/** The rejection code of a payout or refund that an operator recorded as rejected. */
const MARKED = 'recorded_by_operator'

type MarkDeps = OrderActDeps & { rails: Rails }

export const markPayout = (
  deps: MarkDeps,
  seen: OrderRow,
  told: Evidence,
): Promise<OrderRow | Refused> =>
  decideOrder(deps, seen, actionOf('order.mark-payout', told), async ({ order, payouts }) => {
    const payout = payoutInFlight(payouts)
    if (payout === undefined)
      return closed('no_unknown_payout', 'has no payout whose outcome is unknown')
    const { id: subjectId, rail_key: key, sequence } = payout
    const rail = payout.rail ?? SIMULATED_RAIL
    // A payout waits while its order is parked. Refunds go on.
    const parkings = (await selectNotes(deps.db, [order])).filter(
      ({ action }) => action === 'parked',
    )
    const parkedAt = order.parked_reason === null ? undefined : parkings.at(-1)?.created_at
    const heldSince = parkedAt ?? order.frozen_at ?? deps.clock.now()
    const held = { rail, send: payout, heldSince, led: 'payout_rejected' } as const
    const refusal = await whyNotRecorded(deps, order, told, held)
    if (refusal !== undefined) return refusal
    const decision =
      told.outcome === 'settled'
        ? onPaidOut(order, payout, { reference: told.evidence, fee: null }, rail)
        : onPayoutRejected(order, { sequence, code: MARKED }, await hasOpenRefunds(deps.db, order))
    const isParkedOn = order.parked_reason !== null && decision.events.length === 0
    return {
      ...decision,
      ...(isParkedOn ? { parking: 'released' } : {}),
      ...markedBy(told, { kind: 'payout', subjectId, key, rail }),
    }
  })

export const markRefund = (
  deps: MarkDeps,
  seen: OrderRow,
  refundId: Uuid<'rf'> | undefined,
  told: Evidence,
): Promise<OrderRow | Refused> =>
  decideOrder(deps, seen, actionOf(MARK_REFUND, told), async (facts) => {
    const { order } = facts
    const row = openRefund(MARK_REFUND, facts, refundId)
    if ('detail' in row) return row
    const { id: subjectId, rail_key: key } = row
    const rail = row.rail ?? SIMULATED_RAIL
    const heldSince = order.frozen_at ?? deps.clock.now()
    const held = { rail, send: row, heldSince, led: { key: nextKey(key) } }
    const refusal = await whyNotRecorded(deps, order, told, held)
    if (refusal !== undefined) return refusal
    const owner = { organizationId: order.organization_id, id: order.id }
    const isLast = !(await selectHasOpenRefunds(deps.db, owner, row.id))
    const isSettled = told.outcome === 'settled'
    return {
      ...onRefundMoved(order, isLast, {
        row,
        status: isSettled ? 'PROCESSED' : 'FAILED',
        reference: isSettled ? told.evidence : null,
        code: isSettled ? null : MARKED,
        fee: null,
        rail,
        dueAt: null,
      }),
      ...markedBy(told, { kind: 'refund', subjectId, key, rail }),
    }
  })

const MARK_REFUND = 'order.mark-refund'

type Held = {
  rail: string
  send: PayoutRow | RefundRow
  heldSince: Instant
  led: 'payout_rejected' | { key: string }
}

/** What goes to an account at the desk is not known from elsewhere. */
async function whyNotArrived(
  { rails }: MarkDeps,
  name: string,
  send: Send,
): Promise<string | undefined> {
  const rail = (await rails.all()).find((one) => one.name === name)
  if (rail === undefined || !servesAccounts(rail)) return undefined
  return (await send.lookUp(rail)).state === 'settled'
    ? undefined
    : 'cannot be recorded as settled: it has not come to its account at the desk. Release or unfreeze the order, so that it does'
}

async function whyNotRecorded(
  deps: MarkDeps,
  order: OrderRow,
  { outcome }: Evidence,
  { rail, send, heldSince, led }: Held,
): Promise<Closed | string | undefined> {
  if (outcome === 'settled') return whyNotArrived(deps, rail, sendOf(deps, send))
  // After a restore the rail may list just this send, or its list may not be complete yet. What the rejection leads to may
  // be listed: it was recorded before too.
  const contest = await findContest(deps.db, order, led)
  if (contest !== undefined) return closed('contested', contest.why)
  return whyStillPossible(deps, rail, sendOf(deps, send), heldSince)
}

const actionOf = (exit: Exit, { outcome, reason }: Evidence) =>
  ({ exit, action: outcome === 'settled' ? 'marked_settled' : 'marked_rejected', reason }) as const

const markedBy = (told: Evidence, subject: OrderSend): Pick<Decision, 'mark' | 'note'> => {
  const { outcome, evidence, reason } = told
  return {
    mark: { ...subject, outcome, evidence },
    note: noteOf(
      outcome === 'settled' ? 'marked_settled' : 'marked_rejected',
      `${subject.key}, ${evidence}: ${reason}`,
    ),
  }
}
