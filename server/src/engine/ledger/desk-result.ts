// What the desk earned, from transfers: the reports of a period and the page of an order mean the same by it.
import type { TransferRow } from './queries.ts'

/** Accounts that grow by credits. Tax is not earned. */
export const EARNED = ['fee', 'fx_result', 'rounding', 'refund_fee', 'small_amounts'] as const
/** Accounts that grow by debits. */
export const COSTS = ['provider_fee', 'rail_fee', 'network_fee', 'written_off'] as const

const COUNTED: ReadonlySet<string> = new Set<string>([...EARNED, ...COSTS])

/** By currency, without those that never moved. */
export function deskResult(
  transfers: readonly Pick<
    TransferRow,
    'debit_account' | 'credit_account' | 'currency' | 'amount_minor'
  >[],
): Map<string, bigint> {
  const result = new Map<string, bigint>()
  for (const {
    debit_account: debit,
    credit_account: credit,
    currency,
    amount_minor,
  } of transfers) {
    const isCredit = COUNTED.has(credit)
    const isDebit = COUNTED.has(debit)
    if (!isCredit && !isDebit) continue
    const change = (isCredit ? amount_minor : 0n) - (isDebit ? amount_minor : 0n)
    result.set(currency, (result.get(currency) ?? 0n) + change)
  }
  return result
}
