// Filters that no index has: an amount between two, a part of a text. An index for them would slow every order. So a page
// reads only the next rows after its cursor, and its cursor says how far it came.
import type { Kind, Uuid } from '../ids.ts'
import { firstRow, type Db } from './pool.ts'
import { nameEndOf, pageOrders, type Sort } from './sorts.ts'
import { statement } from './statement.ts'

/** Rows that a page reads at most. */
const MOST_READ = 20_000

/** Some rows of a list, and the id after which it goes on. */
export type PartlyRead<Row, Key> = { rows: readonly Row[]; readTo: Key }

/** The ids at which a page of a list begins and ends. */
type Span<K extends Kind> = {
  after: Uuid<K> | null | undefined
  from?: Uuid<K> | undefined
  to?: Uuid<K> | undefined
}

type Paced = {
  /** The table of the list, if a list of one organization goes by the rows of that. */
  table?: string
  /** A table with an index of its ids, whose rows are made about as often as those of the list. */
  paced: string
  ofOrganization?: string
}

const selectsBound =
  (name: string, { table, paced, ofOrganization = 'true' }: Paced) =>
  (sort: Sort) => {
    const { after, direction, start } = pageOrders[sort]
    const beyond = `id ${after} coalesce($1::uuid, ${start})`
    const end = nameEndOf(sort)
    return {
      all: statement(
        `${name} pace${end}`,
        ['after'],
        `select id from ${paced} where ${beyond} order by id ${direction} offset ${MOST_READ} limit 1`,
      ),
      one:
        table === undefined
          ? undefined
          : statement(
              `${name} pace one${end}`,
              ['after', 'organization_id'],
              `select id from ${table} where organization_id = $2 and ${ofOrganization} and ${beyond}
      order by organization_id ${direction}, id ${direction} offset ${MOST_READ} limit 1`,
            ),
    }
  }

/** Returns a function that reads a page. It calls `page` with the ids between which its rows are. */
export function boundedReading<K extends Kind>(name: string, of: Paced) {
  const selects = selectsBound(name, of)
  const bounds = { newest_first: selects('newest_first'), oldest_first: selects('oldest_first') }
  return async <Row>(
    db: Db,
    { sort, organizationId }: { sort: Sort; organizationId: Uuid<'org'> | null },
    { after, from, to }: Span<K>,
    page: (from: Uuid<K> | undefined, to: Uuid<K> | undefined) => Promise<Row[]>,
  ): Promise<Row[] | PartlyRead<Row, Uuid<K>>> => {
    const isNewest = sort === 'newest_first'
    const starts = [after, isNewest ? to : from].flatMap((id) => id ?? []).toSorted()
    const start = isNewest ? starts[0] : starts.at(-1)
    const { all, one } = bounds[sort]
    const found =
      organizationId === null || one === undefined
        ? await firstRow<{ id: Uuid<K> }>(db, all, [start])
        : await firstRow<{ id: Uuid<K> }>(db, one, [start, organizationId])
    const end = isNewest ? from : to
    // Fewer rows are left than a page reads.
    if (found === undefined) return page(from, to)
    const { id } = found
    if (end !== undefined && (isNewest ? id <= end : id >= end)) return page(from, to)
    return { rows: isNewest ? await page(id, to) : await page(from, id), readTo: id }
  }
}
