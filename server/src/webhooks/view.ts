// Webhook endpoints and deliveries as they are published. A secret is shown only to whom it was made for:
// in the answer that made it.
import Type, { type Static } from 'typebox'
import { toTimestamp } from '../clock.ts'
import { chosenEventTypes } from '../events/types.ts'
import { exact, identifier, timestamp } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import type { DeliveryRow } from './delivery-queries.ts'
import type { EndpointRow } from './queries.ts'

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const eventTypesSchema = Type.Array(Type.String({ enum: [...chosenEventTypes] }), {
  uniqueItems: true,
  description: 'What is sent; every type when empty.',
  examples: [['order.completed']],
})

const endpointFields = {
  id: identifier('whe', 'The webhook endpoint.'),
  url: Type.String({
    description: 'Where events are sent.',
    examples: ['https://example.com/webhooks/corridor'],
  }),
  description: Type.String({ description: 'Your label; may be empty.', examples: ['Back office'] }),
  event_types: eventTypesSchema,
  status: Type.String({
    enum: ['ENABLED', 'DISABLED'],
    description: 'A disabled endpoint is sent nothing.',
    examples: ['ENABLED'],
  }),
  disabled_reason: Type.Union(
    [Type.String({ enum: ['customer', 'gone', 'failing'] }), Type.Null()],
    {
      description:
        'customer: it was disabled over the API. gone: the receiver answered 410. failing: nothing was accepted for five days. Null while enabled.',
    },
  ),
  failing_since: nullable(timestamp('The first failure since the last success.')),
  created_at: timestamp('When it was made.'),
  updated_at: timestamp('When it last changed.'),
}

export const endpointSchema = exact(endpointFields, { $id: 'WebhookEndpoint' })
export type EndpointJson = Static<typeof endpointSchema>

export const endpointWithSecretSchema = exact(
  {
    ...endpointFields,
    secret: Type.String({
      pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
      description: 'Signs what is sent. It is not shown again.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
    }),
  },
  { $id: 'WebhookEndpointWithSecret' },
)
export type EndpointWithSecretJson = Static<typeof endpointWithSecretSchema>

export const endpointView = (row: EndpointRow): EndpointJson => ({
  id: publicId('whe', row.id),
  url: row.url,
  description: row.description,
  event_types: row.event_types,
  status: row.status,
  disabled_reason: row.disabled_reason,
  failing_since: row.failing_since === null ? null : toTimestamp(row.failing_since),
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
})

export const deliverySchema = exact(
  {
    id: identifier('whd', 'The delivery.'),
    event_id: identifier('evt', 'The event; also the `webhook-id` of every attempt.'),
    event_type: Type.String({
      description: 'The type of the event.',
      examples: ['order.completed'],
    }),
    status: Type.String({
      enum: ['PENDING', 'DELIVERED', 'FAILED'],
      description: 'PENDING: another attempt will be made.',
      examples: ['DELIVERED'],
    }),
    attempts: Type.Integer({ description: 'Attempts since it was last asked for.', examples: [1] }),
    last_status_code: nullable(
      Type.Integer({ description: 'What the last attempt was answered with.', examples: [200] }),
    ),
    last_error: nullable(
      Type.String({
        description: 'Why the last attempt brought no answer.',
        examples: ['ECONNREFUSED'],
      }),
    ),
    next_attempt_at: nullable(timestamp('Null when there will be none.')),
    created_at: timestamp('When it was made.'),
    updated_at: timestamp('When it last changed.'),
  },
  { $id: 'WebhookDelivery' },
)
export type DeliveryJson = Static<typeof deliverySchema>

export const deliveryView = (row: DeliveryRow): DeliveryJson => ({
  id: publicId('whd', row.id),
  event_id: publicId('evt', row.event_id),
  event_type: row.event_type,
  status: row.status,
  attempts: row.attempts,
  last_status_code: row.last_status_code,
  last_error: row.last_error,
  next_attempt_at: row.due_at === null ? null : toTimestamp(row.due_at),
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
})
