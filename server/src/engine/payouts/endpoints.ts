// The endpoints of the API that list payouts and get one.
import Type from 'typebox'
import type { Db } from '../../platform/db/pool.ts'
import type { Api } from '../../platform/http/api-type.ts'
import type { ListDeps } from '../../platform/http/list.ts'
import { readEndpoints } from '../../platform/http/read-endpoints.ts'
import { withDescription } from '../../platform/http/schemas.ts'
import { payoutsOfOrganization } from './list-queries.ts'
import { payoutSchema, payoutStatus, payoutView } from './view.ts'

export const payoutEndpoints = (api: Api, deps: ListDeps & { db: Db }): void =>
  readEndpoints(api, deps, {
    name: 'payouts',
    prefix: 'po',
    tag: 'Payouts',
    schema: payoutSchema,
    about: 'Attempts to pay beneficiaries. An order has several if one was rejected or came back.',
    filters: { status: Type.Optional(withDescription(payoutStatus, 'Payouts with this status.')) },
    made: 'Payouts created',
    ...payoutsOfOrganization,
    view: payoutView,
  })
