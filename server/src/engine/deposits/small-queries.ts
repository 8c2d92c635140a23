// The SQL of deposits below the smallest amount of their rail. They are not credited, not screened, and not reported to the
// customer. A flood of them costs only rows.
import { firstRow, sqlInstant, type Db } from '../../platform/db/pool.ts'
import type { Instant } from '../../platform/clock.ts'
import { write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { newUuid, type OrderId } from '../../platform/ids.ts'
import { depositPosting, suspenseExitPosting } from '../ledger/postings.ts'
import { postUnowned, transfersJson } from '../ledger/queries.ts'
import type { NewDeposit } from './queries.ts'

const ACCOUNT = 'small_amounts'

/** Keeps a deposit in suspense, or writes it off. Does nothing if it is already recorded. */
export const insertSmallDeposit = write(
  'insert_small_deposit',
  [
    'id',
    'rail',
    'transaction',
    'output_index',
    'occurrence',
    'address',
    'currency',
    'amount_minor',
    'at',
    'received_at',
    'sender_key_id',
    'sender_sealed',
    'exit_account',
    'transfers',
  ],
  `with recorded as (
     insert into deposits (id, rail, transaction, output_index, occurrence, address, currency, amount_minor, outcome,
       recorded_at, received_at, sender_key_id, sender_sealed, is_small, exit, exit_account, exited_at)
     values ($1::uuid, $2, $3, $4::int, $5::int, $6, $7, $8::bigint, 'unmatched', $9::timestamptz, $10::timestamptz, $11,
             $12::bytea, true, case when $13::text is not null then 'written_off' end, $13::text,
             case when $13::text is not null then $9::timestamptz end)
     on conflict do nothing
     returning id
   ), posted as (${postUnowned('$14', 'recorded', '$9')})
   select id from recorded`,
  (deposit: NewDeposit, isWrittenOff: boolean, at: Instant) => {
    const postings = [
      depositPosting(null, deposit.rail, deposit),
      ...(isWrittenOff ? [suspenseExitPosting(ACCOUNT, deposit)] : []),
    ]
    return [
      deposit.id,
      deposit.rail,
      deposit.transaction,
      deposit.outputIndex,
      deposit.occurrence,
      deposit.address,
      deposit.currency,
      deposit.amountMinor,
      sqlInstant(at),
      sqlInstant(deposit.receivedAt),
      deposit.sender?.keyId,
      deposit.sender?.bytes,
      isWrittenOff ? ACCOUNT : null,
      JSON.stringify(
        postings.flatMap((posting) => transfersJson(0, newUuid('posting', at), posting)),
      ),
    ]
  },
)

const SELECT_HAS_SCREENED = statement(
  'select_has_screened',
  ['organization_id', 'order_id'],
  `select exists (
     select from screenings s join deposits d on d.id = s.deposit_id
      where s.organization_id = $1 and s.order_id = $2 and d.order_id is null and d.reversed_at is null
        and d.exited_at is null) as has`,
)

/** Whether a deposit of the order is being screened, or is held or rejected. */
export async function selectHasScreened(db: Db, order: OrderId): Promise<boolean> {
  const values = [order.organization_id, order.id]
  return (await firstRow<{ has: boolean }>(db, SELECT_HAS_SCREENED, values))?.has ?? false
}
