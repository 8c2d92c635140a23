// The operator API of orders: lists of parked, frozen and contradicted orders, and the acts on an order.
import Type from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import type { Targets } from '../../parties/acts/registry.ts'
import { refused } from '../../parties/acts/refused.ts'
import { parseTimestamp, toTimestamp } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { pagingQuery, readPage, type PageDeps } from '../../platform/http/list.ts'
import { dataListOf, dataOf, exact, pathId, text } from '../../platform/http/schemas.ts'
import { NO_ID, publicId, uuidOf, writtenUuid, type Uuid } from '../../platform/ids.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { findSeen, type Operator } from '../../parties/operators/operator.ts'
import type { Acknowledged } from './acknowledged.ts'
import { aboutOrder, withMoney, type MovingOrder } from './act-amounts.ts'
import { auditedChanges } from './audited.ts'
import { deskOrder, deskOrderView } from './desk-order.ts'
import { addExits, type ExitDeps } from './exits.ts'
import { closedExit, refundsOpenTo, type Exit } from './open-exits.ts'
import { selectOrderFacts, type OrderFacts } from './order-facts.ts'
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
    filters: {
      held_by: Type.Optional(
        text(
          40,
          'Orders that are parked for the hold of this organization, instrument or enterprise, as `GET /operator/v1/holds` counts them.',
          'org_01jqe8m2x4fv5s0t6w7y8z9abc',
        ),
      ),
    },
  },
  {
    path: '/orders/frozen',
    operationId: 'listFrozenOrders',
    summary: 'List frozen orders',
    description: 'Orders for which nothing is filled or sent, longest first.',
    select: selectFrozenOrders,
    filters: {},
  },
  {
    path: '/orders/contradicted',
    operationId: 'listContradictedOrders',
    summary: 'List orders that a rail contradicts',
    description:
      'Orders with a payout or refund whose outcome an operator recorded, and of which the rail said the opposite later.',
    select: selectContradictedOrders,
    filters: {},
  },
] as const

const tags = ['Orders']

export function operatorOrderEndpoints(api: Api, deps: OrderDeps): void {
  for (const { path, select, description, filters, ...texts } of lists)
    addRead(api, {
      path: path,
      config: { right: 'read' },
      tags,
      ...texts,
      description: `${description} Always in pages.`,
      querystring: Type.Unsafe<{ limit?: string; cursor?: string; held_by?: string }>(
        exact({ ...pagingQuery, ...filters }),
      ),
      answer: dataListOf(deskOrder, 'A page of orders.'),
      async data(request, reply) {
        const { enterpriseIds } = operatorOfRequest(request)
        const { held_by: holder } = request.query
        const heldBy = holder === undefined ? null : heldByIn(holder)
        const found = await readPage(request, reply, deps, {
          name: `operator ${path}${holder === undefined ? '' : `:${holder}`}`,
          keyFrom: (text) => waitingKeyFrom(text),
          page: (after, limit) => select(deps.db, { enterpriseIds, after, limit, heldBy }),
          keyOf: ({ since, id }) => `${toTimestamp(since)} ${id}`,
        })
        return found.map(deskOrderView)
      },
    })

  const ofOrders = actsOn(api, deps, {
    kind: 'ord',
    params: orderParams,
    async find(operator, { order_id }) {
      const order = await seenOrder(deps, operator, order_id)
      return order && { order, facts: await selectOrderFacts(deps.db, order) }
    },
    about: ({ order, facts }) => aboutOrder(order, facts),
  })
  addExits(({ name, decide, refundOf, ...texts }) =>
    ofOrders.add({
      ...texts,
      name,
      tags,
      path: `/orders/:order_id/${name.slice('order.'.length)}`,
      answer: dataOf(deskOrder, 'The order as it is now.'),
      about: ({ order, facts: { contradicted, decidable } }, body) =>
        aboutOrder(order, {
          refundId: refundOf?.(body),
          contradicted: name === 'order.decide-send' ? decidable : contradicted,
        }),
      closed: ({ facts }) => closedExit(name, facts),
      targets: ({ facts }) => targetsOf(name, facts),
      async carryOut({ order }, body, execution) {
        const decided = await decide({ ...deps, ...auditedChanges(deps, execution) }, order, body)
        if ('refused' in decided) throw refused(decided.refused, decided.closed)
        return deskOrderView((await selectOperatorOrder(deps.db, order.id)) ?? order)
      },
    }),
  )
}

/** An unknown identifier holds nothing. */
const heldByIn = (id: string): Uuid<'org' | 'epi' | 'ent'> =>
  uuidOf('org', id) ?? uuidOf('epi', id) ?? uuidOf('ent', id) ?? NO_ID

function targetsOf(exit: Exit, facts: OrderFacts): Targets | null {
  if (exit === 'order.decide-send')
    return { field: 'key', ids: facts.decidable.map(({ key }) => key) }
  const refunds = refundsOpenTo(exit, facts)
  return refunds && { field: 'refund_id', ids: refunds.map(({ id }) => publicId('rf', id)) }
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
