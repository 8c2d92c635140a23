// The SQL that lists payouts, for their organization and for operators.
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { moneyFilters, readListing } from '../../platform/http/read-listing.ts'
import { COLUMNS, type PayoutRow } from './queries.ts'
import { PAYOUT_STATUS, rarePayouts } from './status.ts'

/** Payouts of an organization, newest first, and one of them. */
export const payoutsOfOrganization = readListing<PayoutRow, 'po'>(
  'select_payouts',
  'select_payout_of_organization',
  {
    table: 'payouts',
    prefix: 'po',
    columns: COLUMNS,
    state: `${PAYOUT_STATUS} =`,
    madeAt: 'created_at',
    rare: rarePayouts,
  },
)

export const payoutFilters = {
  status: `${PAYOUT_STATUS} =`,
  ...moneyFilters(`coalesce(rail_reference, '') || ' ' || rail_key`),
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
