// The SQL that lists the orders of an organization, with filters.
import { listing } from '../../platform/db/listing.ts'
import type { Db } from '../../platform/db/pool.ts'
import { periodFilters, periodValues, type Period } from '../../platform/http/filters.ts'
import type { Uuid } from '../../platform/ids.ts'
import { rareOrders } from './open-orders.ts'
import { SHOWN, type ShownOrder } from './queries.ts'
import type { OrderStatus } from './states.ts'

export type OrderFilter = Period & {
  status: OrderStatus | undefined
  externalReferenceId: string | undefined
  offeringId: Uuid<'off'> | undefined
}

const SELECT_ORDERS = listing('select_orders', {
  table: 'orders',
  columns: SHOWN,
  filters: {
    status: 'status =',
    ...periodFilters('created_at'),
    ref: 'external_reference_id =',
    offering: 'offering_id =',
  },
  rare: { status: rareOrders },
})

/** Newest first; with `after`, only the orders that follow it in the list. */
export const selectOrders = (
  db: Db,
  organizationId: Uuid<'org'>,
  filter: OrderFilter,
  after: Uuid<'ord'> | null,
  limit: number,
): Promise<ShownOrder[]> =>
  SELECT_ORDERS<ShownOrder>(db, organizationId, limit, {
    page: after ?? undefined,
    status: filter.status,
    ...periodValues('ord', filter),
    ref: filter.externalReferenceId,
    offering: filter.offeringId,
  })
