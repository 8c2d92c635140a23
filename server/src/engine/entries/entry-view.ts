// Renders an entry of a rail that could not be taken up, and finds its order or deposit.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import {
  choice,
  count,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { money, moneyOrNull } from '../../platform/money/desk-money.ts'
import { entryProblemCodeOf, entryProblemCodes } from '../../outside/rails/entry-problem.ts'
import type { WaitingEntry } from '../../outside/rails/entry-queries.ts'

const word = (description: string, example: string) =>
  Type.String({ description, examples: [example] })

export const entryProblemCode = choice(
  entryProblemCodes,
  'The kind of the problem. `unreadable`: the rail reported it in a form that means nothing. `other`: see the problem.',
  { title: 'EntryProblemCode' },
)

export const entrySchema = exact(
  {
    id: identifier('entry', 'The entry.'),
    rail: word('The rail.', 'bank:mxn'),
    kind: word('What it reports: `deposit`, `return`, `reversal` or `invalid`.', 'return'),
    transaction: word('The transaction.', '20260302-0001'),
    index: Type.Integer({ description: 'Its place in the transaction.', examples: [0] }),
    amount: nullable(money, 'The amount. Null if the rail told none that can be read.'),
    key: nullable(
      word('A key.', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1'),
      'The key or reference of the payment that it says came back, or the transaction that it takes back.',
    ),
    reported_at: timestamp('When the rail reported it.'),
    attempts: count('How often the service tried to take it up.', 3),
    problem: nullable(word('A problem.', 'unknown currency'), 'Why it waits. Null if it does not.'),
    problem_code: nullable(entryProblemCode, 'The kind of the problem. Null without one.'),
    decision: nullable(word('A decision.', 'dismissed'), '`dismissed` or `deposit`.'),
    decided_at: nullable(timestamp('An instant.'), 'When an operator decided.'),
  },
  { title: 'RailEntry', description: 'An entry of a rail that could not be taken up.' },
)

/** The money of a deposit or return. */
export function moneyOfEntry(
  row: Pick<WaitingEntry, 'entry'>,
): { currency: string; minor: bigint } | null {
  const { currency: of, amount_minor: minor } = row.entry
  return typeof of === 'string' && typeof minor === 'string' && /^\d+$/.test(minor)
    ? { currency: of, minor: BigInt(minor) }
    : null
}

/** The send or deposit of a return or reversal, as its rail or an operator says. */
export const keyOfEntry = ({
  entry,
  tied,
}: Pick<WaitingEntry, 'entry' | 'tied'>): string | null => {
  const all: Record<string, unknown> = { ...entry, ...tied }
  const named = all['key'] ?? all['send_reference'] ?? all['of_transaction']
  return typeof named === 'string' ? named : null
}

export const entryView = (row: WaitingEntry): Static<typeof entrySchema> => {
  const amount = moneyOfEntry(row)
  return {
    id: publicId('entry', row.id),
    rail: row.rail,
    kind: row.kind,
    transaction: row.transaction,
    index: row.index,
    amount: moneyOrNull(amount?.minor ?? null, amount?.currency ?? null),
    key: keyOfEntry(row),
    reported_at: toTimestamp(row.reported_at),
    attempts: row.attempt,
    problem: row.problem,
    problem_code: entryProblemCodeOf(row),
    decision: row.decision,
    decided_at: toTimestampOrNull(row.decided_at),
  }
}
