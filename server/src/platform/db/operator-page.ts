// The SQL of one page of an operator listing: the rows of all organizations, of those of some enterprises, of one, or of an
// order. operator-listing.ts has the statements.
import { LAST_UUID, NIL_UUID } from './pool.ts'
import type { Rare } from './rare.ts'
import type { PageOrder } from './sorts.ts'

/** The rows that a page comes from. */
export type PageSource = {
  /** Its primary key is (organization_id, id), unless it `hasKeyOfId`. */
  table: string
  /** The left side of each condition, such as `status =`. */
  filters: Readonly<Record<string, string>>
  /**
   * Filters whose values the table `listed_values` has, by its `field`: a value that no row of an organization has is answered
   * without reading rows of it.
   */
  listed?: Readonly<Record<string, string>>
  /** The conditions of values that few rows have, by filter and value. Their text implies that of a partial index. */
  rare?: Readonly<Record<string, Readonly<Record<string, Rare>>>>
  /** Filters that no index has: see bounded-reading.ts. `paced` is its table with an index of ids. */
  read?: { filters: readonly string[]; paced: 'orders' | 'deposits' | 'information_requests' }
  /** When a row was made. */
  madeAt: string
  /** True of every row of an organization: the condition of its index. */
  ofOrganization?: string
  /** An index begins with the id: a list of everything reads no organization. */
  hasKeyOfId?: boolean
  /** The table has a part for each month, so a page is first looked for in the latest. */
  isMonthly?: boolean
}

export const IN_PAGE = ['limit', 'page', 'from', 'to', 'after', 'before']
const byOrganization = (direction: string) =>
  `order by organization_id ${direction}, id ${direction}`

/** The filters that have a value. */
export type Chosen = {
  /** They differ from statement to statement. */
  names: string[]
  /** Filters whose value is a parameter. */
  common: string[]
  rare: Rare[]
  /** The places of the filters that no index has. */
  read: string
}

/** `bounds` are of the page and its time, `filtered` are of the filters, `listed` are of the values `v` that exist. */
type Conditions = { bounds: string[]; filtered: string[]; listed: string[] }

export type ScopeName = 'all' | 'enterprises' | 'one' | 'order'

/** The filters of a statement, in the order of the list. */
export function chosenOf(
  list: PageSource,
  given: Readonly<Record<string, string | undefined>>,
): Chosen {
  const chosen: Chosen = { names: [], common: [], rare: [], read: '' }
  for (const [index, filter] of Object.keys(list.filters).entries()) {
    const value = given[filter]
    if (value === undefined) continue
    if (list.read?.filters.includes(filter) === true) {
      chosen.common.push(filter)
      chosen.read += index
      continue
    }
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

/** The conditions of a page. Its filters are the parameters after those of IN_PAGE. */
export function conditionsOf(
  { madeAt, filters, listed: values }: PageSource,
  { common, rare }: Chosen,
  { after, start }: PageOrder,
): Conditions {
  const bounds = [
    `id ${after} coalesce($2::uuid, ${start}) and id >= coalesce($3::uuid, ${NIL_UUID})`,
    `id <= coalesce($4::uuid, ${LAST_UUID})`,
    `${madeAt} > coalesce($5::timestamptz, '-infinity')`,
    `${madeAt} < coalesce($6::timestamptz, 'infinity')`,
  ]
  const filtered = [
    ...common.map((filter, index) => `${filters[filter]} $${IN_PAGE.length + index + 1}`),
    ...rare.map(({ condition }) => condition),
  ]
  const listed = common.flatMap((filter, index): string[] => {
    const field = values?.[filter]
    const value = `$${IN_PAGE.length + index + 1}`
    return field === undefined ? [] : [`v.field = '${field}' and v.value = ${value}`]
  })
  return { bounds, filtered, listed }
}

export function pageIn(
  list: PageSource & { row: string },
  scope: ScopeName,
  conditions: Conditions,
  rare: readonly Rare[],
  { direction }: PageOrder,
  next: (parameter: string) => string,
): { from: string; where?: string } {
  const { table, row: t } = list
  const inPage = [...conditions.bounds, ...conditions.filtered].join('\n and ')
  if (scope === 'order') {
    // The rows of an order belong to one organization, so the limit comes before the scope.
    const order = `(select * from ${table} where order_id = ${next('order_id')} offset 0) ${table}`
    const seen = `${next('enterprise_ids')}::uuid[]`
    const one = `${next('organization_id')}::uuid`
    return {
      from: `select * from ${order} where ${inPage} order by id ${direction} limit $1`,
      where: ` where (${seen} is null or g.enterprise_id = any (${seen}))
          and (${one} is null or ${t}.organization_id = ${one})`,
    }
  }
  const ofAll = rare.find(({ isOfAll }) => isOfAll)
  // PostgreSQL evaluates a condition without the row once.
  const someOf = conditions.listed.map(
    (value) => `exists (select from listed_values v where ${value})`,
  )
  if (scope === 'all' && list.hasKeyOfId === true && rare.length === 0)
    return { from: newest(list, '*', someOf, conditions, `order by id ${direction}`, '$1') }
  if (ofAll !== undefined) {
    const owners = ownersIn(scope, next)
    const seen =
      owners.length === 0
        ? ''
        : `and organization_id = any (array(select owner.id from organizations owner ${whereAll(owners)}))`
    return {
      from: `select * from ${ofAll.from ?? table} where ${inPage} ${seen} order by id ${direction} limit $1`,
    }
  }
  return { from: pageOf(list, ownersIn(scope, next), conditions, direction) }
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

// A table of months merges its parts by id. With the filter below the merge, each part would be searched for its newest
// row of that type: all rows of a month that has none. Above the merge, only the newest part is read.
function newest(
  { table, isMonthly }: PageSource,
  columns: string,
  owner: readonly string[],
  { bounds, filtered }: Conditions,
  order: string,
  limit: string,
): string {
  if (isMonthly !== true || filtered.length === 0)
    return `select ${columns} from ${table} where ${[...owner, ...bounds, ...filtered].join('\n and ')} ${order} limit ${limit}`
  const merged = `select * from ${table} where ${[...owner, ...bounds].join('\n and ')} ${order} offset 0`
  return `select ${columns} from (${merged}) ${table} where ${filtered.join(' and ')} ${order} limit ${limit}`
}

// A page of n rows comes from at most n organizations: those with the first rows. Only their pages are read.
function pageOf(
  list: PageSource,
  owners: readonly string[],
  conditions: Conditions,
  direction: string,
): string {
  const order = byOrganization(direction)
  const always = list.ofOrganization === undefined ? [] : [list.ofOrganization]
  return `
  select found.* from (
    select owner.id as owner_id
      from ${ownersWith(owners, conditions.listed)}
     cross join lateral (
       ${newest(list, 'id', ['organization_id = owner.id', ...always], conditions, order, '1')}) newest
     order by newest.id ${direction} limit $1) owners
   cross join lateral (
     ${newest(list, '*', ['organization_id = owner_id', ...always], conditions, order, '$1')}) found
   order by found.id ${direction} limit $1`
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
