// The content of a receipt: what an order was, at which rate, and what the rails know it by. Pure. It says nothing that
// changes while the order does not, so that the same order always has the same receipt.
import { toTimestamp, type Instant } from '../../platform/clock.ts'
import type { DepositRow } from '../../engine/deposits/queries.ts'
import { publicId } from '../../platform/ids.ts'
import { fundingAddressOf, type InstrumentMethod } from '../../outside/methods/methods.ts'
import { netOf } from '../../engine/ledger/postings.ts'
import { formatAmount, formatRate, parseRate } from '../../platform/money/decimal.ts'
import type { OrderRow } from '../../engine/orders/queries.ts'
import type { PayoutRow } from '../../engine/payouts/queries.ts'
import type { RefundRow } from '../../engine/refunds/queries.ts'

export type Receipt = {
  title: string
  number: string
  sections: readonly { title: string; rows: readonly (readonly [name: string, value: string])[] }[]
}

/** An account or wallet. Of its details a receipt has the last characters only. */
export type Party = {
  alias: string
  method: InstrumentMethod
  currency: string
  details: Record<string, string>
}

type ReceiptFacts = {
  order: OrderRow
  organization: string
  payin: Party
  payout: Party
  /** The instruments that payouts and refunds went to, by their identifiers. */
  others: ReadonlyMap<string, Party>
  deposits: readonly DepositRow[]
  payouts: readonly PayoutRow[]
  refunds: readonly RefundRow[]
}

const TITLES: Readonly<Record<string, string>> = {
  STEP_4_COMPLETED: 'Payment receipt',
  FAILED_REFUND_PROCESSED: 'Refund receipt',
}

/** Undefined for an order that is not completed or refunded. */
export function receiptOf(facts: ReceiptFacts): Receipt | undefined {
  const { order, payin, payout } = facts
  const title = TITLES[order.status]
  if (title === undefined) return undefined
  const ended = order.status_history.at(-1)
  const isPaid = order.status === 'STEP_4_COMPLETED'
  const inPayin = (minor: bigint) => money(minor, order.payin_currency)
  const deposits = facts.deposits.filter(({ reversed_at: at }) => at === null)
  const settled = facts.payouts.filter(({ settled_at: at }) => at !== null)
  const refunds = facts.refunds.filter(({ status }) => status === 'PROCESSED')
  return {
    title,
    number: order.reference_number,
    sections: [
      {
        title: 'Order',
        rows: [
          ['Order', publicId('ord', order.id)],
          ['Organization', facts.organization],
          ...(order.external_reference_id === null
            ? []
            : ([['Your reference', order.external_reference_id]] as const)),
          ['Created', timeOf(order.created_at)],
          [isPaid ? 'Completed' : 'Refunded', ended === undefined ? '' : timeOf(ended.created_at)],
        ],
      },
      {
        title: 'Paid in',
        rows: [
          ['From', partyText(payin)],
          ['Total', inPayin(order.payin_total_minor)],
          ...deposits.flatMap((one): [string, string][] => [
            ['Received', `${money(one.amount_minor, one.currency)}, ${timeOf(one.recorded_at)}`],
            ['Transaction', one.transaction],
          ]),
        ],
      },
      ...(isPaid
        ? [
            {
              title: 'Converted',
              rows: [
                ['Fee', inPayin(order.payin_fee_minor)],
                ['Tax on the fee', inPayin(order.payin_tax_minor)],
                ['Amount converted', inPayin(netOf(order))],
                [
                  'Exchange rate',
                  `1 ${order.payin_currency} = ${formatRate(parseRate(order.effective_exchange_rate))} ${order.payout_currency}`,
                ],
              ] as const,
            },
            {
              title: 'Paid out',
              rows: settled.flatMap((one): [string, string][] => [
                ['To', partyText(facts.others.get(one.instrument_id ?? '') ?? payout)],
                ['Amount', money(one.amount_minor, one.currency)],
                ['Settled', one.settled_at === null ? '' : timeOf(one.settled_at)],
                ["Bank's trace or transaction", one.rail_reference ?? ''],
                ...(one.returned_at === null
                  ? []
                  : ([['Came back', timeOf(one.returned_at)]] as [string, string][])),
              ]),
            },
          ]
        : []),
      ...(refunds.length === 0
        ? []
        : [
            {
              title: 'Refunded',
              rows: refunds.flatMap((one): [string, string][] => [
                ['To', partyText(facts.others.get(one.destination_instrument_id ?? '') ?? payin)],
                ['Amount', money(one.amount_minor, one.currency)],
                ['Processed', timeOf(one.updated_at)],
                ["Bank's trace or transaction", one.rail_reference ?? ''],
              ]),
            },
          ]),
    ],
  }
}

const money = (minor: bigint, currency: string): string =>
  `${formatAmount(minor, currency)} ${currency}`

const timeOf = (at: Instant | string): string => {
  const text = typeof at === 'string' ? at : toTimestamp(at)
  return `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`
}

const SHOWN = 4

function partyText({ alias, method, currency, details }: Party): string {
  const account = fundingAddressOf(method, details).replaceAll(/\s/g, '')
  // Half of a short account would name it.
  const end = account.length >= 2 * SHOWN ? `, ending in ${account.slice(-SHOWN)}` : ''
  // Retention leaves no account.
  return `${alias} (${method.replaceAll('_', ' ')}, ${currency}${account === '' ? ', details erased' : end})`
}
