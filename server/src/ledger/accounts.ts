// The accounts of the ledger. An account is a name and a currency; it begins when something is first posted
// to it. docs/ledger.md lists the same kinds, and a test compares.
import type { Uuid } from '../ids.ts'
import { publicId } from '../ids.ts'

/** Normal side: where the balance of the account is expected. */
export const accountKinds = {
  customer: { side: 'credit', meaning: 'what the desk owes an organization' },
  rail: { side: 'debit', meaning: 'what the desk holds at a rail' },
  provider: {
    side: 'debit',
    meaning: 'what a liquidity provider owes the desk; negative when the desk owes',
  },
  fee: { side: 'credit', meaning: 'fees earned' },
  tax: { side: 'credit', meaning: 'taxes to hand over' },
  fx: { side: 'debit', meaning: 'conversions on their way; zero when each is back to back' },
  fx_result: {
    side: 'credit',
    meaning: "the provider's rate against the promised one: profit, or loss when negative",
  },
  rounding: {
    side: 'credit',
    meaning: 'what is left of a conversion when the payout is the amount asked for',
  },
  unwind: {
    side: 'debit',
    meaning: 'conversions that were not paid out: the desk holds the other currency',
  },
  carry_over: {
    side: 'credit',
    meaning: 'money between an order and the one that retries it; zero after each',
  },
  suspense: { side: 'credit', meaning: 'deposits that belong to no order' },
} as const

export type Account = string

export const customerAccount = (organizationId: Uuid): Account =>
  `customer:${publicId('org', organizationId)}`
export const railAccount = (rail: string): Account => `rail:${rail}`
export const providerAccount = (provider: string): Account => `provider:${provider}`
