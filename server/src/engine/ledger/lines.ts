// Transfers as text, so that those expected and those posted can be compared and a difference is readable.
import { formatAmount } from '../../platform/money/decimal.ts'
import type { Posting } from './postings.ts'
import type { TransferRow } from './queries.ts'

export const linesOf = ({ kind, transfers }: Posting): string[] =>
  transfers.map(({ debit, credit, amountMinor, currency }) =>
    line(kind, debit, credit, amountMinor, currency),
  )

export const lineOf = (row: TransferRow): string =>
  line(row.posting, row.debit_account, row.credit_account, row.amount_minor, row.currency)

const line = (
  kind: string,
  debit: string,
  credit: string,
  amountMinor: bigint,
  currency: string,
): string => `${kind}: ${debit} from ${credit}, ${formatAmount(amountMinor, currency)} ${currency}`

// Compare as multisets: two events of one order may be posted in either order.
export function firstDifference(
  expected: readonly string[],
  actual: readonly string[],
): string | undefined {
  const left = actual.slice()
  for (const line of expected) {
    const at = left.indexOf(line)
    if (at === -1) return `${line} is missing`
    left.splice(at, 1)
  }
  return left[0] === undefined ? undefined : `${left[0]} is posted but not expected`
}
