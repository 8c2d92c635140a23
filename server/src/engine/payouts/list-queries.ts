// The SQL that lists payouts, for their organization and for operators.
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { oneOwned } from '../../platform/db/row-functions.ts'
import { moneyFilters } from '../../platform/http/row-filters.ts'
import { COLUMNS, type PayoutRow } from './queries.ts'
import { PAYOUT_STATUS, rarePayouts } from './status.ts'

export const selectPayoutOfOrganization = oneOwned<PayoutRow, 'po'>(
  'select_payout_of_organization',
  `select ${COLUMNS} from payouts where organization_id = $1 and id = $2`,
)

export const payoutFilters = {
  status: `${PAYOUT_STATUS} =`,
  ...moneyFilters(`coalesce(rail_reference, '') || ' ' || rail_key`),
} as const

/** Payouts of all organizations, or of one. */
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
