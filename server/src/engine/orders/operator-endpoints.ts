// The operator API of orders: lists of parked, frozen and contradicted orders, and the acts on an order.
import Type from 'typebox'
import { addAct, type ActDeps } from '../../parties/acts/act.ts'
import { refused } from '../../parties/acts/refused.ts'
import { parseTimestamp, toTimestamp } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { pagingQuery, readPage, type PageDeps } from '../../platform/http/list.ts'
import { dataListOf, dataOf, exact, failures, pathId } from '../../platform/http/schemas.ts'
import { writtenUuid } from '../../platform/ids.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { findSeen, type Operator } from '../../parties/operators/operator.ts'
import type { Acknowledged } from './acknowledged.ts'
import { aboutOrder, withMoney, type MovingOrder } from './act-amounts.ts'
import { auditedChanges } from './audited.ts'
import { deskOrder, deskOrderView } from './desk-order.ts'
import { addExits, type ExitDeps } from './exits.ts'
import {
  selectContradictedOrders,
  selectFrozenOrders,
  selectOperatorOrder,
  selectParkedOrders,
  type WaitingKey,
} from './operator-queries.ts'

type OrderDeps = ActDeps & ExitDeps & PageDeps & { acknowledged: Acknowledged }

const lists = [
  {
    path: '/orders/parked',
    operationId: 'listParkedOrders',
    summary: 'List parked orders',
    description: 'Orders that wait for an operator, longest first.',
    select: selectParkedOrders,
  },
  {
    path: '/orders/frozen',
    operationId: 'listFrozenOrders',
    summary: 'List frozen orders',
    description: 'Orders for which nothing is filled or sent, longest first.',
    select: selectFrozenOrders,
  },
  {
    path: '/orders/contradicted',
    operationId: 'listContradictedOrders',
    summary: 'List orders that a rail contradicts',
    description:
      'Orders with a payout or refund whose outcome an operator recorded, and of which the rail said the opposite later.',
    select: selectContradictedOrders,
  },
] as const

const tags = ['Orders']

export function operatorOrderEndpoints(api: Api, deps: OrderDeps): void {
  for (const { path, select, description, ...texts } of lists)
    api.get(
      path,
      {
        config: { right: 'read' },
        schema: {
          tags,
          ...texts,
          description: `${description} Always in pages.`,
          querystring: exact(pagingQuery),
          response: { 200: dataListOf(deskOrder, 'A page of orders.'), ...failures() },
        },
      },
      async (request, reply) => {
        const { enterpriseIds } = operatorOfRequest(request)
        const found = await readPage(request, reply, deps, {
          name: `operator ${path}`,
          keyFrom: (text) => waitingKeyFrom(text),
          page: (after, limit) => select(deps.db, { enterpriseIds, after, limit }),
          keyOf: ({ since, id }) => `${toTimestamp(since)} ${id}`,
        })
        return reply.send({ data: found.map(deskOrderView) })
      },
    )

  addExits(({ name, decide, refundOf, ...texts }) =>
    addAct(api, deps, {
      ...texts,
      name,
      tags,
      path: `/orders/:order_id/${name.slice('order.'.length)}`,
      params: orderParams,
      answer: dataOf(deskOrder, 'The order as it is now.'),
      find: (operator, { order_id }) => seenOrder(deps, operator, order_id),
      about: (order, body) => aboutOrder(order, refundOf?.(body)),
      async carryOut(order, body, execution) {
        const decided = await decide({ ...deps, ...auditedChanges(deps, execution) }, order, body)
        if ('refused' in decided) throw refused(decided.refused)
        return deskOrderView((await selectOperatorOrder(deps.db, order.id)) ?? order)
      },
    }),
  )
}

function waitingKeyFrom(text: string): WaitingKey {
  const [since = '', id = ''] = text.split(' ')
  const at = parseTimestamp(since)
  if (at === undefined) throw new Error(`not a key of a list of orders: ${text}`)
  return { at, id: writtenUuid('ord', id) }
}

export const orderParams = Type.Object({ order_id: pathId('ord', 'The order.') })

export const seenOrder = (
  { db }: { db: Db },
  operator: Operator,
  text: string,
): Promise<MovingOrder | undefined> =>
  findSeen(operator, 'ord', text, async (id) => {
    const order = await selectOperatorOrder(db, id)
    return order && withMoney(db, order)
  })
