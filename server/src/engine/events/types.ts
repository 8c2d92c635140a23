// The types of events. Those of orders come from the table of states.
import { announcements, type OrderEvent } from '../orders/states.ts'

/** The types that a webhook endpoint can select. */
export const chosenEventTypes = [
  ...new Set(Object.values(announcements)),
  'order.retried',
  'order.parked',
  'order.released',
  'order.delayed',
  'deposit.recorded',
  'payout.returned',
  'payout.settled',
  'refund.updated',
  'instrument.status_changed',
  'organization.status_changed',
  'instrument.travel_rule_required',
  'information.requested',
  'information.answered',
  'information.closed',
] as const

/** All types. `webhook.test` exists only for tests of an endpoint. */
export const eventTypes = [...chosenEventTypes, 'webhook.test'] as const
export type AnnouncedType = (typeof announcements)[OrderEvent]
export type EventType = (typeof eventTypes)[number]
