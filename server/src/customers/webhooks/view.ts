// Renders webhook endpoints and deliveries. Only the answer that creates a secret shows it.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import { eventType } from '../../engine/events/schemas.ts'
import { chosenEventTypes } from '../../engine/events/types.ts'
import {
  anyText,
  choice,
  count,
  exact,
  identifier,
  nullable,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import type { DeliveryRow } from './delivery-queries.ts'
import type { EndpointRow } from './queries.ts'

const chosenType = choice(chosenEventTypes, 'A type of event that can be selected.', {
  title: 'ChosenEventType',
  example: 'order.completed',
})
export const eventTypesSchema = Type.Array(Type.Unsafe<string>(chosenType), {
  uniqueItems: true,
  description: 'The types that are sent. Empty means every type.',
  examples: [['order.completed']],
})

export const endpointStatus = choice(
  ['ENABLED', 'DISABLED'],
  'A disabled endpoint is sent nothing.',
  { title: 'WebhookEndpointStatus' },
)

const endpointFields = {
  id: identifier('whe', 'The webhook endpoint.'),
  url: anyText('Where events are sent.', 'https://example.com/webhooks/corridor'),
  description: anyText('Your label; may be empty.', 'Back office'),
  event_types: eventTypesSchema,
  status: endpointStatus,
  disabled_reason: nullable(
    choice(
      ['customer', 'operator', 'gone', 'failing'],
      'customer: it was disabled over the API. operator: an operator of the service disabled it. gone: the receiver answered 410. failing: no request was accepted for five days.',
      { title: 'DisabledReason' },
    ),
    'Why it is disabled. Null while it is enabled.',
    { examples: [null] },
  ),
  failing_since: nullable(
    timestamp('An instant.'),
    'The first failure since the last success. Null without one.',
    { examples: [null] },
  ),
  created_at: timestamp('When it was created.'),
  updated_at: timestamp('When it last changed.'),
}

export const endpointSchema = exact(endpointFields, {
  title: 'WebhookEndpoint',
  description: 'A URL of yours that receives events.',
})
export type EndpointJson = Static<typeof endpointSchema>

export const endpointWithSecretSchema = exact(
  {
    ...endpointFields,
    secret: Type.String({
      pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
      description: 'Signs the requests. It is not shown again.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
    }),
  },
  {
    title: 'WebhookEndpointWithSecret',
    description: 'A webhook endpoint with the secret that signs its requests.',
  },
)
export type EndpointWithSecretJson = Static<typeof endpointWithSecretSchema>

export const endpointView = (row: EndpointRow): EndpointJson => ({
  id: publicId('whe', row.id),
  url: row.url,
  description: row.description,
  event_types: row.event_types,
  status: row.status,
  disabled_reason: row.disabled_reason,
  failing_since: toTimestampOrNull(row.failing_since),
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
})

export const deliveryStatus = choice(
  ['PENDING', 'DELIVERED', 'FAILED'],
  'PENDING: another attempt will be made. DELIVERED: the endpoint accepted it. FAILED: there will be no other attempt.',
  { title: 'WebhookDeliveryStatus', example: 'DELIVERED' },
)

export const deliverySchema = exact(
  {
    id: identifier('whd', 'The delivery.'),
    event_id: identifier('evt', 'The event; also the `webhook-id` of every attempt.'),
    organization_id: nullable(
      identifier('org', 'An organization.'),
      'The organization of the event; null for a test of an endpoint of the enterprise.',
    ),
    event_type: Type.Unsafe<string>(withDescription(eventType, 'The type of the event.')),
    status: deliveryStatus,
    attempts: count('Attempts since it was last queued.', 1),
    last_status_code: nullable(
      count('An HTTP status.', 200),
      'The status of the last attempt. Null without an answer.',
    ),
    last_error: nullable(
      anyText('An error code.', 'ECONNREFUSED'),
      'Why the last attempt got no answer. Null if it got one.',
    ),
    last_answer: nullable(
      Type.String({ description: 'A text.', examples: ['unknown event'], maxLength: 1000 }),
      'How the body of the last answer begins, without control characters, if the endpoint did not accept. Null otherwise.',
      { examples: [null] },
    ),
    next_attempt_at: nullable(
      timestamp('An instant.'),
      'When the next attempt is made. Null if there will be none.',
    ),
    created_at: timestamp('When it was created.'),
    updated_at: timestamp('When it last changed.'),
  },
  { title: 'WebhookDelivery', description: 'The delivery of one event to one endpoint.' },
)
export type DeliveryJson = Static<typeof deliverySchema>

export const deliveryView = (row: DeliveryRow): DeliveryJson => ({
  id: publicId('whd', row.id),
  event_id: publicId('evt', row.event_id),
  organization_id: row.of_organization === null ? null : publicId('org', row.of_organization),
  event_type: row.event_type,
  status: row.status,
  attempts: row.attempts,
  last_status_code: row.last_status_code,
  last_error: row.last_error,
  last_answer: row.last_answer,
  next_attempt_at: toTimestampOrNull(row.due_at),
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
})
