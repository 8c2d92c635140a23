// The SQL that lists refunds, for their organization and for operators.
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { fewOf, type Rare } from '../../platform/db/rare.ts'
import { oneOwned } from '../../platform/db/row-functions.ts'
import { moneyFilters } from '../../platform/http/row-filters.ts'
import { COLUMNS, type RefundRow } from './queries.ts'

// Unfinished refunds are due, and in the index refunds_due, or wait for an operator, and are in refunds_waiting.
const rareRefunds: Readonly<Record<string, Rare>> = {
  PENDING: fewOf(
    'refunds',
    `status = 'PENDING' and (due_at is not null or (status = 'PENDING' and due_at is null))`,
  ),
  SENT: fewOf('refunds', `status = 'SENT' and due_at is not null`),
  FAILED: fewOf('refunds', `status = 'FAILED'`),
}

export const selectRefundOfOrganization = oneOwned<RefundRow, 'rf'>(
  'select_refund_of_organization',
  `select ${COLUMNS} from refunds where organization_id = $1 and id = $2`,
)

export const refundFilters = {
  status: 'status =',
  ...moneyFilters(`coalesce(rail_reference, '') || ' ' || rail_key`),
} as const

/** Refunds of all organizations, or of one. */
export const seenRefunds = operatorListing('select_seen_refunds', {
  table: 'refunds',
  kind: 'rf',
  columns: `${COLUMNS}, prepared_erased_at`,
  filters: refundFilters,
  read: { filters: ['min_amount', 'max_amount', 'text'], paced: 'orders' },
  listed: { currency: 'refunds.currency', rail: 'refunds.rail' },
  rare: { status: rareRefunds },
  madeAt: 'created_at',
})
