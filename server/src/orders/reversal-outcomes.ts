// Pure rules for deposits that their rail takes back. The money is taken, in this order, from
// - refunds that were not sent: the payer has that money back already;
// - money that the order holds: the order then lacks it, and goes no further until it is there again;
// - nothing: it was used or sent, and the payer owes it to the desk.
import type { DepositRow } from '../deposits/queries.ts'
import { publicId } from '../ids.ts'
import { reversalPosting } from '../ledger/postings.ts'
import { formatAmount } from '../money/decimal.ts'
import { sentMinorOf, type RefundRow } from '../refunds/queries.ts'
import type { ReversedRefund } from '../refunds/reversal-queries.ts'
import type { Decision } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import { heldMinorOf, least, unreversedMinorOf } from './short.ts'

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
      isUnsent(refund) &&
      refund.currency === currency &&
      (refund.deposit_id === deposit.id || (isCounted && refund.deposit_id === null)),
  )
  let leftMinor = amountMinor
  const taken: ReversedRefund[] = []
  for (const refund of open) {
    const unsentMinor = sentMinorOf(refund)
    const partMinor = least(leftMinor, unsentMinor)
    if (partMinor === 0n) continue
    leftMinor -= partMinor
    taken.push({
      id: refund.id,
      leaseToken: refund.lease_token,
      before: refund.reversed_minor,
      amountMinor: partMinor,
      isWhole: partMinor === unsentMinor,
      reference: reversal.reference,
    })
  }
  const heldMinor = isCounted ? least(leftMinor, heldMinorOf(order)) : 0n
  const lossMinor = leftMinor - heldMinor
  const shortMinor = isCounted ? moreShort(order, heldMinor, lossMinor) : 0n
  const refundsReversed = refunds.filter(({ id }) =>
    taken.some((one) => one.id === id && one.isWhole),
  )
  const isGivenBack =
    refundsReversed.length > 0 &&
    refunds.every((refund) => refund.status === 'PROCESSED' || refundsReversed.includes(refund))
  const canMove = ['STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT'].includes(order.status)
  const parks = canMove && shortMinor > 0n && !reversal.isInFlight
  return {
    events: isGivenBack && order.status === 'FAILED_REFUND_REQUESTED' ? ['refunded'] : [],
    receivedMinor: -heldMinor,
    shortMinor,
    reversal: { depositId: deposit.id, code, heldMinor, lossMinor, refunds: taken },
    refundsReversed,
    postings: [
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

// The preparation of a refund is committed before the refund is sent.
const isUnsent = (refund: RefundRow): boolean =>
  refund.status === 'FAILED' ||
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
