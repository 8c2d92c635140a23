// Pure rules for deposits that their rail takes back. The money is taken, in this order, from
// - refunds that were not sent: the payer has that money back already;
// - money that the order holds: the order then lacks it, and goes no further until it is there again;
// - nothing: it was used or sent, and the payer owes it to the desk.
import type { DepositRow } from '../deposits/queries.ts'
import { publicId } from '../../platform/ids.ts'
import { reversalPosting, type Posting } from '../ledger/postings.ts'
import type { ReceivableChange } from '../ledger/receivable-postings.ts'
import { borneFeePosting, writeOffPosting } from '../ledger/small-postings.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { RefundRow } from '../refunds/queries.ts'
import { takenOf } from '../refunds/taken.ts'
import { openRefundStatuses } from '../refunds/words.ts'
import type { ReversedRefund } from '../refunds/reversal-queries.ts'
import type { Decision } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import { heldMinorOf, least, receivableDecision, unreversedMinorOf } from './short.ts'

/** `order` bears the reversal. `refunds`: all of its refunds. `isInFlight`: a fill or payout has no outcome yet. */
export function onReversed(
  order: OrderRow,
  deposit: DepositRow,
  refunds: readonly RefundRow[],
  reversal: { reference: string; code: string; isInFlight: boolean },
): Decision {
  const { currency, amount_minor: amountMinor } = deposit
  const isCounted = deposit.outcome === 'counted'
  const { code } = reversal
  const open = refunds.filter(
    (refund) =>
      isTakeable(refund) &&
      refund.currency === currency &&
      (refund.deposit_id === deposit.id ||
        (isCounted && refund.deposit_id === null) ||
        refunds.some((one) => one.collected_in === refund.id && one.deposit_id === deposit.id)),
  )
  const { taken, undone, leftMinor } = takeFrom(order, open, amountMinor, reversal.reference, false)
  const heldMinor = isCounted ? least(leftMinor, heldMinorOf(order)) : 0n
  const lossMinor = leftMinor - heldMinor
  const shortMinor = isCounted ? moreShort(order, heldMinor, lossMinor) : 0n
  const canMove = ['STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT'].includes(order.status)
  const parks = canMove && shortMinor > 0n && !reversal.isInFlight
  return {
    ...endOf(order, refunds, taken),
    receivedMinor: -heldMinor,
    shortMinor,
    reversal: { depositId: deposit.id, code, heldMinor, lossMinor, refunds: taken },
    postings: [
      ...undone,
      reversalPosting(order.organization_id, deposit.rail, { currency, amountMinor, lossMinor }),
    ],
    ...(parks ? { parking: { reason: 'deposit_reversed' } } : {}),
    note: {
      action: 'reversed',
      reason: `${publicId('dep', deposit.id)} of ${formatAmount(amountMinor, currency)} ${currency} was taken back: ${code}`,
      offer: null,
    },
  }
}

/**
 * Sets the debt of the order's payer off against the unsent refunds of the order, as far as they go. Null if there are none
 * in the currency. `reference`: of the refunds that end so.
 */
export function onDebtSetOff(
  order: OrderRow,
  refunds: readonly RefundRow[],
  owed: { currency: string; amountMinor: bigint },
  reference: string,
): (Decision & { receivable: ReceivableChange }) | null {
  const { currency, amountMinor } = owed
  const open = refunds.filter(
    (refund) =>
      isTakeable(refund) && refund.status !== 'WRITTEN_OFF' && refund.currency === currency,
  )
  const { taken, undone, leftMinor } = takeFrom(order, open, amountMinor, reference, true)
  const offMinor = amountMinor - leftMinor
  if (offMinor === 0n) return null
  const off = receivableDecision(order, {
    kind: 'set_off',
    currency,
    amountMinor: offMinor,
    rail: null,
  })
  return {
    ...endOf(order, refunds, taken),
    ...off,
    setOffRefunds: taken,
    postings: [...undone, ...off.postings],
  }
}

export function takeFrom(
  { organization_id: organizationId }: OrderRow,
  open: readonly RefundRow[],
  wantedMinor: bigint,
  reference: string,
  isSetOff: boolean,
): { taken: ReversedRefund[]; undone: Posting[]; leftMinor: bigint } {
  let leftMinor = wantedMinor
  const taken: ReversedRefund[] = []
  const undone: Posting[] = []
  for (const refund of open) {
    const { currency } = refund
    const { minor: partMinor, isWhole, tookMinor } = takenOf(refund, leftMinor)
    if (partMinor === 0n) continue
    leftMinor -= tookMinor
    const [part, fee] = [
      { currency, amountMinor: partMinor },
      { currency, amountMinor: refund.borne_fee_minor },
    ]
    if (refund.status === 'WRITTEN_OFF')
      undone.push(writeOffPosting(organizationId, part, { isUndone: true }))
    if (isWhole) undone.push(borneFeePosting(organizationId, fee, { isUndone: true }))
    taken.push({
      id: refund.id,
      leaseToken: refund.lease_token,
      before: refund.reversed_minor,
      amountMinor: partMinor,
      isWhole,
      keptMinor: isSetOff ? tookMinor : 0n,
      reference,
    })
  }
  return { taken, undone, leftMinor }
}

/** With the last open refund the order ends. */
export function endOf(
  order: OrderRow,
  refunds: readonly RefundRow[],
  taken: readonly ReversedRefund[],
): Pick<Decision, 'events' | 'refundsReversed'> {
  const refundsReversed = refunds.filter(
    ({ id, status }) =>
      status !== 'WRITTEN_OFF' && taken.some((one) => one.id === id && one.isWhole),
  )
  const isGivenBack =
    refundsReversed.length > 0 &&
    refunds.every(
      (refund) => !openRefundStatuses.includes(refund.status) || refundsReversed.includes(refund),
    )
  return {
    events: isGivenBack && order.status === 'FAILED_REFUND_REQUESTED' ? ['refunded'] : [],
    refundsReversed,
  }
}

// The preparation of a refund is committed before the refund is sent. What was written off can be taken too.
export const isTakeable = (refund: RefundRow): boolean =>
  ['FAILED', 'KEPT', 'WRITTEN_OFF'].includes(refund.status) ||
  (refund.status === 'PENDING' && refund.rail === null && refund.prepared_sealed === null)

// Before the fill an order lacks what it held. After the fill it lacks what is lost, up to its total.
function moreShort(order: OrderRow, heldMinor: bigint, lossMinor: bigint): bigint {
  switch (order.status) {
    case 'STEP_2_FILLING_FX':
    case 'FAILED_DECLINED_BY_LIQ_PROVIDER':
      return heldMinor
    case 'STEP_3_SETTLING_PAYOUT':
    case 'STEP_4_COMPLETED':
      return least(lossMinor, unreversedMinorOf(order))
    default:
      return 0n
  }
}
