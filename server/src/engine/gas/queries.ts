// All SQL that writes relayed transactions and what their senders paid for gas.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, oneRow, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { postUnowned, transfersOf, type Posted } from '../ledger/queries.ts'
import type { MinedTransaction, RelayedTransaction } from '../../outside/rails/port.ts'

/** Idempotent: a transaction may be sent again. */
export const insertRelayedTransaction = write(
  'insert_relayed_transaction',
  ['rail', 'transaction', 'sender', 'nonce', 'at'],
  `insert into relayed_transactions (rail, transaction, sender, nonce, noted_at, looked_at)
   values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
  (rail: string, { transaction, sender, nonce }: RelayedTransaction, at: Instant) => [
    rail,
    transaction,
    sender,
    nonce,
    sqlInstant(at),
  ],
)

/** Transactions without an outcome, those first that were not looked up for the longest time. */
export const claimRelayedTransactions = allRows<
  RelayedTransaction,
  [rail: string, limit: number, now: Instant]
>(
  'claim_relayed_transactions',
  ['rail', 'limit', 'now'],
  `with due as (
     select transaction as due_transaction from relayed_transactions
      where rail = $1 and ended_at is null order by looked_at limit $2 for update skip locked
   )
   update relayed_transactions set looked_at = $3 from due where rail = $1 and transaction = due_transaction
   returning transaction, sender, nonce`,
  (rail, limit, now) => [rail, limit, sqlInstant(now)],
)

const SELECT_OVERPAID = statement(
  'select_overpaid',
  ['rail', 'sender'],
  `select overpaid_units from relayer_gas where rail = $1 and sender = $2`,
)

/** The amount posted in excess for a sender, in units of the network. */
export async function selectOverpaid(db: Db, rail: string, sender: string): Promise<bigint> {
  const [row] = await rows<{ overpaid_units: bigint }>(db, SELECT_OVERPAID, [rail, sender])
  return row?.overpaid_units ?? 0n
}

type EndedTransactions = {
  rail: string
  sender: string
  unitsPerMinor: bigint
  /** `mined` is null for those that never were. */
  ended: readonly { transaction: string; mined: MinedTransaction | null }[]
  overpaidBefore: bigint
  overpaidAfter: bigint
  posted: Posted | null
}

/** Ends transactions of one sender and posts their fees, once. Writes nothing if another process has ended one of them. */
export const updateRelayedTransactionsEnded = write(
  'update_relayed_transactions_ended',
  [
    'rail',
    'sender',
    'transactions',
    'fees',
    'reported',
    'overpaid_before',
    'overpaid_after',
    'units_per_minor',
    'posting_id',
    'at',
    'transfers',
  ],
  `with open as materialized (
     select transaction from relayed_transactions
      where rail = $1 and transaction = any ($3::text[]) and ended_at is null order by transaction for update
   ), moved as (
     insert into relayer_gas as g (rail, sender, units_per_minor, overpaid_units)
     select $1, $2, $8, $7::bigint where (select count(*) from open) = cardinality($3::text[])
     on conflict (rail, sender) do update set overpaid_units = excluded.overpaid_units
      where g.overpaid_units = $6::bigint
     returning rail
   ), ended as (
     update relayed_transactions t set ended_at = $10, fee_units = v.fee, is_reported = v.reported, posting_id = $9
       from moved, unnest($3::text[], $4::numeric[], $5::boolean[]) as v (ended_transaction, fee, reported)
      where t.rail = $1 and t.transaction = v.ended_transaction
   ), posted as (${postUnowned('$11', 'moved', '$10')})
   select from moved`,
  (one: EndedTransactions, at: Instant) => {
    const { rail, sender, ended, overpaidBefore, overpaidAfter, unitsPerMinor, posted } = one
    return [
      rail,
      sender,
      ended.map(({ transaction }) => transaction),
      ended.map(({ mined }) => (mined === null ? null : String(mined.feeUnits))),
      ended.map(({ mined }) => mined?.isReported ?? null),
      overpaidBefore,
      overpaidAfter,
      unitsPerMinor,
      posted?.id,
      sqlInstant(at),
      transfersOf(posted),
    ]
  },
)

/** A sender whose transfers differ from the fees that it paid. */
export const selectGasFault = oneRow<{ rail: string; sender: string }>(
  'select_gas_fault',
  [],
  `with paid as (
     select rail, sender, sum(fee_units) as units, sum(div(fee_units + units_per_minor - 1, units_per_minor)) filter (where is_reported) as reported
       from relayed_transactions join relayer_gas using (rail, sender) where fee_units is not null group by rail, sender
   ), posted as (
     select p.rail, p.sender,
            sum(case when t.credit_account = 'rail:' || p.rail then t.amount_minor else -t.amount_minor end) as minor
       from (select distinct rail, sender, posting_id from relayed_transactions where posting_id is not null) p
       left join ledger_transfers t on t.posting_id = p.posting_id and t.posting = 'send_fee' and t.order_id is null
      group by p.rail, p.sender
   )
   select rail, sender from relayer_gas g left join paid using (rail, sender) left join posted using (rail, sender)
    where coalesce(paid.units, 0) + g.overpaid_units
          <> (coalesce(paid.reported, 0) + coalesce(posted.minor, 0)) * g.units_per_minor
    limit 1`,
)
