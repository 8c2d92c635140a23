// Which acts an order allows its customer: cancel, refund, retry. Each act begins with its rule, and the list of open acts is
// made from the same one.
import Type, { type Static } from 'typebox'
import type { Db } from '../../platform/db/pool.ts'
import { anyText, choice, exact, nullable } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { BEING_CHECKED, judgeContest, selectContest } from '../halts/contested.ts'
import type { OrderRefundReason } from '../refunds/key.ts'
import type { OrderRow } from './queries.ts'
import { transitionFor } from './states.ts'

const customerActs = ['cancel', 'refund', 'retry'] as const
type CustomerAct = (typeof customerActs)[number]

/** The reason of the refund that an act makes, if it makes one. */
const refundOfAct: Readonly<Record<CustomerAct, OrderRefundReason | undefined>> = {
  cancel: 'cancelled',
  refund: 'declined',
  retry: undefined,
}

/** A sentence for the customer; null if the act is open. */
export function closedToCustomer(order: OrderRow, act: CustomerAct): string | null {
  const { status, retry_order_id: retry } = order
  if (act === 'cancel')
    return transitionFor(status, 'cancelled') === undefined
      ? 'Only an order that awaits its funding can be cancelled.'
      : null
  if (retry !== null) return `The order was retried: its money is in ${publicId('ord', retry)}.`
  if (status !== 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    return 'Only an order that was declined can be refunded or retried.'
  return order.frozen_at === null
    ? null
    : 'The order is under review. Try again when the review has ended.'
}

export const orderActSchema = exact(
  {
    act: choice(customerActs, 'What can be done with an order.', { title: 'CustomerAct' }),
    is_open: Type.Boolean({
      description: 'Whether the order allows it now. A retry is still refused without a fit quote.',
      examples: [false],
    }),
    closed: nullable(
      anyText('A sentence.', 'Only an order that awaits its funding can be cancelled.'),
      'Why it is not open, as the act would be refused. Null if it is.',
    ),
  },
  { title: 'OrderAct', description: 'An act on an order, and whether it is open.' },
)

export async function listOrderActs(
  { db }: { db: Db },
  order: OrderRow,
): Promise<Static<typeof orderActSchema>[]> {
  const contest = await selectContest(db, order)
  return customerActs.map((act) => {
    const isContested = judgeContest(contest, order, refundOfAct[act]) !== undefined
    const closed = isContested ? BEING_CHECKED : closedToCustomer(order, act)
    return { act, is_open: closed === null, closed }
  })
}
