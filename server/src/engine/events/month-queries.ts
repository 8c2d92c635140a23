// The SQL that lists, creates and detaches the monthly partitions of events and deliveries. Database functions
// do the work, since the service role may not change tables.
import { inTransaction, rows, type Db, type Pool } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { MONTHLY, type Month, type Monthly, type Partition } from './months.ts'

/** The default partitions first, then the newest month first. */
export const selectPartitions = allRows<Partition, []>(
  'select_partitions',
  ['tables'],
  `select p.parent, nullif(replace(ltrim(replace(c.relname, p.parent, ''), '_'), '_', '-'), 'default') as month,
          n.nspname = 'public' as is_attached,
          case when c.reltuples >= 0 then c.reltuples::float8 end as rows,
          pg_total_relation_size(c.oid)::float8 as bytes
     from unnest($1::text[]) as p (parent)
     join pg_class c on c.relname ~ ('^' || p.parent || '_(\\d{4}_\\d\\d|default)$') and c.relkind = 'r'
     join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'archive' or c.oid in (select inhrelid from pg_inherits
                                              where inhparent = ('public.' || p.parent)::regclass)
    order by month desc nulls first, p.parent`,
  () => [MONTHLY],
)

const MAKE_MONTH = statement('make_month', ['parent', 'month'], `select make_month($1, $2) as made`)

/** True when it created the partition. Throws when the table is locked or its default partition has too many rows. */
export async function makeMonth(db: Db, parent: Monthly, month: Month): Promise<boolean> {
  const [row] = await rows<{ made: boolean }>(db, MAKE_MONTH, [parent, `${month}-01`])
  return row?.made === true
}

const MAKE_MONTH_OF_ANY_SIZE = statement(
  'make_month_of_any_size',
  ['parent', 'month'],
  `select make_month($1, $2, 2147483646) as made`,
)

/** The same without the limit of rows or time. Needs the owner of the tables. */
export async function makeMonthOfAnySize(
  owner: Pool,
  parent: Monthly,
  month: Month,
): Promise<boolean> {
  return inTransaction(owner, async (db) => {
    await db.query('set local statement_timeout = 0')
    const [row] = await rows<{ made: boolean }>(db, MAKE_MONTH_OF_ANY_SIZE, [parent, `${month}-01`])
    return row?.made === true
  })
}

const DETACH_MONTH = statement(
  'detach_month',
  ['parent', 'month'],
  `select detach_month($1, $2) as reason`,
)

/** Needs the owner of the tables. Returns the reason for not detaching, or undefined. Throws when the table is locked. */
export async function detachMonth(
  owner: Db,
  parent: Monthly,
  month: Month,
): Promise<string | undefined> {
  const [row] = await rows<{ reason: string | null }>(owner, DETACH_MONTH, [parent, `${month}-01`])
  return row?.reason ?? undefined
}
