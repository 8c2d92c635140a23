// The operator API of orders: those that are parked, and the decisions on them. Each decision has a reason and an entry
// in the audit trail.
import Type, { type Static } from 'typebox'
import { toTimestamp, type Clock } from '../clock.ts'
import type { Pool } from '../db/pool.ts'
import { failure } from '../errors.ts'
import type { Api } from '../http/api-type.ts'
import {
  currency,
  dataListOf,
  dataOf,
  decimal,
  exact,
  failures,
  identifier,
  nullable,
  pathId,
  timestamp,
  withDescription,
} from '../http/schemas.ts'
import { publicId, uuidOf } from '../ids.ts'
import { promisedGrossMinor } from '../ledger/postings.ts'
import { formatRate, formatSignedAmount, parseRate } from '../money/decimal.ts'
import { actBody, operatorOfRequest } from '../users/guard.ts'
import { seesEnterprise, type Operator } from '../users/operator.ts'
import type { Acknowledged } from './acknowledged.ts'
import { auditedChanges } from './audited.ts'
import { endOrder } from './end-order.ts'
import { selectOperatorOrder, selectParkedOrders, type OperatorOrder } from './operator-queries.ts'
import { releaseOrder } from './release-order.ts'
import type { TransitionDeps } from './transition.ts'
import { orderStatus } from './view.ts'

type DecisionDeps = TransitionDeps & {
  db: Pool
  clock: Clock
  log: Parameters<typeof endOrder>[0]['log']
  acknowledged: Acknowledged
}

const money = exact(
  {
    currency: currency('The currency.', 'USDC'),
    amount: Type.String({
      pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$',
      description: 'Decimal text. Negative for a loss.',
      examples: ['1000.00'],
    }),
  },
  { title: 'Money', description: 'An amount in a currency.' },
)

const parkedOrder = exact(
  {
    id: identifier('ord', 'The order.'),
    reference_number: Type.String({
      description: 'For people.',
      examples: ['CO-20260302-7KQ2M4XZ'],
    }),
    enterprise_id: identifier('ent', 'The enterprise.'),
    organization_id: identifier('org', 'The organization.'),
    organization_name: Type.String({ description: 'Its name.', examples: ['Acme SA'] }),
    status: withDescription(orderStatus, 'The present status.'),
    parked_reason: nullable(
      Type.String({ description: 'A reason.', examples: ['slippage'] }),
      'Why the order waits for an operator. Null if it does not wait.',
    ),
    parked_at: nullable(timestamp('An instant.'), 'Since when it waits.'),
    payin: withDescription(money, 'The payin total.'),
    payout: withDescription(money, 'The payout total.'),
    liquidity_provider: Type.String({ description: 'The provider.', examples: ['sandbox-fx'] }),
    promised_rate: decimal('The rate of the quote.', '4250.00'),
    firm_rate: nullable(
      decimal('A rate.', '4100.00'),
      'The rate that the provider offered, or at which it filled. Null before an offer.',
    ),
    result: nullable(
      money,
      'What the desk gains at the firm rate; negative for a loss. Null before an offer.',
    ),
  },
  {
    title: 'DeskOrder',
    description: 'An order with the facts that an operator needs for a decision.',
  },
)

const decisions = [
  {
    path: 'release',
    operationId: 'releaseOrder',
    summary: 'Release a parked order',
    description: 'The order goes on, after all checks have run again.',
    carryOut: (deps: DecisionDeps, order: OperatorOrder) => releaseOrder(deps, order),
  },
  {
    path: 'fail',
    operationId: 'failOrder',
    summary: 'End a parked order',
    description:
      'A funded order is then declined, and its customer retries it or has it refunded. Refused while the outcome of a fill or payout is unknown.',
    carryOut: (deps: DecisionDeps, order: OperatorOrder, reason: string) =>
      endOrder(deps, order, 'fail', reason),
  },
  {
    path: 'refund',
    operationId: 'refundOrderByOperator',
    summary: 'Refund a parked or declined order',
    description:
      'Ends the order and sends the money back. Refused while the outcome of a fill or payout is unknown.',
    carryOut: (deps: DecisionDeps, order: OperatorOrder, reason: string) =>
      endOrder(deps, order, 'refund', reason),
  },
]

const tags = ['Orders']

export function operatorOrderEndpoints(api: Api, deps: DecisionDeps): void {
  api.get(
    '/orders/parked',
    {
      config: { right: 'read' },
      schema: {
        tags,
        operationId: 'listParkedOrders',
        summary: 'List parked orders',
        description: 'Orders that wait for an operator, longest first.',
        response: { 200: dataListOf(parkedOrder, 'The parked orders.'), ...failures() },
      },
    },
    async (request, reply) => {
      const operator = operatorOfRequest(request)
      const parked = await selectParkedOrders(deps.db)
      const seen = parked.filter((order) => seesEnterprise(operator, order.enterprise_id))
      return reply.send({ data: seen.map(orderView) })
    },
  )

  for (const { path, carryOut, ...texts } of decisions)
    api.post(
      `/orders/:order_id/${path}`,
      {
        config: { right: 'decide_orders' },
        schema: {
          tags,
          ...texts,
          params: Type.Object({ order_id: pathId('ord', 'The order.') }),
          body: actBody,
          response: {
            200: dataOf(parkedOrder, 'The order as it is now.'),
            ...failures(409, 413, 415),
          },
        },
      },
      async (request, reply) => {
        const operator = operatorOfRequest(request)
        const order = await requireSeen(deps, operator, request.params.order_id)
        const { reason } = request.body
        const by = { actor: operator.actor, act: `order.${path}`, reason }
        const decided = await carryOut(
          { ...deps, ...auditedChanges(deps, order.enterprise_id, by) },
          order,
          reason,
        )
        if ('refused' in decided) throw failure('act_refused', {}, decided.refused)
        return reply.send({
          data: orderView(await requireSeen(deps, operator, request.params.order_id)),
        })
      },
    )
}

/** An order of an enterprise that the operator does not see is answered like an unknown one: 404. */
async function requireSeen(
  { db }: { db: Pool },
  operator: Operator,
  text: string,
): Promise<OperatorOrder> {
  const id = uuidOf('ord', text)
  const order = id === undefined ? undefined : await selectOperatorOrder(db, id)
  if (order === undefined || !seesEnterprise(operator, order.enterprise_id))
    throw failure('not_found')
  return order
}

const orderView = (order: OperatorOrder): Static<typeof parkedOrder> => ({
  id: publicId('ord', order.id),
  reference_number: order.reference_number,
  enterprise_id: publicId('ent', order.enterprise_id),
  organization_id: publicId('org', order.organization_id),
  organization_name: order.organization_name,
  status: order.status,
  parked_reason: order.parked_reason,
  parked_at: order.parked_at === null ? null : toTimestamp(order.parked_at),
  payin: moneyView(order.payin_total_minor, order.payin_currency),
  payout: moneyView(order.payout_total_minor, order.payout_currency),
  liquidity_provider: order.provider_name,
  promised_rate: formatRate(parseRate(order.exchange_rate)),
  firm_rate: order.firm_rate === null ? null : formatRate(parseRate(order.firm_rate)),
  result:
    order.provider_payout_minor === null
      ? null
      : moneyView(order.provider_payout_minor - promisedGrossMinor(order), order.payout_currency),
})

const moneyView = (minor: bigint, of: string) => ({
  currency: of,
  amount: formatSignedAmount(minor, of),
})
