// The operator API that lists refunds which need an operator.
import type { Pool } from '../../platform/db/pool.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { anyText, choice, dataListOf, exact, identifier } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { money, moneyView } from '../../platform/money/desk-money.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { seesEnterprise } from '../../parties/operators/operator.ts'
import { selectWaitingRefunds } from './waiting-queries.ts'

const waitingSchema = exact(
  {
    refund_id: identifier('rf', 'The refund.'),
    order_id: identifier('ord', 'The order.'),
    organization_id: identifier('org', 'The organization.'),
    amount: money,
    reason: anyText('Why it is refunded.', 'late'),
    status: anyText('Its status.', 'FAILED'),
    waits_for: choice(
      ['destination', 'release', 'rail', 'outflow_limit', 'liquidity', 'screening'],
      'What it waits for.',
      { title: 'RefundWaitsFor' },
    ),
  },
  { title: 'WaitingRefund', description: 'A refund that needs an operator.' },
)

export function waitingRefundsEndpoint(api: Api, { db }: { db: Pool }): void {
  addRead(api, {
    path: '/refunds/waiting',
    config: { right: 'read' },
    tags: ['Refunds'],
    operationId: 'listWaitingRefunds',
    summary: 'List waiting refunds',
    description:
      'Refunds that are rejected, without a destination, on hold, beyond a cap, not cleared by screening, or with many failed attempts. Oldest first, unpaged.',
    answer: dataListOf(waitingSchema, 'The refunds.'),
    async data(request) {
      const operator = operatorOfRequest(request)
      const waiting = (await selectWaitingRefunds(db)).filter((one) =>
        seesEnterprise(operator, one.enterprise_id),
      )
      return waiting.map((one) => ({
        refund_id: publicId('rf', one.id),
        order_id: publicId('ord', one.order_id),
        organization_id: publicId('org', one.organization_id),
        amount: moneyView(one.amount_minor, one.currency),
        reason: one.reason,
        status: one.status,
        waits_for: one.waits_for,
      }))
    },
  })
}
