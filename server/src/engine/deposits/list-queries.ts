// The SQL that reads deposits for their organization. Deposits in suspense belong to none: while screening holds one, or
// until an operator assigns it.
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { fewOf, type Rare } from '../../platform/db/rare.ts'
import { oneOwned } from '../../platform/db/row-functions.ts'
import { moneyFilters } from '../../platform/http/row-filters.ts'
import { COLUMNS, type DepositRow } from './queries.ts'

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

export const selectDepositOfOrganization = oneOwned<DepositRow, 'dep'>(
  'select_deposit_of_organization',
  `select ${COLUMNS} from deposits where organization_id = $1 and id = $2`,
)

export const depositFilters = {
  outcome: 'outcome =',
  ...moneyFilters(`transaction || ' ' || address`),
} as const

/** Deposits of all organizations, or of one, and those in suspense. */
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
