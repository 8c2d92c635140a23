// Pure rules for refunds that exist: what the rail's answer and an operator's new destination cause. outcomes.ts decides
// what makes a refund owed.
import type { Instant } from '../../platform/clock.ts'
import type { Uuid } from '../../platform/ids.ts'
import { feePostings, refundPosting } from '../ledger/postings.ts'
import type { Money } from '../../outside/rails/port.ts'
import { nextKey } from '../refunds/key.ts'
import { sentMinorOf, type RefundRow, type RefundStatus } from '../refunds/queries.ts'
import { shortCode, type Decision } from './outcomes.ts'
import type { OrderRow } from './queries.ts'

/** `isLast`: the order has no other open refund, read together with the order. */
export function onRefundMoved(
  order: OrderRow,
  isLast: boolean,
  moved: {
    row: RefundRow
    status: RefundStatus
    reference: string | null
    /** Why the rail rejected it. */
    code: string | null
    fee: Money | null
    rail: string
    dueAt: Instant | null
    found?: NonNullable<Decision['refund']>['found']
  },
): Decision {
  const { row, status, reference, rail, dueAt, code, fee, found } = moved
  const isDone = status === 'PROCESSED'
  return {
    events: isDone && isLast && order.status === 'FAILED_REFUND_REQUESTED' ? ['refunded'] : [],
    refund: {
      row,
      status,
      reference,
      dueAt,
      fee,
      ...(code === null ? {} : { code: shortCode(code) }),
      ...(found === undefined ? {} : { found }),
    },
    postings: isDone
      ? [
          refundPosting(order.organization_id, rail, {
            currency: row.currency,
            amountMinor: sentMinorOf(row),
          }),
          ...feePostings(rail, row.currency, fee),
        ]
      : [],
  }
}

/** An operator chose another destination. The refund was never sent or was rejected for good, so it is not paid twice. */
export const onRefundRedirected = (
  row: RefundRow,
  destination: Uuid<'epi'>,
  at: Instant,
): Decision => ({
  events: [],
  refund: {
    row,
    status: 'PENDING',
    reference: null,
    dueAt: at,
    redirected: { destination, railKey: nextKey(row.rail_key) },
  },
})
