// For each desk account, the balance that its rail reports and that of the ledger: the SQL of both, and of their comparison.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Holding } from '../../outside/rails/port.ts'

/** `at`: real time. `askedAt`: business time just before the question, since it is compared with times of orders. */
type ObservedTimes = { at: Instant; askedAt: Instant }

/** `isUnswept`: the rail holds it, but cannot pay from it before it is swept. */
export type ObservedHolding = Holding & { isUnswept?: boolean }

/** Replaces what is known of an account. A balance that is not reported any more counts as zero. */
export const upsertObservedBalances = write(
  'upsert_observed_balances',
  [
    'account',
    'outside_accounts',
    'currencies',
    'amounts',
    'at',
    'asked_at',
    'unswept_account',
    'are_unswept',
  ],
  `with reported as (
     select case when is_unswept then $7 else $1 end as account, outside_account, currency, amount_minor
       from unnest($2::text[], $3::text[], $4::bigint[], $8::boolean[])
            as r (outside_account, currency, amount_minor, is_unswept)
   ), gone as (
     update observed_balances b set amount_minor = 0, observed_at = $5, asked_at = $6
      where b.account in ($1, $7)
        and not exists (select from reported r
                         where (r.account, r.outside_account, r.currency) = (b.account, b.outside_account, b.currency::text))
   )
   insert into observed_balances (account, outside_account, currency, amount_minor, observed_at, asked_at)
   select account, outside_account, currency, amount_minor, $5, $6 from reported
   on conflict (account, outside_account, currency) do update
      set amount_minor = excluded.amount_minor, observed_at = excluded.observed_at, asked_at = excluded.asked_at`,
  (account: string, holdings: readonly ObservedHolding[], times: ObservedTimes) => [
    account,
    holdings.map((holding) => holding.account),
    holdings.map((holding) => holding.currency),
    holdings.map((holding) => holding.amountMinor),
    sqlInstant(times.at),
    sqlInstant(times.askedAt),
    unsweptAccount(account),
    holdings.map(({ isUnswept }) => isUnswept === true),
  ],
)

// Checks of balances before payouts read only the account itself.
const unsweptAccount = (account: string): string => `unswept_${account}`

// Accounts whose balance something outside reports.
const IS_DESK = `(starts_with(account, 'rail:') or starts_with(account, 'provider:'))`

/**
 * SQL: what transfers moved on desk accounts. It adds up each pair of accounts first and then tests only the sums: a third
 * of the time for each transfer.
 */
const movedOnDesk = (transfers: string, condition: string): string => `
    select account, currency, sum(minor) as balance_minor
      from (select debit_account, credit_account, currency, sum(amount_minor) as pair_minor
              from ${transfers} where ${condition} group by debit_account, credit_account, currency) pairs
     cross join lateral (values (debit_account, pair_minor), (credit_account, -pair_minor)) entries (account, minor)
     where ${IS_DESK}
     group by account, currency`

/**
 * Moves the sums forward. Concurrent calls add nothing twice: they change the same row, one after the other.
 *
 * The sums advance only to a transfer below which no open transaction can still insert one. After a move to another
 * cluster the transaction numbers may be lower: next_from is then in the future and is set anew.
 */
export const settleLedgerSums = write(
  'settle_ledger_sums',
  [],
  `with now_at as (
     select pg_snapshot_xmin(pg_current_snapshot()) as oldest, pg_snapshot_xmax(pg_current_snapshot()) as newest,
            (select coalesce(max(id), 0) from ledger_transfers) as last_id
   ), before as (
     select up_to, next_up_to, next_from from ledger_sum_progress for update
   ), moved as (
     update ledger_sum_progress p
        set up_to = case when b.next_from <= n.oldest then b.next_up_to else b.up_to end,
            next_up_to = n.last_id, next_from = n.newest
       from now_at n, before b
      where b.next_from <= n.oldest or b.next_from > n.newest
     returning b.up_to as after, p.up_to
   )
   insert into ledger_sums as s (account, currency, balance_minor)${movedOnDesk('ledger_transfers, moved', 'id > moved.after and id <= moved.up_to')}
   on conflict (account, currency) do update set balance_minor = s.balance_minor + excluded.balance_minor`,
)

export type DeskBalance = {
  /** 'rail:...' or 'provider:...'. */
  account: string
  currency: string
  /** Minor units, as decimal text. Debits less credits. */
  ledger_minor: string
  /** Null if nothing outside has reported the account yet. */
  observed_minor: string | null
  observed_at: Instant | null
}

/** Each desk account: its balance in the ledger, and the one that is reported from outside. */
export const selectDeskBalances = allRows<DeskBalance>(
  'select_desk_balances',
  [],
  `with posted as (
     select account, currency, balance_minor from ledger_sums
     union all${movedOnDesk('ledger_transfers', 'id > (select up_to from ledger_sum_progress)')}
   ), in_ledger as (
     select account, currency::text as currency, sum(balance_minor) as ledger_minor
       from posted group by account, currency
   ), reported as (
     select regexp_replace(account, '^unswept_', '') as account, currency::text as currency,
            sum(amount_minor) as observed_minor, min(observed_at) as observed_at
       from observed_balances group by 1, 2
   )
   select account, currency, coalesce(ledger_minor, 0)::text as ledger_minor,
          case when observed_at is not null then observed_minor
               when exists (select from reported r where r.account = in_ledger.account) then 0 end::text as observed_minor,
          observed_at
     from in_ledger full join reported using (account, currency)
    where coalesce(ledger_minor, 0) <> 0 or observed_at is not null
    order by account, currency`,
)

const SELECT_BALANCE_LEFT = statement(
  'select_balance_left',
  ['rail', 'currency'],
  `select balance_left($1, $2)::text as minor`,
)

/** The amount that the desk can still send over a rail; null if the rail never reported a balance in the currency. */
export async function selectBalanceLeft(
  db: Db,
  rail: string,
  currency: string,
): Promise<bigint | null> {
  const [row] = await rows<{ minor: string | null }>(db, SELECT_BALANCE_LEFT, [rail, currency])
  return row?.minor == null ? null : BigInt(row.minor)
}
