// The SQL of what operators decide about entries that cannot be taken up. No worker takes an entry up meanwhile.
import type { Instant } from '../../platform/clock.ts'
import { sqlInstant } from '../../platform/db/pool.ts'
import { allRows, anyRow, oneRow } from '../../platform/db/row-functions.ts'
import type { Uuid } from '../../platform/ids.ts'
import { ENTRY_COLUMNS, type EntryRow } from './queries.ts'

export type WaitingEntry = Omit<EntryRow, 'is_reversed'> & {
  decision: 'dismissed' | 'deposit' | null
  decided_at: Instant | null
}
const COLUMNS = `${ENTRY_COLUMNS}, decision, decided_at`

/** SQL condition: it cannot be taken up, and nobody has decided about it. */
const WAITS = `problem is not null and decision is null and coalesce(claimed_until <= now(), true)`

/** Entries that are invalid or could not be taken up, oldest first. */
export const selectWaitingEntries = allRows<WaitingEntry>(
  'select_waiting_entries',
  [],
  `select ${COLUMNS} from rail_entries where problem is not null order by id limit 1000`,
)

export const selectEntry = oneRow<WaitingEntry, [id: Uuid<'entry'>]>(
  'select_entry',
  ['id'],
  `select ${COLUMNS} from rail_entries where id = $1`,
)

/** Ends an entry. False if it does not wait any more, or a worker takes it up just now. */
export const updateEntryDecided = anyRow(
  'update_entry_decided',
  ['id', 'decision', 'at'],
  `update rail_entries set decision = $2, decided_at = $3, due_at = null, problem = null, problem_code = null
    where id = $1 and ${WAITS} returning id`,
  (id: Uuid<'entry'>, decision: 'dismissed' | 'deposit', at: Instant) => [
    id,
    decision,
    sqlInstant(at),
  ],
)

/** Makes the entry due now, with its correction. False as for `updateEntryDecided`, and for an invalid entry. */
export const updateEntryDue = anyRow(
  'update_entry_due',
  ['id', 'tied'],
  `update rail_entries set due_at = now(), tied = coalesce($2::jsonb, tied)
    where id = $1 and kind <> 'invalid' and ${WAITS} returning id`,
  (id: Uuid<'entry'>, tied: object | null) => [id, tied === null ? null : JSON.stringify(tied)],
)
