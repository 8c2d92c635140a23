// Queries that show sweeps to operators, and compare them with the ledger.
import { allRows, oneRow } from '../../platform/db/row-functions.ts'
import type { Uuid } from '../../platform/ids.ts'
import { SWEEP_COLUMNS, type SweepRow } from './queries.ts'

/** Newest first; without `all` those that are open, and those of a week that failed. */
export const selectSweeps = allRows<SweepRow, [all: boolean]>(
  'select_sweeps',
  ['all'],
  `select ${SWEEP_COLUMNS} from sweeps
    where $1 or status = 'OPEN' or (status = 'FAILED' and created_at > now() - interval '7 days')
    order by id desc limit 1000`,
)

type SweepCount = {
  rail: string
  state: 'open' | 'with_problem' | 'failed_today'
  count: number
}
export const selectSweepCounts = allRows<SweepCount>(
  'select_sweep_counts',
  [],
  `select rail, case when status = 'FAILED' then 'failed_today' when problem is null then 'open' else 'with_problem' end
            as state, count(*)::int as count
     from sweeps where status = 'OPEN' or (status = 'FAILED' and ended_at > now() - interval '1 day')
    group by 1, 2`,
)

/** A sweep whose fee or deposits differ from it or that moved a deposit without an order, or a fee without a sweep. */
export const selectSweepFault = oneRow<{ id: Uuid<'swp'> | null; transfer_id: bigint | null }>(
  'select_sweep_fault',
  [],
  `with wrong_fee as (
     select s.id, t.id as transfer_id
       from (select * from sweeps where posting_id is not null) s
       full join (select * from ledger_transfers l where posting = 'send_fee' and order_id is null
                     and not exists (select from relayed_transactions r where r.posting_id = l.posting_id)
                     and not exists (select from strays r where r.posting_id = l.posting_id)
                     and not exists (select from deposit_returns r where r.fee_posting_id = l.posting_id)) t
            using (posting_id)
      where s.id is null or t.id is null or t.currency <> s.fee_currency or t.amount_minor <> abs(s.fee_minor)
         or case when s.fee_minor > 0 then t.credit_account else t.debit_account end <> 'rail:' || s.rail
      limit 1
   ), wrong_amount as (
     select s.id, null::bigint as transfer_id from sweeps s
      where s.kind = 'deposits' and s.status <> 'FAILED'
        and s.amount_minor <> (select coalesce(sum(d.amount_minor), 0) from deposits d
                                where d.id = any (s.deposit_ids) and d.sweep_id = s.id)
      limit 1
   ), not_credited as (
     select d.sweep_id, null::bigint from deposits d 
      where d.sweep_id is not null and d.order_id is null and d.exited_at is null
        -- Its return was withdrawn or rejected after the sweep.
        and not exists (select from deposit_returns r where r.deposit_id = d.id)
      limit 1
   )
   select * from wrong_fee union all select * from wrong_amount union all select * from not_credited`,
)
