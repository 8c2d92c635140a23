// The endpoints that create and get offerings: operations 7 and 8 of the specification.
import Type from 'typebox'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { failure } from '../../platform/errors.ts'
import { idempotencyOf, sendCreated } from '../../platform/http/idempotency.ts'
import { organizationOf, ownedId } from '../../platform/http/request.ts'
import {
  dataListOf,
  dataOf,
  emptyBody,
  failures,
  idempotencyHeaders,
  organizationParams,
  pathId,
} from '../../platform/http/schemas.ts'
import { createOfferings, type OfferingDeps } from './create-offerings.ts'
import { offeringSchema, offeringView } from './view.ts'

const tags = ['Offerings']

export function offeringEndpoints(api: Api, deps: OfferingDeps): void {
  api.post(
    '/organizations/:organization_id/offerings',
    {
      config: { scope: 'write', userRight: 'quote', needsIdempotencyKey: true, cost: 50 },
      // Accept a missing body like an empty object.
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {}
      },
      schema: {
        tags,
        operationId: 'createOfferings',
        summary: 'Create offerings',
        description:
          'Creates one offering for each enabled route and each pair of active instruments that fits it. Send no body or an empty object.',
        params: Type.Object(organizationParams),
        headers: idempotencyHeaders,
        body: Type.Optional(emptyBody),
        response: {
          201: dataListOf(offeringSchema, 'The new offerings; empty if nothing fits.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) =>
      sendCreated(
        reply,
        await createOfferings(deps, organizationOf(request), idempotencyOf(request)),
      ),
  )

  addRead(api, {
    path: '/organizations/:organization_id/offerings/:offering_id',
    config: { scope: 'read', entersGate: false },
    tags,
    operationId: 'getOffering',
    summary: 'Get an offering',
    description: 'The offering as it was created. Its rate does not change any more.',
    params: Type.Object({ ...organizationParams, offering_id: pathId('off', 'The offering.') }),
    answer: dataOf(offeringSchema, 'The offering.'),
    async data(request) {
      const owned = ownedId(request, 'off', request.params.offering_id)
      const row = await deps.catalogue.offering(owned)
      if (row === undefined) throw failure('not_found')
      return offeringView(deps.catalogue, row)
    },
  })
}
