// The list of acts of operators on one order: the fields that each needs beside a reason, and the function that carries it
// out. open-exits.ts decides whether the order allows the act; docs/exits.md has the rules as a table. parties/acts/names.ts has
// the right that each act needs.
import type { Static, TObject } from 'typebox'
import { cancelPayout, cancelRefund } from '../cancellations/cancel-send.ts'
import { choice, decimal, exact, identifier, text } from '../../platform/http/schemas.ts'
import { uuidOf, type Uuid } from '../../platform/ids.ts'
import { decideSend } from '../marks/decide-send.ts'
import { markPayout, markRefund } from '../marks/mark-send.ts'
import { payOutAgain, refundReturned } from '../payouts/pay-again.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { sendKept } from '../refunds/send-kept.ts'
import { redirectRefundOf } from '../refunds/redirect-refund.ts'
import { actBody, reason } from '../../parties/operators/guard.ts'
import { acceptLoss } from './accept-loss.ts'
import { changeProvider } from './change-provider.ts'
import type { OrderActDeps, Refused } from './decide-order.ts'
import { endOrder } from './end-order.ts'
import { freezeOrder, unfreezeOrder } from './freeze-order.ts'
import type { Exit } from './open-exits.ts'
import type { OrderRow } from './queries.ts'
import { releaseOrder } from './release-order.ts'

const outcome = choice(['settled', 'rejected'], 'The outcome at the rail.', {
  title: 'MarkedOutcome',
  example: 'settled',
})
const evidence = text(
  200,
  'What proves it, such as the number of a letter of the bank. The customer sees it as the reference of what was settled.',
  'TRACE-20260302-7',
)

export type ExitDeps = OrderActDeps & { rails: Rails }

type ActOnOrder<B extends TObject> = {
  /** `order.` and the end of the path. */
  name: Exit
  command?: string
  operationId: string
  summary: string
  description: string
  body: B
  /** The refund that the act is about; absent if it is about the whole order. */
  refundOf?(body: Static<B>): Uuid<'rf'> | undefined
  decide(deps: ExitDeps, order: OrderRow, body: Static<B>): Promise<OrderRow | Refused>
}

// oxlint-disable-next-line max-lines-per-function -- the list of acts on an order
export function addExits(add: <B extends TObject>(exit: ActOnOrder<B>) => void): void {
  add({
    name: 'order.release',
    command: 'orders release --reason?',
    operationId: 'releaseOrder',
    summary: 'Release a parked order',
    description: 'The order goes on, after all checks have run again.',
    body: actBody,
    decide: (deps, order, body) => releaseOrder(deps, order, body.reason),
  })
  add({
    name: 'order.fail',
    operationId: 'failOrder',
    summary: 'End a parked order',
    description:
      'A funded order is then declined, and its customer retries it or has it refunded. Refused while the outcome of a fill or payout is unknown.',
    body: actBody,
    decide: (deps, order, body) => endOrder(deps, order, 'fail', body.reason),
  })
  add({
    name: 'order.refund',
    operationId: 'refundOrderByOperator',
    summary: 'Refund an order',
    description:
      'Ends a parked or declined order, or one whose payout came back, and sends the money back. Refused while the outcome of a fill or payout is unknown.',
    body: actBody,
    decide: (deps, order, body) =>
      order.status === 'STEP_4_COMPLETED'
        ? refundReturned(deps, order, body.reason)
        : endOrder(deps, order, 'refund', body.reason),
  })
  add({
    name: 'order.accept-loss',
    operationId: 'acceptLossOfOrder',
    summary: 'Accept a loss',
    description:
      'For an order that is parked for slippage. It goes on, and is filled if the desk loses at most the amount with the firm quote. A greater loss parks it again.',
    body: exact({
      reason,
      amount: decimal('The most that the desk may lose, in the payout currency.', '50000.00'),
    }),
    decide: (deps, order, body) => acceptLoss(deps, order, body.amount, body.reason),
  })
  add({
    name: 'order.provider',
    command: 'orders provider <liquidity_provider>',
    operationId: 'changeProviderOfOrder',
    summary: 'Choose another provider',
    description:
      'For an unfilled order that is parked. From now on only this provider is asked. Refused while the outcome of a fill is unknown.',
    body: exact({
      reason,
      liquidity_provider: text(32, 'A configured provider with the pair.', 'BETA'),
    }),
    decide: (deps, order, body) =>
      changeProvider(deps, order, body.liquidity_provider, body.reason),
  })
  add({
    name: 'order.pay-elsewhere',
    command: 'orders pay-elsewhere <external_payment_instrument_id>',
    operationId: 'payOrderElsewhere',
    summary: 'Pay out to another instrument',
    description:
      'For a filled order that is parked, and for a payout that came back. The instrument is an ACTIVE one of the organization. The order keeps naming its original instrument; the payout names the one that is paid.',
    body: exact({
      reason,
      external_payment_instrument_id: identifier('epi', 'The instrument that is paid.'),
    }),
    async decide(deps, order, body) {
      const id = uuidOf('epi', body.external_payment_instrument_id)
      return id === undefined
        ? { refused: `${body.external_payment_instrument_id} is not the id of an instrument` }
        : payOutAgain(deps, order, id, body.reason)
    },
  })
  add({
    name: 'order.pay-again',
    operationId: 'payOrderAgain',
    summary: 'Pay out again',
    description: 'For a payout that came back: it is sent again to the same instrument.',
    body: actBody,
    decide: (deps, order, body) => payOutAgain(deps, order, null, body.reason),
  })
  add({
    name: 'order.redirect-refund',
    operationId: 'redirectRefundOfOrder',
    summary: 'Send a refund to another instrument',
    description:
      'For a refund that the rail rejected for good, that has no destination, or that was never prepared for its rail.',
    body: exact({
      reason,
      refund_id: identifier('rf', 'The refund.'),
      external_payment_instrument_id: identifier('epi', 'The instrument that is paid.'),
    }),
    refundOf: (body) => uuidOf('rf', body.refund_id),
    decide: (deps, order, body) =>
      redirectRefundOf(
        deps,
        order,
        uuidOf('rf', body.refund_id),
        uuidOf('epi', body.external_payment_instrument_id),
        body.reason,
      ),
  })
  add({
    name: 'order.send-kept',
    command: 'refunds send-kept',
    operationId: 'sendKeptRefundsOfOrder',
    summary: 'Send kept refunds',
    description:
      'Sends the small refunds that the order keeps, as one refund for each currency, whatever its amount. The fee that the payer bears is taken off if something is left.',
    body: actBody,
    decide: (deps, order, body) => sendKept(deps, order, body.reason),
  })
  add({
    name: 'order.mark-payout',
    operationId: 'markPayoutOfOrder',
    summary: 'Record the outcome of a payout',
    description:
      'For a payout whose outcome the rail does not tell, with evidence. The order must be frozen or parked. `rejected` is refused while the payout can still be executed: cancel it first. The ledger gets the postings of the rail itself. If the rail gives another answer later, that is reported and changes nothing.',
    body: exact({ reason, outcome, evidence }),
    decide: (deps, order, body) => markPayout(deps, order, body),
  })
  add({
    name: 'order.mark-refund',
    operationId: 'markRefundOfOrder',
    summary: 'Record the outcome of a refund',
    description: 'The same for a refund. The order must be frozen.',
    body: exact({ reason, refund_id: identifier('rf', 'The refund.'), outcome, evidence }),
    refundOf: (body) => uuidOf('rf', body.refund_id),
    decide: (deps, order, body) => markRefund(deps, order, uuidOf('rf', body.refund_id), body),
  })
  add({
    name: 'order.decide-send',
    operationId: 'decideSendOfOrder',
    summary: 'Decide between a record and its rail',
    description:
      'For a payout or refund whose recorded outcome its rail contradicts. The recorded outcome again: nothing changes, and it can be decided anew for the rail. `rejected` against the record: it never went, so it counts as one that came back. `settled` against the record: it went. The order is completed if the refund that replaced it was not sent; what left twice is owed by the payer of the order, as after a reversal.',
    body: exact({
      reason,
      key: text(
        90,
        'The key at the rail, as the queue has it.',
        'ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1',
      ),
      outcome,
      evidence,
    }),
    decide: (deps, order, body) => decideSend(deps, order, body),
  })
  add({
    name: 'order.cancel-payout',
    operationId: 'cancelPayoutOfOrder',
    summary: 'Cancel a payout in flight',
    description:
      'Asks the rail not to execute the payout. From now on nothing is sent under its key. If the rail confirms, the payout is rejected and the order is refunded. If it was executed before, it is settled. If the rail refuses, the payout goes on. A parked order is released.',
    body: actBody,
    decide: (deps, order, body) => cancelPayout(deps, order, body.reason),
  })
  add({
    name: 'order.cancel-refund',
    operationId: 'cancelRefundOfOrder',
    summary: 'Cancel a refund in flight',
    description:
      'The same for a refund. If the rail confirms, the refund waits for another destination.',
    body: exact({ reason, refund_id: identifier('rf', 'The refund.') }),
    decide: (deps, order, body) =>
      cancelRefund(deps, order, uuidOf('rf', body.refund_id), body.reason),
  })
  add({
    name: 'order.freeze',
    operationId: 'freezeOrder',
    summary: 'Freeze an order',
    description:
      'A hold on this order alone, at any place. Nothing is filled, paid out or refunded for it. Deposits are recorded, and what is in flight is looked up. The customer sees a review.',
    body: actBody,
    decide: (deps, order, body) => freezeOrder(deps, order, body.reason),
  })
  add({
    name: 'order.unfreeze',
    operationId: 'unfreezeOrder',
    summary: 'End the freeze of an order',
    description: 'The order goes on after all checks have run again. A parked order stays parked.',
    body: actBody,
    decide: (deps, order, body) => unfreezeOrder(deps, order, body.reason),
  })
}
