// The SQL that reads deposits for their organization. Deposits in suspense belong to none: while screening holds one, or
// until an operator assigns it.
import { listing } from '../../platform/db/listing.ts'
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { fewOf, type Rare } from '../../platform/db/rare.ts'
import { type Db } from '../../platform/db/pool.ts'
import { oneOwned } from '../../platform/db/row-functions.ts'
import { periodFilters, periodValues, type Period } from '../../platform/http/filters.ts'
import type { Uuid } from '../../platform/ids.ts'
import { COLUMNS, type DepositRow } from './queries.ts'

type DepositFilter = Period & {
  orderId?: Uuid<'ord'> | undefined
  outcome?: string | undefined
  currency?: string | undefined
}

const failed = (outcome: string): Record<string, Rare> => ({
  [outcome]: { condition: `outcome = '${outcome}'` },
})
/** Few deposits end so: they are in the index deposits_failed. */
const rareDeposits = { ...failed('late'), ...failed('extra'), ...failed('wrong_asset') }
// Each half is the condition of an index: deposits_unmatched has those that were not reversed.
const unmatched = fewOf(
  'deposits',
  `outcome = 'unmatched' and ((order_id is null and reversed_at is null) or (order_id is null and reversed_at is not null))`,
)

const SELECT_DEPOSITS = listing('select_deposits', {
  table: 'deposits',
  columns: COLUMNS,
  // The condition of the index deposits_of_organization.
  always: "outcome <> 'unmatched'",
  filters: {
    order: 'order_id =',
    status: 'outcome =',
    currency: 'currency =',
    ...periodFilters('recorded_at'),
  },
  selective: 'order',
  rare: { status: rareDeposits },
})

/** Newest first; with `after`, only the deposits that follow it in the list. */
export const selectDepositsOfOrganization = (
  db: Db,
  organizationId: Uuid<'org'>,
  filter: DepositFilter,
  after: Uuid<'dep'> | null,
  limit: number,
): Promise<DepositRow[]> =>
  SELECT_DEPOSITS<DepositRow>(db, organizationId, limit, {
    page: after ?? undefined,
    order: filter.orderId,
    status: filter.outcome,
    currency: filter.currency,
    ...periodValues('dep', filter),
  })

export const selectDepositOfOrganization = oneOwned<DepositRow, 'dep'>(
  'select_deposit_of_organization',
  `select ${COLUMNS} from deposits where id = $2 and organization_id = $1`,
)

/** The left side of each condition of operators' lists and exports. */
export const depositFilters = {
  outcome: 'outcome =',
  currency: 'currency =',
  rail: 'rail =',
  min_amount: 'amount_minor >=',
  max_amount: 'amount_minor <=',
  text: `(transaction || ' ' || address) ilike`,
} as const

/** Deposits of all organizations, newest first, and those in suspense. */
export const seenDeposits = operatorListing('select_seen_deposits', {
  table: 'deposits',
  kind: 'dep',
  columns: `${COLUMNS}, sender_erased_at`,
  filters: depositFilters,

  read: { filters: ['min_amount', 'max_amount', 'text'], paced: 'deposits' },
  listed: { currency: 'deposits.currency', rail: 'deposits.rail' },
  rare: { outcome: { ...rareDeposits, unmatched } },
  madeAt: 'recorded_at',
  ofOrganization: `outcome <> 'unmatched'`,
  hasKeyOfId: true,
})
