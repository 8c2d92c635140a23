// Orders by status without an index on it: an index would be written with each step of every order. Open orders are always
// due (orders_open_are_due), so that the indexes of the worker have them. Failed ones have a column and an index of their own.
import { fewOf, type Rare } from '../../platform/db/rare.ts'
import type { OrderStatus } from './states.ts'

/** SQL condition of orders that are not finished. It is the union of the conditions of orders_due and orders_parked. */
export const OPEN = `((due_at is not null and parked_reason is null) or parked_reason is not null)`

const open = (status: OrderStatus): Record<string, Rare> => ({
  [status]: fewOf('orders', `status = '${status}' and ${OPEN}`),
})
const failed = (status: OrderStatus): Record<string, Rare> => ({
  [status]: { condition: `failed_status = '${status}'` },
})

/** The conditions of statuses that few orders have. */
export const rareOrders: Readonly<Record<string, Rare>> = {
  ...open('STEP_1_AWAITING_FUNDING'),
  ...open('STEP_2_FILLING_FX'),
  ...open('STEP_3_SETTLING_PAYOUT'),
  ...failed('FAILED_FUNDING_EXPIRED'),
  ...failed('FAILED_CANCELLED'),
  ...failed('FAILED_DECLINED_BY_LIQ_PROVIDER'),
  ...failed('FAILED_REFUND_REQUESTED'),
  ...failed('FAILED_REFUND_PROCESSED'),
}
