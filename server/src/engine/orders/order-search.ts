// The search of a customer's orders. It is beside the list, whose parameters are specified.
import Type from 'typebox'
import type { Db } from '../../platform/db/pool.ts'
import { addList } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { periodOf, timeFilters } from '../../platform/http/filters.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import { organizationOf } from '../../platform/http/request.ts'
import {
  dataListOf,
  exact,
  organizationParams,
  text,
  withDescription,
} from '../../platform/http/schemas.ts'
import type { Catalogue } from '../catalogue.ts'
import { searchOrders } from './list-queries.ts'
import { orderStatuses } from './states.ts'
import { orderSchema, orderStatus, orderViews } from './view.ts'

type OrdersDeps = { db: Db; catalogue: Catalogue }

export function orderSearchEndpoint(api: Api, deps: ListDeps & OrdersDeps): void {
  addList(api, deps, {
    path: '/organizations/:organization_id/order-search',
    config: { cost: 50 },
    tags: ['Orders'],
    operationId: 'searchOrders',
    summary: 'Search orders',
    description:
      'Orders with a part of their reference number or of your own reference, or with exactly this payin or payout total. Newest first. Without `limit` and `cursor` the response streams the complete list. A body that ends early is incomplete. A page reads at most 20000 orders: it can have fewer rows than `limit`, or none, and a next page.',
    params: Type.Object(organizationParams),
    querystring: exact({
      ...pagingQuery,
      text: text(
        64,
        'A part of a reference in small or capital letters, or an amount such as `1000.00` or `1000.00 USDC`.',
        'invoice-2026',
      ),
      status: Type.Optional(withDescription(orderStatus, 'Orders with this status now.')),
      ...timeFilters('Orders created'),
    }),
    answer: dataListOf(orderSchema, 'The orders, or a page of them.'),
    prefix: 'ord',
    list(request) {
      const organizationId = organizationOf(request)
      const status = orderStatuses.find((known) => known === request.query.status)
      const filter = { text: request.query.text.trim(), status, ...periodOf(request.query) }
      return {
        name: `order-search:${organizationId}:${JSON.stringify(filter)}`,
        page: (after, limit) => searchOrders(deps.db, organizationId, filter, after, limit),
        views: (rows) => orderViews(deps.catalogue, rows),
      }
    },
  })
}
