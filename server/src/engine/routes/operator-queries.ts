// The SQL that reads routes of all organizations, for operators.
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { columnsOf } from '../../platform/db/pool.ts'
import { openTotalOf } from '../orders/open-total-queries.ts'
import { COLUMNS } from './queries.ts'

/** Routes of all organizations with their open totals, newest first. */
export const seenRoutes = operatorListing('select_seen_routes', {
  table: 'configured_routes',
  kind: 'rt',
  columns: `${columnsOf(COLUMNS, 't')}, g.enterprise_id, g.name as organization_name,
    ${openTotalOf('t')}::text as open_total_minor`,
  joined: { row: 't', joins: 'left join organizations g on g.id = t.organization_id' },
  filters: {
    name: 'name =',
    status: `(case when is_disabled then 'DISABLED' else 'ENABLED' end) =`,
    payin_currency: 'payin_currency =',
    payout_currency: 'payout_currency =',
  },
  madeAt: 'created_at',
})
