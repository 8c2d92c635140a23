// The SQL that reads events of all organizations, for operators.
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { rareEvents } from './rare.ts'
import { COLUMNS } from './queries.ts'

/** Events of all organizations, newest first. */
export const seenEvents = operatorListing('select_seen_events', {
  table: 'events',
  kind: 'evt',
  columns: COLUMNS,
  filters: { type: 'type =' },
  rare: { type: rareEvents },
  isMonthly: true,
  hasKeyOfId: true,
  madeAt: 'created_at',
})
