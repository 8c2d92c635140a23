// The state of a reconciliation for its rules: the lines that are open, and what was found.
import type { LedgerLine, StatementLine } from './lines.ts'

export type Match = { there: readonly StatementLine[]; here: readonly LedgerLine[] }

export const differenceKinds = [
  'missing_here',
  'missing_there',
  'different_amount',
  'different_currency',
  'different_date',
  'unreadable',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export type Difference = Match & { kind: Exclude<DifferenceKind, 'unreadable'> }

/** The lines that no rule has matched yet, or called different. */
export type Open = {
  currency: string
  toleranceDays: number
  there: Set<StatementLine>
  here: Set<LedgerLine>
  matches: Match[]
  differences: Difference[]
}
