// All SQL that writes accounts and their lines. A line is written with the balance after it and its posting, by one
// statement: `ledger verify` compares the three.
import type { Instant } from '../../platform/clock.ts'
import { columnsOf, NIL_UUID, sqlInstant } from '../../platform/db/pool.ts'
import { operatorListing } from '../../platform/db/operator-listing.ts'
import { allRows, oneOwned, oneRow, write } from '../../platform/db/row-functions.ts'
import type { OwnedId, Uuid } from '../../platform/ids.ts'
import { postUnowned, transfersOf, type Posted } from '../ledger/queries.ts'
import { INSTRUMENT_COLUMNS, type InstrumentRow } from '../../parties/instruments/queries.ts'

export const accountLineKinds = ['order', 'payout', 'refund', 'correction'] as const
type AccountLineKind = (typeof accountLineKinds)[number]

/** An account with its instrument. */
export type AccountRow = InstrumentRow & {
  number: string
  rail: string
  balance_minor: bigint
}

const COLUMNS = `${columnsOf(INSTRUMENT_COLUMNS, 'e')}, a.number, a.rail, a.balance_minor`
const FROM = `accounts a join external_payment_instruments e on (e.organization_id, e.id) = (a.organization_id, a.id)`

export const insertAccount = write(
  'insert_account',
  ['organization_id', 'id', 'number', 'currency', 'rail', 'created_at'],
  `insert into accounts (organization_id, id, number, currency, rail, created_at) values ($1, $2, $3, $4, $5, $6)`,
  (account: {
    organizationId: Uuid<'org'>
    id: Uuid<'epi'>
    number: string
    currency: string
    rail: string
    createdAt: Instant
  }) => [
    account.organizationId,
    account.id,
    account.number,
    account.currency,
    account.rail,
    sqlInstant(account.createdAt),
  ],
)

export const selectAccount = oneOwned<AccountRow, 'epi'>(
  'select_account',
  `select ${COLUMNS} from ${FROM} where a.organization_id = $1 and a.id = $2`,
)

/** Oldest first. */
export const selectAccounts = allRows<
  AccountRow,
  [organizationId: Uuid<'org'>, after: Uuid<'epi'> | null, limit: number | null]
>(
  'select_accounts',
  ['organization_id', 'after', 'limit'],
  `select ${COLUMNS} from ${FROM}
    where a.organization_id = $1 and a.id > coalesce($2, ${NIL_UUID}) order by a.id limit $3`,
)

export type AccountLineRow = {
  number: number
  kind: AccountLineKind
  amount_minor: bigint
  balance_minor: bigint
  order_id: Uuid<'ord'> | null
  created_at: Instant
}

/** Newest first, before a line. */
export const selectAccountLines = allRows<
  AccountLineRow,
  [account: OwnedId<'epi'>, before: number | null, limit: number | null]
>(
  'select_lines_of_account',
  ['organization_id', 'account_id', 'before', 'limit'],
  `select l.number, l.kind, l.amount_minor, l.balance_minor, l.created_at,
          coalesce(l.order_id, p.order_id, r.order_id) as order_id
     from account_lines l
     left join payouts p on l.kind = 'payout' and p.organization_id = l.organization_id and p.rail_key = l.key
     left join refunds r on l.kind = 'refund' and r.organization_id = l.organization_id and r.rail_key = l.key
    where l.organization_id = $1 and l.account_id = $2 and l.number < coalesce($3::int, 2147483647)
    order by l.number desc limit $4`,
  ({ organizationId, id }, before, limit) => [organizationId, id, before, limit],
)

/** A line to write. `amountMinor`: negative if the account pays it. */
type NewLine = {
  number: string
  currency: string
  kind: 'payout' | 'refund' | 'correction'
  amountMinor: bigint
  key: string | null
  posted: Posted
  at: Instant
}

/**
 * Writes a line and returns its number; undefined if there is no such account in the currency, or if it is archived. Nothing
 * arrives for a payout or refund whose outcome is recorded already, such as by an operator. A key that has a line keeps it.
 */
export const insertAccountLine = oneRow<{ line: number; amount_minor: bigint }, [line: NewLine]>(
  'insert_account_line',
  ['number', 'currency', 'kind', 'amount_minor', 'key', 'posting_id', 'at', 'transfers'],
  `with earlier as (
     select number as line, amount_minor from account_lines where key = $5
   ), owed_payout as materialized (
     select id from payouts where rail_key = $5 and settled_at is null and rejected_at is null for share
   ), owed_refund as materialized (
     select id from refunds where rail_key = $5 and status in ('PENDING', 'SENT') for share
   ), moved as (
     update accounts a set balance_minor = balance_minor + $4::bigint, lines = lines + 1
      where number = $1 and currency = $2 and not exists (select from earlier)
        and case when $5::text is not null then exists (select from owed_payout) or exists (select from owed_refund)
                 else exists (select from external_payment_instruments e
                               where (e.organization_id, e.id) = (a.organization_id, a.id) and e.status <> 'ARCHIVED') end
     returning organization_id, id, lines, balance_minor
   ), written as (
     insert into account_lines (organization_id, account_id, number, kind, amount_minor, balance_minor, key, posting_id, created_at)
     select organization_id, id, lines, $3, $4::bigint, balance_minor, $5, $6, $7 from moved
     returning number as line, amount_minor
   ), posted as (${postUnowned('$8', 'written', '$7')})
   select * from written union all select * from earlier`,
  (line) => [
    line.number,
    line.currency,
    line.kind,
    line.amountMinor,
    line.key,
    line.posted.id,
    sqlInstant(line.at),
    transfersOf(line.posted),
  ],
)

/** SQL: lines with the columns of their accounts. */
export const LINES_OF_ACCOUNTS = `account_lines l join accounts a on (a.organization_id, a.id) = (l.organization_id, l.account_id)`

export const selectLineByKey = oneRow<{ account: string; line: number }, [key: string]>(
  'select_line_by_key',
  ['key'],
  `select a.number as account, l.number as line from ${LINES_OF_ACCOUNTS} where l.key = $1`,
)

/** Credits since a time, by the clock of the database. */
export const selectCreditsSince = allRows<
  { key: string; account: string; line: number; currency: string; amount_minor: bigint },
  [rail: string, since: Instant]
>(
  'select_credits_since',
  ['rail', 'since'],
  `select l.key, a.number as account, l.number as line, a.currency, l.amount_minor
     from ${LINES_OF_ACCOUNTS}
    where l.stored_at >= $2 and l.key is not null and a.rail = $1`,
  (rail, since) => [rail, sqlInstant(since)],
)

/** Accounts of all organizations, newest first. */
export const seenAccounts = operatorListing('select_seen_accounts', {
  table: 'accounts',
  kind: 'epi',
  columns: `${COLUMNS}, g.enterprise_id, g.name as organization_name`,
  joined: {
    row: 'a',
    joins: `left join organizations g on g.id = a.organization_id
       left join external_payment_instruments e on (e.organization_id, e.id) = (a.organization_id, a.id)`,
  },
  filters: { currency: 'currency =', number: 'number =' },
  madeAt: 'created_at',
})

/** The currencies in which a rail has accounts that are not archived. */
export const selectCurrenciesOfAccounts = allRows<{ currency: string }, [rail: string]>(
  'select_currencies_of_accounts',
  ['rail'],
  `select distinct a.currency::text as currency from ${FROM}
    where a.rail = $1 and e.status <> 'ARCHIVED' order by 1`,
)
