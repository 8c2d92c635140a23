// The table of states: each row is a status, an event, the next status and what is due then. Tests compare the
// database's CHECK and docs/order-lifecycle.md with it.

export const orderStatuses = [
  'STEP_1_AWAITING_FUNDING',
  'STEP_2_FILLING_FX',
  'STEP_3_SETTLING_PAYOUT',
  'STEP_4_COMPLETED',
  'FAILED_FUNDING_EXPIRED',
  'FAILED_CANCELLED',
  'FAILED_DECLINED_BY_LIQ_PROVIDER',
  'FAILED_REFUND_REQUESTED',
  'FAILED_REFUND_PROCESSED',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const orderEvents = [
  'created',
  'funded',
  'funding_expired',
  'cancelled',
  'filled',
  'declined',
  'fill_ended',
  'paid_out',
  'payout_rejected',
  'payout_ended',
  'return_refunded',
  'refund_requested',
  'refunded',
  'reinstated',
] as const
export type OrderEvent = (typeof orderEvents)[number]

/** When the worker handles an order that enters a state. */
type Due = 'at_funding_expiry' | 'now' | 'nothing'

type Transition = { from: OrderStatus | null; event: OrderEvent; to: OrderStatus; due: Due }

/** The event type that customers receive for each event of the table. */
export const announcements = {
  created: 'order.created',
  funded: 'order.funded',
  funding_expired: 'order.funding_expired',
  cancelled: 'order.cancelled',
  filled: 'order.filled',
  declined: 'order.declined',
  fill_ended: 'order.declined',
  paid_out: 'order.completed',
  payout_rejected: 'order.refund_requested',
  payout_ended: 'order.refund_requested',
  return_refunded: 'order.refund_requested',
  refund_requested: 'order.refund_requested',
  refunded: 'order.refunded',
  reinstated: 'order.filled',
} as const satisfies Record<OrderEvent, string>

export const transitions: readonly Transition[] = [
  { from: null, event: 'created', to: 'STEP_1_AWAITING_FUNDING', due: 'at_funding_expiry' },
  { from: 'STEP_1_AWAITING_FUNDING', event: 'funded', to: 'STEP_2_FILLING_FX', due: 'now' },
  {
    from: 'STEP_1_AWAITING_FUNDING',
    event: 'funding_expired',
    to: 'FAILED_FUNDING_EXPIRED',
    due: 'nothing',
  },
  { from: 'STEP_1_AWAITING_FUNDING', event: 'cancelled', to: 'FAILED_CANCELLED', due: 'nothing' },
  { from: 'STEP_2_FILLING_FX', event: 'filled', to: 'STEP_3_SETTLING_PAYOUT', due: 'now' },
  {
    from: 'STEP_2_FILLING_FX',
    event: 'declined',
    to: 'FAILED_DECLINED_BY_LIQ_PROVIDER',
    due: 'nothing',
  },
  {
    from: 'STEP_2_FILLING_FX',
    event: 'fill_ended',
    to: 'FAILED_DECLINED_BY_LIQ_PROVIDER',
    due: 'nothing',
  },
  { from: 'STEP_3_SETTLING_PAYOUT', event: 'paid_out', to: 'STEP_4_COMPLETED', due: 'nothing' },
  {
    from: 'STEP_3_SETTLING_PAYOUT',
    event: 'payout_rejected',
    to: 'FAILED_REFUND_REQUESTED',
    due: 'nothing',
  },
  {
    from: 'STEP_3_SETTLING_PAYOUT',
    event: 'payout_ended',
    to: 'FAILED_REFUND_REQUESTED',
    due: 'nothing',
  },
  {
    from: 'STEP_4_COMPLETED',
    event: 'return_refunded',
    to: 'FAILED_REFUND_REQUESTED',
    due: 'nothing',
  },
  {
    from: 'FAILED_DECLINED_BY_LIQ_PROVIDER',
    event: 'refund_requested',
    to: 'FAILED_REFUND_REQUESTED',
    due: 'nothing',
  },
  {
    from: 'FAILED_FUNDING_EXPIRED',
    event: 'refund_requested',
    to: 'FAILED_REFUND_REQUESTED',
    due: 'nothing',
  },
  {
    from: 'FAILED_CANCELLED',
    event: 'refund_requested',
    to: 'FAILED_REFUND_REQUESTED',
    due: 'nothing',
  },
  {
    from: 'FAILED_REFUND_REQUESTED',
    event: 'refunded',
    to: 'FAILED_REFUND_PROCESSED',
    due: 'nothing',
  },
  // After a restore, an order turned out to be filled and paid out before. Or its payout had gone, against a record.
  ...(
    [
      'FAILED_FUNDING_EXPIRED',
      'FAILED_CANCELLED',
      'FAILED_DECLINED_BY_LIQ_PROVIDER',
      'FAILED_REFUND_REQUESTED',
      // Its refund was too small to be sent.
      'FAILED_REFUND_PROCESSED',
    ] as const
  ).map(
    (from) => ({ from, event: 'reinstated', to: 'STEP_3_SETTLING_PAYOUT', due: 'now' }) as const,
  ),
]

/** The row for an event in a state; undefined if the state does not allow the event. */
export const transitionFor = (
  from: OrderStatus | null,
  event: OrderEvent,
): Transition | undefined => transitions.find((row) => row.from === from && row.event === event)
