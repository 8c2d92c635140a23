// The endpoints of orders: create, list, get and simulated funding (operations 10 to 13 of the specification), timeline, open
// acts, cancel, refund and retry.
import Type from 'typebox'
import { addCreation, addList, addRead, addWrite } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { failure } from '../../platform/errors.ts'
import { idFilter, periodOf, timeFilters } from '../../platform/http/filters.ts'
import { idempotencyOf, sendCreated } from '../../platform/http/idempotency.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import {
  metadataField,
  metadataFilter,
  metadataOf,
  metadataSchema,
  type GivenMetadata,
} from '../../platform/http/metadata.ts'
import { JSON_TYPE } from '../../platform/http/rendered.ts'
import { callerOf, organizationOf, ownedId } from '../../platform/http/request.ts'
import { requireAlone } from '../order-requests/covered.ts'
import {
  dataListOf,
  dataOf,
  emptyBody,
  exact,
  withDescription,
  idempotencyHeaders,
  pathId,
  text,
  textOrNull,
  failures,
} from '../../platform/http/schemas.ts'
import { cancelOrder } from './cancel-order.ts'
import { createOrder, type CreateDeps } from './create-order.ts'
import { listOrderActs, orderActSchema } from './customer-acts.ts'
import { selectOrders, type OrderFilter } from './list-queries.ts'
import { refundOrder } from './refund-order.ts'
import { requireOrder } from './require-order.ts'
import { retryOrder, type RetryDeps } from './retry-order.ts'
import { showOrder, type ShowDeps } from './show-order.ts'
import { simulateFunding, type FundingDeps } from './simulate-funding.ts'
import { orderStatuses } from './states.ts'
import { orderTimeline, timelineSchema } from './timeline.ts'
import { orderSchema, orderStatus, orderView, orderViews } from './view.ts'

const tags = ['Orders']

const endings = [
  {
    name: 'cancel',
    operationId: 'cancelOrder',
    summary: 'Cancel an order',
    description: 'Possible while the order awaits funding. Deposits received so far are refunded.',
    carryOut: cancelOrder,
  },
  {
    name: 'refund',
    operationId: 'refundOrder',
    summary: 'Refund a declined order',
    description: 'Sends the money of a declined order back instead of retrying it.',
    carryOut: refundOrder,
  },
]
const organizationParams = { organization_id: pathId('org', 'The organization.') }
const orderParams = { ...organizationParams, order_id: pathId('ord', 'The order.') }

const filterQuery = {
  status: Type.Optional(withDescription(orderStatus, 'Orders with this status now.')),
  ...timeFilters('Orders created'),
  external_reference_id: Type.Optional(
    text(128, 'Your own reference, in full.', 'invoice-2026-0042'),
  ),
  offering_id: Type.Optional(pathId('off', 'Orders of this offering.')),
  ...metadataFilter('Orders'),
}

type OrderDeps = ListDeps & ShowDeps & CreateDeps & RetryDeps & FundingDeps

export function orderEndpoints(api: Api, deps: OrderDeps): void {
  createOrderEndpoint(api, deps)
  listOrdersEndpoint(api, deps)
  getOrderAndTimeline(api, deps)
  endingEndpoints(api, deps)
  listOrderActsEndpoint(api, deps)
  retryOrderEndpoint(api, deps)
  if (deps.config.environment === 'sandbox') simulateFundingEndpoint(api, deps)
}

function createOrderEndpoint(api: Api, deps: OrderDeps): void {
  api.post(
    '/organizations/:organization_id/orders',
    {
      config: { scope: 'write', needsIdempotencyKey: true, entersGate: false },
      schema: {
        tags,
        operationId: 'createOrder',
        summary: 'Create an order',
        description:
          'Creates an order from a quote and returns the instructions to fund it, with their end in `funding_expires_at`. A quote can be used for one order. Refused with `quote_expired`, `quote_already_used` or `external_reference_taken`.',
        params: Type.Object(organizationParams),
        headers: idempotencyHeaders,
        body: exact(
          {
            quote_id: pathId('qt', 'The quote to convert into an order.'),
            external_reference_id: Type.Optional(
              textOrNull(
                128,
                'Your own reference, unique in the organization; null is the same as none.',
                'invoice-2026-0042',
              ),
            ),
            ...metadataField,
          },
          { title: 'NewOrder', description: 'An order to create.' },
        ),
        response: {
          201: dataOf(orderSchema, 'The order, awaiting funding.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) => {
      const { quote_id: quoteId, external_reference_id: externalReferenceId = null } = request.body
      const input = { quoteId, externalReferenceId, metadata: request.body.metadata }
      await requireAlone(deps, callerOf(request), organizationOf(request), quoteId)
      return sendCreated(
        reply,
        await createOrder(deps, organizationOf(request), input, idempotencyOf(request)),
      )
    },
  )
}

function listOrdersEndpoint(api: Api, deps: OrderDeps): void {
  addList(api, deps, {
    path: '/organizations/:organization_id/orders',
    tags,
    operationId: 'listOrders',
    summary: 'List orders',
    description:
      'Newest first. Without `limit` and `cursor` the response streams the complete list. A body that ends early is incomplete.',
    params: Type.Object(organizationParams),
    querystring: exact({ ...pagingQuery, ...filterQuery }),
    answer: dataListOf(orderSchema, 'The orders, or a page of them.'),
    prefix: 'ord',
    list(request) {
      const organizationId = organizationOf(request)
      const filter = filterOf(request.query)
      return {
        name: `orders:${organizationId}:${JSON.stringify(filter)}`,
        page: (after, limit) => selectOrders(deps.db, organizationId, filter, after, limit),
        views: (rows) => orderViews(deps.catalogue, rows),
      }
    },
  })
}

function getOrderAndTimeline(api: Api, deps: OrderDeps): void {
  api.get(
    '/organizations/:organization_id/orders/:order_id',
    {
      config: { scope: 'read', entersGate: false },
      schema: {
        tags,
        operationId: 'getOrder',
        summary: 'Get an order',
        description:
          'The order as it is now, with every status that it had. Amounts and rates are decimal strings.',
        params: Type.Object(orderParams),
        response: { 200: dataOf(orderSchema, 'The order.'), ...failures() },
      },
    },
    async (request, reply) => {
      const owned = ownedId(request, 'ord', request.params.order_id)
      const body = await showOrder(deps, owned)
      if (body === null) throw failure('not_found')
      return reply.type(JSON_TYPE).send(body)
    },
  )

  addRead(api, {
    path: '/organizations/:organization_id/orders/:order_id/timeline',
    config: { scope: 'read', cost: 10 },
    tags,
    operationId: 'getOrderTimeline',
    summary: "Get an order's timeline",
    description:
      'The history of the order and of your money: events, deposits, the fill at your rate, payouts, refunds and the transfers of your account.',
    params: Type.Object(orderParams),
    answer: dataOf(timelineSchema, 'The history of the order.'),
    async data(request) {
      const owned = ownedId(request, 'ord', request.params.order_id)
      const row = await requireOrder(deps, owned)
      return orderTimeline(deps, row)
    },
  })
}

function listOrderActsEndpoint(api: Api, deps: OrderDeps): void {
  addRead(api, {
    path: '/organizations/:organization_id/orders/:order_id/acts',
    config: { scope: 'read' },
    tags,
    operationId: 'listOrderActs',
    summary: 'List what can be done with an order',
    description:
      'Whether the order can be cancelled, refunded or retried now, and why not: from the rules that carry it out.',
    params: Type.Object(orderParams),
    answer: dataListOf(orderActSchema, 'The acts.'),
    async data(request) {
      const order = await requireOrder(deps, ownedId(request, 'ord', request.params.order_id))
      return listOrderActs(deps, order)
    },
  })
}

function endingEndpoints(api: Api, deps: OrderDeps): void {
  for (const { name, operationId, summary, description, carryOut } of endings) {
    api.post(
      `/organizations/:organization_id/orders/:order_id/${name}`,
      {
        config: { scope: 'write', entersGate: false },
        // Accept a missing body like an empty object.
        preValidation: async (request) => {
          if (request.body === undefined) request.body = {}
        },
        schema: {
          tags,
          operationId,
          summary,
          description: `${description} Idempotent: a repeated request returns the order as it is now.`,
          params: Type.Object(orderParams),
          body: Type.Optional(emptyBody),
          response: {
            200: dataOf(orderSchema, 'The order as it is now.'),
            ...failures(409, 413, 415),
          },
        },
      },
      async (request) => {
        const owned = ownedId(request, 'ord', request.params.order_id)
        const order = await carryOut(deps, owned)
        return { data: await orderView(deps.catalogue, order) }
      },
    )
  }
}

function retryOrderEndpoint(api: Api, deps: OrderDeps): void {
  addCreation(api, {
    path: '/organizations/:organization_id/orders/:order_id/retry',
    config: { scope: 'write' },
    tags,
    operationId: 'retryOrder',
    summary: 'Retry a declined order',
    description:
      'Creates an order from a fresh quote of the same offering and funds it with the money of the declined order. The rest of the money is refunded.',
    params: Type.Object(orderParams),
    body: exact(
      {
        quote_id: pathId('qt', 'A fresh quote of the same offering.'),
        external_reference_id: Type.Optional(
          textOrNull(
            128,
            'Your own reference, unique in the organization; null is the same as none.',
            'invoice-2026-0042-2',
          ),
        ),
        metadata: Type.Optional(
          withDescription(
            metadataSchema,
            'Without it, the new order has that of the declined one.',
          ),
        ),
      },
      {
        title: 'OrderRetry',
        description: 'An order to create with the money of a declined one.',
      },
    ),
    refusals: [409, 413, 415, 422],
    answer: dataOf(orderSchema, 'The new order, funded with the money of the declined one.'),
    created(request) {
      const { quote_id: quoteId, external_reference_id: externalReferenceId = null } = request.body
      const owned = ownedId(request, 'ord', request.params.order_id)
      const input = { quoteId, externalReferenceId, metadata: request.body.metadata }
      return retryOrder(deps, owned, input, idempotencyOf(request))
    },
  })
}

function simulateFundingEndpoint(api: Api, deps: OrderDeps): void {
  addWrite(api, {
    method: 'POST',
    path: '/organizations/:organization_id/orders/:order_id/simulate-demo-funding',
    config: { scope: 'write', sandboxKeyOnly: true, entersGate: false },
    tags: ['Sandbox'],
    operationId: 'simulateDemoFunding',
    summary: 'Simulate that the customer funded an order',
    description:
      'Sandbox only. The order then advances to STEP_4_COMPLETED without further requests.',
    params: Type.Object(orderParams),
    body: exact(
      {
        request_id: Type.Optional(
          Type.String({
            maxLength: 255,
            description: 'An id for tracing. It is only logged.',
            examples: ['demo-1'],
          }),
        ),
      },
      { title: 'SimulatedFunding', description: 'May be empty.' },
    ),
    refusals: [409, 413, 415],
    answer: dataOf(orderSchema, 'The order, funded.'),
    async data(request) {
      request.log.info(
        { request_id: request.id, client_request_id: request.body.request_id },
        'simulated funding',
      )
      const order = await simulateFunding(deps, ownedId(request, 'ord', request.params.order_id))
      return await orderView(deps.catalogue, order)
    },
  })
}

type FilterQuery = GivenMetadata & {
  status?: string
  created_after?: string
  created_before?: string
  external_reference_id?: string
  offering_id?: string
}

function filterOf(query: FilterQuery): OrderFilter {
  return {
    status: orderStatuses.find((known) => known === query.status),
    ...periodOf(query),
    externalReferenceId: query.external_reference_id,
    offeringId: idFilter('off', query.offering_id),
    metadata: metadataOf(query),
  }
}
