// The amounts that an act on an order can move, for rules of approval: in each currency the largest one.
import type { About } from '../../parties/acts/execution.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectReversedDeposits } from '../deposits/queries.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import { selectRefunds, sentMinorOf, type RefundRow } from '../refunds/queries.ts'
import { owedRefundStatuses } from '../refunds/words.ts'
import type { OperatorOrder } from './operator-queries.ts'

export type Amounts = About['amounts']

/** An order, and the money of it that an act can move beside its payin and its payout. */
export type MovingOrder = OperatorOrder & { refunds: readonly RefundRow[]; lost: Amounts }

export async function withMoney(db: Db, order: OperatorOrder): Promise<MovingOrder> {
  const [refunds, reversed] = await Promise.all([
    selectRefunds(db, [order]),
    selectReversedDeposits(db, [order]),
  ])
  const lost = reversed.map(({ currency, loss_minor }) => ({ currency, minor: loss_minor ?? 0n }))
  return { ...order, refunds, lost }
}

/** `refundId`: the act moves only this refund. */
export const aboutOrder = (order: MovingOrder, refundId?: Uuid<'rf'>): About => ({
  chain: order.enterprise_id,
  subject: publicId('ord', order.id),
  version: String(order.version),
  amounts: amountsOf(order, refundId),
})

function amountsOf(order: MovingOrder, refundId: Uuid<'rf'> | undefined): Amounts {
  const refund = order.refunds.find(({ id }) => id === refundId)
  if (refund !== undefined) return [{ currency: refund.currency, minor: sentMinorOf(refund) }]
  const open = order.refunds.filter(({ status }) => owedRefundStatuses.includes(status))
  const { payin_total_minor: totalMinor, received_minor: receivedMinor } = order
  return largest([
    {
      currency: order.payin_currency,
      minor: receivedMinor > totalMinor ? receivedMinor : totalMinor,
    },
    { currency: order.payout_currency, minor: order.payout_total_minor },
    ...summed(open.map((row) => ({ currency: row.currency, minor: sentMinorOf(row) }))),
    ...summed(order.lost),
  ])
}

/** The largest amount of each currency. */
export const largest = (amounts: Amounts): Amounts =>
  byCurrency(amounts, (one, other) => (one > other ? one : other))

const summed = (amounts: Amounts): Amounts => byCurrency(amounts, (one, other) => one + other)

function byCurrency(amounts: Amounts, join: (one: bigint, other: bigint) => bigint): Amounts {
  const joined = new Map<string, bigint>()
  for (const { currency, minor } of amounts) {
    const before = joined.get(currency)
    joined.set(currency, before === undefined ? minor : join(before, minor))
  }
  return [...joined].map(([currency, minor]) => ({ currency, minor }))
}
