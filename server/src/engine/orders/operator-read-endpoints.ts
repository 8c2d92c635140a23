// The operator API that reads orders: a list, and one order with everything known about it.
import Type from 'typebox'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  currency,
  dataOf,
  exact,
  nullable,
  pathId,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { toTimestampOrNull } from '../../platform/clock.ts'
import { findOfDeployment } from '../../parties/operators/operator.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { metadataFilter } from '../../platform/http/metadata.ts'
import { amountFilter, textFilter } from '../../platform/http/row-filters.ts'
import { operatorList, type ReadDeps } from '../../parties/operators/operator-reads.ts'
import { haltSchema, haltView } from '../halts/endpoints.ts'
import { selectHalt } from '../halts/queries.ts'
import { deskOrder, deskOrderView } from './desk-order.ts'
import {
  haltedSince,
  haltsOfOrder,
  MOST_WAITING,
  ordersOfHalt,
  type HaltsOfOrderDeps,
} from './halts-of-order.ts'
import { seenOrder } from './operator-endpoints.ts'
import { amountsOfOrders, seenOrders, type OperatorOrder } from './operator-queries.ts'
import { orderForOperator } from './operator-view.ts'
import { orderRecord } from './record-schema.ts'
import { orderStatus } from './view.ts'

const tags = ['Orders']
const config = { right: 'read' } as const

const fullOrder = exact(
  {
    order: withDescription(deskOrder, 'The order.'),
    record: withDescription(orderRecord, 'Everything known about it.'),
    halts: Type.Array(haltSchema, {
      description: 'Halts that cover its next step. Empty: none does.',
    }),
    halted_since: nullable(
      timestamp('An instant.'),
      'Since when it waits for a halt: for an order that came to its step later, since then. Null if no halt covers its next step.',
    ),
  },
  { title: 'OperatorOrder', description: 'An order with everything known about it.' },
)

const waitingOrders = exact(
  {
    orders: Type.Array(deskOrder, { description: 'The orders that wait.' }),
    is_more: Type.Boolean({
      description: 'More orders may wait than were looked at.',
      examples: [false],
    }),
  },
  { title: 'OrdersOfHalt', description: 'Orders that wait for a halt.' },
)

export function operatorOrderReads(api: Api, deps: ReadDeps & HaltsOfOrderDeps): void {
  const { db } = deps

  operatorList<'ord', OperatorOrder>(api, deps, {
    name: 'orders',
    prefix: 'ord',
    tag: 'Orders',
    schema: deskOrder,
    about: 'Orders of all organizations.',
    filters: {
      status: Type.Optional(withDescription(orderStatus, 'Orders with this status.')),
      payin_currency: Type.Optional(currency('Orders that pay in this currency.', 'USDC')),
      payout_currency: Type.Optional(currency('Orders that pay out this currency.', 'COP')),
      min_payin: amountFilter('Orders that pay in at least this amount', 'payin_currency'),
      max_payin: amountFilter('Orders that pay in at most this amount', 'payin_currency'),
      min_payout: amountFilter('Orders that pay out at least this amount', 'payout_currency'),
      max_payout: amountFilter('Orders that pay out at most this amount', 'payout_currency'),
      text: textFilter('The reference number or the external reference'),
      ...metadataFilter('Orders'),
    },
    amounts: amountsOfOrders,
    made: 'Orders created',
    select: seenOrders.select,
    view: deskOrderView,
  })

  addRead(api, {
    path: '/halts/:halt_id/waiting-orders',
    config: { ...config, command: 'orders of-halt' },
    tags: ['Halts'],
    operationId: 'listOrdersOfHalt',
    summary: 'List orders that wait for a halt',
    description: `Those whose next step, or unsent refund, the halt covers. Up to ${MOST_WAITING} orders of a status are looked at, newest first. Not found for whoever sees only some enterprises.`,
    params: Type.Object({ halt_id: pathId('hlt', 'The halt.') }),
    answer: dataOf(waitingOrders, 'The orders.'),
    async data(request) {
      const halt = await findOfDeployment(
        operatorOfRequest(request),
        'hlt',
        request.params.halt_id,
        (id) => selectHalt(db, id),
      )
      if (halt === undefined) throw failure('not_found')
      const { orders, isMore } = await ordersOfHalt(deps, halt)
      return { orders: orders.map(deskOrderView), is_more: isMore }
    },
  })

  addRead(api, {
    path: '/orders/:order_id',
    config,
    tags,
    operationId: 'getOperatorOrder',
    summary: 'Get an order',
    description: 'With the accounts of the desk, its trades with providers, and every transfer.',
    params: Type.Object({ order_id: pathId('ord', 'The order.') }),
    answer: dataOf(fullOrder, 'The order.'),
    async data(request) {
      const order = await seenOrder(deps, operatorOfRequest(request), request.params.order_id)
      if (order === undefined) throw failure('not_found')
      const [record, halts] = await Promise.all([
        orderForOperator(db, order),
        haltsOfOrder(deps, order),
      ])
      return {
        order: deskOrderView(order),
        record,
        halts: halts.map(haltView),
        halted_since: toTimestampOrNull(haltedSince(deps.clock, order, halts)),
      }
    },
  })
}
