// The two endpoints of a resource that callers only read: a list with filters, and one row.
import Type, { type TObject, type TProperties } from 'typebox'
import type { Db } from '../db/pool.ts'
import { failure } from '../errors.ts'
import { writtenUuid, type OwnedId, type Prefix, type Uuid } from '../ids.ts'
import type { Api } from './api-type.ts'
import { idFilter, periodOf, timeFilters } from './filters.ts'
import { listConfig, pagingQuery, sendList, type ListDeps } from './list.ts'
import { organizationOf, ownedId } from './request.ts'
import {
  currency,
  dataListOf,
  dataOf,
  exact,
  failures,
  organizationParams,
  pathId,
} from './schemas.ts'

type Query = {
  order_id?: string
  status?: string
  outcome?: string
  currency?: string
  created_after?: string
  created_before?: string
}

const filterOf = (query: Query) => ({
  orderId: idFilter('ord', query.order_id),
  status: query.status,
  outcome: query.outcome,
  currency: query.currency,
  ...periodOf(query),
})
export type ReadFilter = ReturnType<typeof filterOf>

type Resource<P extends Prefix, Row> = {
  /** In the path, plural: `refunds`. */
  name: string
  prefix: P
  tag: string
  schema: TObject
  /** The description of the list. */
  about: string
  /** The filter by state, `status` or `outcome`. The filters by order, currency and time are common to all. */
  filters: TProperties
  /** The time filters apply to this, as in "Refunds created". */
  made: string
  select(
    db: Db,
    organizationId: Uuid<'org'>,
    filter: ReadFilter,
    after: Uuid<P> | null,
    limit: number,
  ): Promise<Row[]>
  find(db: Db, owned: OwnedId<P>): Promise<Row | undefined>
  view(row: Row): unknown
}

export function readEndpoints<P extends Prefix, Row extends { id: Uuid<P> }>(
  api: Api,
  deps: ListDeps & { db: Db },
  resource: Resource<P, Row>,
): void {
  const { name, prefix, schema } = resource
  const tags = [resource.tag]
  const one = name.slice(0, -1)
  const operation = one.charAt(0).toUpperCase() + one.slice(1)
  const path = `/organizations/:organization_id/${name}`

  api.get(
    path,
    {
      config: listConfig,
      schema: {
        tags,
        operationId: `list${operation}s`,
        summary: `List ${name}`,
        description: `${resource.about} Newest first. Without \`limit\` and \`cursor\` the response streams the complete list. A body that ends early is incomplete.`,
        params: Type.Object(organizationParams),
        querystring: Type.Unsafe<Query & { limit?: string; cursor?: string }>(
          exact({
            ...pagingQuery,
            order_id: Type.Optional(pathId('ord', `The ${name} of this order.`)),
            ...resource.filters,
            currency: Type.Optional(currency(`The ${name} in this currency.`, 'USDC')),
            ...timeFilters(resource.made),
          }),
        ),
        response: { 200: dataListOf(schema, `The ${name}, or a page of them.`), ...failures() },
      },
    },
    (request, reply) => {
      const organizationId = organizationOf(request)
      const filter = filterOf(request.query)
      return sendList(request, reply, deps, {
        name: `${name}:${organizationId}:${JSON.stringify(filter)}`,
        keyFrom: (text) => writtenUuid(prefix, text),
        page: (after, limit) => resource.select(deps.db, organizationId, filter, after, limit),
        keyOf: (row) => row.id,
        views: (rows) => rows.map((row) => resource.view(row)),
      })
    },
  )

  api.get(
    `${path}/:${one}_id`,
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: `get${operation}`,
        summary: `Get a ${one}`,
        description: `The ${one} as it is now.`,
        params: Type.Unsafe<Record<string, string>>(
          Type.Object({ ...organizationParams, [`${one}_id`]: pathId(prefix, `The ${one}.`) }),
        ),
        response: { 200: dataOf(schema, `The ${one}.`), ...failures() },
      },
    },
    async (request) => {
      const owned = ownedId(request, prefix, request.params[`${one}_id`] ?? '')
      const row = await resource.find(deps.db, owned)
      if (row === undefined) throw failure('not_found')
      return { data: resource.view(row) }
    },
  )
}
