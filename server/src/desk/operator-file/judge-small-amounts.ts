// Checks the smallest amounts of an operator file. apply-small-amounts.ts finds their rails.
import { currencies, isCurrency } from '../../platform/money/currencies.ts'
import { parseAmount } from '../../platform/money/decimal.ts'
import type { SmallAmountRule } from '../../engine/small-amounts/queries.ts'
import type { Path, SmallAmountContent } from './file-schema.ts'
import type { Judge } from './judging.ts'
import { nearestFirst } from '../../platform/nearest.ts'

export type SmallAmountEntry = { path: Path; rule: SmallAmountRule }

/** The most parts of a refund that collects others: each new part reads all of them. */
const MOST_PARTS = 100n

export function judgeSmallAmount(
  judge: Judge,
  path: Path,
  one: SmallAmountContent,
): SmallAmountEntry | undefined {
  const { rail, currency, below, refund_fee } = one
  if (!isCurrency(currency)) {
    const names = nearestFirst(currency, currencies)
    judge.addProblem(
      [...path, 'currency'],
      `unknown currency ${currency}; known currencies: ${names}`,
    )
    return undefined
  }
  const minorOf = (key: 'smallest_deposit' | 'smallest_refund' | 'refund_fee', text: string) => {
    const parsed = parseAmount(text, currency)
    if (parsed.ok) return parsed.minor
    judge.addProblem(
      [...path, key],
      `${text} is not an amount of ${currency} above zero, such as "10.00"`,
    )
    return undefined
  }
  const deposit = minorOf('smallest_deposit', one.smallest_deposit)
  const refund = minorOf('smallest_refund', one.smallest_refund)
  const fee = refund_fee === undefined ? 0n : minorOf('refund_fee', refund_fee)
  if (deposit === undefined || refund === undefined || fee === undefined) return undefined
  if (deposit > refund)
    judge.addProblem(
      [...path, 'smallest_deposit'],
      `smallest_deposit ${one.smallest_deposit} is above smallest_refund ${one.smallest_refund}: a deposit between them could be sent back, but is not credited`,
    )
  if (fee >= refund)
    judge.addProblem(
      [...path, 'refund_fee'],
      `refund_fee ${refund_fee} is not below smallest_refund ${one.smallest_refund}: such a refund would send nothing`,
    )
  if (below === 'collect' && refund > deposit * MOST_PARTS)
    judge.addProblem(
      [...path, 'smallest_deposit'],
      `smallest_deposit ${one.smallest_deposit} is below a hundredth of smallest_refund ${one.smallest_refund}: with \`below: collect\` it must be at least that`,
    )
  return {
    path,
    rule: {
      rail,
      currency,
      smallest_deposit_minor: deposit,
      smallest_refund_minor: refund,
      below,
      refund_fee_minor: fee,
    },
  }
}
