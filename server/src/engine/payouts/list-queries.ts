// The SQL that reads payouts for their organization.
import { listing } from '../../platform/db/listing.ts'
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { type Db } from '../../platform/db/pool.ts'
import { oneOwned } from '../../platform/db/row-functions.ts'
import { periodFilters, periodValues, type Period } from '../../platform/http/filters.ts'
import type { Uuid } from '../../platform/ids.ts'
import { COLUMNS, type PayoutRow } from './queries.ts'
import { PAYOUT_STATUS, rarePayouts } from './status.ts'

type PayoutFilter = Period & {
  orderId?: Uuid<'ord'> | undefined
  status?: string | undefined
  currency?: string | undefined
}

const SELECT_PAYOUTS = listing('select_payouts', {
  table: 'payouts',
  columns: COLUMNS,
  filters: {
    order: 'order_id =',
    status: `${PAYOUT_STATUS} =`,
    currency: 'currency =',
    ...periodFilters('created_at'),
  },
  selective: 'order',
  rare: { status: rarePayouts },
})

/** Newest first; with `after`, only the payouts that follow it in the list. */
export const selectPayoutsOfOrganization = (
  db: Db,
  organizationId: Uuid<'org'>,
  filter: PayoutFilter,
  after: Uuid<'po'> | null,
  limit: number,
): Promise<PayoutRow[]> =>
  SELECT_PAYOUTS<PayoutRow>(db, organizationId, limit, {
    page: after ?? undefined,
    order: filter.orderId,
    status: filter.status,
    currency: filter.currency,
    ...periodValues('po', filter),
  })

export const selectPayoutOfOrganization = oneOwned<PayoutRow, 'po'>(
  'select_payout_of_organization',
  `select ${COLUMNS} from payouts where organization_id = $1 and id = $2`,
)

/** The left side of each condition of operators' lists and exports. */
export const payoutFilters = {
  status: `${PAYOUT_STATUS} =`,
  currency: 'currency =',
  rail: 'rail =',
  min_amount: 'amount_minor >=',
  max_amount: 'amount_minor <=',
  text: `(coalesce(rail_reference, '') || ' ' || rail_key) ilike`,
} as const

/** Payouts of all organizations, newest first. */
export const seenPayouts = operatorListing('select_seen_payouts', {
  table: 'payouts',
  kind: 'po',
  columns: `${COLUMNS}, prepared_erased_at`,
  filters: payoutFilters,

  read: { filters: ['min_amount', 'max_amount', 'text'], paced: 'orders' },
  listed: { currency: 'payouts.currency', rail: 'payouts.rail' },
  rare: { status: rarePayouts },
  madeAt: 'created_at',
})
