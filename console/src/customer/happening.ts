// What a customer is told of an order beyond its status: each is a claim that the order's timeline shows.
import type { OrderStatus, OrderTimeline } from '@corridor/sdk'

type Known = {
  events: readonly { type: string }[]
  payouts: readonly Pick<OrderTimeline['payouts'][number], 'status'>[]
  refunds: readonly Pick<OrderTimeline['refunds'][number], 'reason'>[]
}

/** Where the money is: the status alone, or more. `known`: undefined while the timeline is not read. */
export function happeningOf(
  status: OrderStatus,
  known: Known | undefined,
): OrderStatus | 'cameBackRefunded' | 'cameBack' | 'heldMoney' | 'sent' {
  if (known === undefined) return status
  if (hasComeBack(status, known))
    return known.refunds.some(({ reason }) => reason === 'payout_returned')
      ? 'cameBackRefunded'
      : 'cameBack'
  if (isHeld(known.events)) return 'heldMoney'
  return status === 'STEP_3_SETTLING_PAYOUT' && isSent(known) ? 'sent' : status
}

/** A completed order whose payout came back, and that was not paid out again. */
const hasComeBack = (status: OrderStatus, { payouts }: Known): boolean =>
  status === 'STEP_4_COMPLETED' &&
  payouts.some((one) => one.status === 'RETURNED') &&
  payouts.every((one) => one.status !== 'PENDING' && one.status !== 'SETTLED')

/**
 * The service lists the first payout when it is sent, and not while sends are halted. It lists a later one as soon as the
 * desk asks for it, so that one may not be sent yet.
 */
const isSent = ({ payouts }: Known): boolean =>
  payouts.length === 1 && payouts.every(({ status }) => status === 'PENDING')

/** Whether a person at the desk looks at an order before it goes on. */
export const isHeld = (events: readonly { type: string }[]): boolean =>
  events.findLast(({ type }) => HOLDING.has(type) || !BESIDE.has(type))?.type === 'order.parked'

const HOLDING = new Set(['order.parked', 'order.released'])
/** These come while the order stands still. */
const BESIDE = new Set(['order.delayed', 'deposit.recorded', 'refund.updated'])
