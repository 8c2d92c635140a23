// All SQL that writes rail_marks: outcomes of payouts and refunds that an operator recorded with evidence, and whether the
// rail agreed later.
import type { Instant } from '../../platform/clock.ts'
import { claimDue } from '../../platform/db/lease.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
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

/** SQL part that inserts the marks in `json`, joined to `changed` by position. It copies what the rail had prepared. */
export const insertMarks = (json: string, changed: string): string => `
  insert into rail_marks (key, kind, organization_id, order_id, subject_id, rail, outcome, evidence, marked_at,
    prepared_key_id, prepared_sealed, due_at)
  select m.key, m.kind, c.organization_id, c.id, m.subject_id, m.rail, m.outcome, m.evidence, c.at,
         coalesce(p.prepared_key_id, r.prepared_key_id), coalesce(p.prepared_sealed, r.prepared_sealed), now()
    from json_to_recordset(${json}::json) as m (position int, key text, kind text, subject_id uuid, rail text,
           outcome text, evidence text)
    join ${changed} c using (position)
    left join payouts p on p.rail_key = m.key
    left join refunds r on r.rail_key = m.key`

export type MarkRow = {
  organization_id: Uuid<'org'>
  order_id: Uuid<'ord'>
  subject_id: Uuid<'po' | 'rf'>
  kind: 'payout' | 'refund'
  key: string
  rail: string
  outcome: MarkedOutcome
  evidence: string
  marked_at: Instant
  prepared_key_id: string | null
  prepared_sealed: Buffer | null
  /** The rail's own final answer; null until it gives one. */
  answer: MarkedOutcome | null
  answered_at: Instant | null
}

const COLUMNS = `organization_id, order_id, subject_id, kind, key, rail, outcome, evidence, marked_at, prepared_key_id,
  prepared_sealed, answer, answered_at`

const SELECT_MARKS = ofOrders('rail_marks', COLUMNS, 'marked_at, key')

/** Oldest first. */
export const selectMarks = (db: Db, orders: readonly OrderId[]): Promise<MarkRow[]> =>
  selectOfOrders(db, SELECT_MARKS, orders)

const CLAIM_DUE_MARKS = statement(
  'claim_due_marks',
  ['limit', 'most_attempts'],
  claimDue('rail_marks', 'key', {
    dueAgain: `case when attempt + 1 < $2 then now() + least(power(2, attempt), 1440) * interval '1 minute' end`,
    columns: COLUMNS,
  }),
)

/** Claims marks without a final answer of their rail. Each is due again at most a day later. */
export const claimDueMarks = (db: Db, limit: number, mostAttempts: number): Promise<MarkRow[]> =>
  rows(db, CLAIM_DUE_MARKS, [limit, mostAttempts])

const UPDATE_MARK_ANSWERED = statement(
  'update_mark_answered',
  ['key', 'answer', 'at'],
  `update rail_marks set answer = $2, answered_at = $3, due_at = null
    where key = $1 and answer is null returning key`,
)

/** False if the answer of the rail is recorded already. */
export const updateMarkAnswered = async (
  db: Db,
  key: string,
  answer: MarkedOutcome,
  at: Instant,
): Promise<boolean> =>
  (await rows(db, UPDATE_MARK_ANSWERED, [key, answer, sqlInstant(at)])).length > 0
