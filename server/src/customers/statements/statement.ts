// The content of a statement: the orders of a month that received money, with exact sums of each pair of currencies. Pure.
import type { PdfDocument } from '../../platform/pdf/document.ts'
import type { OrderStatus } from '../../engine/orders/states.ts'
import { customerRows, lookOf, type Look } from '../receipts/receipt.ts'
import type { DocumentWords } from '../receipts/words.ts'
import type { Stated, StatedOrder } from './queries.ts'

type Facts = Look & {
  company: string
  organization: string
  /** `2026-11`. */
  month: string
  /** Orders, or their sums. */
  stated: readonly Stated[]
  /** A line for each order, oldest first; undefined if there are too many. */
  lines: readonly StatedOrder[] | undefined
}

type Row = [name: string, value: string]

export function statementOf(facts: Facts): PdfDocument {
  const { words, month, stated, lines } = facts
  const ended = (of: Standing) => stated.filter(({ status }) => standingOf(status) === of)
  const completed = ended('completed')
  return {
    ...lookOf(facts),
    title: words.statement,
    number: month,
    madeAt: stated.reduce((latest, one) => Math.max(latest, one.updated_at), 0),
    sections: [
      {
        title: words.month,
        rows: [
          ...customerRows(facts),
          [words.orders, words.createdIn(month)],
          [words.completed, countOf(completed)],
          [words.refunded, countOf(ended('refunded'))],
          [words.underWay, countOf(ended('underWay'))],
        ],
      },
      ...[...Map.groupBy(completed, (one) => pairOf(words, one))].map(([title, all]) => ({
        title,
        rows: totalsOf(words, all),
      })),
      ...(lines === undefined
        ? [{ title: words.orders, rows: [[countOf(stated), words.tooManyLines] satisfies Row] }]
        : lines.length === 0
          ? []
          : [{ title: words.orders, rows: lines.map((one) => rowOf(words, one)) }]),
    ],
  }
}

type Standing = 'completed' | 'refunded' | 'underWay'

function standingOf(status: OrderStatus): Standing {
  if (status === 'STEP_4_COMPLETED') return 'completed'
  return status === 'FAILED_REFUND_PROCESSED' ? 'refunded' : 'underWay'
}

const countOf = (stated: readonly Stated[]): string =>
  String(stated.reduce((sum, { count }) => sum + count, 0))

const pairOf = (words: DocumentWords, one: Stated): string =>
  words.completedPair(one.payin_currency, one.payout_currency)

function totalsOf(words: DocumentWords, orders: readonly Stated[]): Row[] {
  const [{ payin_currency: payin, payout_currency: payout } = none] = orders
  const sum = (currency: string, of: (one: Stated) => bigint) =>
    words.money(
      orders.reduce((total, one) => total + of(one), 0n),
      currency,
    )
  return [
    [words.orders, countOf(orders)],
    [words.paidIn, sum(payin, (one) => one.payin_total_minor)],
    [words.feesInIt, sum(payin, (one) => one.payin_fee_minor)],
    [words.taxInIt, sum(payin, (one) => one.payin_tax_minor)],
    [words.paidOut, sum(payout, (one) => one.payout_total_minor)],
  ]
}
const none = { payin_currency: '', payout_currency: '' }

function rowOf(words: DocumentWords, one: StatedOrder): Row {
  const { money } = words
  // The number has the day of the order.
  const name = one.reference_number
  const standing = standingOf(one.status)
  if (standing !== 'completed')
    return [name, words.receivedAnd(money(one.received_minor, one.payin_currency), words[standing])]
  return [
    name,
    words.paidFor(
      money(one.payin_total_minor, one.payin_currency),
      money(one.payout_total_minor, one.payout_currency),
      money(one.payin_fee_minor, one.payin_currency),
    ),
  ]
}
