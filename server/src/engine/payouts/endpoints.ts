// The endpoints of the API that list payouts and get one.
import Type from 'typebox'
import type { Api } from '../../platform/http/api-type.ts'
import { readEndpoints, type ReadDeps } from '../../platform/http/read-endpoints.ts'
import { amountsOfCurrency } from '../../platform/http/row-filters.ts'
import { withDescription } from '../../platform/http/schemas.ts'
import { selectPayoutOfOrganization, seenPayouts } from './list-queries.ts'
import { payoutSchema, payoutStatus, payoutView } from './view.ts'

export const payoutEndpoints = (api: Api, deps: ReadDeps): void =>
  readEndpoints(api, deps, {
    name: 'payouts',
    prefix: 'po',
    tag: 'Payouts',
    schema: payoutSchema,
    about: 'Attempts to pay beneficiaries. An order has several if one was rejected or came back.',
    filters: { status: Type.Optional(withDescription(payoutStatus, 'Payouts with this status.')) },
    made: 'Payouts created',
    amounts: amountsOfCurrency,
    select: seenPayouts.select,
    find: selectPayoutOfOrganization,
    view: payoutView,
  })
