// The SQL of the metrics of rails: when each cursor last moved, and how late the next reported entry is.
import type { Instant } from '../../platform/clock.ts'
import { rows, type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'

/** `moved_at`: null before the first entries. `read_up_to`: null if the rail never told it. */
export const selectRailCursors = allRows<{
  rail: string
  moved_at: Instant | null
  read_up_to: Instant | null
}>(
  'select_rail_cursors',
  [],
  `select rail, case when cursor <> '' then moved_at end as moved_at, read_up_to from rail_cursors order by rail`,
)

// An entry is due by the database's clock: see claim_rail_entries.
const SELECT_ENTRY_LAG = statement(
  'select_entry_lag',
  [],
  `select (extract(epoch from now() - due_at) * 1000)::int as late_ms from rail_entries
    where due_at is not null and due_at <= now() order by due_at limit 1`,
)

/** Undefined: no entry waits. */
export async function selectEntryLagMs(db: Db): Promise<number | undefined> {
  const [row] = await rows<{ late_ms: number }>(db, SELECT_ENTRY_LAG)
  return row?.late_ms
}
