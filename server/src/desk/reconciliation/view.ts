// Reconciliations and differences as the operator API shows them.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import {
  anyText,
  choice,
  count,
  currency,
  exact,
  identifier,
  nullable,
  signedDecimal,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { formatSignedAmount } from '../../platform/money/decimal.ts'
import { isOpen, type DifferenceRow } from './difference-queries.ts'
import { differenceKinds } from './open.ts'
import { formats, type ReconciliationWithCounts } from './queries.ts'

const account = anyText('An account of the ledger.', 'rail:spei')
const date = (description: string, example: string) =>
  Type.String({
    format: 'date',
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    description,
    examples: [example],
  })
const who = anyText('As in the audit trail.', 'user:ben')
const why = anyText('Why.', 'The statement of March.')

const kind = choice(
  differenceKinds,
  '`missing_here`: the ledger has no such line. `missing_there`: the statement has none. `different_amount`, `different_currency` and `different_date`: both have it, with an identifier in common. `unreadable`: a line without an exact amount or a date.',
  { title: 'DifferenceKind' },
)

export const reconciliationSchema = exact(
  {
    id: identifier('rcn', 'The reconciliation.'),
    account,
    currency: currency('The currency.', 'MXN'),
    format: choice(formats, 'What the statement was.'),
    period_from: date('The first day.', '2026-03-01'),
    period_to: date('The last day.', '2026-03-31'),
    tolerance_days: count('How many days the two sides may book a line apart.', 3),
    lines: exact(
      {
        there: count('Lines of the statement.', 812),
        known: count('Lines among them that an earlier statement had.', 0),
        here: count('Lines of the ledger that were compared.', 815),
      },
      { title: 'ReconciledLines', description: 'How many lines were compared.' },
    ),
    matched: exact(
      {
        matches: count('Matches. One may have several lines of a side.', 800),
        there: count('Lines of the statement in them.', 805),
        here: count('Lines of the ledger in them.', 808),
      },
      { title: 'MatchedLines', description: 'How many lines were matched.' },
    ),
    cut_off: count('Lines of the ledger that the next statement may have.', 4),
    differences: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: 'How many differences of each kind it showed first.',
      examples: [{ missing_here: 2 }],
    }),
    open_differences: count('Those that nobody has closed.', 2),
    actor: who,
    reason: why,
    created_at: timestamp('When it was made.'),
  },
  { title: 'Reconciliation', description: 'A statement that was compared with the ledger.' },
)

export const reconciliationView = (
  row: ReconciliationWithCounts,
): Static<typeof reconciliationSchema> => ({
  id: publicId('rcn', row.id),
  account: row.account,
  currency: row.currency,
  format: row.format,
  period_from: row.period_from,
  period_to: row.period_to,
  tolerance_days: row.tolerance_days,
  lines: { there: row.lines_there, known: row.lines_known, here: row.lines_here },
  matched: { matches: row.matches, there: row.matched_there, here: row.matched_here },
  cut_off: row.cut_off,
  differences: row.differences,
  open_differences: row.open,
  actor: row.actor,
  reason: row.reason,
  created_at: toTimestamp(row.created_at),
})

const reference = anyText('An identifier.', 'REF4711')

const lineThere = exact(
  {
    line: count('Its position in the file, from 1. The file has its texts.', 17),
    why: Type.Optional(
      anyText('Why it could not be read. Then it has nothing else.', 'has no date of booking'),
    ),
    date: Type.Optional(date('The day.', '2026-03-02')),
    currency: Type.Optional(currency('The currency.', 'MXN')),
    amount: Type.Optional(signedDecimal('Negative: the account paid it.')),
    references: Type.Optional(
      Type.Array(reference, { description: 'Identifiers of the line, and numbers of orders.' }),
    ),
  },
  { title: 'StatementLine', description: 'A line of the statement.' },
)

const lineHere = exact(
  {
    transfer_id: anyText('The transfer.', '10423'),
    posting: anyText('What was posted.', 'payout'),
    date: date('The day, in UTC.', '2026-03-02'),
    currency: currency('The currency.', 'MXN'),
    amount: signedDecimal('Negative: the account paid it.'),
    references: Type.Array(reference, { description: 'Identifiers, and the number of the order.' }),
    order_id: nullable(identifier('ord', 'An order.'), 'The order. Null for none.'),
  },
  { title: 'LedgerLine', description: 'A transfer of the ledger.' },
)

/** Fields that an item of the queue and a difference share. */
export const differenceFacts = {
  reconciliation_id: identifier('rcn', 'The reconciliation that showed it first.'),
  account,
  currency: currency('The currency.', 'MXN'),
  difference: kind,
  amount: signedDecimal('What the statement has less what the ledger has.'),
  there: Type.Array(lineThere, { description: 'Lines of the statement: at most 20.' }),
  here: Type.Array(lineHere, { description: 'Lines of the ledger: at most 20.' }),
}

export const differenceSchema = exact(
  {
    id: identifier('dif', 'The difference.'),
    ...differenceFacts,
    noted_at: timestamp('When it was noted.'),
    is_open: Type.Boolean({ description: 'Whether it needs a person.', examples: [true] }),
    outcome: nullable(
      choice(
        ['explained', 'movement', 'matched'],
        '`matched`: a later statement has the line. After a movement that was cancelled or failed the difference is open again.',
      ),
      'How it was closed last. Null: it was not.',
    ),
    movement_id: nullable(identifier('mv', 'A treasury movement.'), 'For `movement`.'),
    matched_by: nullable(identifier('rcn', 'A reconciliation.'), 'For `matched`.'),
    closed_by: nullable(who, 'Who closed it. Null: nobody.'),
    closed_at: nullable(timestamp('An instant.'), 'When. Null: it was not closed.'),
    closing_reason: nullable(why, 'Why. Null: it was not closed.'),
  },
  { title: 'Difference', description: 'What a statement and the ledger do not agree on.' },
)

export const differenceFactsView = (row: DifferenceRow) => ({
  reconciliation_id: publicId('rcn', row.reconciliation_id),
  account: row.account,
  currency: row.currency,
  difference: row.kind,
  amount: formatSignedAmount(row.there_minor - row.here_minor, row.currency),
  there: row.there,
  here: row.here,
})

export const differenceView = (row: DifferenceRow) => ({
  id: publicId('dif', row.id),
  ...differenceFactsView(row),
  noted_at: toTimestamp(row.noted_at),
  is_open: isOpen(row),
  outcome: row.outcome,
  movement_id: row.movement_id === null ? null : publicId('mv', row.movement_id),
  matched_by: row.matched_by === null ? null : publicId('rcn', row.matched_by),
  closed_by: row.closed_by,
  closed_at: toTimestampOrNull(row.closed_at),
  closing_reason: row.closing_reason,
})
