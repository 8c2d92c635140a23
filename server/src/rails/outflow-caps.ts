// Outflow caps of rails: the most that a rail sends in one payout or refund, and in an hour. The statements that commit
// intents check them. The function count_outflow, in the migrations, has the rule.
import { rows, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'

/**
 * SQL part: the rows of `asked` with `is_within`, which is false if the amount exceeds a cap of the rail. The columns
 * `rail`, `currency` and `amount_minor` are required. Caps are locked in order, so that two statements never
 * deadlock. A rail without caps locks and writes nothing.
 */
export const withinCaps = (asked: string): string => `
  select a.*,
         case when exists (select from outflow_caps where rail = a.rail and currency = a.currency)
              then count_outflow(a.rail, a.currency, a.amount_minor) else true end as is_within
    from (select * from ${asked} order by rail, currency offset 0) a`

export type OutflowCap = {
  rail: string
  currency: string
  /** Null: no cap. */
  max_send_minor: bigint | null
  max_hour_minor: bigint | null
}

const SELECT_OUTFLOW_CAPS = statement(
  'select_outflow_caps',
  ['rail'],
  `select rail, currency, max_send_minor, max_hour_minor from outflow_caps
    where rail = $1 and num_nonnulls(max_send_minor, max_hour_minor) > 0 order by currency`,
)

export const selectOutflowCaps = (db: Db, rail: string): Promise<OutflowCap[]> =>
  rows(db, SELECT_OUTFLOW_CAPS, [rail])

const UPSERT_OUTFLOW_CAP = statement(
  'upsert_outflow_cap',
  ['rail', 'currency', 'max_send_minor', 'max_hour_minor'],
  `insert into outflow_caps (rail, currency, max_send_minor, max_hour_minor) values ($1, $2, $3, $4)
   on conflict (rail, currency) do update
     set max_send_minor = excluded.max_send_minor, max_hour_minor = excluded.max_hour_minor`,
)

export async function upsertOutflowCap(db: Db, cap: OutflowCap): Promise<void> {
  const { rail, currency, max_send_minor, max_hour_minor } = cap
  await rows(db, UPSERT_OUTFLOW_CAP, [rail, currency, max_send_minor, max_hour_minor])
}
