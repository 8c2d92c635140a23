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
import { formatRate, parseRate } from '../../platform/money/decimal.ts'
import type { OrderRow } from '../../engine/orders/queries.ts'
import type { PayoutRow } from '../../engine/payouts/queries.ts'
import type { RefundRow } from '../../engine/refunds/queries.ts'
import type { DocumentWords } from './words.ts'

export type Receipt = PdfDocument

/** An account or wallet. Of its details a receipt has the holder, and the last characters of the account. */
export type Party = {
  alias: string
  method: InstrumentMethod
  currency: string
  details: Record<string, string>
}

/** What every document of the desk begins and ends with. */
export type Look = { brand: Brand; isSandbox: boolean; words: DocumentWords }

type ReceiptFacts = Look & {
  order: OrderRow
  /** The names of the customer. */
  company: string
  organization: string
  payin: Party
  payout: Party
  /** The instruments that payouts and refunds went to, by their identifiers. */
  others: ReadonlyMap<string, Party>
  deposits: readonly DepositRow[]
  payouts: readonly PayoutRow[]
  refunds: readonly RefundRow[]
}

const TITLES: Readonly<Record<string, 'paymentReceipt' | 'refundReceipt'>> = {
  STEP_4_COMPLETED: 'paymentReceipt',
  FAILED_REFUND_PROCESSED: 'refundReceipt',
}

/** Undefined for an order that is not completed or refunded. */
export function receiptOf(facts: ReceiptFacts): Receipt | undefined {
  const { order, payin, words } = facts
  const title = TITLES[order.status]
  if (title === undefined) return undefined
  const ended = order.status_history.at(-1)
  const isPaid = order.status === 'STEP_4_COMPLETED'
  const deposits = facts.deposits.filter(({ reversed_at: at }) => at === null)
  const refunds = facts.refunds.filter(({ status }) => status === 'PROCESSED')
  return {
    ...lookOf(facts),
    title: words[title],
    number: order.reference_number,
    madeAt: ended === undefined ? order.created_at : Date.parse(ended.created_at),
    sections: [
      {
        title: words.order,
        rows: [
          [words.order, publicId('ord', order.id)],
          ...customerRows(facts),
          ...(order.external_reference_id === null
            ? []
            : ([[words.reference, order.external_reference_id]] as const)),
          [words.created, timeOf(order.created_at)],
          [
            isPaid ? words.completed : words.refunded,
            ended === undefined ? '' : timeOf(ended.created_at),
          ],
        ],
      },
      {
        title: words.paidIn,
        rows: [
          ...partyRows(words, words.from, payin),
          [words.total, inPayin(facts, order.payin_total_minor)],
          ...deposits.flatMap((one): [string, string][] => [
            [
              words.received,
              `${words.money(one.amount_minor, one.currency)}, ${timeOf(one.recorded_at)}`,
            ],
            [words.transaction, one.transaction],
          ]),
        ],
      },
      ...(isPaid ? paidSections(facts) : []),
      ...(refunds.length === 0 ? [] : [refundedSection(facts, refunds)]),
    ],
  }
}

const inPayin = ({ order, words }: ReceiptFacts, minor: bigint): string =>
  words.money(minor, order.payin_currency)

function paidSections(facts: ReceiptFacts): Receipt['sections'] {
  const { order, payout, words } = facts
  const settled = facts.payouts.filter(({ settled_at: at }) => at !== null)
  return [
    {
      title: words.converted,
      rows: [
        [words.fee, inPayin(facts, order.payin_fee_minor)],
        [words.tax, inPayin(facts, order.payin_tax_minor)],
        [words.net, inPayin(facts, netOf(order))],
        [
          words.rate,
          `1 ${order.payin_currency} = ${words.figure(formatRate(parseRate(order.effective_exchange_rate)))} ${order.payout_currency}`,
        ],
      ] as const,
    },
    {
      title: words.paidOut,
      rows: settled.flatMap((one): [string, string][] => [
        ...partyRows(words, words.to, facts.others.get(one.instrument_id ?? '') ?? payout),
        [words.amount, words.money(one.amount_minor, one.currency)],
        [words.settled, one.settled_at === null ? '' : timeOf(one.settled_at)],
        [words.trace, one.rail_reference ?? ''],
        ...(one.returned_at === null
          ? []
          : ([[words.cameBack, timeOf(one.returned_at)]] as [string, string][])),
      ]),
    },
  ]
}

const refundedSection = (
  facts: ReceiptFacts,
  refunds: readonly RefundRow[],
): Receipt['sections'][number] => ({
  title: facts.words.refunded,
  rows: refunds.flatMap((one): [string, string][] => [
    ...partyRows(
      facts.words,
      facts.words.to,
      facts.others.get(one.destination_instrument_id ?? '') ?? facts.payin,
    ),
    [facts.words.amount, facts.words.money(one.amount_minor, one.currency)],
    [facts.words.processed, timeOf(one.updated_at)],
    [facts.words.trace, one.rail_reference ?? ''],
  ]),
})

/** An enterprise with one organization of its own name has one row. */
export const customerRows = ({
  company,
  organization,
  words,
}: Pick<ReceiptFacts, 'company' | 'organization' | 'words'>): [string, string][] => [
  ...(company === organization ? [] : ([[words.company, company]] satisfies [string, string][])),
  [words.customer, organization],
]

/** How every document of the desk looks. */
export function lookOf({
  brand,
  isSandbox,
  words,
}: Look): Pick<Receipt, 'language' | 'warning' | 'head' | 'accent' | 'foot'> {
  const { name, issuer, accent, contact, conditions } = brand
  const issuerName = issuer?.name ?? name
  return {
    language: words.language,
    ...(isSandbox ? { warning: words.sandbox } : {}),
    ...(issuerName === undefined
      ? {}
      : { head: { name: issuerName, details: issuer?.details ?? [], mark: markOf(brand) } }),
    accent,
    foot:
      contact === undefined
        ? conditions
        : [words.contact(contact), conditions ?? []].flat().join('\n'),
  }
}

const timeOf = (at: Instant | string): string => {
  const text = typeof at === 'string' ? at : toTimestamp(at)
  return `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`
}

const SHOWN = 4

/** The holder, where the method has one, and the account. A row each: a name cannot change how the account reads. */
function partyRows(
  words: DocumentWords,
  name: string,
  { alias, method, currency, details }: Party,
): [string, string][] {
  const account = fundingAddressOf(method, details).replaceAll(/\s/g, '')
  const kind = `${words.methods[method]}, ${currency}`
  // Half of a short account would name it.
  const end = account.length >= 2 * SHOWN ? `, ${words.endingIn} ${account.slice(-SHOWN)}` : ''
  // Retention leaves no account.
  const shown = account === '' ? `${kind}, ${words.erased}` : kind + end
  const [holder] = holdersOf(details)
  return [
    [name, holder ?? alias],
    [words.account, shown],
    ...(holder === undefined ? [] : [[words.accountName, alias] satisfies [string, string]]),
  ]
}
