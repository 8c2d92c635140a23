// All SQL that writes rail_marks: outcomes of payouts, refunds and returns that an operator recorded with evidence, and
// whether the rail agreed later.
import type { Instant } from '../../platform/clock.ts'
import { claimDue } from '../../platform/db/lease.ts'
import { firstRow, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, anyRow, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid, OrderId } from '../../platform/ids.ts'
import type { OrderSend } from '../orders/order-send.ts'
import { ofOrders, selectOfOrders } from '../orders/of-orders.ts'

export type MarkedOutcome = 'settled' | 'rejected'

export type NewMark = OrderSend & {
  outcome: MarkedOutcome
  /** The text that names the proof. */
  evidence: string
}

/** SQL part that inserts the marks in `json`, joined to `changed` by position. It copies what was sent, and what the rail had prepared. */
export const insertMarks = (json: string, changed: string): string => `
  insert into rail_marks (key, kind, organization_id, order_id, subject_id, rail, outcome, evidence, marked_at,
    prepared_key_id, prepared_sealed, due_at, currency, amount_minor, instrument_id)
  select m.key, m.kind, c.organization_id, c.id, m.subject_id, m.rail, m.outcome, m.evidence, c.at,
         coalesce(p.prepared_key_id, r.prepared_key_id), coalesce(p.prepared_sealed, r.prepared_sealed), now(),
         coalesce(p.currency, r.currency), coalesce(p.amount_minor, r.amount_minor - r.reversed_minor),
         coalesce(p.instrument_id, r.destination_instrument_id)
    from json_to_recordset(${json}::json) as m (position int, key text, kind text, subject_id uuid, rail text,
           outcome text, evidence text)
    join ${changed} c using (position)
    left join payouts p on p.rail_key = m.key
    left join refunds r on r.rail_key = m.key`

type MarkFacts = {
  key: string
  rail: string
  outcome: MarkedOutcome
  evidence: string
  marked_at: Instant
  prepared_key_id: string | null
  prepared_sealed: Buffer | null
  /** The rail's own final answer; null until it gives one. */
  answer: MarkedOutcome | null
  /** The rail's reference, if its answer is that the send was settled. */
  reference: string | null
  answered_at: Instant | null
  /** When a person decided which of the two is right. */
  decided_at: Instant | null
  /** Whether the decision was for the record. Null without one, and for decisions of earlier versions. */
  record_stands: boolean | null
}

export type OrderMarkRow = MarkFacts & {
  kind: 'payout' | 'refund'
  organization_id: Uuid<'org'>
  order_id: Uuid<'ord'>
  subject_id: Uuid<'po' | 'rf'>
  /** What it sent, and to whom. The refund may have changed since. */
  currency: string
  amount_minor: bigint
  instrument_id: Uuid<'epi'> | null
}

type OfNoOrder = { organization_id: null; order_id: null }

type ReturnMarkRow = MarkFacts &
  OfNoOrder &
  (
    | { kind: 'deposit_return'; subject_id: Uuid<'drt'>; units: null }
    /** What the stray was when its outcome was recorded. More may have come since. */
    | { kind: 'stray'; subject_id: Uuid<'str'>; units: string }
  )

export type MarkRow = OrderMarkRow | ReturnMarkRow

const COLUMNS = `organization_id, order_id, subject_id, kind, key, rail, outcome, evidence, marked_at, prepared_key_id,
  prepared_sealed, answer, reference, answered_at, decided_at, record_stands, units::text, currency, amount_minor, instrument_id`

const SELECT_MARKS = ofOrders('rail_marks', COLUMNS, 'marked_at, key')

/** Oldest first. */
export const selectMarks = (db: Db, orders: readonly OrderId[]): Promise<OrderMarkRow[]> =>
  selectOfOrders(db, SELECT_MARKS, orders)

type NewReturnMark = Pick<
  ReturnMarkRow,
  | 'kind'
  | 'subject_id'
  | 'units'
  | 'key'
  | 'rail'
  | 'outcome'
  | 'evidence'
  | 'prepared_key_id'
  | 'prepared_sealed'
>

/** With what the rail had prepared: the next return of a stray overwrites it. */
export const insertReturnMark = write(
  'insert_return_mark',
  [
    'key',
    'kind',
    'subject_id',
    'rail',
    'outcome',
    'evidence',
    'at',
    'prepared_key_id',
    'prepared',
    'units',
  ],
  `insert into rail_marks (key, kind, subject_id, rail, outcome, evidence, marked_at, prepared_key_id, prepared_sealed, units,
     due_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::numeric, now())`,
  (mark: NewReturnMark, at: Instant) => [
    mark.key,
    mark.kind,
    mark.subject_id,
    mark.rail,
    mark.outcome,
    mark.evidence,
    sqlInstant(at),
    mark.prepared_key_id,
    mark.prepared_sealed,
    mark.units,
  ],
)

/** SQL condition: the rail contradicts the mark, and nobody has decided which of the two is right. */
export const isContradicted = (mark: string): string =>
  `${mark}.answer <> ${mark}.outcome and ${mark}.decided_at is null`

/**
 * SQL condition: a rail says that a payout of the order `o` went, or the refund with this key under another one, although a person
 * recorded that it did not. Its money is sent no other way before somebody has decided.
 */
export const isSaidToHaveGone = (o: string, key: string): string => `
  exists (select from rail_marks m
           where (m.organization_id, m.order_id) = (${o}.organization_id, ${o}.id) and ${isContradicted('m')} and m.answer = 'settled'
             and (m.kind = 'payout' or m.subject_id = (select r.id from refunds r where r.rail_key = ${key})))`

/** A payout or refund whose recorded outcome its rail contradicts, about which nobody has decided. */
export type ContradictedSend = OrderMarkRow & { answer: MarkedOutcome }

export const isContradictedSend = (mark: OrderMarkRow): mark is ContradictedSend =>
  mark.answer !== null && mark.answer !== mark.outcome && mark.decided_at === null

/** A person decided that the record stands. That changed nothing, so it can be taken back: the rail was right. */
export const isUpheld = (mark: OrderMarkRow): mark is ContradictedSend =>
  mark.answer !== null && mark.record_stands === true

/** SQL part: locks the contradicted marks that the changes in `locked` decide. Returns their keys. */
export const lockContradicted = (locked: string): string => `
  select m.key from rail_marks m join ${locked} i on i.decided_key = m.key
   where (${isContradicted('m')}) or (m.record_stands and not i.record_stands) for update of m`

/** SQL part: a person has decided about them. */
export const decideMarks = (changed: string): string => `
  update rail_marks m set decided_at = c.at, record_stands = c.record_stands from ${changed} c where m.key = c.decided_key`

/** SQL query: marks of returns of the deposit that their rails contradict. */
export const contradictedReturnsOf = (deposit: string): string => `
  select m.* from deposit_returns b join rail_marks m on m.subject_id = b.id
   where b.deposit_id = ${deposit} and ${isContradicted('m')}`

/** SQL query: the same of a stray. */
export const contradictedStrayOf = (stray: string): string => `
  select m.* from rail_marks m where m.subject_id = ${stray} and ${isContradicted('m')}`

const contradictedMark = (ofSubject: string) =>
  `select ${COLUMNS} from (${ofSubject}) found order by answered_at limit 1`

const SELECT_CONTRADICTED_RETURN = statement(
  'select_contradicted_return',
  ['deposit_id'],
  contradictedMark(contradictedReturnsOf('$1')),
)

const SELECT_CONTRADICTED_STRAY = statement(
  'select_contradicted_stray',
  ['stray_id'],
  contradictedMark(contradictedStrayOf('$1')),
)

type Contradicted = ReturnMarkRow & { answer: MarkedOutcome }

/** The oldest contradiction of a deposit or a stray about which nobody has decided. */
export const selectContradicted = (
  db: Db,
  of: { depositId: Uuid<'dep'> } | { strayId: Uuid<'str'> },
): Promise<Contradicted | undefined> =>
  'depositId' in of
    ? firstRow(db, SELECT_CONTRADICTED_RETURN, [of.depositId])
    : firstRow(db, SELECT_CONTRADICTED_STRAY, [of.strayId])

/** A person has decided which outcome is right. False if somebody did before. */
export const updateMarkDecided = anyRow(
  'update_mark_decided',
  ['key', 'at'],
  `update rail_marks m set decided_at = $2 where m.key = $1 and ${isContradicted('m')} returning m.key`,
  (key: string, at: Instant) => [key, sqlInstant(at)],
)

/** Claims marks without a final answer of their rail. Each is due again at most a day later. */
export const claimDueMarks = allRows<MarkRow, [limit: number, mostAttempts: number]>(
  'claim_due_marks',
  ['limit', 'most_attempts'],
  claimDue('rail_marks', 'key', {
    dueAgain: `case when attempt + 1 < $2 then now() + least(power(2, attempt), 1440) * interval '1 minute' end`,
    columns: COLUMNS,
  }),
)

/** False if the answer of the rail is recorded already. */
export const updateMarkAnswered = anyRow(
  'update_mark_answered',
  ['key', 'answer', 'at', 'reference'],
  `update rail_marks set answer = $2, answered_at = $3, reference = $4, due_at = null
    where key = $1 and answer is null returning key`,
  (
    key: string,
    { answer, reference }: { answer: MarkedOutcome; reference: string | null },
    at: Instant,
  ) => [key, answer, sqlInstant(at), reference],
)
