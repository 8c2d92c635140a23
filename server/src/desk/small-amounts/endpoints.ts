// The operator API that adds up what came of small deposits and refunds.
import type { Clock } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { anyText, choice, count, dataListOf, exact } from '../../platform/http/schemas.ts'
import { money, moneyView } from '../../platform/money/desk-money.ts'
import { periodIn, periodQuery } from '../reports/endpoints.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { selectSmallSums, smallStates } from '../../engine/small-amounts/report-queries.ts'

const smallSumSchema = exact(
  {
    rail: anyText('Where the money came in.', 'evm:base'),
    kind: choice(['deposits', 'refunds'], 'Deposits that were not credited, or refunds.', {
      title: 'SmallAmountKind',
    }),
    state: choice(
      smallStates,
      'kept: the desk holds it. collected: another refund pays it back. written_off: the desk keeps it. assigned, booked, returned: an operator decided about a kept deposit.',
      { title: 'SmallAmountState' },
    ),
    count: count('How many.', 3),
    amount: money,
  },
  { title: 'SmallAmounts', description: 'Small deposits or refunds at a rail, added up.' },
)

export function smallAmountsEndpoint(api: Api, deps: { db: Pool; clock: Clock }): void {
  addRead(api, {
    path: '/small_amounts',
    config: { right: 'read', command: 'small-amounts' },
    tags: ['Reports'],
    operationId: 'listSmallAmounts',
    summary: 'List small amounts',
    description:
      'What came of deposits and refunds below the smallest amounts, by rail and currency: those recorded in the period, as they are now. Whoever sees only some enterprises gets their refunds. Unpaged.',
    querystring: exact(periodQuery),
    answer: dataListOf(smallSumSchema, 'The sums.'),
    async data(request) {
      const { enterpriseIds } = operatorOfRequest(request)
      const sums = await selectSmallSums(
        deps.db,
        periodIn(deps.clock, request.query),
        enterpriseIds,
      )
      return sums.map(({ sum_minor, currency: of, ...row }) => ({
        rail: row.rail,
        kind: row.kind,
        state: row.state,
        count: row.count,
        amount: moneyView(BigInt(sum_minor), of),
      }))
    },
  })
}
