// Pure rules for payouts and refunds whose recorded outcome their rail contradicts, once a person has decided that the rail is
// right. What left twice is owed to the desk, unless money that was not sent yet makes up for it.
import { payoutPosting, payoutUnwoundPosting } from '../ledger/postings.ts'
import { receivablePosting } from '../ledger/receivable-postings.ts'
import type { ContradictedSend } from '../marks/queries.ts'
import { isUnprepared, withdrawalOf, type PayoutRow } from '../payouts/queries.ts'
import { sentMinorOf, type RefundRow } from '../refunds/queries.ts'
import type { NewReturn } from '../returns/queries.ts'
import { isInFlight, payoutInFlight } from './open-exits.ts'
import type { OrderFacts } from './order-facts.ts'
import { onPaidOut, type Decision } from './outcomes.ts'
import { onRefundMoved } from './refund-outcomes.ts'
import { onPayoutReturned, onRefundReturned } from './return-outcomes.ts'
import { endOf, isTakeable, takeFrom } from './reversal-outcomes.ts'
import { receivableDecision } from './short.ts'

/** The reason of a rail for what came back, if it never went. */
const NOT_SENT = 'recorded_by_operator'

const NOTHING: Decision = { events: [] }

/** It was recorded as settled, and never went: the order gets it as money that came back. */
export function onFoundUnsent({ order, ...facts }: OrderFacts, mark: ContradictedSend): Decision {
  const { key, rail, currency, amount_minor: sentMinor } = mark
  const payout = facts.payouts.find(({ id }) => id === mark.subject_id)
  const refund = facts.refunds.find(({ id }) => id === mark.subject_id)
  const isSettled = payout?.settled_at != null || refund?.status === 'PROCESSED'
  const before = facts.returns.filter((one) => one.key === key)
  const returnedMinor = before.reduce((minor, one) => minor - one.returned_minor, sentMinor)
  if (!isSettled || returnedMinor <= 0n || before.some(({ stage }) => stage === 'whole'))
    return NOTHING
  const returned: NewReturn = {
    rail,
    transaction: `${key}:not-sent`,
    index: 0,
    payoutId: payout?.id ?? null,
    refundId: refund?.id ?? null,
    key,
    currency,
    sentMinor,
    returnedMinor,
    stage: 'whole',
    feeMinor: 0n,
    code: NOT_SENT,
  }
  if (payout !== undefined) return onPayoutReturned(order, payout, returned)
  return refund === undefined ? NOTHING : onRefundReturned(order, refund, returned)
}

/** A send in flight that may pay the same money. Its outcome must be known first. */
export const rivalOf = (facts: OrderFacts, mark: ContradictedSend): string | undefined =>
  mark.kind === 'payout'
    ? (payoutInFlight(facts.payouts) ?? facts.refunds.find(isInFlight))?.rail_key
    : facts.refunds.find((row) => row.id === mark.subject_id && isInFlight(row))?.rail_key

/** It was recorded as rejected, and went. `reference`: of the rail. */
export function onFoundSent(
  facts: OrderFacts,
  mark: ContradictedSend,
  reference: string,
  hasOtherRefunds: boolean,
): Decision {
  const { order, payouts, refunds } = facts
  const payout = payouts.find(({ id }) => id === mark.subject_id)
  if (payout !== undefined) {
    if (order.status === 'FAILED_REFUND_REQUESTED' || isReplacedUnsent(facts))
      return onReinstated(facts, payout, mark.rail, reference)
    const isPaid = payouts.some((row) => row.settled_at !== null && row.returned_at === null)
    // The desk holds a payout that was to be paid again.
    if (order.status === 'STEP_4_COMPLETED' && !isPaid)
      return {
        ...onPaidOut(order, payout, { reference, fee: null }, mark.rail),
        ...withdrawn(payouts.at(-1)),
      }
  }
  const refund = refunds.find(({ id }) => id === mark.subject_id)
  return refund !== undefined && isTakeable(refund)
    ? onRefundFound(facts, refund, mark, reference, !hasOtherRefunds)
    : leftTwice(facts, mark, mark.amount_minor)
}

/** The refund that replaced the payout was too small to be sent, which ended the order. */
const isReplacedUnsent = ({ order, refunds }: OrderFacts): boolean =>
  order.status === 'FAILED_REFUND_PROCESSED' &&
  refunds.some((row) => isTakeable(row) && REPLACING.includes(row.reason))

const withdrawn = (latest: PayoutRow | undefined): Pick<Decision, 'withdrawn'> => {
  const { payout } = latest === undefined || !isUnprepared(latest) ? {} : withdrawalOf(latest)
  return payout === undefined ? {} : { withdrawn: payout }
}

/** The refund has not been sent otherwise: it is done. A reversal may have taken a part of it meanwhile, which was sent too. */
function onRefundFound(
  facts: OrderFacts,
  row: RefundRow,
  mark: ContradictedSend,
  reference: string,
  isLast: boolean,
): Decision {
  const { rail, key: railKey, instrument_id: destination } = mark
  const found = { destination, railKey, rail }
  const moved = { status: 'PROCESSED', reference, code: null, fee: null, dueAt: null } as const
  const done = onRefundMoved(facts.order, isLast, { row, rail, found, ...moved })
  const moreMinor = mark.amount_minor - sentMinorOf(row)
  if (moreMinor <= 0n) return done
  const twice = leftTwice(facts, mark, moreMinor)
  return {
    ...done,
    ...twice,
    events: done.events,
    postings: [...(done.postings ?? []), ...(twice.postings ?? [])],
  }
}

/** The payout went, and the refund that replaced it did not: the order is completed. Its payer owes what cannot be kept of it. */
function onReinstated(
  { order, refunds }: OrderFacts,
  payout: PayoutRow,
  rail: string,
  reference: string,
): Decision {
  const statuses = order.status_history.map(({ status }) => status)
  const from = statuses[statuses.lastIndexOf('FAILED_REFUND_REQUESTED') - 1]
  const kind = from === 'STEP_4_COMPLETED' ? 'payout_ended' : 'payout_rejected'
  const open = refunds.filter((row) => isTakeable(row) && REPLACING.includes(row.reason))
  const taken = takeFrom(order, open, order.payin_total_minor, reference, true)
  const { leftMinor } = taken
  const advanced =
    leftMinor === 0n
      ? { postings: [] }
      : receivableDecision(order, {
          kind: 'advanced',
          currency: order.payin_currency,
          amountMinor: leftMinor,
          rail: null,
        })
  const { refundsReversed = [] } = endOf(order, refunds, taken.taken)
  return {
    events: ['reinstated', 'paid_out'],
    ...advanced,
    receivedMinor: leftMinor,
    setOffRefunds: taken.taken,
    refundsReversed,
    payout: { sequence: payout.sequence, reference, code: null, fee: null },
    postings: [
      ...taken.undone,
      ...advanced.postings,
      payoutUnwoundPosting(order, kind, { isUndone: true }),
      payoutPosting(order, rail),
    ],
  }
}

/** Reasons of refunds that give back what a payout would have paid. */
const REPLACING: readonly RefundRow['reason'][] = [
  'payout_rejected',
  'payout_ended',
  'payout_returned',
]

/** The payer has the money of the order twice, or the beneficiary has it beside the refund. */
function leftTwice(
  { order }: OrderFacts,
  { currency, rail }: ContradictedSend,
  amountMinor: bigint,
): Decision {
  const sentTwice = { kind: 'sent_twice', currency, amountMinor, rail } as const
  return {
    events: [],
    sentTwice,
    postings: [receivablePosting(order.organization_id, sentTwice)],
  }
}
