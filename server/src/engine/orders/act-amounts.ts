// The amounts that an act on an order can move, for rules of approval: in each currency the largest one.
import type { About } from '../../parties/acts/execution.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectReversedDeposits, type DepositRow } from '../deposits/queries.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import type { ContradictedSend } from '../marks/queries.ts'
import { owedBy } from '../ledger/receivable-postings.ts'
import { selectReceivableChanges, type ReceivableRow } from '../reversals/queries.ts'
import { selectRefunds, sentMinorOf, type RefundRow } from '../refunds/queries.ts'
import { owedRefundStatuses } from '../refunds/words.ts'
import type { OperatorOrder } from './operator-queries.ts'

export type Amounts = About['amounts']

/** An order, and the money of it that an act can move beside its payin and its payout. */
export type MovingOrder = OperatorOrder & {
  refunds: readonly RefundRow[]
  reversed: readonly DepositRow[]
  /** Changes of what its payer owes. */
  changes: readonly ReceivableRow[]
}

export async function withMoney(db: Db, order: OperatorOrder): Promise<MovingOrder> {
  const [refunds, reversed, changes] = await Promise.all([
    selectRefunds(db, [order]),
    selectReversedDeposits(db, [order]),
    selectReceivableChanges(db, [order]),
  ])
  return { ...order, refunds, reversed, changes }
}

const lostBy = ({ reversed, changes }: MovingOrder): Amounts => [
  ...reversed.map(({ currency, loss_minor }) => ({ currency, minor: loss_minor ?? 0n })),
  ...changes
    .map((change) => ({ currency: change.currency, minor: owedBy(change) }))
    .filter(({ minor }) => minor > 0n),
]

type Moved = {
  /** The act moves only this refund. */
  refundId?: Uuid<'rf'> | undefined
  /** What an act may decide about. A refund of it can be done, and larger than the order: that of a late deposit. */
  contradicted?: readonly ContradictedSend[]
}

export const aboutOrder = (order: MovingOrder, moved: Moved = {}): About => ({
  chain: order.enterprise_id,
  subject: publicId('ord', order.id),
  version: String(order.version),
  amounts: amountsOf(order, moved),
})

function amountsOf(order: MovingOrder, { refundId, contradicted = [] }: Moved): Amounts {
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
    ...summed(lostBy(order)),
    ...contradicted.map((mark) => ({ currency: mark.currency, minor: mark.amount_minor })),
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
