// The endpoints of the API that list refunds and get one.
import Type from 'typebox'
import type { Db } from '../../platform/db/pool.ts'
import { refundStatus } from '../events/schemas.ts'
import type { Api } from '../../platform/http/api-type.ts'
import type { ListDeps } from '../../platform/http/list.ts'
import { readEndpoints } from '../../platform/http/read-endpoints.ts'
import { withDescription } from '../../platform/http/schemas.ts'
import { refundsOfOrganization } from './list-queries.ts'
import { refundSchema, refundView } from './view.ts'

export const refundEndpoints = (api: Api, deps: ListDeps & { db: Db }): void =>
  readEndpoints(api, deps, {
    name: 'refunds',
    prefix: 'rf',
    tag: 'Refunds',
    schema: refundSchema,
    about: 'Payments back to payers.',
    filters: { status: Type.Optional(withDescription(refundStatus, 'Refunds with this status.')) },
    made: 'Refunds created',
    ...refundsOfOrganization,
    view: refundView,
  })
