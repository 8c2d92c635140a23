// The operator API of sends that were made in the time that a restore lost.
import Type from 'typebox'
import { addAct, type ActDeps } from '../../parties/acts/act.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataOf, exact, text } from '../../platform/http/schemas.ts'
import { aboutOrder } from '../orders/act-amounts.ts'
import { deskOrder, deskOrderView } from '../orders/desk-order.ts'
import { orderParams, seenOrder } from '../orders/operator-endpoints.ts'
import { selectOperatorOrder } from '../orders/operator-queries.ts'
import { reason } from '../../parties/operators/guard.ts'
import { recordSentBefore, type SentBeforeDeps } from './sent-before.ts'

export function sentBeforeEndpoints(api: Api, deps: ActDeps & SentBeforeDeps): void {
  addAct(api, deps, {
    name: 'order.sent-before',
    path: '/orders/:order_id/sent-before',
    tags: ['Orders'],
    operationId: 'recordOrderSentBefore',
    summary: 'Record what was sent before a restore',
    description:
      'For a payout, refund or fill that was made in the time that a restore of the database lost. The order gets its fill, as its provider lists it, and the send, with their postings. An order that has ended meanwhile is reinstated if its money was not sent back. Nothing is sent.',
    params: orderParams,
    body: exact(
      {
        reason,
        key: text(
          90,
          'The idempotency key, as the list of unknown sends has it.',
          'ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1',
        ),
        rail: Type.Optional(text(100, 'The rail. Not needed if it lists the send.', 'evm:base')),
        reference: Type.Optional(
          text(200, "The rail's reference. Not needed if it lists the send with its key.", '0x5f…'),
        ),
        fill: Type.Optional(
          text(
            200,
            "The provider's reference of the order's conversion, if the provider lists it without a key.",
            'trade-17',
          ),
        ),
      },
      { title: 'SentBefore', description: 'What was sent.' },
    ),
    answer: dataOf(deskOrder, 'The order as it is now.'),
    find: (operator, { order_id }) => seenOrder(deps, operator, order_id),
    about: (order) => aboutOrder(order),
    async carryOut(order, body, execution) {
      await recordSentBefore(deps, execution, order, body)
      return deskOrderView((await selectOperatorOrder(deps.db, order.id)) ?? order)
    },
  })
}
