// The status of a payout, for views and for SQL.
import type { Rare } from '../../platform/db/rare.ts'
import { joinByIndex } from '../../platform/db/pool.ts'
import { OPEN } from '../orders/open-orders.ts'
import type { PayoutRow } from './queries.ts'

export const payoutStatuses = ['PENDING', 'SETTLED', 'REJECTED', 'RETURNED'] as const
type PayoutStatus = (typeof payoutStatuses)[number]

// The first of these columns that is set gives the status.
const ENDS = [
  ['returned_at', 'RETURNED'],
  ['settled_at', 'SETTLED'],
  ['rejected_at', 'REJECTED'],
] as const satisfies readonly (readonly [keyof PayoutRow, PayoutStatus])[]

export const statusOfPayout = (row: Pick<PayoutRow, (typeof ENDS)[number][0]>): PayoutStatus =>
  ENDS.find(([column]) => row[column] !== null)?.[1] ?? 'PENDING'

/** SQL expression: the same, of a row of payouts. */
export const PAYOUT_STATUS = `(case ${ENDS.map(([column, status]) => `when ${column} is not null then '${status}'`).join(' ')} else 'PENDING' end)`

// A payout that is not finished belongs to an order that a worker or an operator is to go on with.
const OF_OPEN_ORDERS = `(select p.* from orders o
       ${joinByIndex('payouts', 'organization_id = o.organization_id and order_id = o.id and settled_at is null and rejected_at is null', 'p')}
      where ${OPEN}) payouts`

/** The conditions of statuses that few payouts have. Those that ended badly are in the index payouts_failed. */
export const rarePayouts: Readonly<Record<string, Rare>> = {
  PENDING: {
    condition: 'settled_at is null and rejected_at is null',
    isOfAll: true,
    from: OF_OPEN_ORDERS,
  },
  REJECTED: { condition: 'rejected_at is not null' },
  RETURNED: { condition: 'returned_at is not null' },
}
