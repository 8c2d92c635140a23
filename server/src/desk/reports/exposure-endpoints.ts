// The operator API's report on what open orders promise and wait for, by route and by provider.
import Type, { type Static } from 'typebox'
import type { Pool } from '../../platform/db/pool.ts'
import { retryLater } from '../../platform/errors.ts'
import { selectExtent } from '../exports/queries.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { pagingQuery, readPage, type PageDeps } from '../../platform/http/list.ts'
import { amountField } from '../../platform/http/money-fields.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import {
  count,
  currency,
  dataListOf,
  exact,
  identifier,
  nullable,
  pathId,
} from '../../platform/http/schemas.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { idOrNull, scopeOf } from '../../parties/operators/operator-reads.ts'
import { selectRouteNames, type RouteName } from './margin-queries.ts'
import {
  exposureSums,
  selectExposure,
  type ExposureRow,
  type ExposureSum,
} from './exposure-queries.ts'

type Deps = PageDeps & { db: Pool; sharedCounts: SharedCounts }
type Scope = ReturnType<typeof scopeOf>

/** Rows of a route, or of a provider, added up. */
type Exposure = Pick<ExposureRow, 'payin_currency' | 'payout_currency'> & {
  key: string
  organization_id: Uuid<'org'> | null
  route: RouteName | null
  provider: string | null
  sums: Readonly<Record<ExposureSum, bigint>>
}

const nameField = (what: string, example: string) =>
  nullable(Type.String({ description: what, examples: [example] }), what)

const exposureSchema = exact(
  {
    enterprise_id: nullable(identifier('ent', 'An enterprise.'), 'Null for a provider.'),
    organization_id: nullable(identifier('org', 'An organization.'), 'Null for a provider.'),
    organization_name: nameField('The organization. Null for a provider.', 'Acme SA'),
    route_id: nullable(identifier('rt', 'A route.'), 'Null for a provider.'),
    route_name: nameField('The route. Null for a provider.', 'USDC to COP'),
    liquidity_provider: nameField(
      'The provider that converts or would convert. Null for a route.',
      'ALPHA',
    ),
    payin_currency: currency('The payin currency.', 'USDC'),
    payout_currency: currency('The payout currency.', 'COP'),
    awaiting_funding: exact(
      {
        orders: count('Orders that await funding.', 3),
        payin: amountField,
        payout: amountField,
      },
      { description: 'What customers may still pay in, and what is promised for it.' },
    ),
    awaiting_conversion: exact(
      {
        orders: count('Orders that are paid in and not yet converted.', 1),
        payin: amountField,
        payout: amountField,
        sold: amountField,
        delivered: amountField,
      },
      {
        description:
          'The payin to convert, without fee and tax, and what is promised for it. `sold` and `delivered` are the part that providers have converted.',
      },
    ),
    reserved: exact(
      { payin: amountField, payout: amountField },
      { description: 'The part of all that which is reserved at providers with limits.' },
    ),
  },
  { title: 'Exposure', description: 'What open orders of a route or a provider promise.' },
)

function exposureView(row: Exposure): Static<typeof exposureSchema> {
  const payin = (name: ExposureSum) => formatAmount(row.sums[name], row.payin_currency)
  const payout = (name: ExposureSum) => formatAmount(row.sums[name], row.payout_currency)
  return {
    enterprise_id: row.route === null ? null : publicId('ent', row.route.enterprise_id),
    organization_id: idOrNull('org', row.organization_id),
    organization_name: row.route?.organization_name ?? null,
    route_id: row.route === null ? null : publicId('rt', row.route.id),
    route_name: row.route?.name ?? null,
    liquidity_provider: row.provider,
    payin_currency: row.payin_currency,
    payout_currency: row.payout_currency,
    awaiting_funding: {
      orders: Number.parseInt(String(row.sums.unfunded), 10),
      payin: payin('unfunded_payin_minor'),
      payout: payout('unfunded_payout_minor'),
    },
    awaiting_conversion: {
      orders: Number.parseInt(String(row.sums.unfilled), 10),
      payin: payin('unfilled_payin_minor'),
      payout: payout('unfilled_payout_minor'),
      sold: payin('sold_minor'),
      delivered: payout('delivered_minor'),
    },
    reserved: { payin: payin('reserved_payin_minor'), payout: payout('reserved_payout_minor') },
  }
}

export function exposureEndpoints(api: Api, deps: Deps): void {
  for (const by of ['route', 'provider'] as const)
    addRead(api, {
      path: `/exposure/${by}s`,
      config: { right: 'read' },
      tags: ['Reports'],
      operationId: by === 'route' ? 'listExposureOfRoutes' : 'listExposureOfProviders',
      summary: `List what open orders promise, by ${by}`,
      description:
        'Orders that await funding or conversion, at this moment. Whoever sees only some enterprises gets their orders.',
      querystring: exact({
        ...pagingQuery,
        enterprise_id: Type.Optional(pathId('ent', 'Only orders of this enterprise.')),
        organization_id: Type.Optional(pathId('org', 'Only orders of this organization.')),
      }),
      answer: dataListOf(exposureSchema, 'A page of exposure.'),
      async data(request, reply) {
        const { enterprise_id: enterprise, organization_id: organization } = request.query
        const scope = scopeOf(operatorOfRequest(request), request.query)
        const found = await readPage<Exposure, string>(request, reply, deps, {
          name: `exposure:${JSON.stringify([by, enterprise, organization])}`,
          keyFrom: (key) => key,
          page: async (after, limit) =>
            (await oneOfFew(deps, () => exposureBy(deps.db, by, scope)))
              .filter(({ key }) => after === null || key > after)
              .slice(0, limit),
          keyOf: ({ key }) => key,
        })
        return found.map(exposureView)
      },
    })
}

/** Each page reads every open order: 100,000 of them take about a second. */
const MOST_AT_ONCE = 4

async function oneOfFew<T>({ sharedCounts }: Deps, run: () => Promise<T>): Promise<T> {
  const release = sharedCounts.open('exposure', MOST_AT_ONCE)
  if (release === undefined)
    throw retryLater('rate_limited', 1, 'Others read the exposure at this moment. Try again soon.')
  try {
    return await run()
  } finally {
    release()
  }
}

async function exposureBy(db: Pool, by: 'route' | 'provider', scope: Scope): Promise<Exposure[]> {
  const isOfAll = scope.enterpriseIds === null && scope.organizationId === null
  const organizations = isOfAll
    ? null
    : await selectExtent(db, scope.enterpriseIds, scope.organizationId)
  const groups = new Map<string, ExposureRow[]>()
  for (const row of await selectExposure(db, organizations)) {
    const of = by === 'route' ? [row.organization_id, row.route_id] : [row.provider ?? '']
    const key = [...of, row.payin_currency, row.payout_currency].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const first = [...groups.values()].flatMap(([row]) => (row === undefined ? [] : [row]))
  const names = await selectRouteNames(
    db,
    by === 'provider'
      ? []
      : first.map(({ organization_id, route_id }) => ({
          organizationId: organization_id,
          id: route_id,
        })),
  )
  const named = new Map(names.map((route) => [route.id, route]))
  return [...groups]
    .flatMap(([key, [row, ...others]]) =>
      row === undefined
        ? []
        : [
            {
              key,
              organization_id: by === 'route' ? row.organization_id : null,
              route: named.get(row.route_id) ?? null,
              provider: by === 'route' ? null : row.provider,
              payin_currency: row.payin_currency,
              payout_currency: row.payout_currency,
              sums: added([row, ...others]),
            },
          ],
    )
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

const added = (found: readonly ExposureRow[]): Record<ExposureSum, bigint> => {
  const total = (name: ExposureSum) => found.reduce((sum, row) => sum + BigInt(row[name]), 0n)
  const sums: Partial<Record<ExposureSum, bigint>> = {}
  for (const name of exposureSums) sums[name] = total(name)
  return { ...NONE, ...sums }
}
const NONE: Readonly<Record<ExposureSum, bigint>> = {
  unfunded: 0n,
  unfunded_payin_minor: 0n,
  unfunded_payout_minor: 0n,
  unfilled: 0n,
  unfilled_payin_minor: 0n,
  unfilled_payout_minor: 0n,
  sold_minor: 0n,
  delivered_minor: 0n,
  reserved_payin_minor: 0n,
  reserved_payout_minor: 0n,
}
