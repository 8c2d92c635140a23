// How an order stands: its status, or why it waits. Titles, lists, steps and counts all have it from here.
import type { Order, OrderStatus, PausedOrder } from '@corridor/sdk'
import { standstillOf } from './happening.ts'

/** Of a step. */
export type Pause = PausedOrder & { step: Exclude<PausedOrder['step'], 'review'> }
export type Standing = OrderStatus | 'sendNothing' | 'heldMoney' | Pause['step']

/** The step that an order with this status waits for. */
const STEPS: Partial<Record<OrderStatus, Pause['step']>> = {
  STEP_2_FILLING_FX: 'conversion',
  STEP_3_SETTLING_PAYOUT: 'payout',
  FAILED_REFUND_REQUESTED: 'refund',
}

const isOfStep = (one: PausedOrder): one is Pause => one.step !== 'review'

/** `waits`: of this order. */
export const pauseIn = (status: OrderStatus, waits: readonly PausedOrder[]): Pause | undefined =>
  waits.filter(isOfStep).find(({ step }) => step === STEPS[status])

/** `isOnHold`: its organization or an instrument. */
export const standingOf = (
  status: OrderStatus,
  waits: readonly PausedOrder[],
  isOnHold: boolean,
): Standing => {
  const isLookedAt = waits.some(({ step }) => step === 'review')
  return standstillOf(status, isLookedAt, isOnHold) ?? pauseIn(status, waits)?.step ?? status
}

export const isStatus = (standing: Standing): standing is OrderStatus =>
  standing.startsWith('STEP_') || standing.startsWith('FAILED_')

/** Open orders of each status, and after it those of the status that wait. A link leads to the status. */
export function countsOf(
  open: readonly { status: OrderStatus; orders: readonly Pick<Order, 'id'>[]; hasMore: boolean }[],
  waits: readonly PausedOrder[],
  isOnHold: boolean,
): { status: OrderStatus; standing: Standing; count: number; hasMore: boolean }[] {
  return open.flatMap(({ status, orders, hasMore }) => {
    const counts = new Map<Standing, number>([[status, 0]])
    for (const { id } of orders) {
      const own = waits.filter((one) => one.order_id === id)
      const standing = standingOf(status, own, isOnHold)
      counts.set(standing, (counts.get(standing) ?? 0) + 1)
    }
    return [...counts].map(([standing, count]) => ({ status, standing, count, hasMore }))
  })
}
