// The types of events: those of orders follow the table of states.
import { announcements } from '../orders/states.ts'

/** What a webhook endpoint can choose among. */
export const chosenEventTypes: readonly string[] = [
  ...new Set(Object.values(announcements)),
  'order.retried',
  'order.parked',
  'order.released',
  'deposit.recorded',
  'refund.updated',
  'instrument.status_changed',
  'organization.status_changed',
]

/** The last one is asked for by whoever tests an endpoint. */
export const eventTypes: readonly string[] = [...chosenEventTypes, 'webhook.test']
