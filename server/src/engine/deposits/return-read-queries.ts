// The SQL that reads deposits in suspense which go back to their senders, and compares them with the ledger.
import { firstRow, rows, type Db } from '../../platform/db/pool.ts'
import { allRows, oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { isListedReturn, mayHaveGone } from '../halts/contested.ts'
import type { Uuid } from '../../platform/ids.ts'
import { COLUMNS, type DepositReturnRow } from './return-queries.ts'

/** A return of the deposit that a rail has listed after a restore, and that the database lacks. */
export const selectListedReturn = oneRow<
  { key: string; rail: string; reference: string; currency: string; amount_minor: bigint | null },
  [keys: string]
>(
  'select_listed_return',
  ['keys'],
  `select u.key, h.rail, u.reference, u.currency, u.amount_minor
     from unknown_sends u join halts h on h.id = u.halt_id
    where ${isListedReturn('u', '$1')}
    order by u.key limit 1`,
)

/** The last one. */
export const selectReturnOfDeposit = oneRow<DepositReturnRow, [id: Uuid<'dep'>]>(
  'select_return_of_deposit',
  ['deposit_id'],
  `select ${COLUMNS} from deposit_returns where deposit_id = $1 order by id desc limit 1`,
)

const SELECT_MAY_HAVE_GONE = statement(
  'select_may_have_gone',
  ['key'],
  `select ${mayHaveGone('$1')} as may`,
)

/** Whether a return that the database has not sent may have gone in the time that a restore lost: it must not be withdrawn. */
export const selectMayHaveGone = async (db: Db, key: string): Promise<boolean> =>
  (await firstRow<{ may: boolean }>(db, SELECT_MAY_HAVE_GONE, [key]))?.may ?? false

const SELECT_RETURN_SENT = statement(
  'select_return_sent',
  ['rail', 'key', 'reference'],
  `select ${COLUMNS} from deposit_returns
    where rail_key = $2 or ($2::text is null and rail = $1 and rail_reference = $3) limit 2`,
)

/** selectSentKey finds payouts and refunds in the same way. */
export async function selectReturnSent(
  db: Db,
  rail: string,
  key: string | null,
  reference: string | null,
): Promise<DepositReturnRow | undefined> {
  const found = await rows<DepositReturnRow>(db, SELECT_RETURN_SENT, [rail, key, reference])
  return found.length === 1 ? found[0] : undefined
}

const SELECT_CAME_BACK = statement(
  'select_came_back',
  ['rail', 'key', 'transaction', 'index'],
  `select coalesce(sum(amount_minor), 0)::text as minor from deposits
    where rail = $1 and address = $2 and starts_with(address, 'deposit:d')
      and (lower(transaction), output_index) is distinct from (lower($3), $4::int)`,
)

/** The sum of earlier entries in which the return with this key came back. */
export async function selectCameBack(
  db: Db,
  { rail, key }: { rail: string; key: string },
  { transaction, index }: { transaction: string; index: number },
): Promise<bigint> {
  const values = [rail, key, transaction, index]
  return BigInt((await firstRow<{ minor: string }>(db, SELECT_CAME_BACK, values))?.minor ?? 0)
}

/** The newest first. */
export const selectDepositReturns = allRows<DepositReturnRow>(
  'select_deposit_returns',
  [],
  `select ${COLUMNS} from deposit_returns order by id desc limit 1000`,
)

/** A return that differs from its postings or its deposit, or a posting without a return. */
export const selectReturnFault = oneRow<{ id: Uuid<'drt'> | null; transfer_id: bigint | null }>(
  'select_return_fault',
  [],
  `with wrong as (
     select r.id, t.id as transfer_id
       from (select * from deposit_returns where posting_id is not null) r
       full join (select * from ledger_transfers where posting = 'refund' and order_id is null) t using (posting_id)
      where r.id is null or t.id is null or t.currency <> r.currency or t.amount_minor <> r.amount_minor
         or t.debit_account <> case when r.went_twice then 'written_off' else 'suspense' end or t.credit_account <> 'rail:' || r.rail
   ), wrong_fee as (
     select r.id, t.id as transfer_id
       from (select * from deposit_returns where fee_posting_id is not null) r
       left join ledger_transfers t on t.posting_id = r.fee_posting_id
      where t.id is null or t.currency <> r.fee_currency or t.amount_minor <> r.fee_minor
   ), astray as (
     select r.id, null::bigint from deposit_returns r join deposits d on d.id = r.deposit_id
      where (r.status in ('PENDING', 'SENT', 'PROCESSED')) and not r.went_twice and d.exit is distinct from 'returned'
     union all
     select r.id, null::bigint from deposits d
       left join deposit_returns r on r.deposit_id = d.id and r.status in ('PENDING', 'SENT', 'PROCESSED') and not r.went_twice
      where d.exit = 'returned' and r.id is null
   )
   select * from wrong union all select * from wrong_fee union all select * from astray limit 1`,
)
