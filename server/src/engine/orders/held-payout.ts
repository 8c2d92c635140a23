// Pure rule: whether the desk holds a payout, or a part of one, that came back and that nobody has decided about. The queue
// shows such orders.
import type { ReturnStage } from '../returns/queries.ts'
import type { OrderStatus } from './states.ts'

/** The parts of an OrderChange that decide. */
type Change = {
  order: { status: OrderStatus }
  statuses: readonly OrderStatus[]
  newPayout: object | null
  returned: { payoutId: string | null; stage: ReturnStage } | null
  payout: { reference: string | null } | null
  mark: { kind: string; outcome: string } | null
}

/** Null changes nothing. */
export function payoutHeldAfter(change: Change): 'held' | 'decided' | null {
  // Paid again, or refunded.
  if (change.newPayout !== null || change.statuses.length > 0) return 'decided'
  // Paid again in the time that a restore lost, as an operator records.
  if (change.mark?.kind === 'payout' && change.mark.outcome === 'settled') return 'decided'
  const { returned } = change
  // Money that comes after the whole is a fee, and may come after the decision.
  if (returned !== null && returned.payoutId !== null && returned.stage !== 'rest') return 'held'
  // A rejected payout of a completed order was paid again before: the desk holds the money as it did then.
  const { payout } = change
  if (payout === null || change.order.status !== 'STEP_4_COMPLETED') return null
  // A payout that was recorded as rejected had gone after all.
  return payout.reference === null ? 'held' : 'decided'
}
