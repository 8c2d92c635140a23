// Pure rules for settled payouts and refunds that came back: what is recorded, and what an operator can decide.
import type { Instant } from '../../platform/clock.ts'
import { payoutUnwoundPosting, returnPosting } from '../ledger/postings.ts'
import { withdrawalOf, type NewPayout, type PayoutRow } from '../payouts/queries.ts'
import { keyAfter, refundKey } from '../refunds/key.ts'
import type { RefundRow } from '../refunds/queries.ts'
import type { NewReturn } from '../returns/queries.ts'
import { keyIdOf } from './keys.ts'
import { noteOf } from './notes.ts'
import { givenBack, type Decision } from './outcomes.ts'
import type { OrderRow } from './queries.ts'

/** With the whole the desk owes the payout again. The order keeps its status until an operator decides. */
export const onPayoutReturned = (
  order: OrderRow,
  row: PayoutRow,
  returned: NewReturn,
): Decision => ({
  events: [],
  returned,
  ...(returned.stage === 'whole' ? { toldPayout: { type: 'payout.returned', payout: row } } : {}),
  postings: [returnPosting(order.organization_id, 'payout_returned', returned)],
})

/** A refund that came back as a whole waits for another destination. */
export const onRefundReturned = (
  order: OrderRow,
  row: RefundRow,
  returned: NewReturn,
): Decision => ({
  events: [],
  returned,
  ...(returned.stage === 'whole'
    ? { refund: { row, status: 'FAILED', reference: null, code: returned.code, dueAt: null } }
    : {}),
  postings: [returnPosting(order.organization_id, 'refund_returned', returned)],
})

/** `latest`: the payout before. If it is not prepared, it is withdrawn. */
export const onPaidAgain = (
  order: OrderRow,
  newPayout: NewPayout,
  latest: PayoutRow | null,
  action: 'paid_again' | 'paid_elsewhere',
  words: string,
  at: Instant,
): Decision => ({
  events: [],
  ...(order.parked_reason === null ? {} : { parking: 'released' }),
  ...withdrawalOf(latest),
  newPayout,
  dueAt: at,
  note: noteOf(action, words),
})

/** The customer gets the full payin total back, and the desk keeps the converted money. `refunds`: all of the order. */
export function onReturnRefunded(
  order: OrderRow,
  refunds: readonly RefundRow[],
  hasOpenRefunds: boolean,
  reason: string,
): Decision {
  const kept = payoutUnwoundPosting(order, 'payout_ended')
  const back = givenBack(order, ['return_refunded'], 'payout_returned', hasOpenRefunds, kept)
  const first = refundKey(keyIdOf(order), 'payout_returned', undefined)
  const used = refunds.map(({ rail_key: key }) => key)
  return {
    ...back,
    owed: back.owed?.map((one) => ({ ...one, railKey: keyAfter(first, used) })) ?? [],
    note: { action: 'refunded', reason, offer: null },
  }
}
