// The two endpoints of a resource that callers only read: a list with filters, and one row.
import Type, { type TObject, type TProperties } from 'typebox'
import type { Clock } from '../clock.ts'
import type { PartlyRead } from '../db/bounded-reading.ts'
import type { OperatorFilter, Scope } from '../db/operator-listing.ts'
import type { Db } from '../db/pool.ts'
import type { Sorted } from '../db/sorts.ts'
import { failure } from '../errors.ts'
import { type OwnedId, type Prefix, type Uuid } from '../ids.ts'
import { addList, addRead } from './add-operation.ts'
import type { Api } from './api-type.ts'
import { idFilter, periodOf, sortFilter, timeFilters } from './filters.ts'
import { pagingQuery, type ListDeps } from './list.ts'
import { organizationOf, ownedId } from './request.ts'
import { amountFilter, givenFilters } from './row-filters.ts'
import { currency, dataListOf, dataOf, exact, organizationParams, pathId } from './schemas.ts'

export type ReadDeps = ListDeps & { db: Db; clock: Clock }

type Query = {
  order_id?: string
  created_after?: string
  created_before?: string
} & Sorted

type Resource<P extends Prefix, Row> = {
  /** In the path, plural: `refunds`. */
  name: string
  prefix: P
  tag: string
  schema: TObject
  /** The description of the list. */
  about: string
  /** The filter by state, `status` or `outcome`. Those by order, currency, amount and time are common to all. */
  filters: TProperties
  /** The filters by amount, and the one that names the currency of each. */
  amounts: Readonly<Record<string, string>>
  /** The time filters apply to this, as in "Refunds created". */
  made: string
  select(
    db: Db,
    scope: Scope,
    filter: OperatorFilter,
    after: Uuid<P> | null,
    limit: number,
  ): Promise<Row[] | PartlyRead<Row, Uuid<P>>>
  find(db: Db, owned: OwnedId<P>): Promise<Row | undefined>
  view(row: Row): unknown
}

const pathOf = (name: string): string => `/organizations/:organization_id/${name}`
const operationOf = (one: string): string => one.charAt(0).toUpperCase() + one.slice(1)

export function readEndpoints<P extends Prefix, Row extends { id: Uuid<P> }>(
  api: Api,
  deps: ReadDeps,
  resource: Resource<P, Row>,
): void {
  listEndpoint(api, deps, resource)
  const { name, prefix, schema } = resource
  const one = name.slice(0, -1)
  addRead(api, {
    path: `${pathOf(name)}/:${one}_id`,
    config: { scope: 'read' },
    tags: [resource.tag],
    operationId: `get${operationOf(one)}`,
    summary: `Get a ${one}`,
    description: `The ${one} as it is now.`,
    params: Type.Unsafe<Record<string, string>>(
      Type.Object({ ...organizationParams, [`${one}_id`]: pathId(prefix, `The ${one}.`) }),
    ),
    answer: dataOf(schema, `The ${one}.`),
    async data(request) {
      const owned = ownedId(request, prefix, request.params[`${one}_id`] ?? '')
      const row = await resource.find(deps.db, owned)
      if (row === undefined) throw failure('not_found')
      return resource.view(row)
    },
  })
}

function listEndpoint<P extends Prefix, Row extends { id: Uuid<P> }>(
  api: Api,
  deps: ReadDeps,
  resource: Resource<P, Row>,
): void {
  const { name, prefix, schema, amounts } = resource
  const names = [...Object.keys(resource.filters), 'currency', ...Object.keys(amounts)]
  const one = name.slice(0, -1)

  addList(api, deps, {
    path: pathOf(name),
    tags: [resource.tag],
    operationId: `list${operationOf(one)}s`,
    summary: `List ${name}`,
    description: `${resource.about} By default newest first. Without \`limit\` and \`cursor\` the response streams the complete list. A body that ends early is incomplete.`,
    params: Type.Object(organizationParams),
    querystring: Type.Unsafe<Query & { limit?: string; cursor?: string }>(
      exact({
        ...pagingQuery,
        order_id: Type.Optional(pathId('ord', `The ${name} of this order.`)),
        ...resource.filters,
        currency: Type.Optional(currency(`The ${name} in this currency.`, 'USDC')),
        min_amount: amountFilter(`The ${name} of at least this amount`, 'currency'),
        max_amount: amountFilter(`The ${name} of at most this amount`, 'currency'),
        ...timeFilters(resource.made),
        ...sortFilter,
      }),
    ),
    answer: dataListOf(schema, `The ${name}, or a page of them.`),
    prefix: prefix,
    list(request) {
      const organizationId = organizationOf(request)
      const { query } = request
      const filter = {
        orderId: idFilter('ord', query.order_id),
        ...periodOf(query),
        sort: query.sort,
        given: givenFilters({ ...query }, names, amounts, '?'),
      }
      const scope = { enterpriseIds: null, organizationId }
      const now = deps.clock.now()
      return {
        name: `${name}:${organizationId}:${JSON.stringify(filter)}`,
        page: (after, limit) => resource.select(deps.db, scope, { ...filter, now }, after, limit),
        views: (rows) => rows.map((row) => resource.view(row)),
      }
    },
  })
}
