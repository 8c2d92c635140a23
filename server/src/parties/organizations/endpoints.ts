// The endpoints that list and get organizations (operations 1 and 2 of the specification), and create one.
import Type from 'typebox'
import { addCreation, addList, addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { failure } from '../../platform/errors.ts'
import { idempotencyOf } from '../../platform/http/idempotency.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import { metadataField, metadataFilter, metadataOf } from '../../platform/http/metadata.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { callerOf, organizationOf } from '../../platform/http/request.ts'
import { dataListOf, dataOf, exact, organizationParams, text } from '../../platform/http/schemas.ts'
import { createOrganization, type OrganizationDeps } from './create-organization.ts'
import { selectOrganization, selectOrganizations } from './queries.ts'
import { organizationSchema, organizationView } from './view.ts'

const tags = ['Organizations']

type Deps = ListDeps & OrganizationDeps

export function organizationEndpoints(api: Api, deps: Deps): void {
  readOrganizationEndpoints(api, deps)
  createOrganizationEndpoint(api, deps)
}

function readOrganizationEndpoints(api: Api, deps: Deps): void {
  addList(api, deps, {
    path: '/organizations',
    tags,
    operationId: 'listOrganizations',
    summary: 'List organizations',
    description:
      'All organizations of the enterprise, oldest first. An API key bound to an organization lists only that one.',
    querystring: exact({ ...pagingQuery, ...metadataFilter('Organizations') }),
    answer: dataListOf(organizationSchema, 'The organizations, or a page of them.'),
    prefix: 'org',
    list(request) {
      const caller = callerOf(request)
      const metadata = metadataOf(request.query)
      return {
        name: `organizations:${caller.enterpriseId}:${JSON.stringify(metadata)}`,
        page: (after, limit) =>
          selectOrganizations(
            deps.db,
            caller.enterpriseId,
            caller.organizationId,
            after,
            limit,
            metadata,
          ),
        views: (rows) => rows.map((row) => organizationView(row)),
      }
    },
  })

  addRead(api, {
    path: '/organizations/:organization_id',
    config: { scope: 'read' },
    tags,
    operationId: 'getOrganization',
    summary: 'Get an organization',
    description: 'The organization with every status that it had.',
    params: Type.Object(organizationParams),
    answer: dataOf(organizationSchema, 'The organization.'),
    async data(request) {
      const row = await selectOrganization(deps.db, organizationOf(request))
      if (row === undefined) throw failure('not_found')
      return organizationView(row)
    },
  })
}

function createOrganizationEndpoint(api: Api, deps: Deps): void {
  addCreation(api, {
    path: '/organizations',
    config: { scope: 'write' },
    tags,
    operationId: 'createOrganization',
    summary: 'Create an organization',
    description:
      'The organization starts in COMPLIANCE_HOLD until an operator releases it. The sandbox releases it at once.',
    body: exact(
      {
        name: text(200, 'The name of the organization.', 'Acme Exports'),
        contact: exact(
          {
            email: Type.String({
              maxLength: 254,
              description: 'E-mail address.',
              pattern: inputPatterns.email.pattern,
              examples: ['treasury@acme.example'],
            }),
            first_name: text(100, 'Given name.', 'Lucía'),
            last_name: text(100, 'Family name.', 'Rojas'),
          },
          { title: 'NewContact', description: 'The person to speak to at the organization.' },
        ),
        ...metadataField,
      },
      { title: 'NewOrganization', description: 'An organization to create.' },
    ),
    refusals: [409, 413, 415, 422],
    answer: dataOf(organizationSchema, 'The organization.'),
    async created(request) {
      const caller = callerOf(request)
      if (caller.organizationId !== null) throw failure('organization_not_permitted')
      return createOrganization(deps, caller.enterpriseId, request.body, idempotencyOf(request))
    },
  })
}
