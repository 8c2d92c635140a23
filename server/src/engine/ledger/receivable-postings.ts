// The postings of what payers owe the desk, also for verify.ts.
import type { Uuid } from '../../platform/ids.ts'
import { customerAccount, railAccount } from './accounts.ts'
import { posting, type Posting } from './postings.ts'

const receivableKinds = [
  'advanced',
  'repaid',
  'set_off',
  'received',
  'written_off',
  'restored',
  'sent_twice',
  'claimed',
] as const
/** Postings that increase the debt of a payer. */
const GROWING: readonly string[] = ['advanced', 'sent_twice', 'claimed']
/**
 * A change of what a payer owes. `rail`: where the money is, if it was received or restored, or where it left. `sent_twice`: by a
 * payout or refund. `claimed`: by the return of a deposit, which the desk had lost.
 */
export type ReceivableChange = {
  kind: (typeof receivableKinds)[number]
  currency: string
  amountMinor: bigint
  rail: string | null
}

export function receivablePosting(organizationId: Uuid<'org'>, change: ReceivableChange): Posting {
  const { kind, currency, amountMinor, rail } = change
  const customer = customerAccount(organizationId)
  const at = rail === null ? 'treasury' : railAccount(rail)
  const sides = {
    advanced: { debit: 'receivable', credit: customer },
    repaid: { debit: customer, credit: 'receivable' },
    set_off: { debit: customer, credit: 'receivable' },
    received: { debit: at, credit: 'receivable' },
    written_off: { debit: 'written_off', credit: 'receivable' },
    restored: { debit: at, credit: customer },
    sent_twice: { debit: 'receivable', credit: at },
    claimed: { debit: 'receivable', credit: 'written_off' },
  }[kind]
  return posting('receivable', [{ ...sides, currency, amountMinor }])
}

/** How the change moves what the payer owes, in minor units. Money that is there again was never owed. */
export const owedBy = ({
  kind,
  amount_minor: minor,
}: {
  kind: ReceivableChange['kind']
  amount_minor: bigint
}): bigint => (kind === 'restored' ? 0n : GROWING.includes(kind) ? minor : -minor)
