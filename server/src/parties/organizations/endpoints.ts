// The endpoints that list and get organizations (operations 1 and 2 of the specification), and create one.
import Type from 'typebox'
import type { Api } from '../../platform/http/api-type.ts'
import { failure } from '../../platform/errors.ts'
import { idempotencyOf, sendCreated } from '../../platform/http/idempotency.ts'
import { listConfig, pagingQuery, sendList, type ListDeps } from '../../platform/http/list.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { callerOf, organizationOf } from '../../platform/http/request.ts'
import {
  dataListOf,
  dataOf,
  exact,
  failures,
  idempotencyHeaders,
  organizationParams,
  text,
} from '../../platform/http/schemas.ts'
import { createOrganization, type OrganizationDeps } from './create-organization.ts'
import { selectOrganization, selectOrganizations } from './queries.ts'
import { organizationSchema, organizationView } from './view.ts'
import { writtenUuid } from '../../platform/ids.ts'

const tags = ['Organizations']

type Deps = ListDeps & OrganizationDeps

export function organizationEndpoints(api: Api, deps: Deps): void {
  readOrganizationEndpoints(api, deps)
  createOrganizationEndpoint(api, deps)
}

function readOrganizationEndpoints(api: Api, deps: Deps): void {
  api.get(
    '/organizations',
    {
      config: listConfig,
      schema: {
        tags,
        operationId: 'listOrganizations',
        summary: 'List organizations',
        description:
          'All organizations of the enterprise, oldest first. An API key bound to an organization lists only that one.',
        querystring: exact(pagingQuery),
        response: {
          200: dataListOf(organizationSchema, 'The organizations, or a page of them.'),
          ...failures(),
        },
      },
    },
    (request, reply) => {
      const caller = callerOf(request)
      return sendList(request, reply, deps, {
        name: `organizations:${caller.enterpriseId}`,
        keyFrom: (text) => writtenUuid('org', text),
        page: (after, limit) =>
          selectOrganizations(deps.db, caller.enterpriseId, caller.organizationId, after, limit),
        keyOf: (row) => row.id,
        views: (rows) => rows.map((row) => organizationView(row)),
      })
    },
  )

  api.get(
    '/organizations/:organization_id',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'getOrganization',
        summary: 'Get an organization',
        description: 'The organization with every status that it had.',
        params: Type.Object(organizationParams),
        response: { 200: dataOf(organizationSchema, 'The organization.'), ...failures() },
      },
    },
    async (request) => {
      const row = await selectOrganization(deps.db, organizationOf(request))
      if (row === undefined) throw failure('not_found')
      return { data: organizationView(row) }
    },
  )
}

function createOrganizationEndpoint(api: Api, deps: Deps): void {
  api.post(
    '/organizations',
    {
      config: { scope: 'write', needsIdempotencyKey: true },
      schema: {
        tags,
        operationId: 'createOrganization',
        summary: 'Create an organization',
        description:
          'The organization starts in COMPLIANCE_HOLD until an operator releases it. The sandbox releases it at once.',
        headers: idempotencyHeaders,
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
          },
          { title: 'NewOrganization', description: 'An organization to create.' },
        ),
        response: {
          201: dataOf(organizationSchema, 'The organization.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      if (caller.organizationId !== null) throw failure('organization_not_permitted')
      return sendCreated(
        reply,
        await createOrganization(deps, caller.enterpriseId, request.body, idempotencyOf(request)),
      )
    },
  )
}
