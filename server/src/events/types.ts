// The types of events: those of orders follow the table of states.
import { announcements, type OrderEvent } from '../orders/states.ts'

/** What a webhook endpoint can choose among. */
export const chosenEventTypes = [
  ...new Set(Object.values(announcements)),
  'order.retried',
  'order.parked',
  'order.released',
  'deposit.recorded',
  'refund.updated',
  'instrument.status_changed',
  'organization.status_changed',
] as const

/** The last one is asked for by whoever tests an endpoint. */
export const eventTypes = [...chosenEventTypes, 'webhook.test'] as const
export type AnnouncedType = (typeof announcements)[OrderEvent]
export type EventType = (typeof eventTypes)[number]
