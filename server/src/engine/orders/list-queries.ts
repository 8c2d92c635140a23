// The SQL that lists and searches the orders of an organization, with filters.
import { boundedReading, type PartlyRead } from '../../platform/db/bounded-reading.ts'
import { listing } from '../../platform/db/listing.ts'
import { metadataFilters, metadataValues } from '../../platform/db/metadata-pairs.ts'
import type { Db } from '../../platform/db/pool.ts'
import { periodFilters, periodValues, type Period } from '../../platform/http/filters.ts'
import type { Metadata } from '../../platform/http/metadata.ts'
import type { Uuid } from '../../platform/ids.ts'
import { wantedAmounts } from '../../platform/money/wanted-amounts.ts'
import { rareOrders } from './open-orders.ts'
import { SHOWN, type ShownOrder } from './queries.ts'
import type { OrderStatus } from './states.ts'

export type OrderFilter = Period & {
  status: OrderStatus | undefined
  externalReferenceId: string | undefined
  offeringId: Uuid<'off'> | undefined
  metadata: Metadata | null
}

const SELECT_ORDERS = listing('select_orders', {
  table: 'orders',
  columns: SHOWN,
  filters: {
    status: 'status =',
    ...periodFilters('created_at'),
    ref: 'external_reference_id =',
    offering: 'offering_id =',
    ...metadataFilters,
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
    ...metadataValues(filter.metadata),
  })

/**
 * The first text is a part of references; as a pattern with many equal letters it would take far longer. The others are
 * amounts in minor units with their currencies.
 */
const HAS = `(strpos(lower(reference_number || ' ' || coalesce(external_reference_id, '')), lower(($::text[])[1])) > 0
    or array[payin_currency || ' ' || payin_total_minor, payout_currency || ' ' || payout_total_minor] && $::text[])`

const SEARCH_ORDERS = listing('select_orders_with', {
  table: 'orders',
  columns: SHOWN,
  filters: { status: 'status =', ...periodFilters('created_at'), text: HAS },
})

const readBounded = boundedReading<'ord'>('select_orders_with', {
  table: 'orders',
  paced: 'orders',
})

/** Orders with this part in a reference, or of this amount. Newest first. No index has them, so a page may end early. */
export function searchOrders(
  db: Db,
  organizationId: Uuid<'org'>,
  { text, status, ...period }: Pick<OrderFilter, 'status' | keyof Period> & { text: string },
  after: Uuid<'ord'> | null,
  limit: number,
): Promise<ShownOrder[] | PartlyRead<ShownOrder, Uuid<'ord'>>> {
  const { from, to, ...made } = periodValues('ord', period)
  const amounts = wantedAmounts(text).map(({ currency, minor }) => `${currency} ${minor}`)
  return readBounded(
    db,
    { sort: 'newest_first', organizationId },
    { after, from, to },
    (first, end) =>
      SEARCH_ORDERS<ShownOrder>(db, organizationId, limit, {
        page: after ?? undefined,
        status,
        ...made,
        from: first,
        to: end,
        text: [text, ...amounts],
      }),
  )
}
