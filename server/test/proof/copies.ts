// An earlier copy of the database in place of the present one, as after a restore from a backup. The companies outside keep
// what they did, and so does the configuration. The service notices by its own means that it is on another database.
import type pg from 'pg'
import type { Instant } from '../../src/platform/clock.ts'
import { sqlInstant, type Pool } from '../../src/platform/db/pool.ts'

/** A deposit that the copy lacks. */
export type LostDeposit = {
  rail: string
  transaction: string
  output_index: number
  address: string
  currency: string
  amount_minor: bigint
  received_at: Instant | null
}

export async function openCopies(
  owner: Pool,
  cleaner: { query(text: string): Promise<pg.QueryResult> },
  tables: readonly string[],
) {
  const copied = tables.filter((table) => !table.startsWith('simulator.'))
  const { rows } = await owner.query<{ table_name: string; columns: string }>(
    `select table_name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
       from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' and table_name = any ($1) group by table_name`,
    [copied],
  )
  const { rows: halting } = await owner.query<{ definition: string }>(
    `select pg_get_functiondef('halt_restored_sends()'::regprocedure) as definition`,
  )
  const really = halting[0]?.definition ?? ''
  // A world that is emptied between histories looks like a restored database, which halts all sends.
  const STUB = 'create or replace function halt_restored_sends() returns int language sql return 0'
  await owner.query(STUB)
  await owner.query('create schema copied')
  for (const { table_name: table, columns } of rows)
    await owner.query(`create table copied.${table} as select ${columns} from ${table} limit 0`)
  const all = (text: (table: string, columns: string) => string): string =>
    rows
      .map(({ table_name: table, columns }, at) => `t${at} as (${text(table, columns)})`)
      .join(', ')
  const clear = `with ${all((table) => `delete from copied.${table}`)} select`
  const fill = `with ${all((table, columns) => `insert into copied.${table} select ${columns} from ${table}`)} select`
  const drop = `with ${all((table) => `delete from ${table}`)} select`
  const refill = `with ${all((table, columns) => `insert into ${table} (${columns}) overriding system value select ${columns} from copied.${table}`)} select`

  return {
    async take(): Promise<void> {
      await cleaner.query(`begin; ${clear}; ${fill}; commit`)
    },
    /** Returns the deposits that are lost. `at`: the present by the clock of the business, which the halts get. */
    async restore(at: Instant): Promise<LostDeposit[]> {
      const lost = await owner.query<LostDeposit>(
        `select rail, transaction, output_index, address, currency::text, amount_minor::bigint as amount_minor, received_at
           from deposits d
          where not exists (select from copied.deposits c
                             where (c.rail, c.transaction, c.output_index) = (d.rail, d.transaction, d.output_index))
          order by d.id`,
      )
      await cleaner.query(`begin; ${drop}; ${refill}; commit`)
      await owner.query(really)
      await owner.query(`update deployment set place = 'the machine of before'`)
      await owner.query('select settle_place()')
      await owner.query(STUB)
      // No rail of the histories is the simulated one.
      await owner.query(`delete from halts where rail = 'sandbox'`)
      // The clock of the business may be far ahead, or behind. A halt that was open keeps the earlier restore's time.
      await owner.query(
        `update halts h set halted_at = $1, orders_until = (select max(created_at) from orders), since = least((select max(updated_at) from orders),
                              (select c.since from copied.halts c where c.id = h.id))
          where resumed_at is null`,
        [sqlInstant(at)],
      )
      return lost.rows
    },
  }
}
