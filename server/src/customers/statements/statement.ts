// The content of a statement: the orders of a month that received money, with exact sums of each pair of currencies. Pure.
import type { PdfDocument } from '../../platform/pdf/document.ts'
import type { OrderStatus } from '../../engine/orders/states.ts'
import type { Brand } from '../brand/brand.ts'
import { lookOf, money } from '../receipts/receipt.ts'
import type { StatedOrder } from './queries.ts'

type Facts = {
  brand: Brand
  organization: string
  /** `2026-11`. */
  month: string
  /** Oldest first. */
  orders: readonly StatedOrder[]
}

type Row = [name: string, value: string]

export function statementOf({ brand, organization, month, orders }: Facts): PdfDocument {
  const ended = (of: Standing) => orders.filter(({ status }) => standingOf(status) === of)
  const [completed, refunded, open] = [ended('completed'), ended('refunded'), ended('under way')]
  return {
    ...lookOf(brand),
    title: 'Statement of orders',
    number: month,
    madeAt: orders.reduce((latest, one) => Math.max(latest, one.updated_at), 0),
    sections: [
      {
        title: 'Month',
        rows: [
          ['Customer', organization],
          ['Orders', `created in ${month} (UTC) and funded, as they are now`],
          ['Completed', String(completed.length)],
          ['Refunded', String(refunded.length)],
          ['Under way', String(open.length)],
        ],
      },
      ...[...Map.groupBy(completed, pairOf)].map(([pair, all]) => ({
        title: `Completed, ${pair}`,
        rows: totalsOf(all),
      })),
      ...(orders.length === 0 ? [] : [{ title: 'Orders', rows: orders.map(rowOf) }]),
    ],
  }
}

type Standing = 'completed' | 'refunded' | 'under way'

function standingOf(status: OrderStatus): Standing {
  if (status === 'STEP_4_COMPLETED') return 'completed'
  return status === 'FAILED_REFUND_PROCESSED' ? 'refunded' : 'under way'
}

const pairOf = ({ payin_currency: payin, payout_currency: payout }: StatedOrder): string =>
  `${payin} to ${payout}`

function totalsOf(orders: readonly StatedOrder[]): Row[] {
  const [{ payin_currency: payin, payout_currency: payout } = none] = orders
  const sum = (currency: string, of: (one: StatedOrder) => bigint) =>
    money(
      orders.reduce((total, one) => total + of(one), 0n),
      currency,
    )
  return [
    ['Orders', String(orders.length)],
    ['Paid in', sum(payin, (one) => one.payin_total_minor)],
    ['Fees in it', sum(payin, (one) => one.payin_fee_minor)],
    ['Tax on fees in it', sum(payin, (one) => one.payin_tax_minor)],
    ['Paid out', sum(payout, (one) => one.payout_total_minor)],
  ]
}
const none = { payin_currency: '', payout_currency: '' }

function rowOf(one: StatedOrder): Row {
  // The number has the day of the order.
  const name = one.reference_number
  const standing = standingOf(one.status)
  if (standing !== 'completed')
    return [name, `received ${money(one.received_minor, one.payin_currency)}, ${standing}`]
  const paid = `${money(one.payin_total_minor, one.payin_currency)} to ${money(one.payout_total_minor, one.payout_currency)}`
  return [name, `${paid}, fee ${money(one.payin_fee_minor, one.payin_currency)}`]
}
