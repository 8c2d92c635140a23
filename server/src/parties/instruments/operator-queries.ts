// The SQL that reads instruments of all organizations, for operators.
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { containsMetadata } from '../../platform/db/metadata-pairs.ts'
import { INSTRUMENT_COLUMNS } from './queries.ts'

/** Instruments of all organizations, newest first. */
export const seenInstruments = operatorListing('select_seen_instruments', {
  table: 'external_payment_instruments',
  kind: 'epi',
  columns: `${INSTRUMENT_COLUMNS}, details_erased_at`,
  filters: { status: 'status =', currency: 'currency =', method: 'method =', ...containsMetadata },
  madeAt: 'created_at',
})
