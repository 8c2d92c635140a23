// Whether a person at the desk looks at an order before it goes on, as the customer's events tell it.
export const isHeld = (events: readonly { type: string }[]): boolean =>
  events.findLast(({ type }) => HOLDING.has(type) || !BESIDE.has(type))?.type === 'order.parked'

const HOLDING = new Set(['order.parked', 'order.released'])
/** These come while the order stands still. */
const BESIDE = new Set(['order.delayed', 'deposit.recorded', 'refund.updated'])
