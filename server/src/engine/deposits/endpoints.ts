// The endpoints of the API that list deposits and get one.
import Type from 'typebox'
import type { Db } from '../../platform/db/pool.ts'
import { depositOutcome } from '../events/schemas.ts'
import type { Api } from '../../platform/http/api-type.ts'
import type { ListDeps } from '../../platform/http/list.ts'
import { readEndpoints } from '../../platform/http/read-endpoints.ts'
import { withDescription } from '../../platform/http/schemas.ts'
import { depositsOfOrganization } from './list-queries.ts'
import { depositSchema, depositView } from './view.ts'

export const depositEndpoints = (api: Api, deps: ListDeps & { db: Db }): void =>
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
    ...depositsOfOrganization,
    view: depositView,
  })
