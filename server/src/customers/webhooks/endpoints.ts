// The endpoints of the API for webhook endpoints, their secrets and their deliveries.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import {
  addCreation,
  addList,
  addListByKey,
  addRead,
  addWrite,
} from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { nameEndOf } from '../../platform/db/sorts.ts'
import { failure } from '../../platform/errors.ts'
import { idempotencyOf } from '../../platform/http/idempotency.ts'
import { sortFilter } from '../../platform/http/filters.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import { tenantOf } from '../../platform/http/request.ts'
import { dataListOf, dataOf, exact, pathId } from '../../platform/http/schemas.ts'
import { uuidOf, writtenUuid } from '../../platform/ids.ts'
import { changeEndpoint } from './change-endpoint.ts'
import { createEndpoint, type EndpointDeps } from './create-endpoint.ts'
import { selectDeliveries } from './delivery-queries.ts'
import {
  selectEndpoint,
  selectEndpoints,
  updateEndpointDeleted,
  type OwnedEndpoint,
} from './queries.ts'
import { queueRedelivery, queueTest, type QueueDeps } from './queue-deliveries.ts'
import { endpointKinds, type EndpointKind } from './kinds.ts'
import {
  createdAfter,
  createdBefore,
  description,
  oneEvent,
  queuedEvents,
  queuedTest,
  redeliverySchema,
  url,
} from './request-schemas.ts'
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

type OneRequest = FastifyRequest<{ Params: { webhook_endpoint_id: string } }>
type WebhookDeps = ListDeps & EndpointDeps & QueueDeps

export function webhookEndpoints(api: Api, deps: WebhookDeps): void {
  for (const kind of endpointKinds) {
    createAndListEndpoints(api, deps, kind)
    getAndChangeEndpoint(api, deps, kind)
    deleteRotateAndTestEndpoint(api, deps, kind)
    deliveriesOfEndpoint(api, deps, kind)
  }
}

const oneOf = ({ list }: EndpointKind): string => `${list}/:webhook_endpoint_id`

const paramsOf = ({ listParams }: EndpointKind) =>
  Type.Unsafe<{ webhook_endpoint_id: string }>(
    Type.Object({ ...listParams, webhook_endpoint_id: pathId('whe', 'The webhook endpoint.') }),
  )

function ownedEndpoint({ ownerOf }: EndpointKind, request: OneRequest): OwnedEndpoint {
  const { ownerId } = ownerOf(request)
  const id = uuidOf('whe', request.params.webhook_endpoint_id)
  if (id === undefined) throw failure('not_found')
  return { ownerId, id }
}

function createAndListEndpoints(
  api: Api,
  deps: WebhookDeps,
  { list, listParams, infix, of, about, ownerOf }: EndpointKind,
): void {
  addCreation(api, {
    path: list,
    config: { scope: 'write', userRight: 'develop' },
    tags,
    operationId: `create${infix}WebhookEndpoint`,
    summary: `Create a webhook endpoint${of}`,
    description: `The answer has the secret that signs the requests. It is not shown again.${about}`,
    params: Type.Object(listParams),
    body: exact(
      {
        url,
        description: Type.Optional(description),
        event_types: Type.Optional(eventTypesSchema),
      },
      { title: 'NewWebhookEndpoint', description: 'A webhook endpoint to create.' },
    ),
    refusals: [409, 413, 415, 422],
    answer: dataOf(endpointWithSecretSchema, 'The endpoint with its secret.'),
    created: (request) =>
      createEndpoint(deps, ownerOf(request), request.body, idempotencyOf(request)),
  })

  addList(api, deps, {
    path: list,
    tags,
    operationId: `list${infix}WebhookEndpoints`,
    summary: `List webhook endpoints${of}`,
    description: `Oldest first.${about}`,
    params: Type.Object(listParams),
    querystring: exact(pagingQuery),
    answer: dataListOf(endpointSchema, 'The endpoints, or a page of them.'),
    prefix: 'whe',
    list(request) {
      const { ownerId } = ownerOf(request)
      return {
        name: `webhook-endpoints:${ownerId}`,
        page: (after, limit) => selectEndpoints(deps.db, ownerId, after, limit),
        views: (rows) => rows.map(endpointView),
      }
    },
  })
}

function getAndChangeEndpoint(api: Api, deps: WebhookDeps, kind: EndpointKind): void {
  const one = oneOf(kind)
  const { infix, of, about } = kind
  addRead(api, {
    path: one,
    config: { scope: 'read' },
    tags,
    operationId: `get${infix}WebhookEndpoint`,
    summary: `Get a webhook endpoint${of}`,
    description: `The endpoint without its secret.${about}`,
    params: paramsOf(kind),
    answer: dataOf(endpointSchema, 'The endpoint.'),
    async data(request) {
      const owned = ownedEndpoint(kind, request)
      const row = await selectEndpoint(deps.db, owned)
      if (row === undefined) throw failure('not_found')
      return endpointView(row)
    },
  })

  addWrite(api, {
    method: 'PATCH',
    path: one,
    config: { scope: 'write', userRight: 'develop' },
    tags,
    operationId: `change${infix}WebhookEndpoint`,
    summary: `Change a webhook endpoint${of}`,
    description: `Omitted fields do not change. Enabling the endpoint resets its failures.${about}`,
    params: paramsOf(kind),
    body: exact(
      {
        url: Type.Optional(url),
        description: Type.Optional(description),
        event_types: Type.Optional(eventTypesSchema),
        status: Type.Optional(endpointStatus),
      },
      { title: 'WebhookEndpointChanges', description: 'Omitted fields do not change.' },
    ),
    refusals: [413, 415, 422],
    answer: dataOf(endpointSchema, 'The endpoint as it is now.'),
    async data(request) {
      const owned = ownedEndpoint(kind, request)
      return await changeEndpoint(deps, owned, request.body)
    },
  })
}

function deleteRotateAndTestEndpoint(api: Api, deps: WebhookDeps, kind: EndpointKind): void {
  const one = oneOf(kind)
  const { infix, of, about } = kind
  addWrite(api, {
    method: 'DELETE',
    path: one,
    config: { scope: 'write', userRight: 'develop' },
    tags,
    operationId: `delete${infix}WebhookEndpoint`,
    summary: `Delete a webhook endpoint${of}`,
    description: `No further events are sent to it. The answer shows the endpoint before its deletion.${about}`,
    params: paramsOf(kind),
    answer: dataOf(endpointSchema, 'The endpoint as it was.'),
    async data(request) {
      const owned = ownedEndpoint(kind, request)
      const row = await updateEndpointDeleted(deps.db, owned, deps.clock.now())
      if (row === undefined) throw failure('not_found')
      return endpointView(row)
    },
  })

  addWrite(api, {
    method: 'POST',
    path: `${one}/rotate-secret`,
    config: { scope: 'write', userRight: 'develop' },
    tags,
    operationId: `rotate${infix}WebhookSecret`,
    summary: `Rotate the secret of a webhook endpoint${of}`,
    description: `The answer has the new secret, which is not shown again. The previous secret also signs for 24 hours.${about}`,
    params: paramsOf(kind),
    answer: dataOf(endpointWithSecretSchema, 'The endpoint with its new secret.'),
    async data(request) {
      const owned = ownedEndpoint(kind, request)
      return await rotateSecret(deps, owned)
    },
  })

  addWrite(api, {
    method: 'POST',
    path: `${one}/test`,
    config: { scope: 'write', userRight: 'develop' },
    tags,
    operationId: `test${infix}WebhookEndpoint`,
    summary: `Test a webhook endpoint${of}`,
    description: `Sends an event of the type \`webhook.test\` to the endpoint.${about}`,
    params: paramsOf(kind),
    refusals: [409],
    answer: dataOf(queuedTest, 'The event was queued.'),
    async data(request) {
      const owned = ownedEndpoint(kind, request)
      return await queueTest(deps, owned)
    },
  })
}

function deliveriesOfEndpoint(api: Api, deps: WebhookDeps, kind: EndpointKind): void {
  const one = oneOf(kind)
  const { infix, of, about } = kind
  addListByKey(api, deps, {
    path: `${one}/deliveries`,
    tags,
    operationId: `list${infix}WebhookDeliveries`,
    summary: `List the deliveries of a webhook endpoint${of}`,
    description: `By default the newest event first.${about}`,
    params: paramsOf(kind),
    querystring: exact({ ...pagingQuery, ...sortFilter }),
    answer: dataListOf(deliverySchema, 'The deliveries, or a page of them.'),
    async list(request) {
      const owned = ownedEndpoint(kind, request)
      const endpoint = await deps.gate.run(tenantOf(request), () => selectEndpoint(deps.db, owned))
      if (endpoint === undefined) throw failure('not_found')
      const { sort = 'newest_first' } = request.query
      return {
        name: `webhook-deliveries:${owned.id}${nameEndOf(sort)}`,
        keyFrom: (text) => writtenUuid('evt', text),
        page: (after, limit) => selectDeliveries(deps.db, owned, after, limit, { sort }),
        keyOf: (row) => row.event_id,
        views: (rows) => rows.map(deliveryView),
      }
    },
  })

  addWrite(api, {
    method: 'POST',
    path: `${one}/redeliver`,
    config: {
      scope: 'write',
      userRight: 'develop',
      cost: 50,
      published: { body: redeliverySchema },
    },
    tags,
    operationId: `redeliver${infix}Webhooks`,
    summary: `Send events again${of && `, to an endpoint${of}`}`,
    description: `One event, or the events of a period that the endpoint listens to, up to the oldest 10000.${about}`,
    params: paramsOf(kind),
    body: exact({
      event_id: Type.Optional(oneEvent),
      created_after: Type.Optional(createdAfter),
      created_before: Type.Optional(createdBefore),
    }),
    refusals: [409, 413, 415],
    answer: dataOf(queuedEvents, 'The events were queued.'),
    async data(request) {
      const owned = ownedEndpoint(kind, request)
      return await queueRedelivery(deps, owned, request.body)
    },
  })
}
