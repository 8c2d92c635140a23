// The endpoints of the API that list refunds and get one.
import Type from 'typebox'
import { refundStatus } from '../events/schemas.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { readEndpoints, type ReadDeps } from '../../platform/http/read-endpoints.ts'
import { amountsOfCurrency } from '../../platform/http/row-filters.ts'
import { withDescription } from '../../platform/http/schemas.ts'
import { selectRefundOfOrganization, seenRefunds } from './list-queries.ts'
import { refundSchema, refundView } from './view.ts'

export const refundEndpoints = (api: Api, deps: ReadDeps): void =>
  readEndpoints(api, deps, {
    name: 'refunds',
    prefix: 'rf',
    tag: 'Refunds',
    schema: refundSchema,
    about: 'Payments back to payers.',
    filters: { status: Type.Optional(withDescription(refundStatus, 'Refunds with this status.')) },
    made: 'Refunds created',
    amounts: amountsOfCurrency,
    select: seenRefunds.select,
    find: selectRefundOfOrganization,
    view: refundView,
  })
