// Lists of an organization's rows, in the order of their time, with filters. Each set of filters has its own statement, so that its
// plan contains only the conditions in use.
import type { QueryResultRow } from 'pg'
import type { Uuid } from '../ids.ts'
import { PAIR, pairedRows } from './metadata-pairs.ts'
import { rows, type Db } from './pool.ts'
import type { Rare } from './rare.ts'
import { nameEndOf, pageOrders, type Sort } from './sorts.ts'
import { shortName, statement, statementOnDemand, type Statement } from './statement.ts'

type Listing<Filter extends string> = {
  table: string
  columns: readonly string[] | string
  /**
   * The left side of each condition, such as `status =`. If it has a `$`, it is a whole condition, and `$` its parameter.
   * Filters keep this order in the statement's name.
   */
  filters: Readonly<Record<Filter, string>>
  /** The conditions of values that few rows have, as in operator-listing.ts. */
  rare?: Partial<Record<NoInfer<Filter>, Readonly<Record<string, Rare>>>>
  /** A filter that few rows satisfy. They are read through its index: without statistics the planner may not. */
  selective?: NoInfer<Filter>
  /** Callers may ask for the oldest first. */
  isSorted?: boolean
}

/** Values of filters. Filters without a value are left out. */
type Given<Filter extends string> = Partial<Record<Filter, unknown>>

const whole = (condition = '', parameter: string): string =>
  condition.includes('$') ? condition.replaceAll('$', () => parameter) : `${condition} ${parameter}`

const sourceOf = (table: string, selective: string | undefined, few: Rare | undefined): string =>
  selective === undefined
    ? (few?.from ?? table)
    : `(select * from ${table} where ${selective} and organization_id = $1 offset 0) ${table}`

/** Returns a function that selects at most `limit` rows of an organization. `page` selects the rows after an id. */
export function listing<Filter extends string>(name: string, list: Listing<Filter>) {
  const made = new Map<string, Statement>()
  const conditions: Readonly<Record<string, string>> = { page: '', ...list.filters }
  const known = Object.keys(conditions)
  const columns = typeof list.columns === 'string' ? list.columns : list.columns.join(', ')

  const rare: Readonly<Record<string, Readonly<Record<string, Rare>> | undefined>> = list.rare ?? {}

  function selecting(
    filters: readonly string[],
    rareValue: [filter: string, value: string] | undefined,
    sort: Sort = 'newest_first',
    make = statementOnDemand,
  ): Statement {
    const { after, direction } = pageOrders[sort]
    const [rareFilter = '', value = ''] = rareValue ?? []
    const few = rare[rareFilter]?.[value]
    const place = Object.keys(rare[rareFilter] ?? {}).indexOf(value) + 1
    const parts = [name, ...filters, ...(few === undefined ? [] : [`${rareFilter}${place}`])]
    const full = shortName(`${parts.join(' ')}${nameEndOf(sort)}`)
    const before = made.get(full)
    if (before !== undefined) return before
    const isPaired = filters.includes(PAIR)
    const texts = filters.flatMap((filter, index) => {
      const left = filter === 'page' ? `${isPaired ? 'paired' : 'id'} ${after}` : conditions[filter]
      return filter === PAIR ? [] : [{ filter, text: whole(left, `$${index + 3}`) }]
    })
    const inside = texts.find(({ filter }) => filter === list.selective)
    const source = isPaired
      ? pairedRows(list.table, `$${filters.indexOf(PAIR) + 3}`, pageOrders[sort])
      : sourceOf(list.table, inside?.text, few)
    const others = [
      ...texts.filter((one) => one !== inside).map(({ text }) => text),
      ...(few === undefined ? [] : [few.condition]),
    ].map((text) => ` and ${text}`)
    const selects = make(
      full,
      ['organization_id', 'limit', ...filters],
      `select ${columns} from ${source}
  where organization_id = $1${others.join('')}
  order by ${isPaired ? 'paired' : `organization_id ${direction}, id`} ${direction} limit $2`,
    )
    made.set(full, selects)
    return selects
  }

  // Create the shortest and the longest at load time, so that server/statements shows them.
  selecting([], undefined, 'newest_first', statement)
  const longest = known.filter((filter) => filter !== PAIR && filter !== 'metadata')
  selecting(longest, undefined, 'newest_first', statement)
  if (list.isSorted === true) selecting(longest, undefined, 'oldest_first', statement)
  if (known.includes(PAIR))
    selecting(['page', 'metadata', PAIR], undefined, 'newest_first', statement)

  return <Row extends QueryResultRow>(
    db: Db,
    organizationId: Uuid<'org'>,
    limit: number,
    given: Given<Filter | 'page'>,
    sort?: Sort,
  ): Promise<Row[]> => {
    const values: Readonly<Record<string, unknown>> = given
    const rareValue = Object.keys(rare)
      .map((filter): [string, string] => [filter, String(values[filter])])
      .find(([filter, value]) => rare[filter]?.[value] !== undefined)
    const filters = known.filter(
      (filter) => values[filter] !== undefined && filter !== rareValue?.[0],
    )
    return rows<Row>(db, selecting(filters, rareValue, sort), [
      organizationId,
      limit,
      ...filters.map((filter) => values[filter]),
    ])
  }
}
