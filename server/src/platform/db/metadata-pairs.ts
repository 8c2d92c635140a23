// Leads from a key and value of metadata to the rows that have them: a trigger of the table writes their pairs.
import { hash } from 'node:crypto'
import { metadataJson, type Metadata } from '../http/metadata.ts'
import { joinByIndex } from './pool.ts'
import type { PageOrder } from './sorts.ts'

/** The filter by the pair of one key. listing.ts reads its rows through it. */
export const PAIR = 'pair'

/** The condition of a list that compares all keys. */
export const containsMetadata = { metadata: 'metadata @>' } as const
/** The same, through the pair of the first one. */
export const metadataFilters = { ...containsMetadata, [PAIR]: '' } as const

export function metadataValues(metadata: Metadata | null) {
  const [first] = Object.entries(metadata ?? {})
  const pair =
    first === undefined ? undefined : hash('sha256', first.join('='), 'buffer').subarray(0, 16)
  return { metadata: metadataJson(metadata) ?? undefined, [PAIR]: pair }
}

/**
 * SQL: the rows of the organization $1 with a pair, as `table`. `paired` is their id and gives the order: behind the "offset 0" the
 * planner does not see that it equals the id of the table.
 */
export const pairedRows = (
  table: string,
  pair: string,
  { direction }: PageOrder,
): string => `(select id as paired from metadata_pairs
    where organization_id = $1 and kind = '${table}' and pair = ${pair} order by id ${direction}) pairs
  ${joinByIndex(table, 'organization_id = $1 and id = paired')}`
