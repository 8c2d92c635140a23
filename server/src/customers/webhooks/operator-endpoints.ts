// The operator API that reads webhook endpoints and their deliveries.
import Type, { type Static } from 'typebox'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { sortFilter } from '../../platform/http/filters.ts'
import { pagingQuery, readPage } from '../../platform/http/list.ts'
import {
  anyText,
  dataListOf,
  exact,
  identifier,
  nullable,
  pathId,
  withDescription,
} from '../../platform/http/schemas.ts'
import { publicId, uuidOf, writtenUuid } from '../../platform/ids.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { seesEnterprise } from '../../parties/operators/operator.ts'
import { operatorReads, type ReadDeps } from '../../parties/operators/operator-reads.ts'
import { selectDeliveries } from './delivery-queries.ts'
import { selectSeenEndpoint, selectSeenEndpoints, type SeenEndpoint } from './operator-queries.ts'
import {
  deliverySchema,
  deliveryStatus,
  deliveryView,
  endpointSchema,
  endpointStatus,
  endpointView,
} from './view.ts'

export const deskEndpointSchema = exact(
  {
    ...endpointSchema.properties,
    enterprise_id: identifier('ent', 'The enterprise.'),
    organization_id: nullable(
      identifier('org', 'An organization.'),
      'Whose events it gets. Null: those of all organizations of the enterprise.',
    ),
    organization_name: nullable(anyText('A name.', 'Acme SA'), 'The name of the organization.'),
  },
  { title: 'DeskWebhookEndpoint', description: 'A URL of a customer that receives events.' },
)

export const deskEndpointView = (row: SeenEndpoint): Static<typeof deskEndpointSchema> => ({
  ...endpointView(row),
  enterprise_id: publicId('ent', row.of_enterprise),
  organization_id:
    row.enterprise_id === null ? publicId('org', writtenUuid('org', row.organization_id)) : null,
  organization_name: row.organization_name,
})

export function operatorWebhookReads(api: Api, deps: ReadDeps): void {
  operatorReads<'whe', SeenEndpoint>(api, deps, {
    name: 'webhook_endpoints',
    commands: { list: 'endpoints list --disabled=status:DISABLED', show: 'endpoints show' },
    prefix: 'whe',
    tag: 'Webhooks',
    schema: deskEndpointSchema,
    about: 'Webhook endpoints of organizations and of whole enterprises, without their secrets.',
    filters: {
      status: Type.Optional(withDescription(endpointStatus, 'Endpoints with this status.')),
    },
    made: 'Endpoints created',
    select: (db, scope, { given, ...period }, before, limit) =>
      selectSeenEndpoints(db, scope, { ...period, status: given.status }, before, limit),
    find: selectSeenEndpoint,
    enterpriseOf: (row) => row.of_enterprise,
    view: deskEndpointView,
  })

  addRead(api, {
    path: '/webhook_endpoints/:webhook_endpoint_id/deliveries',
    config: { right: 'read', command: 'endpoints deliveries' },
    tags: ['Webhooks'],
    operationId: 'listOperatorDeliveries',
    summary: 'List the deliveries of a webhook endpoint',
    description: 'By default newest event first, always in pages.',
    params: Type.Object({ webhook_endpoint_id: pathId('whe', 'The webhook endpoint.') }),
    querystring: exact({
      ...pagingQuery,
      status: Type.Optional(withDescription(deliveryStatus, 'Deliveries with this status.')),
      ...sortFilter,
    }),
    answer: dataListOf(deliverySchema, 'A page of deliveries.'),
    async data(request, reply) {
      const id = uuidOf('whe', request.params.webhook_endpoint_id)
      const endpoint = id === undefined ? undefined : await selectSeenEndpoint(deps.db, id)
      const isSeen =
        endpoint !== undefined && seesEnterprise(operatorOfRequest(request), endpoint.of_enterprise)
      if (!isSeen) throw failure('not_found')
      const owned = { ownerId: endpoint.organization_id, id: endpoint.id }
      const { status, sort } = request.query
      const filter = { status, sort }
      const found = await readPage(request, reply, deps, {
        name: `operator deliveries:${endpoint.id}:${JSON.stringify(filter)}`,
        keyFrom: (text) => writtenUuid('evt', text),
        page: (after, limit) => selectDeliveries(deps.db, owned, after, limit, filter),
        keyOf: (row) => row.event_id,
      })
      return found.map(deliveryView)
    },
  })
}
