// The content of a receipt: what an order was, at which rate, and what the rails know it by. Pure. It says nothing that
// changes while the order does not, so that the same order always has the same receipt.
import { toTimestamp, type Instant } from '../../platform/clock.ts'
import type { DepositRow } from '../../engine/deposits/queries.ts'
import { publicId } from '../../platform/ids.ts'
import { fundingAddressOf, type InstrumentMethod } from '../../outside/methods/methods.ts'
import { markOf, type Brand } from '../brand/brand.ts'
import { holdersOf } from '../../rules/screening/question.ts'
import { netOf } from '../../engine/ledger/postings.ts'
import type { PdfDocument } from '../../platform/pdf/document.ts'
import { formatAmount, formatRate, parseRate } from '../../platform/money/decimal.ts'
import type { OrderRow } from '../../engine/orders/queries.ts'
import type { PayoutRow } from '../../engine/payouts/queries.ts'
import type { RefundRow } from '../../engine/refunds/queries.ts'

export type Receipt = PdfDocument

/** An account or wallet. Of its details a receipt has the holder, and the last characters of the account. */
export type Party = {
  alias: string
  method: InstrumentMethod
  currency: string
  details: Record<string, string>
}

type ReceiptFacts = {
  brand: Brand
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
  const { order, payin } = facts
  const title = TITLES[order.status]
  if (title === undefined) return undefined
  const ended = order.status_history.at(-1)
  const isPaid = order.status === 'STEP_4_COMPLETED'
  const deposits = facts.deposits.filter(({ reversed_at: at }) => at === null)
  const refunds = facts.refunds.filter(({ status }) => status === 'PROCESSED')
  return {
    ...lookOf(facts.brand),
    title,
    number: order.reference_number,
    madeAt: ended === undefined ? order.created_at : Date.parse(ended.created_at),
    sections: [
      {
        title: 'Order',
        rows: [
          ['Order', publicId('ord', order.id)],
          ['Customer', facts.organization],
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
          ...partyRows('From', payin),
          ['Total', inPayin(facts, order.payin_total_minor)],
          ...deposits.flatMap((one): [string, string][] => [
            ['Received', `${money(one.amount_minor, one.currency)}, ${timeOf(one.recorded_at)}`],
            ['Transaction', one.transaction],
          ]),
        ],
      },
      ...(isPaid ? paidSections(facts) : []),
      ...(refunds.length === 0 ? [] : [refundedSection(facts, refunds)]),
    ],
  }
}

const inPayin = ({ order }: ReceiptFacts, minor: bigint): string =>
  money(minor, order.payin_currency)

function paidSections(facts: ReceiptFacts): Receipt['sections'] {
  const { order, payout } = facts
  const settled = facts.payouts.filter(({ settled_at: at }) => at !== null)
  return [
    {
      title: 'Converted',
      rows: [
        ['Fee', inPayin(facts, order.payin_fee_minor)],
        ['Tax on the fee', inPayin(facts, order.payin_tax_minor)],
        ['Amount converted', inPayin(facts, netOf(order))],
        [
          'Exchange rate',
          `1 ${order.payin_currency} = ${groupThousands(formatRate(parseRate(order.effective_exchange_rate)))} ${order.payout_currency}`,
        ],
      ] as const,
    },
    {
      title: 'Paid out',
      rows: settled.flatMap((one): [string, string][] => [
        ...partyRows('To', facts.others.get(one.instrument_id ?? '') ?? payout),
        ['Amount', money(one.amount_minor, one.currency)],
        ['Settled', one.settled_at === null ? '' : timeOf(one.settled_at)],
        ["Bank's trace or transaction", one.rail_reference ?? ''],
        ...(one.returned_at === null
          ? []
          : ([['Came back', timeOf(one.returned_at)]] as [string, string][])),
      ]),
    },
  ]
}

const refundedSection = (
  facts: ReceiptFacts,
  refunds: readonly RefundRow[],
): Receipt['sections'][number] => ({
  title: 'Refunded',
  rows: refunds.flatMap((one): [string, string][] => [
    ...partyRows('To', facts.others.get(one.destination_instrument_id ?? '') ?? facts.payin),
    ['Amount', money(one.amount_minor, one.currency)],
    ['Processed', timeOf(one.updated_at)],
    ["Bank's trace or transaction", one.rail_reference ?? ''],
  ]),
})

/** How every document of the desk looks. */
export function lookOf(brand: Brand): Pick<Receipt, 'head' | 'accent' | 'foot'> {
  const { name, issuer, accent, conditions } = brand
  const issuerName = issuer?.name ?? name
  return {
    ...(issuerName === undefined
      ? {}
      : { head: { name: issuerName, details: issuer?.details ?? [], mark: markOf(brand) } }),
    accent,
    foot: conditions,
  }
}

/** `1,000.00 USDC`. */
export const money = (minor: bigint, currency: string): string =>
  `${groupThousands(formatAmount(minor, currency))} ${currency}`

/** `text` is a decimal string. */
const groupThousands = (text: string): string => {
  const [whole = '', ...fraction] = text.split('.')
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.')
}

const timeOf = (at: Instant | string): string => {
  const text = typeof at === 'string' ? at : toTimestamp(at)
  return `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`
}

const SHOWN = 4

/** The holder, where the method has one, and the account. A row each: a name cannot change how the account reads. */
function partyRows(name: string, { alias, method, currency, details }: Party): [string, string][] {
  const account = fundingAddressOf(method, details).replaceAll(/\s/g, '')
  const kind = `${method.replaceAll('_', ' ')}, ${currency}`
  // Half of a short account would name it.
  const end = account.length >= 2 * SHOWN ? `, ending in ${account.slice(-SHOWN)}` : ''
  // Retention leaves no account.
  const shown = account === '' ? `${kind}, details erased` : kind + end
  const [holder] = holdersOf(details)
  return [
    [name, holder ?? alias],
    ['Account', shown],
    ...(holder === undefined ? [] : [['Account name', alias] satisfies [string, string]]),
  ]
}
