// The endpoints of the API for webhook endpoints, their secrets and their deliveries.
import Type from 'typebox'
import type { Api } from '../http/api-type.ts'
import { failure } from '../errors.ts'
import { idempotencyOf, sendCreated } from '../http/idempotency.ts'
import { listConfig, pagingQuery, sendList, type ListDeps } from '../http/list.ts'
import { inputPatterns } from '../http/patterns.ts'
import { organizationOf, ownedId, tenantOf } from '../http/request.ts'
import {
  count,
  dataListOf,
  dataOf,
  exact,
  failures,
  idempotencyHeaders,
  identifier,
  instant,
  organizationParams,
  pathId,
} from '../http/schemas.ts'
import { writtenUuid } from '../ids.ts'
import { changeEndpoint } from './change-endpoint.ts'
import { createEndpoint, type EndpointDeps } from './create-endpoint.ts'
import { selectDeliveries } from './delivery-queries.ts'
import { selectEndpoint, selectEndpoints, updateEndpointDeleted } from './queries.ts'
import { queueRedelivery, queueTest, type QueueDeps } from './queue-deliveries.ts'
import { rotateSecret } from './rotate-secret.ts'
import {
  deliverySchema,
  deliveryView,
  endpointSchema,
  endpointStatus,
  endpointView,
  endpointWithSecretSchema,
  eventTypesSchema,
} from './view.ts'

const tags = ['Webhooks']
const endpointParams = {
  ...organizationParams,
  webhook_endpoint_id: pathId('whe', 'The webhook endpoint.'),
}
const list = '/organizations/:organization_id/webhook-endpoints'
const one = `${list}/:webhook_endpoint_id`

const url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'An https URL of a public address, without user name, password or fragment. A sandbox also accepts http to its own machine.',
  examples: ['https://example.com/webhooks/corridor'],
})
const description = Type.String({
  maxLength: 200,
  pattern: inputPatterns.label.pattern,
  description: 'Your label.',
  examples: ['Back office'],
})
const oneEvent = pathId('evt', 'One event, whatever its type.')
const createdAfter = instant('Events later than this instant.', '2026-03-02T00:00:00Z')
const createdBefore = instant('Events earlier than this instant.', '2026-03-03T00:00:00Z')

// The published schema. The route validates a looser one, so that the handler can name the wrong field.
const redeliverySchema = Type.Unsafe({
  title: 'Redelivery',
  description: 'One event, or the events of a period.',
  oneOf: [
    exact(
      { event_id: oneEvent },
      { title: 'RedeliveryOfEvent', description: 'Sends one event again.' },
    ),
    exact(
      { created_after: createdAfter, created_before: createdBefore },
      { title: 'RedeliveryOfTime', description: 'Sends the events of a period again.' },
    ),
  ],
})

const queuedTest = exact(
  { event_id: identifier('evt', 'The event that is sent.') },
  { title: 'QueuedTest', description: 'A test that was queued.' },
)
const queuedEvents = exact(
  { queued: count('How many events are sent.', 1) },
  { title: 'QueuedEvents', description: 'Events that were queued.' },
)

export function webhookEndpoints(api: Api, deps: ListDeps & EndpointDeps & QueueDeps): void {
  api.post(
    list,
    {
      config: { scope: 'write', needsIdempotencyKey: true },
      schema: {
        tags,
        operationId: 'createWebhookEndpoint',
        summary: 'Create a webhook endpoint',
        description: 'The answer has the secret that signs the requests. It is not shown again.',
        params: Type.Object(organizationParams),
        headers: idempotencyHeaders,
        body: exact(
          {
            url,
            description: Type.Optional(description),
            event_types: Type.Optional(eventTypesSchema),
          },
          { title: 'NewWebhookEndpoint', description: 'A webhook endpoint to create.' },
        ),
        response: {
          201: dataOf(endpointWithSecretSchema, 'The endpoint with its secret.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) =>
      sendCreated(
        reply,
        await createEndpoint(deps, organizationOf(request), request.body, idempotencyOf(request)),
      ),
  )

  api.get(
    list,
    {
      config: listConfig,
      schema: {
        tags,
        operationId: 'listWebhookEndpoints',
        summary: 'List webhook endpoints',
        description: 'Oldest first.',
        params: Type.Object(organizationParams),
        querystring: exact(pagingQuery),
        response: {
          200: dataListOf(endpointSchema, 'The endpoints, or a page of them.'),
          ...failures(),
        },
      },
    },
    (request, reply) => {
      const organizationId = organizationOf(request)
      return sendList(request, reply, deps, {
        name: `webhook-endpoints:${organizationId}`,
        keyFrom: (text) => writtenUuid('whe', text),
        page: (after, limit) => selectEndpoints(deps.db, organizationId, after, limit),
        keyOf: (row) => row.id,
        views: (rows) => rows.map(endpointView),
      })
    },
  )

  api.get(
    one,
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'getWebhookEndpoint',
        summary: 'Get a webhook endpoint',
        description: 'The endpoint without its secret.',
        params: Type.Object(endpointParams),
        response: { 200: dataOf(endpointSchema, 'The endpoint.'), ...failures() },
      },
    },
    async (request) => {
      const owned = ownedId(request, 'whe', request.params.webhook_endpoint_id)
      const row = await selectEndpoint(deps.db, owned)
      if (row === undefined) throw failure('not_found')
      return { data: endpointView(row) }
    },
  )

  api.patch(
    one,
    {
      config: { scope: 'write' },
      schema: {
        tags,
        operationId: 'changeWebhookEndpoint',
        summary: 'Change a webhook endpoint',
        description: 'Omitted fields do not change. Enabling the endpoint resets its failures.',
        params: Type.Object(endpointParams),
        body: exact(
          {
            url: Type.Optional(url),
            description: Type.Optional(description),
            event_types: Type.Optional(eventTypesSchema),
            status: Type.Optional(endpointStatus),
          },
          { title: 'WebhookEndpointChanges', description: 'Omitted fields do not change.' },
        ),
        response: {
          200: dataOf(endpointSchema, 'The endpoint as it is now.'),
          ...failures(413, 415, 422),
        },
      },
    },
    async (request) => {
      const owned = ownedId(request, 'whe', request.params.webhook_endpoint_id)
      return { data: await changeEndpoint(deps, owned, request.body) }
    },
  )

  api.delete(
    one,
    {
      config: { scope: 'write' },
      schema: {
        tags,
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete a webhook endpoint',
        description:
          'No further events are sent to it. The answer shows the endpoint before its deletion.',
        params: Type.Object(endpointParams),
        response: { 200: dataOf(endpointSchema, 'The endpoint as it was.'), ...failures() },
      },
    },
    async (request) => {
      const owned = ownedId(request, 'whe', request.params.webhook_endpoint_id)
      const row = await updateEndpointDeleted(deps.db, owned, deps.clock.now())
      if (row === undefined) throw failure('not_found')
      return { data: endpointView(row) }
    },
  )

  api.post(
    `${one}/rotate-secret`,
    {
      config: { scope: 'write' },
      schema: {
        tags,
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the secret of a webhook endpoint',
        description:
          'The answer has the new secret, which is not shown again. The previous secret also signs for 24 hours.',
        params: Type.Object(endpointParams),
        response: {
          200: dataOf(endpointWithSecretSchema, 'The endpoint with its new secret.'),
          ...failures(),
        },
      },
    },
    async (request) => {
      const owned = ownedId(request, 'whe', request.params.webhook_endpoint_id)
      return { data: await rotateSecret(deps, owned) }
    },
  )

  api.post(
    `${one}/test`,
    {
      config: { scope: 'write' },
      schema: {
        tags,
        operationId: 'testWebhookEndpoint',
        summary: 'Test a webhook endpoint',
        description: 'Sends an event of the type `webhook.test` to the endpoint.',
        params: Type.Object(endpointParams),
        response: {
          200: dataOf(queuedTest, 'The event was queued.'),
          ...failures(409),
        },
      },
    },
    async (request) => {
      const owned = ownedId(request, 'whe', request.params.webhook_endpoint_id)
      return { data: await queueTest(deps, owned) }
    },
  )

  api.get(
    `${one}/deliveries`,
    {
      config: listConfig,
      schema: {
        tags,
        operationId: 'listWebhookDeliveries',
        summary: 'List the deliveries of a webhook endpoint',
        description: 'The newest event first.',
        params: Type.Object(endpointParams),
        querystring: exact(pagingQuery),
        response: {
          200: dataListOf(deliverySchema, 'The deliveries, or a page of them.'),
          ...failures(),
        },
      },
    },
    async (request, reply) => {
      const owned = ownedId(request, 'whe', request.params.webhook_endpoint_id)
      const endpoint = await deps.gate.run(tenantOf(request), () => selectEndpoint(deps.db, owned))
      if (endpoint === undefined) throw failure('not_found')
      return sendList(request, reply, deps, {
        name: `webhook-deliveries:${owned.id}`,
        keyFrom: (text) => writtenUuid('evt', text),
        page: (after, limit) => selectDeliveries(deps.db, owned, after, limit),
        keyOf: (row) => row.event_id,
        views: (rows) => rows.map(deliveryView),
      })
    },
  )

  api.post(
    `${one}/redeliver`,
    {
      config: { scope: 'write', cost: 50, published: { body: redeliverySchema } },
      schema: {
        tags,
        operationId: 'redeliverWebhooks',
        summary: 'Send events again',
        description:
          'One event, or the events of a period that the endpoint listens to, up to the oldest 10000.',
        params: Type.Object(endpointParams),
        body: exact({
          event_id: Type.Optional(oneEvent),
          created_after: Type.Optional(createdAfter),
          created_before: Type.Optional(createdBefore),
        }),
        response: {
          200: dataOf(queuedEvents, 'The events were queued.'),
          ...failures(409, 413, 415),
        },
      },
    },
    async (request) => {
      const owned = ownedId(request, 'whe', request.params.webhook_endpoint_id)
      return { data: await queueRedelivery(deps, owned, request.body) }
    },
  )
}
