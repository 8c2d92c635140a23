// The two endpoints of a resource that operators read: a list with filters, and one row. Both are limited to the
// enterprises that the operator sees.
import Type, { type TObject, type TProperties } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Pool } from '../../platform/db/pool.ts'
import type { PartlyRead } from '../../platform/db/bounded-reading.ts'
import type { Sorted } from '../../platform/db/sorts.ts'
import type { OperatorFilter, Scope } from '../../platform/db/operator-listing.ts'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { idFilter, periodOf, sortFilter, timeFilters } from '../../platform/http/filters.ts'
import { givenFilters } from '../../platform/http/row-filters.ts'
import type { GivenMetadata } from '../../platform/http/metadata.ts'
import { pagingQuery, readPage, type PageDeps } from '../../platform/http/list.ts'
import {
  anyText,
  dataListOf,
  dataOf,
  exact,
  identifier,
  nullable,
  pascalCase,
  pathId,
  text,
} from '../../platform/http/schemas.ts'
import { NO_ID, publicId, uuidOf, writtenUuid, type Prefix, type Uuid } from '../../platform/ids.ts'
import { operatorOfRequest } from './guard.ts'
import { seesEnterprise, type Operator } from './operator.ts'

export type ReadDeps = PageDeps & { db: Pool; clock: Clock }

/** The owner of a row, as a list of `operatorListing` selects it. */
export type Owner = {
  organization_id: Uuid<'org'>
  enterprise_id: Uuid<'ent'>
  organization_name: string
}

export const ownerFields = {
  enterprise_id: identifier('ent', 'The enterprise.'),
  organization_id: identifier('org', 'The organization.'),
  organization_name: anyText('The name of the organization.', 'Acme SA'),
}

export const ownerView = (row: Owner) => ({
  enterprise_id: publicId('ent', row.enterprise_id),
  organization_id: publicId('org', row.organization_id),
  organization_name: row.organization_name,
})

export const idOrNull = <P extends Prefix>(
  prefix: P,
  id: Uuid<NoInfer<P>> | null,
): string | null => (id === null ? null : publicId(prefix, id))

/** Fields of a payout or refund. */
export const railFields = {
  rail: nullable(anyText('A rail.', 'evm:base'), 'Over which it goes. Null until that is decided.'),
  rail_key: anyText('The idempotency key at the rail.', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1'),
  rejection_code: nullable(
    anyText('A code of the rail.', 'account_closed'),
    'Why the rail rejected it. Null if it did not.',
  ),
}

export const railFilter = (description: string) => Type.Optional(text(64, description, 'evm:base'))

type Query = {
  limit?: string
  cursor?: string
  enterprise_id?: string
  organization_id?: string
  order_id?: string
  created_after?: string
  created_before?: string
} & Sorted &
  GivenMetadata

type OperatorList<P extends Prefix, Row> = {
  /** In the path, plural: `refunds`. */
  name: string
  /** The commands, if their words do not follow from the path. */
  commands?: { list: string; show: string }
  prefix: P
  tag: string
  schema: TObject
  /** The description of the list. */
  about: string
  /** Besides those by owner and time, which all lists have. */
  filters: TProperties
  /** Filters by an amount: of the currency that another filter names. */
  amounts?: Readonly<Record<string, string>>
  /** The time filters apply to this, as in "Refunds created". */
  made: string
  /** The filters by owner. `none`: of enterprises, and of what belongs to the deployment. Without it `organization`. */
  hasFilters?: 'order' | 'organization' | 'enterprise' | 'none'
  /** Without it, callers may ask for the oldest first. */
  isNewestFirst?: boolean
  /** Rows belong to the deployment, and are only seen by operators of all enterprises. */
  isOfDeployment?: boolean
  select(
    db: Db,
    scope: Scope,
    filter: OperatorFilter,
    before: Uuid<P> | null,
    limit: number,
  ): Promise<Row[] | PartlyRead<Row, Uuid<P>>>
  view(row: Row): unknown
}

type OperatorResource<P extends Prefix, Row> = OperatorList<P, Row> & {
  find(db: Db, id: Uuid<P>): Promise<Row | undefined>
  /** Null for what belongs to the deployment. */
  enterpriseOf(row: Row): Uuid<'ent'> | null
}

/** The enterprise of a row with its owner. */
export const enterpriseOf = <E extends Uuid<'ent'> | null>(row: { enterprise_id: E }): E =>
  row.enterprise_id

const operationOf = (name: string): string => pascalCase(name)
const wordsOf = (name: string): string => name.replaceAll('_', ' ').replace(/^api /, 'API ')
const articleOf = (words: string): string => (/^[aeio]/i.test(words) ? 'an' : 'a')

/** `GET /operator/v1/refunds` and `GET /operator/v1/refunds/{refund_id}`. */
export function operatorReads<P extends Prefix, Row extends { id: Uuid<P> }>(
  api: Api,
  deps: ReadDeps,
  resource: OperatorResource<P, Row>,
): void {
  operatorList(api, deps, resource)
  const { name, prefix, schema, tag, commands } = resource
  const one = name.slice(0, -1)
  const thing = wordsOf(one)
  addRead(api, {
    path: `/${name}/:${one}_id`,
    config: { right: 'read', command: commands?.show },
    tags: [tag],
    operationId: `getOperator${operationOf(one)}`,
    summary: `Get ${articleOf(thing)} ${thing}`,
    description: 'As it is now.',
    params: Type.Unsafe<Record<string, string>>(
      Type.Object({ [`${one}_id`]: pathId(prefix, `The ${thing}.`) }),
    ),
    answer: dataOf(schema, 'As it is now.'),
    async data(request) {
      const id = uuidOf(prefix, request.params[`${one}_id`] ?? '')
      const row = id === undefined ? undefined : await resource.find(deps.db, id)
      if (
        row === undefined ||
        !seesEnterprise(operatorOfRequest(request), resource.enterpriseOf(row))
      )
        throw failure('not_found')
      return resource.view(row)
    },
  })
}

export function operatorList<P extends Prefix, Row extends { id: Uuid<P> }>(
  api: Api,
  deps: ReadDeps,
  list: OperatorList<P, Row>,
): void {
  const {
    name,
    prefix,
    tag,
    schema,
    commands,
    hasFilters = 'organization',
    isOfDeployment = false,
    isNewestFirst = false,
  } = list
  const things = wordsOf(name)
  addRead(api, {
    path: `/${name}`,
    config: { right: 'read', command: commands?.list },
    tags: [tag],
    operationId: `listOperator${operationOf(name)}`,
    summary: `List ${things}`,
    description: `${list.about} ${isNewestFirst ? 'Newest' : 'By default newest'} first, always in pages.`,
    querystring: Type.Unsafe<Query>(
      exact({
        ...pagingQuery,
        ...ownerFilters(things)[hasFilters],
        ...list.filters,
        ...timeFilters(list.made),
        ...(isNewestFirst ? {} : sortFilter),
      }),
    ),
    answer: dataListOf(schema, `A page of ${things}.`),
    async data(request, reply) {
      const operator = operatorOfRequest(request)
      const scope = scopeOf(operator, request.query)
      // The deployment is no enterprise: seesEnterprise says who sees what belongs to it.
      const isHidden = isOfDeployment && !seesEnterprise(operator, null)
      const filter = filterOf(request.query, Object.keys(list.filters), list.amounts)
      const now = deps.clock.now()
      const found = await readPage(request, reply, deps, {
        name: `operator ${name}:${JSON.stringify([filter, request.query.organization_id])}`,
        keyFrom: (written) => writtenUuid(prefix, written),
        page: async (before, limit) =>
          isHidden ? [] : list.select(deps.db, scope, { ...filter, now }, before, limit),
        keyOf: ({ id }) => id,
      })
      return found.map((row) => list.view(row))
    },
  })
}

function ownerFilters(things: string) {
  const only = <P extends Prefix>(prefix: P, what: string) =>
    Type.Optional(pathId(prefix, `Only ${things} of this ${what}.`))
  const enterprise = { enterprise_id: only('ent', 'enterprise') }
  const organization = { ...enterprise, organization_id: only('org', 'organization') }
  const order = { ...organization, order_id: only('ord', 'order') }
  return { none: {}, enterprise, organization, order }
}

/** A filter by something that the operator does not see finds nothing, as by something unknown. */
export function scopeOf(
  operator: Operator,
  wanted: { enterprise_id?: string; organization_id?: string },
): Scope {
  const enterprise = wanted.enterprise_id === undefined ? null : uuidOf('ent', wanted.enterprise_id)
  const organizationId =
    wanted.organization_id === undefined ? null : (uuidOf('org', wanted.organization_id) ?? NO_ID)
  if (enterprise === null) return { enterpriseIds: operator.enterpriseIds, organizationId }
  const isSeen = enterprise !== undefined && seesEnterprise(operator, enterprise)
  return { enterpriseIds: isSeen ? [enterprise] : [], organizationId }
}

function filterOf(
  query: Query,
  names: readonly string[],
  amounts: Readonly<Record<string, string>> = {},
): Omit<OperatorFilter, 'now'> {
  const written: Readonly<Record<string, string | undefined>> = {
    ...query,
    metadata: query.metadata && JSON.stringify(query.metadata),
  }
  return {
    orderId: idFilter('ord', query.order_id),
    ...periodOf(query),
    sort: query.sort,
    given: givenFilters(written, names, amounts, '?'),
  }
}
