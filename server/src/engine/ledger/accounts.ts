// The accounts of the ledger. An account is a name and a currency; its first posting creates it. docs/ledger.md lists
// the same kinds, and a test compares the two.
import type { Uuid } from '../../platform/ids.ts'
import { publicId } from '../../platform/ids.ts'

/** `side`: the side on which the account normally has its balance. */
export const accountKinds = {
  customer: { side: 'credit', meaning: 'money that the desk owes an organization' },
  account: { side: 'credit', meaning: 'money on an account of an organization at the desk' },
  rail: { side: 'debit', meaning: 'money that the desk holds at a rail' },
  provider: {
    side: 'debit',
    meaning: 'money that a liquidity provider owes the desk; negative if the desk owes it',
  },
  fee: { side: 'credit', meaning: 'fees earned' },
  tax: { side: 'credit', meaning: 'taxes to pay to the tax authority' },
  provider_fee: { side: 'debit', meaning: 'fees that liquidity providers charged the desk' },
  fx: { side: 'debit', meaning: 'conversions in progress; zero once all is sold or unwound' },
  fx_result: {
    side: 'credit',
    meaning: "result of the provider's rate against the promised rate: profit, or loss if negative",
  },
  rounding: {
    side: 'credit',
    meaning: 'residue of conversions when the customer asked for an exact payout',
  },
  unwind: {
    side: 'debit',
    meaning: 'conversions without a payout: the desk holds the payout currency',
  },
  carry_over: {
    side: 'credit',
    meaning: 'money between an order and its retry; zero after each retry',
  },
  rail_fee: { side: 'debit', meaning: 'fees that rails charged for payouts and refunds' },
  network_fee: {
    side: 'debit',
    meaning: 'fees that a chain charged in its own coin',
  },
  treasury: {
    side: 'debit',
    meaning: "the desk's own money outside rails and providers; negative for what it put into them",
  },
  in_transit: {
    side: 'debit',
    meaning: 'movements of the desk that have left one account and not arrived at the other',
  },
  receivable: {
    side: 'debit',
    meaning:
      'money that payers owe the desk: reversed deposits whose money was already used or sent, and money that left twice',
  },
  written_off: {
    side: 'debit',
    meaning: 'receivables that the desk gave up, and deposits that left twice',
  },
  unclaimed: {
    side: 'credit',
    meaning: 'deposits in suspense that were written off: nobody claimed them',
  },
  small_amounts: {
    side: 'credit',
    meaning: 'small deposits and refunds that were written off',
  },
  refund_fee: { side: 'credit', meaning: 'fees of refunds that payers bore' },
  suspense: {
    side: 'credit',
    meaning: 'deposits that belong to no order, or that are being screened',
  },
} as const

export type Account = string

export const customerAccount = (organizationId: Uuid<'org'>): Account =>
  `customer:${publicId('org', organizationId)}`
/** What the desk owes on an account of an organization, by the number of the account. */
export const accountAtDesk = (number: string): Account => `account:${number}`
export const railAccount = (rail: string): Account => `rail:${rail}`
export const providerAccount = (provider: string): Account => `provider:${provider}`
