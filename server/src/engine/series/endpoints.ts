// The endpoint of the series of an organization: how many of its orders entered each status over time.
import Type from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { organizationOf } from '../../platform/http/request.ts'
import { dataOf, exact, organizationParams } from '../../platform/http/schemas.ts'
import { selectCountedSince, selectOrderSums } from './order-sum-queries.ts'
import { spanIn } from './spans.ts'
import { orderSeriesSchema, orderSeriesView, unitQuery, USUAL_POINTS } from './view.ts'

export function seriesEndpoints(api: Api, deps: { db: Db; clock: Clock }): void {
  addRead(api, {
    path: '/organizations/:organization_id/order_series',
    config: { scope: 'read', cost: 10 },
    tags: ['Orders'],
    operationId: 'getOrderSeries',
    summary: 'Get what orders did over time',
    description:
      'How many orders entered each status, for how much, and how long they took from funded to completed: by hour, day or month. A summary: the newest orders follow within seconds. Hours are kept for 100 days, days for 800, months forever.',
    params: Type.Object(organizationParams),
    querystring: exact(unitQuery),
    answer: dataOf(orderSeriesSchema, 'The series.'),
    async data(request) {
      const { unit = 'hour' } = request.query
      const span = spanIn(unit, request.query, deps.clock.now(), USUAL_POINTS[unit])
      const found = await selectOrderSums(deps.db, [organizationOf(request)], span)
      return orderSeriesView(span, found, await selectCountedSince(deps.db))
    },
  })
}
