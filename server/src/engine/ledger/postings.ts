// Pure rules for the postings of each event, in minor units. A posting consists of transfers. Each transfer debits one
// account and credits another by the same amount, so that a posting always balances.
import { divideRoundDown } from '../../platform/money/rounding.ts'
import { minorUnits } from '../../platform/money/currencies.ts'
import { parseRate, RATE_DECIMALS } from '../../platform/money/decimal.ts'
import {
  accountAtDesk,
  customerAccount,
  providerAccount,
  railAccount,
  type Account,
} from './accounts.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { Money } from '../../outside/rails/port.ts'
import type { NewReturn } from '../returns/queries.ts'

type Transfer = { debit: Account; credit: Account; currency: string; amountMinor: bigint }
export const postingKinds = [
  'deposit',
  'deposit_reversed',
  'receivable',
  'fill',
  'fx_result',
  'fill_unwound',
  'payout',
  'payout_rejected',
  'payout_ended',
  'payout_returned',
  'refund',
  'refund_returned',
  'send_fee',
  'small_amount',
  'refund_fee',
  'carry_over',
  'movement',
  'account',
] as const
export type PostingKind = (typeof postingKinds)[number]
export type Posting = { kind: PostingKind; transfers: Transfer[] }

/** The price that the order promised. */
export type Promised = {
  organization_id: Uuid<'org'>
  payin_currency: string
  payout_currency: string
  exchange_rate: string
  payin_total_minor: bigint
  payin_fee_minor: bigint
  payin_tax_minor: bigint
  payout_total_minor: bigint
}

/** The desk holds a deposit at a rail and owes it to the organization. Without an organization it is in suspense. */
export const depositPosting = (
  organizationId: Uuid<'org'> | null,
  rail: string,
  money: { currency: string; amountMinor: bigint },
): Posting =>
  posting('deposit', [
    {
      debit: railAccount(rail),
      credit: organizationId === null ? 'suspense' : customerAccount(organizationId),
      ...money,
    },
  ])

/** An operator assigned a deposit in suspense to an order. */
export const assignmentPosting = (
  organizationId: Uuid<'org'>,
  money: { currency: string; amountMinor: bigint },
): Posting =>
  posting('deposit', [{ debit: 'suspense', credit: customerAccount(organizationId), ...money }])

/**
 * The rail took a deposit back. The desk no longer owes the part that it still held. The payer owes the rest, which was
 * already used or sent. Without an organization the deposit was in suspense.
 */
export const reversalPosting = (
  organizationId: Uuid<'org'> | null,
  rail: string,
  one: { currency: string; amountMinor: bigint; lossMinor: bigint },
): Posting => {
  const { currency, amountMinor, lossMinor } = one
  const owed = organizationId === null ? 'suspense' : customerAccount(organizationId)
  const credit = railAccount(rail)
  return posting('deposit_reversed', [
    { debit: owed, credit, currency, amountMinor: amountMinor - lossMinor },
    { debit: 'receivable', credit, currency, amountMinor: lossMinor },
  ])
}

/** A deposit leaves suspense without an order, to an account of the desk. */
export const suspenseExitPosting = (
  account: Account,
  money: { currency: string; amountMinor: bigint },
): Posting => posting('deposit', [{ debit: 'suspense', credit: account, ...money }])

/** A deposit in suspense went back to its sender. `isTwice`: it had left suspense another way, so the desk lost it. */
export const depositReturnPosting = (
  rail: string,
  money: { currency: string; amountMinor: bigint },
  { isTwice = false } = {},
): Posting =>
  posting('refund', [
    { debit: isTwice ? 'written_off' : 'suspense', credit: railAccount(rail), ...money },
  ])

/**
 * The rail took back a deposit that has no order. The account that got it bears that. Behind a movement the desk's own
 * money elsewhere does: the money went back to where the movement came from. The desk loses what it had returned.
 */
export const suspenseReversalPosting = (row: {
  rail: string
  currency: string
  amount_minor: bigint
  exit: string | null
  exit_account: Account | null
  exit_movement_id: Uuid<'mv'> | null
}): Posting => {
  const bearing =
    row.exit === 'returned'
      ? 'written_off'
      : row.exit_movement_id === null
        ? (row.exit_account ?? 'suspense')
        : 'treasury'
  const { currency, amount_minor: amountMinor } = row
  return posting('deposit_reversed', [
    { debit: bearing, credit: railAccount(row.rail), currency, amountMinor },
  ])
}

/** The sums that the fills of an order sold and delivered. */
export type Sold = { soldMinor: bigint; deliveredMinor: bigint }

/** One fill: a whole conversion or a part of one. `fee`: charged by the provider, in any currency. */
export type FilledPart = Sold & { provider: string; fee: Money | null }

/**
 * A fill moves what it sold to the provider, which owes what it delivered. The fill that sells the last of the net also
 * splits the payin into fee, tax and net, and converts the net at the promised rate. The difference between all that was
 * delivered and the promise is the desk's profit or loss. `before`: earlier fills of the order.
 */
export function fillPostings(order: Promised, before: Sold, part: FilledPart): Posting[] {
  const provider = providerAccount(part.provider)
  const { payin_currency: payin, payout_currency: payout } = order
  const isLast = before.soldMinor + part.soldMinor === netOf(order)
  const gainMinor = before.deliveredMinor + part.deliveredMinor - promisedGrossMinor(order)
  return [
    posting('fill', [
      ...(isLast ? promisedTransfers(order) : []),
      { debit: 'fx', credit: provider, currency: payin, amountMinor: part.soldMinor },
      { debit: provider, credit: 'fx', currency: payout, amountMinor: part.deliveredMinor },
      ...(part.fee === null ? [] : [{ debit: 'provider_fee', credit: provider, ...part.fee }]),
    ]),
    posting(
      'fx_result',
      !isLast
        ? []
        : [
            gainMinor >= 0n
              ? { debit: 'fx', credit: 'fx_result', currency: payout, amountMinor: gainMinor }
              : { debit: 'fx_result', credit: 'fx', currency: payout, amountMinor: -gainMinor },
          ],
    ),
  ].filter(({ transfers }) => transfers.length > 0)
}

function promisedTransfers(order: Promised): Transfer[] {
  const customer = customerAccount(order.organization_id)
  const { payin_currency: payin, payout_currency: payout } = order
  return [
    { debit: customer, credit: 'fee', currency: payin, amountMinor: order.payin_fee_minor },
    { debit: customer, credit: 'tax', currency: payin, amountMinor: order.payin_tax_minor },
    { debit: customer, credit: 'fx', currency: payin, amountMinor: netOf(order) },
    { debit: 'fx', credit: customer, currency: payout, amountMinor: order.payout_total_minor },
    {
      debit: 'fx',
      credit: 'rounding',
      currency: payout,
      amountMinor: promisedGrossMinor(order) - order.payout_total_minor,
    },
  ]
}

/**
 * The rest of a partly sold net is not sold any more. The desk still owes the customer the payin total; the sold part
 * stays with the desk as a conversion without a payout.
 */
export const fillUnwoundPosting = (order: Promised, sold: Sold): Posting =>
  posting('fill_unwound', [
    {
      debit: 'unwind',
      credit: 'fx',
      currency: order.payin_currency,
      amountMinor: sold.soldMinor,
    },
    {
      debit: 'fx',
      credit: 'unwind',
      currency: order.payout_currency,
      amountMinor: sold.deliveredMinor,
    },
  ])

export const payoutPosting = (order: Promised, rail: string): Posting =>
  posting('payout', [
    {
      debit: customerAccount(order.organization_id),
      credit: railAccount(rail),
      currency: order.payout_currency,
      amountMinor: order.payout_total_minor,
    },
  ])

/**
 * Undoes a fill that gets no payout. The desk owes the payin again, fee and tax included, and keeps the converted money.
 * `isUndone`: the payout went after all.
 */
export function payoutUnwoundPosting(
  order: Promised,
  kind: 'payout_rejected' | 'payout_ended',
  { isUndone = false } = {},
): Posting {
  const customer = customerAccount(order.organization_id)
  const { payin_currency: payin, payout_currency: payout } = order
  const transfers = [
    { debit: customer, credit: 'unwind', currency: payout, amountMinor: order.payout_total_minor },
    { debit: 'fee', credit: customer, currency: payin, amountMinor: order.payin_fee_minor },
    { debit: 'tax', credit: customer, currency: payin, amountMinor: order.payin_tax_minor },
    { debit: 'unwind', credit: customer, currency: payin, amountMinor: netOf(order) },
  ]
  return posting(
    kind,
    isUndone
      ? transfers.map(({ debit, credit, ...money }) => ({ debit: credit, credit: debit, ...money }))
      : transfers,
  )
}

/**
 * The desk pays what a send cost: to the rail in the money that was sent, or to the network in its own coin. The network
 * may give back more than it takes: the fee is then negative.
 */
export function feePostings(
  rail: string,
  sentCurrency: string | null,
  fee: Money | null,
): Posting[] {
  if (fee === null) return []
  const { currency, amountMinor } = fee
  const cost = currency === sentCurrency ? 'rail_fee' : 'network_fee'
  return [
    posting('send_fee', [
      amountMinor > 0n
        ? { debit: cost, credit: railAccount(rail), currency, amountMinor }
        : { debit: railAccount(rail), credit: cost, currency, amountMinor: -amountMinor },
    ]),
  ]
}

/**
 * A settled payout or refund came back, or a part of it: the desk owes it again. With the whole it bears what was kept on
 * the way, and the rest that comes later is its own.
 */
export const returnPosting = (
  organizationId: Uuid<'org'>,
  kind: 'payout_returned' | 'refund_returned',
  one: Pick<NewReturn, 'rail' | 'currency' | 'returnedMinor' | 'stage' | 'feeMinor'>,
): Posting => {
  const customer = customerAccount(organizationId)
  const { currency, returnedMinor } = one
  const credit = one.stage === 'rest' ? 'rail_fee' : customer
  return posting(kind, [
    { debit: railAccount(one.rail), credit, currency, amountMinor: returnedMinor },
    { debit: 'rail_fee', credit: customer, currency, amountMinor: one.feeMinor },
  ])
}

export const refundPosting = (
  organizationId: Uuid<'org'>,
  rail: string,
  money: { currency: string; amountMinor: bigint },
): Posting =>
  posting('refund', [
    { debit: customerAccount(organizationId), credit: railAccount(rail), ...money },
  ])

/**
 * Moves money from an order to its retry, both of one organization. Each order gets one of the two postings. `lost`: a restore
 * lost the retry, and movements account for what it sent.
 */
export const carryOverPostings = (
  organizationId: Uuid<'org'>,
  money: { currency: string; amountMinor: bigint },
): { from: Posting; to: Posting; lost: Posting } => {
  const customer = customerAccount(organizationId)
  return {
    from: posting('carry_over', [{ debit: customer, credit: 'carry_over', ...money }]),
    to: posting('carry_over', [{ debit: 'carry_over', credit: customer, ...money }]),
    lost: posting('carry_over', [{ debit: customer, credit: 'unwind', ...money }]),
  }
}

/**
 * A line of an account. The rail of accounts stands between an account and the orders that fill it or that it pays: it is
 * even once both sides are posted. Positive: the account receives.
 */
export const accountPosting = (
  number: string,
  counterpart: Account,
  { currency, amountMinor }: { currency: string; amountMinor: bigint },
): Posting => {
  const account = accountAtDesk(number)
  return posting('account', [
    amountMinor > 0n
      ? { debit: counterpart, credit: account, currency, amountMinor }
      : { debit: account, credit: counterpart, currency, amountMinor: -amountMinor },
  ])
}

export const netOf = (
  order: Pick<Promised, 'payin_total_minor' | 'payin_fee_minor' | 'payin_tax_minor'>,
): bigint => order.payin_total_minor - order.payin_fee_minor - order.payin_tax_minor

/** The net amount at the promised rate, rounded down to payout minor units. */
export const promisedGrossMinor = (order: Promised): bigint => promisedMinor(order, netOf(order))

/** A part of the net at the promised rate, rounded down to payout minor units. */
export function promisedMinor(order: Promised, netMinor: bigint): bigint {
  const scale =
    10n **
    BigInt(RATE_DECIMALS + minorUnits(order.payin_currency) - minorUnits(order.payout_currency))
  return divideRoundDown(netMinor * parseRate(order.exchange_rate), scale)
}

export const posting = (kind: PostingKind, transfers: Transfer[]): Posting => ({
  kind,
  transfers: transfers.filter(({ amountMinor }) => amountMinor > 0n),
})
