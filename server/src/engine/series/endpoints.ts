// What the orders of an organization did over time, for its customers.
import Type from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { organizationOf } from '../../platform/http/request.ts'
import { dataOf, exact, failures, organizationParams } from '../../platform/http/schemas.ts'
import { selectCountedSince, selectOrderSums } from './order-sum-queries.ts'
import { spanIn } from './spans.ts'
import { orderSeriesSchema, orderSeriesView, unitQuery, USUAL_POINTS } from './view.ts'

export function seriesEndpoints(api: Api, deps: { db: Db; clock: Clock }): void {
  api.get(
    '/organizations/:organization_id/order_series',
    {
      config: { scope: 'read', cost: 10 },
      schema: {
        tags: ['Orders'],
        operationId: 'getOrderSeries',
        summary: 'Get what orders did over time',
        description:
          'How many orders entered each status, for how much, and how long they took from funded to completed: by hour, day or month. A summary: the newest orders follow within seconds. Hours are kept for 100 days, days for 800, months forever.',
        params: Type.Object(organizationParams),
        querystring: exact(unitQuery),
        response: { 200: dataOf(orderSeriesSchema, 'The series.'), ...failures() },
      },
    },
    async (request) => {
      const { unit = 'hour' } = request.query
      const span = spanIn(unit, request.query, deps.clock.now(), USUAL_POINTS[unit])
      const found = await selectOrderSums(deps.db, [organizationOf(request)], span)
      return { data: orderSeriesView(span, found, await selectCountedSince(deps.db)) }
    },
  )
}
