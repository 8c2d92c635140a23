// The endpoint that lists the configured routes of an organization: operation 4 of the specification.
import Type from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { addList } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import { organizationOf } from '../../platform/http/request.ts'
import { dataListOf, exact, organizationParams } from '../../platform/http/schemas.ts'
import { selectRoutes } from './queries.ts'
import { routeSchema, routeView } from './view.ts'

export function routeEndpoints(api: Api, deps: ListDeps & { db: Db; clock: Clock }): void {
  addList(api, deps, {
    path: '/organizations/:organization_id/configured-routes',
    tags: ['Configured routes'],
    operationId: 'listConfiguredRoutes',
    summary: 'List configured routes',
    description:
      'All routes of the organization, oldest first, disabled ones included. Limits are amounts of the payin currency, costs are basis points.',
    params: Type.Object(organizationParams),
    querystring: exact(pagingQuery),
    answer: dataListOf(routeSchema, 'The routes, or a page of them.'),
    prefix: 'rt',
    list(request) {
      const organizationId = organizationOf(request)
      const at = deps.clock.now()
      return {
        name: `configured-routes:${organizationId}`,
        page: (after, limit) => selectRoutes(deps.db, organizationId, after, limit),
        views: (rows) => rows.map((row) => routeView(row, at)),
      }
    },
  })
}
