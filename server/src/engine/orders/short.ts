// Pure rules for orders that lack money, since deposits were reversed: what they hold, and how money that comes again or
// that the desk owes is set off. reversal-outcomes.ts decides on the reversals.
import type { Posting } from '../ledger/postings.ts'
import { receivablePosting, type ReceivableChange } from '../ledger/receivable-postings.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { OrderRow } from './queries.ts'

type Short = { shortMinor?: bigint; receivable?: ReceivableChange }

/** The payin total of a funded order, less what reversals took. */
export const unreversedMinorOf = (
  order: Pick<OrderRow, 'payin_total_minor' | 'short_minor'>,
): bigint => order.payin_total_minor - order.short_minor

/** Payin money that the order holds and that nothing has used yet. */
export function heldMinorOf(order: OrderRow): bigint {
  switch (order.status) {
    case 'STEP_1_AWAITING_FUNDING':
      return order.received_minor
    case 'STEP_2_FILLING_FX':
      return unreversedMinorOf(order)
    case 'FAILED_DECLINED_BY_LIQ_PROVIDER':
      return order.retry_order_id === null ? unreversedMinorOf(order) : 0n
    default:
      return 0n
  }
}

/** Says for an operator what an order lacks, and the ways on. */
export function lackOf(order: OrderRow): string {
  const { payin_currency: currency, short_minor: minor } = order
  return `it lacks ${formatAmount(minor, currency)} ${currency} of reversed deposits. It can go on when that money came again, or after \`corridor deposits received\` or \`write-off\`; otherwise end it`
}

/** The outcome of a change of the receivable, with its posting. */
export const receivableDecision = (
  order: OrderRow,
  change: ReceivableChange,
): { receivable: ReceivableChange; postings: Posting[] } => ({
  receivable: change,
  postings: [receivablePosting(order.organization_id, change)],
})

/** Sets money that the order is owed off against what its payer owes; empty if that is nothing. */
export const setOff = (
  order: OrderRow,
  currency: string,
  amountMinor: bigint,
): Pick<Short, 'receivable'> & { postings: Posting[] } =>
  amountMinor === 0n
    ? { postings: [] }
    : receivableDecision(order, { kind: 'set_off', currency, amountMinor, rail: null })

/** Sets off what the order lacks against what it is owed; empty if it lacks nothing. */
export const setOffShort = (order: OrderRow): Short & { postings: Posting[] } => ({
  ...(order.short_minor === 0n ? {} : { shortMinor: -order.short_minor }),
  ...setOff(order, order.payin_currency, order.short_minor),
})

/** Money that comes again counts, at any time, while the order lacks it. */
export const isShort = ({ short_minor: shortMinor, status }: OrderRow): boolean =>
  shortMinor > 0n &&
  ['STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT', 'STEP_4_COMPLETED'].includes(status)

/**
 * New money for an order that lacks some after a reversal. `owedMinor`: what its payer owes. The rest beyond both is an
 * excess.
 */
export function againReceived(
  order: OrderRow,
  amountMinor: bigint,
  owedMinor: bigint,
): Short & { receivedMinor: bigint; postings: Posting[]; excessMinor: bigint } {
  const backMinor = least(amountMinor, order.short_minor)
  const currency = order.payin_currency
  if (order.status === 'STEP_2_FILLING_FX') {
    const offMinor = least(amountMinor - backMinor, owedMinor)
    return {
      receivedMinor: amountMinor,
      shortMinor: -backMinor,
      ...setOff(order, currency, offMinor),
      excessMinor: amountMinor - backMinor - offMinor,
    }
  }
  // After the fill, what the order lacks is a part of what its payer owes.
  const repaidMinor = least(amountMinor, owedMinor)
  const excessMinor = amountMinor - repaidMinor
  return {
    receivedMinor: excessMinor,
    shortMinor: -backMinor,
    ...receivableDecision(order, {
      kind: 'repaid',
      currency,
      amountMinor: repaidMinor,
      rail: null,
    }),
    excessMinor,
  }
}

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
