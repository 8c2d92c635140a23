// The SQL that reads the statement of an account of the ledger. The ledger is read in windows of identifiers, so that no
// statement of the database is long.
import { NIL_UUID, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { PostingKind } from '../../engine/ledger/postings.ts'
import type { Window } from '../../engine/ledger/windows.ts'

export type Period = { from: Instant; to: Instant }

/** The movements in one currency, in minor units as decimal text. */
export type TurnoverRow = {
  currency: string
  debit_minor: string
  credit_minor: string
  movements: string
}

const TURNOVER = (condition: string) => `
  currency, coalesce(sum(amount_minor) filter (where debit_account = $1), 0)::text as debit_minor,
         coalesce(sum(amount_minor) filter (where credit_account = $1), 0)::text as credit_minor,
         count(*)::text as movements
    from ${condition} group by currency`

/** The turnover of an account in a period, among the transfers of a window. */
export const selectTurnover = allRows<TurnoverRow, [account: string, Window, Period]>(
  'select_turnover_of_account',
  ['account', 'after', 'up_to', 'from', 'to'],
  `select ${TURNOVER(`ledger_transfers
   where id > $2::bigint and id <= $3::bigint and $1 in (debit_account, credit_account)
     and posted_at >= $4 and posted_at < $5`)}`,
  (account, { after, upTo }, { from, to }) => [
    account,
    after,
    upTo,
    sqlInstant(from),
    sqlInstant(to),
  ],
)

type TurnoverOfOrders = {
  /** The last order of the page. Null after the last page. */
  last_id: Uuid<'ord'> | null
} & (TurnoverRow | Record<keyof TurnoverRow, null>)

/** The turnover of an organization's account before an instant, for a page of its orders. All its transfers have an order. */
export const selectTurnoverOfOrders = allRows<
  TurnoverOfOrders,
  [
    account: string,
    organizationId: Uuid<'org'>,
    after: Uuid<'ord'> | null,
    before: Instant,
    limit: number,
  ]
>(
  'select_turnover_of_orders',
  ['account', 'organization_id', 'after', 'before', 'limit'],
  `with page as materialized (
     select id from orders where organization_id = $2 and id > coalesce($3::uuid, ${NIL_UUID})
      order by organization_id, id limit $5)
   select (select max(id::text) from page) as last_id, turnover.*
     from (select ${TURNOVER(`page cross join lateral (
             select debit_account, credit_account, currency, amount_minor from ledger_transfers
              where order_id = page.id and organization_id = $2 and $1 in (debit_account, credit_account)
                and posted_at < $4 offset 0) t`)}) turnover
    right join (select) one on true`,
  (account, organizationId, after, before, limit) => [
    account,
    organizationId,
    after,
    sqlInstant(before),
    limit,
  ],
)

const SELECT_SETTLED_SUMS = statement(
  'select_settled_sums',
  ['account'],
  `select p.up_to, s.currency, s.balance_minor::text as balance_minor
     from ledger_sum_progress p left join ledger_sums s on s.account = $1`,
)

/** The kept sums of an account of a rail or provider, debits less credits, with the last transfer that they contain. */
export async function selectSettledSums(
  db: Db,
  account: string,
): Promise<{ upTo: bigint; sums: { currency: string; balance_minor: string }[] }> {
  const found = await rows<{
    up_to: bigint
    currency: string | null
    balance_minor: string | null
  }>(db, SELECT_SETTLED_SUMS, [account])
  return {
    upTo: found[0]?.up_to ?? 0n,
    sums: found.flatMap(({ currency, balance_minor }) =>
      currency === null || balance_minor === null ? [] : [{ currency, balance_minor }],
    ),
  }
}

const ofOrder = (name: string): string =>
  `${name}.order_id = t.order_id and ${name}.organization_id = t.organization_id`
// Equal amounts of one instant are told apart by their place among their like.
const PLACE = `offset (select count(*) from ledger_transfers e
                        where e.order_id = t.order_id and e.organization_id = t.organization_id and e.posting = t.posting
                          and e.currency = t.currency and e.amount_minor = t.amount_minor
                          and e.posted_at = t.posted_at and e.id < t.id) limit 1`

export type StatementLine = {
  id: bigint
  posting: PostingKind
  debit_account: string
  credit_account: string
  currency: string
  amount_minor: bigint
  posted_at: Instant
  organization_id: Uuid<'org'> | null
  order_id: Uuid<'ord'> | null
  deposit_id: Uuid<'dep'> | null
  payout_id: Uuid<'po'> | null
  refund_id: Uuid<'rf'> | null
  movement_id: Uuid<'mv'> | null
}

/** The movements of an account in a period, among the transfers of a window, with what each belongs to. */
export const selectStatementLines = allRows<
  StatementLine,
  [account: string, Window, Period, limit: number]
>(
  'select_statement_lines',
  ['account', 'after', 'up_to', 'from', 'to', 'limit'],
  `select t.*,
          case when t.posting = 'deposit' and t.order_id is not null then (
            select d.id from deposits d
             where ${ofOrder('d')} and d.currency = t.currency and d.amount_minor = t.amount_minor
               and t.posted_at = coalesce(d.assigned_at, d.recorded_at) order by d.id ${PLACE})
          when t.posting = 'deposit' then (
            select d.id from deposits d
             where d.id >= event_id_at(t.posted_at - interval '1 second') and d.id < event_id_at(t.posted_at + interval '2 seconds')
               and d.recorded_at = t.posted_at and d.currency = t.currency and d.amount_minor = t.amount_minor
               and t.debit_account = 'rail:' || d.rail order by d.id limit 1)
          when t.posting = 'deposit_reversed' then (
            select d.id from deposits d
             where d.organization_id = t.organization_id and d.reversal_order_id = t.order_id and d.reversed_at = t.posted_at
             order by d.id limit 1) end as deposit_id,
          case when t.posting in ('payout', 'payout_rejected', 'payout_returned', 'send_fee') then (
            select p.id from payouts p
             where ${ofOrder('p')} and t.posted_at in (p.settled_at, p.rejected_at, p.returned_at)
             order by p.sequence desc limit 1) end as payout_id,
          case when t.posting in ('refund', 'refund_returned') then (
            select r.id from refunds r
             where ${ofOrder('r')} and r.currency = t.currency and r.amount_minor - r.reversed_minor = t.amount_minor
             order by r.updated_at = t.posted_at desc, r.id ${PLACE}) end as refund_id,
          case when t.posting = 'movement' then (
            select m.id from treasury_movements m, jsonb_array_elements(m.status_history) e
             where e ->> 'posting_id' = t.posting_id::text limit 1) end as movement_id
     from (select * from ledger_transfers
            where id > $2::bigint and id <= $3::bigint and $1 in (debit_account, credit_account)
              and posted_at >= $4 and posted_at < $5
            order by id limit $6) t
    order by t.id`,
  (account, { after, upTo }, { from, to }, limit) => [
    account,
    after,
    upTo,
    sqlInstant(from),
    sqlInstant(to),
    limit,
  ],
)
