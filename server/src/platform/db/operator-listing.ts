// Lists of rows of all organizations that an operator sees, newest first, with filters. Each scope and set of filters has
// its own statement, so that its plan contains only the conditions in use. listing.ts has the lists of one organization.
import type { QueryResultRow } from 'pg'
import { periodValues, type Period } from '../http/filters.ts'
import { instantAt, later, type Instant } from '../clock.ts'
import { earliestUuid, madeAt, type Kind, type Uuid } from '../ids.ts'
import { columnsOf, joinByIndex, NIL_UUID, rows, type Db } from './pool.ts'
import type { Rare } from './rare.ts'
import { statement, type Statement } from './statement.ts'

/** The organizations whose rows are listed. */
export type Scope = {
  /** Null for all, and for what belongs to no enterprise. */
  enterpriseIds: readonly Uuid<'ent'>[] | null
  /** Null for all. */
  organizationId: Uuid<'org'> | null
}

export type OperatorFilter = Period & {
  orderId?: Uuid<'ord'> | undefined
  /** Values of filters. Those without a value are left out. */
  given: Readonly<Record<string, string | undefined>>
  now: Instant
}

type Listing<K extends Kind> = {
  /** Its primary key is (organization_id, id), unless it `hasKeyOfId`. */
  table: string
  kind: K
  /** The columns of the row. Its owner is added: `enterprise_id` and `organization_name`, null without an organization. */
  columns: string
  /** The left side of each condition, such as `status =`. */
  filters: Readonly<Record<string, string>>
  /**
   * Filters whose values the table `listed_values` has, by its `field`: a value that no row of an organization has is answered
   * without reading rows of it.
   */
  listed?: Readonly<Record<string, string>>
  /** The conditions of values that few rows have, by filter and value. Their text implies that of a partial index. */
  rare?: Readonly<Record<string, Readonly<Record<string, Rare>>>>
  /** When a row was made. */
  madeAt: string
  /** True of every row of an organization: the condition of its index. */
  ofOrganization?: string
  /** An index begins with the id: a list of everything reads no organization. */
  hasKeyOfId?: boolean
  /** The table has a part for each month, so a page is first looked for in the latest. */
  isMonthly?: boolean
  /** Joins to the row, one of them to its organization `g`. `columns` then has all columns, with the names of tables. */
  joined?: { row: string; joins: string }
}

const LAST_UUID = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`
const IN_PAGE = ['limit', 'page', 'from', 'to', 'after', 'before']
const BY_ORGANIZATION = 'order by organization_id desc, id desc'

/** The filters that have a value. */
type Chosen = {
  /** They differ from statement to statement. */
  names: string[]
  /** Filters whose value is a parameter. */
  common: string[]
  rare: Rare[]
}

/** `bounds` are of the page and its time, `filtered` are of the filters, `listed` are of the values `v` that exist. */
type Conditions = { bounds: string[]; filtered: string[]; listed: string[] }

type ScopeName = 'all' | 'enterprises' | 'one' | 'order'

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
  const known = Object.keys(filters)
  const made = new Map<string, Statement>()

  function chosenOf(given: OperatorFilter['given']): Chosen {
    const chosen: Chosen = { names: [], common: [], rare: [] }
    for (const filter of known) {
      const value = given[filter]
      if (value === undefined) continue
      const few = Object.entries(list.rare?.[filter] ?? {})
      const place = few.findIndex(([of]) => of === value)
      const [, rare] = few[place] ?? []
      // PostgreSQL keeps 63 bytes of a statement's name.
      chosen.names.push(`${filter.split('_', 1)}${rare === undefined ? '' : place + 1}`)
      if (rare === undefined) chosen.common.push(filter)
      else chosen.rare.push(rare)
    }
    return chosen
  }

  function selecting(scope: ScopeName, { names, common, rare }: Chosen): Statement {
    const full = [name, scope, ...names].join(' ')
    if (full.length > 63) throw new Error(`the statement name ${full} is too long`)
    const before = made.get(full)
    if (before !== undefined) return before
    const parameters = [...IN_PAGE, ...common]
    const next = (parameter: string) => `$${parameters.push(parameter)}`
    const bounds = [
      `id < coalesce($2::uuid, ${LAST_UUID}) and id >= coalesce($3::uuid, ${NIL_UUID})`,
      `id < coalesce($4::uuid, ${LAST_UUID})`,
      `${list.madeAt} > coalesce($5::timestamptz, '-infinity')`,
      `${list.madeAt} < coalesce($6::timestamptz, 'infinity')`,
    ]
    const filtered = [
      ...common.map((filter, index) => `${filters[filter]} $${IN_PAGE.length + index + 1}`),
      ...rare.map(({ condition }) => condition),
    ]
    const listed = common.flatMap((filter, index): string[] => {
      const field = list.listed?.[filter]
      const value = `$${IN_PAGE.length + index + 1}`
      return field === undefined ? [] : [`v.field = '${field}' and v.value = ${value}`]
    })
    const page = pageIn(scope, { bounds, filtered, listed }, rare, next)
    const selects = statement(
      full,
      parameters,
      `select ${columns} from (${page.from}) ${t} ${joins}${page.where ?? ''} order by ${t}.id desc`,
    )
    made.set(full, selects)
    return selects
  }

  function pageIn(
    scope: ScopeName,
    conditions: Conditions,
    rare: readonly Rare[],
    next: (parameter: string) => string,
  ): { from: string; where?: string } {
    const inPage = [...conditions.bounds, ...conditions.filtered].join('\n and ')
    if (scope === 'order') {
      // The rows of an order belong to one organization, so the limit comes before the scope.
      const order = `(select * from ${table} where order_id = ${next('order_id')} offset 0) ${table}`
      const seen = `${next('enterprise_ids')}::uuid[]`
      const one = `${next('organization_id')}::uuid`
      return {
        from: `select * from ${order} where ${inPage} order by id desc limit $1`,
        where: ` where (${seen} is null or g.enterprise_id = any (${seen}))
            and (${one} is null or ${t}.organization_id = ${one})`,
      }
    }
    const ofAll = rare.find(({ isOfAll }) => isOfAll)
    // PostgreSQL evaluates a condition without the row once.
    const someOf = conditions.listed.map(
      (value) => `exists (select from listed_values v where ${value})`,
    )
    if (scope === 'all' && isByKey(rare))
      return { from: newest('*', someOf, conditions, 'order by id desc', '$1') }
    if (ofAll !== undefined) {
      const owners = ownersIn(scope, next)
      const seen =
        owners.length === 0
          ? ''
          : `and organization_id = any (array(select owner.id from organizations owner ${whereAll(owners)}))`
      return {
        from: `select * from ${ofAll.from ?? table} where ${inPage} ${seen} order by id desc limit $1`,
      }
    }
    return { from: pageOf(ownersIn(scope, next), conditions) }
  }

  /** Conditions on the organization `owner`. */
  function ownersIn(scope: ScopeName, next: (parameter: string) => string): string[] {
    if (scope === 'all') return []
    const seen = `${next('enterprise_ids')}::uuid[]`
    if (scope === 'enterprises') return [`owner.enterprise_id = any (${seen})`]
    return [
      `owner.id = ${next('organization_id')}`,
      `(${seen} is null or owner.enterprise_id = any (${seen}))`,
    ]
  }

  const isByKey = (rare: readonly Rare[]): boolean => hasKeyOfId && rare.length === 0

  // A table of months merges its parts by id. With the filter below the merge, each part would be searched for its newest
  // row of that type: all rows of a month that has none. Above the merge, only the newest part is read.
  function newest(
    columns: string,
    owner: readonly string[],
    { bounds, filtered }: Conditions,
    order: string,
    limit: string,
  ): string {
    if (list.isMonthly !== true || filtered.length === 0)
      return `select ${columns} from ${table} where ${[...owner, ...bounds, ...filtered].join('\n and ')} ${order} limit ${limit}`
    const merged = `select * from ${table} where ${[...owner, ...bounds].join('\n and ')} ${order} offset 0`
    return `select ${columns} from (${merged}) ${table} where ${filtered.join(' and ')} ${order} limit ${limit}`
  }

  const always = list.ofOrganization === undefined ? [] : [list.ofOrganization]
  // A page of n rows comes from at most n organizations: those with the newest rows. Only their pages are read.
  const pageOf = (owners: readonly string[], conditions: Conditions): string => `
    select found.* from (
      select owner.id as owner_id
        from ${ownersWith(owners, conditions.listed)}
       cross join lateral (
         ${newest('id', ['organization_id = owner.id', ...always], conditions, BY_ORGANIZATION, '1')}) newest
       order by newest.id desc limit $1) owners
     cross join lateral (
       ${newest('*', ['organization_id = owner_id', ...always], conditions, BY_ORGANIZATION, '$1')}) found
     order by found.id desc limit $1`

  const one = hasKeyOfId
    ? `select * from ${table} where id = $1`
    : `select found.* from organizations owner ${joinByIndex(table, 'organization_id = owner.id and id = $1', 'found')}`
  const FIND = statement(`${name} id`, ['id'], `select ${columns} from (${one}) ${t} ${joins}`)

  // Create some at load time, so that server/statements shows them.
  selecting('all', chosenOf({}))
  selecting('enterprises', chosenOf(Object.fromEntries(known.map((filter) => [filter, '']))))

  return {
    /** At most `limit` rows before `before`, newest first. */
    async select<Row extends QueryResultRow>(
      db: Db,
      { enterpriseIds, organizationId }: Scope,
      { orderId, given, now, ...period }: OperatorFilter,
      before: Uuid<K> | null,
      limit: number,
    ): Promise<Row[]> {
      const chosen = chosenOf(given)
      const { from, to, after, before: madeBefore } = periodValues(list.kind, period)
      const page = (since: typeof from): Promise<Row[]> => {
        const inPage = [
          limit,
          before,
          since,
          to,
          after,
          madeBefore,
          ...chosen.common.map((filter) => given[filter]),
        ]
        const read = (scope: ScopeName, ...values: unknown[]) =>
          rows<Row>(db, selecting(scope, chosen), [...inPage, ...values])
        if (orderId !== undefined) return read('order', orderId, enterpriseIds, organizationId)
        if (organizationId !== null) return read('one', enterpriseIds, organizationId)
        if (enterpriseIds !== null) return read('enterprises', enterpriseIds)
        return read('all')
      }
      const isOfAll = organizationId === null && enterpriseIds === null
      if (
        !list.isMonthly ||
        orderId !== undefined ||
        chosen.rare.length > 0 ||
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

const whereAll = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`

/** Organizations that have the listed values. `offset 0`: they are found before any row is looked for. */
function ownersWith(owners: readonly string[], listed: readonly string[]): string {
  const exist = listed.map(
    (value) =>
      `exists (select from listed_values v where ${value} and v.organization_id = owner.id)`,
  )
  const fence = exist.length === 0 ? '' : ' offset 0'
  return `(select owner.id from organizations owner ${whereAll([...owners, ...exist])}${fence}) owner`
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
