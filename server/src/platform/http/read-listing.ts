// What read-endpoints.ts reads of a table: the rows of an organization by order, state, currency and time, and one row.
import type { QueryResultRow } from 'pg'
import { listing } from '../db/listing.ts'
import type { Db } from '../db/pool.ts'
import type { Rare } from '../db/rare.ts'
import { oneOwned } from '../db/row-functions.ts'
import type { Prefix, Uuid } from '../ids.ts'
import { periodFilters, periodValues } from './filters.ts'
import type { ReadFilter } from './read-endpoints.ts'

type Table<P extends Prefix> = {
  table: string
  prefix: P
  columns: string
  /** The left side of the condition on the state. */
  state: string
  madeAt: string
  /** A condition of every row of the list. */
  always?: string
  rare: Readonly<Record<string, Rare>>
}

/** `name` and `nameOfOne` are those of the statements. */
export function readListing<Row extends QueryResultRow, P extends Prefix>(
  name: string,
  nameOfOne: string,
  { table, prefix, columns, state, madeAt, rare, ...always }: Table<P>,
) {
  const select = listing(name, {
    table,
    columns,
    ...always,
    filters: {
      order: 'order_id =',
      status: state,
      currency: 'currency =',
      ...periodFilters(madeAt),
    },
    selective: 'order',
    rare: { status: rare },
  })
  return {
    /** Newest first; with `after`, only the rows that follow it in the list. */
    select: (
      db: Db,
      organizationId: Uuid<'org'>,
      filter: ReadFilter,
      after: Uuid<P> | null,
      limit: number,
    ): Promise<Row[]> =>
      select<Row>(db, organizationId, limit, {
        page: after ?? undefined,
        order: filter.orderId,
        status: filter.status ?? filter.outcome,
        currency: filter.currency,
        ...periodValues(prefix, filter),
      }),
    find: oneOwned<Row, P>(
      nameOfOne,
      `select ${columns} from ${table} where organization_id = $1 and id = $2`,
    ),
  }
}

/** The left side of each condition of operators' lists and exports of money. `text`: of the texts that they search. */
export const moneyFilters = (text: string) =>
  ({
    currency: 'currency =',
    rail: 'rail =',
    min_amount: 'amount_minor >=',
    max_amount: 'amount_minor <=',
    text: `(${text}) ilike`,
  }) as const
