// Decides which orders an unmatched deposit may belong to. Pure. An operator assigns the deposit; nothing is matched by
// a suggestion.
import type { OwnedId } from '../../platform/ids.ts'
import { compactText } from '../orders/reference-number.ts'

export type Suggestion = OwnedId<'ord'> & {
  /**
   * number: the payer wrote the order's number, but to another account, or the numbers of several orders.
   * part_of_number: the payer wrote the random part of its number with up to two mistakes.
   * amount: the deposit is what the order at this account awaits.
   * account: few orders have or had the account.
   */
  reason: 'number' | 'part_of_number' | 'amount' | 'account'
  /** From 0 to 100, to sort by. */
  score: number
}

export type Candidate = OwnedId<'ord'> & {
  referenceNumber: string
  isAtAccount: boolean
  isAwaitingFunding: boolean
  payinCurrency: string
  /** The payin total less the amount received. */
  openMinor: bigint
}

type Unmatched = { reference: string | null; currency: string; amountMinor: bigint }

const MOST_SUGGESTIONS = 5
const FEW_ORDERS = 3
const MOST_MISTAKES = 2
/** The random part of a reference number. */
const RANDOM_PART = 8
/** Texts of payments have at most 140 characters on most rails. */
const LONGEST_TEXT = 300

/** The best suggestions, best first. */
export function suggestOrders(
  deposit: Unmatched,
  quoted: readonly string[],
  candidates: readonly Candidate[],
): Suggestion[] {
  const text = compactText(deposit.reference ?? '').slice(0, LONGEST_TEXT)
  const areFew = candidates.filter(({ isAtAccount }) => isAtAccount).length <= FEW_ORDERS
  return candidates
    .flatMap((candidate): Suggestion[] => {
      const { organizationId, id, isAtAccount, referenceNumber } = candidate
      const isAmount =
        candidate.isAwaitingFunding &&
        candidate.payinCurrency === deposit.currency &&
        candidate.openMinor === deposit.amountMinor
      const suggestion = (reason: Suggestion['reason'], score: number) => [
        { organizationId, id, reason, score: score + (isAmount ? 10 : 0) },
      ]
      if (quoted.includes(referenceNumber)) return suggestion('number', 90)
      const mistakes = mistakesIn(text, referenceNumber.slice(-RANDOM_PART))
      if (mistakes <= MOST_MISTAKES) return suggestion('part_of_number', 80 - 15 * mistakes)
      if (!isAtAccount) return []
      if (isAmount) return suggestion('amount', 30)
      return areFew ? suggestion('account', 10) : []
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_SUGGESTIONS)
}

/**
 * The fewest characters to change, add or leave out so that the part stands somewhere in the text (Sellers, 1980).
 * Takes time by the product of both lengths.
 */
export function mistakesIn(text: string, part: string): number {
  let before = Array.from({ length: part.length + 1 }, (_, row) => row)
  let fewest = part.length
  for (const character of text) {
    const column = [0]
    for (const [at, expected] of [...part].entries()) {
      const exchanged = (before[at] ?? 0) + (character === expected ? 0 : 1)
      column.push(Math.min(exchanged, (before[at + 1] ?? 0) + 1, (column[at] ?? 0) + 1))
    }
    fewest = Math.min(fewest, column.at(-1) ?? fewest)
    before = column
  }
  return fewest
}
