// The endpoint that lists the configured routes of an organization: operation 4 of the specification.
import Type from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { listConfig, pagingQuery, sendList, type ListDeps } from '../../platform/http/list.ts'
import { organizationOf } from '../../platform/http/request.ts'
import { dataListOf, exact, failures, organizationParams } from '../../platform/http/schemas.ts'
import { selectRoutes } from './queries.ts'
import { routeSchema, routeView } from './view.ts'
import { writtenUuid } from '../../platform/ids.ts'

export function routeEndpoints(api: Api, deps: ListDeps & { db: Db; clock: Clock }): void {
  api.get(
    '/organizations/:organization_id/configured-routes',
    {
      config: listConfig,
      schema: {
        tags: ['Configured routes'],
        operationId: 'listConfiguredRoutes',
        summary: 'List configured routes',
        description:
          'All routes of the organization, oldest first, disabled ones included. Limits are amounts of the payin currency, costs are basis points.',
        params: Type.Object(organizationParams),
        querystring: exact(pagingQuery),
        response: { 200: dataListOf(routeSchema, 'The routes, or a page of them.'), ...failures() },
      },
    },
    (request, reply) => {
      const organizationId = organizationOf(request)
      const at = deps.clock.now()
      return sendList(request, reply, deps, {
        name: `configured-routes:${organizationId}`,
        keyFrom: (text) => writtenUuid('rt', text),
        page: (after, limit) => selectRoutes(deps.db, organizationId, after, limit),
        keyOf: (row) => row.id,
        views: (rows) => rows.map((row) => routeView(row, at)),
      })
    },
  )
}
