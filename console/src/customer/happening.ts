// What a customer is told of an order beyond its status: each is a claim that the order's timeline shows.
import type { OrderStatus, OrderTimeline } from '@corridor/sdk'

type Known = {
  events: readonly { type: string }[]
  payouts: readonly Pick<OrderTimeline['payouts'][number], 'status'>[]
  refunds: readonly Pick<OrderTimeline['refunds'][number], 'reason'>[]
}

/** Since when the organization is on hold; undefined if it is not. */
export const heldSince = ({
  current_status: status,
  status_history: history,
}: {
  current_status: string
  status_history: readonly { created_at: string }[]
}): string | undefined => (status === 'COMPLIANCE_HOLD' ? history.at(-1)?.created_at : undefined)

/**
 * Where the money is: the status alone, or more. `known`: undefined while the timeline is not read. `isOnHold`: the
 * organization or an instrument, so that nothing is converted.
 */
export function happeningOf(
  status: OrderStatus,
  known: Known | undefined,
  isOnHold = false,
): OrderStatus | 'sendNothing' | 'cameBackRefunded' | 'cameBack' | 'heldMoney' {
  if (known !== undefined && hasComeBack(status, known))
    return known.refunds.some(({ reason }) => reason === 'payout_returned')
      ? 'cameBackRefunded'
      : 'cameBack'
  return standstillOf(status, known !== undefined && isHeld(known.events), isOnHold) ?? status
}

/**
 * Why the order stands still, in lists as on its page. `isLookedAt`: by a person at the desk. `isOnHold`: its organization or
 * an instrument.
 */
export function standstillOf(
  status: OrderStatus,
  isLookedAt: boolean,
  isOnHold: boolean,
): 'sendNothing' | 'heldMoney' | undefined {
  if (status === 'STEP_1_AWAITING_FUNDING')
    return isOnHold || isLookedAt ? 'sendNothing' : undefined
  return isLookedAt || (isOnHold && status === 'STEP_2_FILLING_FX') ? 'heldMoney' : undefined
}

/** A completed order whose payout came back, and that was not paid out again. */
const hasComeBack = (status: OrderStatus, { payouts }: Known): boolean =>
  status === 'STEP_4_COMPLETED' &&
  payouts.some((one) => one.status === 'RETURNED') &&
  payouts.every((one) => one.status !== 'PENDING' && one.status !== 'SETTLED')

/** Whether a person at the desk looks at an order before it goes on. */
export const isHeld = (events: readonly { type: string }[]): boolean =>
  events.findLast(({ type }) => HOLDING.has(type) || !BESIDE.has(type))?.type === 'order.parked'

const HOLDING = new Set(['order.parked', 'order.released'])
/** These come while the order stands still. */
const BESIDE = new Set(['order.delayed', 'deposit.recorded', 'refund.updated'])
