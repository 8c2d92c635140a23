// The SQL of statements: the orders of a month that received money.
import type { Instant } from '../../platform/clock.ts'
import { sqlInstant } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { earliestUuid, latestUuid, type Uuid } from '../../platform/ids.ts'
import type { OrderStatus } from '../../engine/orders/states.ts'

export type StatedOrder = {
  reference_number: string
  updated_at: Instant
  status: OrderStatus
  payin_currency: string
  payin_total_minor: bigint
  payin_fee_minor: bigint
  payin_tax_minor: bigint
  received_minor: bigint
  payout_currency: string
  payout_total_minor: bigint
}

/**
 * Oldest first.
 *
 * A retried order has given its money to its retry. The bounds of ids let the primary key skip other months.
 */
export const selectStatedOrders = allRows<
  StatedOrder,
  [organizationId: Uuid<'org'>, { from: Instant; to: Instant }, limit: number]
>(
  'select_stated_orders',
  ['organization_id', 'from_id', 'to_id', 'from', 'to', 'limit'],
  `select reference_number, updated_at, status, payin_currency, payin_total_minor, payin_fee_minor,
          payin_tax_minor, received_minor, payout_currency, payout_total_minor
     from orders
    where organization_id = $1 and id >= $2 and id < $3 and created_at >= $4 and created_at < $5 and received_minor > 0
      and retry_order_id is null
    order by organization_id, id
    limit $6`,
  (organizationId, { from, to }, limit) => [
    organizationId,
    earliestUuid('ord', from),
    latestUuid('ord', to),
    sqlInstant(from),
    sqlInstant(to),
    limit,
  ],
)
