// Pure rules that match a statement with the ledger, in this order: lines with the same identifier, lines with the number
// of the same order, equal amounts on near days, and sums. Every line ends in exactly one match, difference or cut-off.
import { matchByKeys } from './match-by-keys.ts'
import { matchByAmount, matchBySums } from './match-by-amount.ts'
import type { Day, LedgerLine, StatementLine } from './lines.ts'
import type { Difference, Match, Open } from './open.ts'
import { byDayInSteps } from './steps.ts'

export type Period = {
  from: Day
  to: Day
  /** How many days the two sides may book a line apart. */
  toleranceDays: number
  /** The days of earlier statements of the account. Null if there was none. */
  covered: { from: Day; to: Day } | null
}

export type Outcome = {
  matches: readonly Match[]
  differences: readonly Difference[]
  /** Lines of the ledger at the end of the period, which the next statement may have. */
  cutOff: readonly LedgerLine[]
  /** Lines of the ledger outside of the period, which only served to find matches. */
  outside: readonly LedgerLine[]
}

/** Yields after each part of the work, so that the caller can give other requests a turn. */
export function* reconcileLines(
  currency: string,
  period: Period,
  there: readonly StatementLine[],
  here: readonly LedgerLine[],
): Generator<void, Outcome> {
  const open: Open = {
    currency,
    toleranceDays: period.toleranceDays,
    // One order, whatever the order of the input.
    there: yield* byDayInSteps(there, (a, b) => a.line - b.line),
    here: yield* byDayInSteps(here, (a, b) => (a.id < b.id ? -1 : 1)),
    matches: [],
    differences: [],
  }
  yield* matchByKeys(open, identifiers)
  yield* matchByKeys(open, numbersAndDirection)
  yield* matchByAmount(open)
  yield* matchBySums(open)

  const { from, to, toleranceDays, covered } = period
  const left = [...open.here]
  const wasCovered = ({ day }: LedgerLine) =>
    covered !== null && day >= covered.from && day <= covered.to
  const isOutside = (line: LedgerLine) => line.day > to || (line.day < from && !wasCovered(line))
  // A statement of later days that was read before does not come again.
  const isLast = covered === null || covered.to <= to
  const isCutOff = (line: LedgerLine) => isLast && !isOutside(line) && line.day > to - toleranceDays
  const isMissing = (line: LedgerLine) => !isOutside(line) && !isCutOff(line)
  return {
    matches: open.matches,
    differences: [
      ...open.differences,
      ...[...open.there].map((line) => ({
        kind:
          line.currency === currency ? ('missing_here' as const) : ('different_currency' as const),
        there: [line],
        here: [],
      })),
      ...left
        .filter(isMissing)
        .map((line) => ({ kind: 'missing_there' as const, there: [], here: [line] })),
    ],
    cutOff: left.filter(isCutOff),
    outside: left.filter(isOutside),
  }
}

const identifiers = (line: StatementLine | LedgerLine): readonly string[] =>
  'words' in line && line.words.length > 0 ? [...line.references, ...line.words] : line.references

// A deposit and a refund of one order have the same number and opposite directions.
const numbersAndDirection = ({ orderNumbers, minor }: StatementLine | LedgerLine): string[] =>
  orderNumbers.map((number) => `${number} ${minor < 0n ? 'out' : 'in'}`)
