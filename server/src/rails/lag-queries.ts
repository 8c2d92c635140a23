// The SQL of the metrics of rails: when each cursor last moved, and how late the next reported entry is.
import type { Instant } from '../clock.ts'
import { rows, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'

const SELECT_RAIL_CURSORS = statement(
  'select_rail_cursors',
  [],
  `select rail, moved_at from rail_cursors where cursor <> '' order by rail`,
)

export const selectRailCursors = (db: Db): Promise<{ rail: string; moved_at: Instant }[]> =>
  rows(db, SELECT_RAIL_CURSORS)

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
