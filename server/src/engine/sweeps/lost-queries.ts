// The SQL of sweeps that a restore lost.
import { rows, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import type { UnsweptRow } from './queries.ts'

const SELECT_FIRST_UNSWEPT = statement(
  'select_first_unswept',
  ['rail', 'deposit_ids', 'most'],
  `select sum(d.amount_minor)::bigint as amount_minor, array_agg(d.id order by d.id) as deposit_ids,
          array_agg(concat_ws(' ', d.transaction, d.output_index, d.occurrence)
                    order by d.transaction, d.output_index, d.occurrence) as names
     from generate_series(1, $3::int) as first (count)
     join (select *, row_number() over (order by coalesce(received_at, recorded_at), transaction, output_index, occurrence) as place
             from deposits where rail = $1 and id = any ($2::uuid[])) d on d.place <= first.count
    group by first.count
   having count(*) = first.count
    order by first.count`,
)

/** The first deposits of the account, one more in each row: a sweep took all that there were. */
export const selectFirstUnswept = async (
  db: Db,
  rail: string,
  row: UnsweptRow,
  most: number,
): Promise<UnsweptRow[]> =>
  (
    await rows<Pick<UnsweptRow, 'amount_minor' | 'deposit_ids' | 'names'>>(
      db,
      SELECT_FIRST_UNSWEPT,
      [rail, row.deposit_ids, most],
    )
  ).map((first) => ({ ...row, ...first }))
