// The operator API that reads orders: a list, and one order with everything known about it.
import Type from 'typebox'
import { failure } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  currency,
  dataOf,
  exact,
  failures,
  pathId,
  withDescription,
} from '../../platform/http/schemas.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { amountFilter, textFilter } from '../../platform/http/row-filters.ts'
import { operatorList, type ReadDeps } from '../../parties/operators/operator-reads.ts'
import { deskOrder, deskOrderView } from './desk-order.ts'
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
  },
  { title: 'OperatorOrder', description: 'An order with everything known about it.' },
)

export function operatorOrderReads(api: Api, deps: ReadDeps): void {
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
    },
    amounts: amountsOfOrders,
    made: 'Orders created',
    select: seenOrders.select,
    view: deskOrderView,
  })

  api.get(
    '/orders/:order_id',
    {
      config,
      schema: {
        tags,
        operationId: 'getOperatorOrder',
        summary: 'Get an order',
        description:
          'With the accounts of the desk, its trades with providers, and every transfer.',
        params: Type.Object({ order_id: pathId('ord', 'The order.') }),
        response: { 200: dataOf(fullOrder, 'The order.'), ...failures() },
      },
    },
    async (request, reply) => {
      const order = await seenOrder(deps, operatorOfRequest(request), request.params.order_id)
      if (order === undefined) throw failure('not_found')
      const record = await orderForOperator(db, order)
      return reply.send({ data: { order: deskOrderView(order), record } })
    },
  )
}
