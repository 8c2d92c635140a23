// Filters that no index has: an amount between two, a part of a text. An index for them would slow every order. So a page
// reads only the newest rows before its cursor, and its cursor says how far it came.
import type { Kind, Uuid } from '../ids.ts'
import { firstRow, type Db } from './pool.ts'
import { statement } from './statement.ts'

/** Rows that a page reads at most. */
const MOST_READ = 20_000

const LAST_UUID = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`

/** Some rows of a list, and the id before which it goes on. */
export type PartlyRead<Row, Key> = { rows: readonly Row[]; readTo: Key }

/**
 * Finds the id down to which a page reads. `paced`: a table with an index of its ids, whose rows are made about as often as
 * those of the list.
 */
export function readingBound<K extends Kind>(
  name: string,
  of: { table: string; paced: 'orders' | 'deposits'; ofOrganization?: string },
) {
  const { table, paced, ofOrganization = 'true' } = of
  const PACE = statement(
    `${name} pace`,
    ['before'],
    `select id from ${paced} where id < coalesce($1::uuid, ${LAST_UUID}) order by id desc offset ${MOST_READ} limit 1`,
  )
  const PACE_OF_ONE = statement(
    `${name} pace one`,
    ['before', 'organization_id'],
    `select id from ${table} where organization_id = $2 and ${ofOrganization} and id < coalesce($1::uuid, ${LAST_UUID})
      order by organization_id desc, id desc offset ${MOST_READ} limit 1`,
  )
  /** Undefined if fewer rows are left than a page reads. */
  return async (
    db: Db,
    organizationId: Uuid<'org'> | null,
    before: Uuid | undefined,
  ): Promise<Uuid<K> | undefined> => {
    const found =
      organizationId === null
        ? firstRow<{ id: Uuid<K> }>(db, PACE, [before])
        : firstRow<{ id: Uuid<K> }>(db, PACE_OF_ONE, [before, organizationId])
    return (await found)?.id
  }
}
