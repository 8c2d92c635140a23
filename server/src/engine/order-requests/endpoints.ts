// The API of orders that wait for a second person of the customer.
import Type from 'typebox'
import { addList, addRead, addWrite } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { sendCreated } from '../../platform/http/idempotency.ts'
import { idFilter } from '../../platform/http/filters.ts'
import { metadataField } from '../../platform/http/metadata.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import { callerOf, organizationOf } from '../../platform/http/request.ts'
import {
  dataListOf,
  dataOf,
  exact,
  organizationParams,
  pathId,
  textOrNull,
  withDescription,
  failures,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { approvalStatuses } from '../../parties/acts/queries.ts'
import { selectOrderRequests } from '../../parties/acts/request-queries.ts'
import { orderSchema } from '../orders/view.ts'
import {
  approveRequest,
  endRequest,
  prepareRequest,
  requestOfOrder,
  requireRequest,
  type RequestDeps,
} from './decide.ts'
import { orderRequestSchema, orderRequestView, pricedBySchema, requestStatus } from './view.ts'

type Deps = ListDeps & RequestDeps

const tags = ['Order requests']
const path = '/organizations/:organization_id/order-requests'
const one = `${path}/:order_request_id`
const params = Type.Object({
  ...organizationParams,
  order_request_id: pathId('apr', 'The request.'),
})
const noteField = (description: string) =>
  Type.Optional(textOrNull(500, description, 'The October invoices.'))

export function orderRequestEndpoints(api: Api, deps: Deps): void {
  prepareEndpoint(api, deps)
  readEndpoints(api, deps)
  approveEndpoint(api, deps)
  endEndpoints(api, deps)
}

function prepareEndpoint(api: Api, deps: Deps): void {
  api.post(
    path,
    {
      config: { scope: 'write', isForUsers: true },
      schema: {
        tags,
        operationId: 'prepareOrderRequest',
        summary: 'Prepare an order for approval',
        description:
          'For an order that needs a second person: see `second_person_from` of the settings. Nothing is ordered before somebody else approves it. A repeated request with the same quote returns the one that waits.',
        params: Type.Object(organizationParams),
        body: exact(
          {
            quote_id: pathId('qt', 'The quote to be ordered.'),
            external_reference_id: Type.Optional(
              textOrNull(128, 'Your own reference for the order.', 'invoice-2026-0042'),
            ),
            priced_by: Type.Optional(pricedBySchema),
            note: noteField('For whoever approves it.'),
            ...metadataField,
          },
          { title: 'NewOrderRequest', description: 'An order to prepare.' },
        ),
        response: {
          201: dataOf(orderRequestSchema, 'The request, which waits.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) => {
      const row = await prepareRequest(
        deps,
        callerOf(request),
        organizationOf(request),
        request.body,
      )
      return reply.code(201).send({ data: orderRequestView(row) })
    },
  )
}

function readEndpoints(api: Api, deps: Deps): void {
  addList(api, deps, {
    path: path,
    tags,
    operationId: 'listOrderRequests',
    summary: 'List order requests',
    description: 'Orders that wait, or waited, for a second person, newest first.',
    params: Type.Object(organizationParams),
    querystring: exact({
      ...pagingQuery,
      status: Type.Optional(withDescription(requestStatus, 'Requests with this status now.')),
      order_id: Type.Optional(
        pathId('ord', 'The request that this order was approved in, in place of all.'),
      ),
    }),
    answer: dataListOf(orderRequestSchema, 'The requests, or a page of them.'),
    prefix: 'apr',
    list(request) {
      const organization = publicId('org', organizationOf(request))
      const status = approvalStatuses.find((known) => known === request.query.status) ?? null
      const order = idFilter('ord', request.query.order_id)
      return {
        name: `order-requests:${organization}:${status}:${order}`,
        page: async (before, limit) => {
          if (order === undefined)
            return selectOrderRequests(
              deps.db,
              organization,
              status,
              before,
              limit,
              deps.clock.realNow(),
            )
          const of = await requestOfOrder(deps, organizationOf(request), order)
          return of === undefined || (status !== null && of.status !== status) ? [] : [of]
        },
        views: (rows) => rows.map(orderRequestView),
      }
    },
  })

  addRead(api, {
    path: one,
    config: { scope: 'read' },
    tags,
    operationId: 'getOrderRequest',
    summary: 'Get an order request',
    description: 'As it is now.',
    params,
    answer: dataOf(orderRequestSchema, 'The request.'),
    data: async (request) =>
      orderRequestView(
        await requireRequest(deps, organizationOf(request), request.params.order_request_id),
      ),
  })
}

function approveEndpoint(api: Api, deps: Deps): void {
  api.post(
    `${one}/approve`,
    {
      config: { scope: 'write', userRight: 'approve', isForUsers: true, entersGate: false },
      schema: {
        tags,
        operationId: 'approveOrderRequest',
        summary: 'Approve an order request',
        description:
          'Creates the order with the quote that you saw: between the same instruments, with the prepared total that `priced_by` names. Without `priced_by` it has either of the two. The quote of the preparer has mostly expired, so make another one. Nobody approves what he or she prepared. Two approvals make one order, and a repeated one of the same person returns it.',
        params,
        body: exact(
          { quote_id: pathId('qt', 'The quote to order.') },
          { title: 'OrderRequestApproval', description: 'What is approved.' },
        ),
        response: {
          201: dataOf(orderSchema, 'The order, awaiting funding.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) =>
      sendCreated(
        reply,
        await approveRequest(
          deps,
          callerOf(request),
          organizationOf(request),
          request.params.order_request_id,
          request.body.quote_id,
        ),
      ),
  )
}

const ends = [
  {
    name: 'reject',
    status: 'REJECTED',
    userRight: 'approve',
    operationId: 'rejectOrderRequest',
    summary: 'Reject an order request',
    description: 'Nothing is ordered. The preparer withdraws it instead.',
  },
  {
    name: 'withdraw',
    status: 'WITHDRAWN',
    userRight: 'prepare',
    operationId: 'withdrawOrderRequest',
    summary: 'Withdraw an order request',
    description: 'Nothing is ordered. Only its preparer can withdraw it.',
  },
] as const

function endEndpoints(api: Api, deps: Deps): void {
  for (const { name, status, userRight, ...texts } of ends)
    addWrite(api, {
      method: 'POST',
      path: `${one}/${name}`,
      config: { scope: 'write', userRight, isForUsers: true },
      tags,
      ...texts,
      params,
      body: exact(
        { note: noteField('Why, for the preparer and the audit trail.') },
        { title: 'OrderRequestEnd', description: 'Why it ends.' },
      ),
      refusals: [409, 413, 415],
      answer: dataOf(orderRequestSchema, 'The request as it is now.'),
      data: async (request) =>
        orderRequestView(
          await endRequest(
            deps,
            callerOf(request),
            organizationOf(request),
            request.params.order_request_id,
            status,
            request.body.note ?? '',
          ),
        ),
    })
}
