// Checks of an order whose deposits were reversed, for verify.ts.
import type { DepositRow } from '../deposits/queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import { sentMinorOf, type RefundRow } from '../refunds/queries.ts'
import { owedRefundStatuses } from '../refunds/words.ts'
import type { ReceivableRow } from '../reversals/queries.ts'
import { owedBy } from './receivable-postings.ts'
import type { TransferRow } from './queries.ts'

type ReversalFacts = {
  refunds: readonly RefundRow[]
  reversed: readonly DepositRow[]
  receivable: readonly ReceivableRow[]
  posted: readonly TransferRow[]
}

// Each reversal takes exactly its deposit, and a debt is never negative. What an order lacks is what it does not hold, or
// what its payer owes after the fill.
export function wrongReversal(order: OrderRow, facts: ReversalFacts): string | undefined {
  const { reversed, refunds, receivable, posted } = facts
  const fromRefundsMinor =
    sumOf(reversed, ({ amount_minor }) => amount_minor) -
    sumOf(reversed, ({ loss_minor }) => loss_minor) -
    sumOf(reversed, ({ reversal_held_minor }) => reversal_held_minor)
  const reversedMinor = sumOf(
    refunds,
    (row) => row.reversed_minor - row.kept_minor + feeGivenBack(row),
  )
  if (fromRefundsMinor !== reversedMinor)
    return 'its reversed deposits are not what was taken from it'
  const owed = new Map<string, bigint>()
  const owe = (currency: string, minor: bigint) =>
    owed.set(currency, (owed.get(currency) ?? 0n) + minor)
  for (const { currency, loss_minor } of reversed) owe(currency, loss_minor ?? 0n)
  for (const change of receivable) owe(change.currency, owedBy(change))
  for (const [currency, minor] of owed)
    if (minor < 0n) return `its payer paid back more ${currency} than was lost`
  const owedMinor = owed.get(order.payin_currency) ?? 0n
  const { status, short_minor: shortMinor, payin_total_minor: totalMinor } = order
  if (['STEP_3_SETTLING_PAYOUT', 'STEP_4_COMPLETED'].includes(status) && shortMinor > owedMinor)
    return `it lacks ${shortMinor} minor units, and its payer owes ${owedMinor}`
  const isHeld =
    status === 'STEP_2_FILLING_FX' ||
    (status === 'FAILED_DECLINED_BY_LIQ_PROVIDER' && order.retry_order_id === null)
  if (!isHeld || reversed.length === 0) return undefined
  const heldMinor =
    debtOf(posted, order.payin_currency) -
    sumOf(
      refunds.filter(
        ({ status, currency }) =>
          owedRefundStatuses.includes(status) && currency === order.payin_currency,
      ),
      sentMinorOf,
    )
  return heldMinor === totalMinor - shortMinor
    ? undefined
    : `it holds ${heldMinor} minor units and should hold ${totalMinor - shortMinor}`
}

// The last part that is taken of a refund takes also the fee that the payer was to bear.
const feeGivenBack = (row: RefundRow): bigint =>
  row.reversed_minor === row.amount_minor ? row.borne_fee_minor : 0n

const debtOf = (posted: readonly TransferRow[], of: string): bigint =>
  sumOf(posted, ({ credit_account, debit_account, currency, amount_minor }) => {
    if (currency !== of) return 0n
    const credit = credit_account.startsWith('customer:') ? amount_minor : 0n
    return debit_account.startsWith('customer:') ? credit - amount_minor : credit
  })

export const sumOf = <Row>(all: readonly Row[], minorOf: (row: Row) => bigint | null): bigint =>
  all.reduce((sum, row) => sum + (minorOf(row) ?? 0n), 0n)
