// The SQL that reads refunds for their organization.
import { listing } from '../../platform/db/listing.ts'
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { fewOf, type Rare } from '../../platform/db/rare.ts'
import { type Db } from '../../platform/db/pool.ts'
import { oneOwned } from '../../platform/db/row-functions.ts'
import { periodFilters, periodValues, type Period } from '../../platform/http/filters.ts'
import type { Uuid } from '../../platform/ids.ts'
import { COLUMNS, type RefundRow } from './queries.ts'

type RefundFilter = Period & {
  orderId?: Uuid<'ord'> | undefined
  status?: string | undefined
  currency?: string | undefined
}

// Unfinished refunds are due, and in the index refunds_due, or wait for an operator, and are in refunds_waiting.
const rareRefunds: Readonly<Record<string, Rare>> = {
  PENDING: fewOf(
    'refunds',
    `status = 'PENDING' and (due_at is not null or (status = 'PENDING' and due_at is null))`,
  ),
  SENT: fewOf('refunds', `status = 'SENT' and due_at is not null`),
  FAILED: fewOf('refunds', `status = 'FAILED'`),
}

const SELECT_REFUNDS = listing('select_refunds', {
  table: 'refunds',
  columns: COLUMNS,
  filters: {
    order: 'order_id =',
    status: 'status =',
    currency: 'currency =',
    ...periodFilters('created_at'),
  },
  selective: 'order',
  rare: { status: rareRefunds },
})

/** Newest first; with `after`, only the refunds that follow it in the list. */
export const selectRefundsOfOrganization = (
  db: Db,
  organizationId: Uuid<'org'>,
  filter: RefundFilter,
  after: Uuid<'rf'> | null,
  limit: number,
): Promise<RefundRow[]> =>
  SELECT_REFUNDS<RefundRow>(db, organizationId, limit, {
    page: after ?? undefined,
    order: filter.orderId,
    status: filter.status,
    currency: filter.currency,
    ...periodValues('rf', filter),
  })

export const selectRefundOfOrganization = oneOwned<RefundRow, 'rf'>(
  'select_refund_of_organization',
  `select ${COLUMNS} from refunds where organization_id = $1 and id = $2`,
)

/** The left side of each condition of operators' lists and exports. */
export const refundFilters = {
  status: 'status =',
  currency: 'currency =',
  rail: 'rail =',
  min_amount: 'amount_minor >=',
  max_amount: 'amount_minor <=',
  text: `(coalesce(rail_reference, '') || ' ' || rail_key) ilike`,
} as const

/** Refunds of all organizations, newest first. */
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
