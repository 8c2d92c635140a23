// The endpoints of the API that list deposits and get one.
import Type from 'typebox'
import { depositOutcome } from '../events/schemas.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { readEndpoints, type ReadDeps } from '../../platform/http/read-endpoints.ts'
import { amountsOfCurrency } from '../../platform/http/row-filters.ts'
import { withDescription } from '../../platform/http/schemas.ts'
import { selectDepositOfOrganization, seenDeposits } from './list-queries.ts'
import { depositSchema, depositView } from './view.ts'

export const depositEndpoints = (api: Api, deps: ReadDeps): void =>
  readEndpoints(api, deps, {
    name: 'deposits',
    prefix: 'dep',
    tag: 'Deposits',
    schema: depositSchema,
    about: 'Deposits that arrived for orders.',
    filters: {
      outcome: Type.Optional(withDescription(depositOutcome, 'Deposits with this outcome.')),
    },
    made: 'Deposits recorded',
    amounts: amountsOfCurrency,
    select: seenDeposits.select,
    find: selectDepositOfOrganization,
    view: depositView,
  })
