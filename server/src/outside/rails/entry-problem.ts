// Why an entry of a rail cannot be taken up: a code for programs beside the sentence for people. The database keeps both.
import { thrownMessage } from '../../platform/thrown.ts'

export const entryProblemCodes = [
  'unknown_send',
  'send_not_settled',
  'other_rail',
  'more_than_sent',
  'unknown_deposit',
  'changed_meanwhile',
  'compared_after_restore',
  'deposit_goes_back',
  'unreadable',
  'other',
] as const
export type EntryProblemCode = (typeof entryProblemCodes)[number]

/** Throw it where the service itself knows why the entry has to wait. */
export class EntryProblem extends Error {
  readonly code: EntryProblemCode

  constructor(code: EntryProblemCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The problem of whatever was thrown while an entry was taken up. */
export const entryProblemOf = (thrown: unknown): { code: EntryProblemCode; message: string } => ({
  code: thrown instanceof EntryProblem ? thrown.code : 'other',
  message: thrownMessage(thrown).slice(0, 500),
})

/** Null without a problem. Entries of earlier versions have a problem and no code. */
export function entryProblemCodeOf(row: {
  kind: string
  problem: string | null
  problem_code: EntryProblemCode | null
}): EntryProblemCode | null {
  if (row.problem === null) return null
  return row.problem_code ?? (row.kind === 'invalid' ? 'unreadable' : 'other')
}
