// All SQL that writes the ledger, which is append-only.
import type { Instant } from '../../platform/clock.ts'
import { rows, type Db } from '../../platform/db/pool.ts'
import { allRows, oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid, OrderId } from '../../platform/ids.ts'
import { ofOrders, selectOfOrders } from '../orders/of-orders.ts'
import type { Posting, PostingKind } from './postings.ts'

/**
 * SQL part that posts the transfers in `json`, [{position, posting_id, posting, debit, credit, currency,
 * amount_minor}], joined to `changed` by position.
 */
export const postTransfers = (json: string, changed: string): string => `
  insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
    currency, amount_minor, posted_at)
  select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
    from json_to_recordset(${json}::json) as t (position int, posting_id uuid, posting text, debit text,
           credit text, currency text, amount_minor bigint)
    join ${changed} c using (position)`

/** SQL part: posts the transfers in `json`, which belong to no order, if `changed` has its one row. */
export const postUnowned = (json: string, changed: string, at: string): string =>
  postTransfers(
    json,
    `(select 0 as position, null::uuid as organization_id, null::uuid as id, ${at}::timestamptz as at from ${changed})`,
  )

export const transfersJson = (position: number, postingId: Uuid<'posting'>, posting: Posting) =>
  posting.transfers.map(({ debit, credit, currency, amountMinor }) => ({
    position,
    posting_id: postingId,
    posting: posting.kind,
    debit,
    credit,
    currency,
    amount_minor: String(amountMinor),
  }))

export type Posted = { id: Uuid<'posting'>; posting: Posting }

/** The transfers of a change that may post nothing, as JSON for `postUnowned`. */
export const transfersOf = (...posted: (Posted | null)[]): string =>
  JSON.stringify(
    posted.flatMap((one) => (one === null ? [] : transfersJson(0, one.id, one.posting))),
  )

export type TransferRow = {
  id: bigint
  posting_id: Uuid<'posting'>
  posting: PostingKind
  organization_id: Uuid<'org'> | null
  order_id: Uuid<'ord'> | null
  debit_account: string
  credit_account: string
  currency: string
  amount_minor: bigint
  posted_at: Instant
}

const COLUMNS = `id, posting_id, posting, organization_id, order_id, debit_account, credit_account, currency, amount_minor,
  posted_at`

const SELECT_TRANSFERS = ofOrders('ledger_transfers', COLUMNS, 'id')

/** Oldest first. */
export const selectTransfers = (db: Db, orders: readonly OrderId[]): Promise<TransferRow[]> =>
  selectOfOrders(db, SELECT_TRANSFERS, orders)

/** Transfers of deposits that belonged to no order when they arrived or were reversed, oldest first. */
export const selectUnmatchedTransfers = allRows<TransferRow>(
  'select_unmatched_transfers',
  [],
  `select ${COLUMNS} from ledger_transfers where order_id is null and posting in ('deposit', 'deposit_reversed') order by id`,
)

const SELECT_STRAY_TRANSFER = statement(
  'select_stray_transfer',
  [],
  `select id from ledger_transfers t
    where order_id is not null
      and not exists (select from orders o where (o.organization_id, o.id) = (t.organization_id, t.order_id))
    limit 1`,
)

/** Finds a transfer whose order does not exist. There is no foreign key, since its check would slow down every posting. */
export async function selectStrayTransfer(db: Db): Promise<bigint | undefined> {
  const [row] = await rows<{ id: bigint }>(db, SELECT_STRAY_TRANSFER)
  return row?.id
}

/** The balance of each account at an instant, inclusive: debits minus credits in minor units, as decimal text. */
export const selectBalances = allRows<
  { account: string; currency: string; balance_minor: string },
  [at: string]
>(
  'select_balances',
  ['at'],
  `select account, currency, sum(amount_minor)::text as balance_minor
     from ledger_entries where posted_at <= $1
    group by account, currency order by account, currency`,
)

const SELECT_LAST_TRANSFER = statement(
  'select_last_transfer',
  [],
  `select coalesce(max(id), 0) as id from ledger_transfers`,
)

export async function selectLastTransfer(db: Db): Promise<bigint> {
  const [row] = await rows<{ id: bigint }>(db, SELECT_LAST_TRANSFER)
  return row?.id ?? 0n
}

/** The first transfer that is not below an identifier. */
export const selectTransferFrom = oneRow<{ id: bigint; posted_at: Instant }, [id: bigint]>(
  'select_transfer_from',
  ['id'],
  `select id, posted_at from ledger_transfers where id >= $1::bigint order by id limit 1`,
)
