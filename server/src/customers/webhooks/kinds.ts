// Webhook endpoints of an organization, and those of an enterprise, which get the events of all its organizations.
import type { FastifyRequest } from 'fastify'
import type { TProperties } from 'typebox'
import { failure } from '../../platform/errors.ts'
import { callerOf, organizationOf } from '../../platform/http/request.ts'
import { organizationParams } from '../../platform/http/schemas.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { EndpointOwner } from './queries.ts'

/** The two kinds of endpoints, which have the same operations. */
export type EndpointKind = {
  list: string
  listParams: TProperties
  /** Part of the operation ids. */
  infix: string
  of: string
  about: string
  ownerOf(request: FastifyRequest): { ownerId: EndpointOwner; enterpriseId: Uuid<'ent'> | null }
}
export const endpointKinds: readonly EndpointKind[] = [
  {
    list: '/organizations/:organization_id/webhook-endpoints',
    listParams: organizationParams,
    infix: '',
    of: '',
    about: '',
    ownerOf: (request) => ({ ownerId: organizationOf(request), enterpriseId: null }),
  },
  {
    list: '/webhook-endpoints',
    listParams: {},
    infix: 'Enterprise',
    of: ' of the enterprise',
    about:
      ' An endpoint of the enterprise gets the events of all its organizations. Keys bound to one organization cannot use it.',
    ownerOf(request) {
      const { enterpriseId, organizationId } = callerOf(request)
      if (organizationId !== null) throw failure('organization_not_permitted')
      return { ownerId: enterpriseId, enterpriseId }
    },
  },
]
