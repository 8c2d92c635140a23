// The SQL that reads routes of all organizations, for operators.
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { COLUMNS } from './queries.ts'

/** Routes of all organizations, newest first. */
export const seenRoutes = operatorListing('select_seen_routes', {
  table: 'configured_routes',
  kind: 'rt',
  columns: COLUMNS,
  filters: {
    name: 'name =',
    status: `(case when is_disabled then 'DISABLED' else 'ENABLED' end) =`,
    payin_currency: 'payin_currency =',
    payout_currency: 'payout_currency =',
  },
  madeAt: 'created_at',
})
