// Lists of rows of all organizations that an operator sees, in the order of their time, with filters. Each scope and set of filters has
// its own statement, so that its plan contains only the conditions in use. listing.ts has the lists of one organization.
import type { QueryResultRow } from 'pg'
import { periodValues, type Period } from '../http/filters.ts'
import { instantAt, later, type Instant } from '../clock.ts'
import { earliestUuid, madeAt, type Kind, type Uuid } from '../ids.ts'
import { boundedReading, type PartlyRead } from './bounded-reading.ts'
import {
  chosenOf,
  conditionsOf,
  IN_PAGE,
  pageIn,
  type Chosen,
  type PageSource,
  type ScopeName,
} from './operator-page.ts'
import { columnsOf, joinByIndex, rows, type Db } from './pool.ts'
import { nameEndOf, pageOrders, type Sort, type Sorted } from './sorts.ts'
import { shortName, statement, statementOnDemand, type Statement } from './statement.ts'

/** The organizations whose rows are listed. */
export type Scope = {
  /** Null for all, and for what belongs to no enterprise. */
  enterpriseIds: readonly Uuid<'ent'>[] | null
  /** Null for all. */
  organizationId: Uuid<'org'> | null
}

export type OperatorFilter = Period &
  Sorted & {
    orderId?: Uuid<'ord'> | undefined
    /** Values of filters. Those without a value are left out. */
    given: Readonly<Record<string, string | undefined>>
    now: Instant
  }

type Listing<K extends Kind> = PageSource & {
  kind: K
  /** The columns of the row. Its owner is added: `enterprise_id` and `organization_name`, null without an organization. */
  columns: string
  /** Joins to the row, one of them to its organization `g`. `columns` then has all columns, with the names of tables. */
  joined?: { row: string; joins: string }
}

/** The statements of a list, which are made when they are first needed. */
function selectsOf(
  name: string,
  list: PageSource & { row: string },
  columns: string,
  joins: string,
) {
  const t = list.row
  const made = new Map<string, Statement>()
  return (
    scope: ScopeName,
    chosen: Chosen,
    sort: Sort = 'newest_first',
    make = statementOnDemand,
  ): Statement => {
    const { names, common, read } = chosen
    const parts = [name, scope, ...names, ...(read === '' ? [] : [`read${read}`])]
    const full = shortName(`${parts.join(' ')}${nameEndOf(sort)}`)
    const before = made.get(full)
    if (before !== undefined) return before
    const parameters = [...IN_PAGE, ...common]
    const next = (parameter: string) => `$${parameters.push(parameter)}`
    const order = pageOrders[sort]
    const page = pageIn(list, scope, conditionsOf(list, chosen, order), chosen.rare, order, next)
    const selects = make(
      full,
      parameters,
      `select ${columns} from (${page.from}) ${t} ${joins}${page.where ?? ''} order by ${t}.id ${order.direction}`,
    )
    made.set(full, selects)
    return selects
  }
}

export function operatorListing<K extends Kind>(name: string, list: Listing<K>) {
  const { table, filters, hasKeyOfId = false } = list
  const { row: t, joins } = list.joined ?? {
    row: 't',
    joins: 'left join organizations g on g.id = t.organization_id',
  }
  const columns =
    list.joined === undefined
      ? `${columnsOf(list.columns, t)}, g.enterprise_id, g.name as organization_name`
      : list.columns
  const readBounded = list.read && boundedReading<K>(name, { ...list, paced: list.read.paced })
  const selecting = selectsOf(name, { ...list, row: t }, columns, joins)

  const one = hasKeyOfId
    ? `select * from ${table} where id = $1`
    : `select found.* from organizations owner ${joinByIndex(table, 'organization_id = owner.id and id = $1', 'found')}`
  const FIND = statement(`${name} id`, ['id'], `select ${columns} from (${one}) ${t} ${joins}`)

  // Create some at load time, so that server/statements shows them.
  selecting('all', chosenOf(list, {}), 'newest_first', statement)
  const allFilters = Object.fromEntries(Object.keys(filters).map((filter) => [filter, '']))
  selecting('enterprises', chosenOf(list, allFilters), 'newest_first', statement)

  return {
    /** At most `limit` rows of the list behind `before`. Those that no index has may be on later pages. */
    async select<Row extends QueryResultRow>(
      db: Db,
      { enterpriseIds, organizationId }: Scope,
      { orderId, given, now, sort = 'newest_first', ...period }: OperatorFilter,
      before: Uuid<K> | null,
      limit: number,
    ): Promise<Row[] | PartlyRead<Row, Uuid<K>>> {
      const chosen = chosenOf(list, given)
      const { from, to, after, before: madeBefore } = periodValues(list.kind, period)
      const page = (since: typeof from, until = to): Promise<Row[]> => {
        const inPage = [
          limit,
          before,
          since,
          until,
          after,
          madeBefore,
          ...chosen.common.map((filter) => given[filter]),
        ]
        const read = (scope: ScopeName, ...values: unknown[]) =>
          rows<Row>(db, selecting(scope, chosen, sort), [...inPage, ...values])
        if (orderId !== undefined) return read('order', orderId, enterpriseIds, organizationId)
        if (organizationId !== null) return read('one', enterpriseIds, organizationId)
        if (enterpriseIds !== null) return read('enterprises', enterpriseIds)
        return read('all')
      }
      if (chosen.read !== '' && orderId === undefined && readBounded !== undefined)
        return readBounded(db, { sort, organizationId }, { after: before, from, to }, page)
      const isOfAll = organizationId === null && enterpriseIds === null
      if (
        !list.isMonthly ||
        orderId !== undefined ||
        chosen.rare.length > 0 ||
        sort === 'oldest_first' ||
        (isOfAll && hasKeyOfId)
      )
        return page(from)
      return latestFirst(list.kind, { from, to, before, now }, limit, page)
    },
    /** The row of any organization: the caller checks whether the operator sees it. */
    async find<Row extends QueryResultRow>(db: Db, id: Uuid<K>): Promise<Row | undefined> {
      const [row] = await rows<Row>(db, FIND, [id])
      return row
    },
  }
}

const DAY_MS = 86_400_000
/** A page of a busy deployment is found in the first. Each is at most a few months, and the last is everything. */
const WINDOWS_MS = [7 * DAY_MS, 60 * DAY_MS]

/** Reads a page from a table of months without looking into all of them for each organization. */
async function latestFirst<K extends Kind, Row>(
  kind: K,
  bounds: {
    from: Uuid<K> | undefined
    to: Uuid<K> | undefined
    before: Uuid<K> | null
    now: Instant
  },
  limit: number,
  page: (from: Uuid<K> | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const { from, to, before, now } = bounds
  const ends = [before, to].flatMap((id) => (id == null ? [] : [madeAt(id)]))
  const end = ends.length === 0 ? now : instantAt(Math.min(...ends))
  for (const windowMs of WINDOWS_MS) {
    const since = earliestUuid(kind, later(end, -windowMs))
    if (from !== undefined && since <= from) break
    const found = await page(since)
    if (found.length >= limit) return found
  }
  return page(from)
}
