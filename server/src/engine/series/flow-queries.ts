// All SQL of ledger_flows: what moved on each account in an hour, a day or a month. The worker adds each transfer once, as
// desk-balances.ts adds them to the present balances.
import type { Instant } from '../../platform/clock.ts'
import { NIL_UUID, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Span, SumUnit } from './spans.ts'
import { sumUnits } from './spans.ts'
import type { SeriesScope } from './order-sum-queries.ts'

/** Transfers of one round: about a second. */
const MOST_TRANSFERS = 100_000

const UNITS = `(values ${sumUnits.map((unit) => `('${unit}')`).join(', ')}) units (unit)`

/**
 * SQL: flows of transfers. Those of customers are theirs: order_sums has what the desk did for them. Rails and providers
 * belong to no enterprise.
 */
const flowsOf = (transfers: string, condition: string): string => `
  select scope, unit, account, date_trunc(unit, hour, 'UTC') as at, currency, is_movement, sum(minor) as minor
    from (select organization_id, date_trunc('hour', posted_at, 'UTC') as hour, posting = 'movement' as is_movement,
                 debit_account, credit_account, currency, sum(amount_minor::numeric) as pair_minor
            from ${transfers} where ${condition} group by 1, 2, 3, 4, 5, 6) pairs
    left join organizations g on g.id = organization_id
   cross join lateral (values (debit_account, pair_minor), (credit_account, -pair_minor)) entries (account, minor)
   cross join lateral (values (${NIL_UUID}), (g.enterprise_id)) scopes (scope)
   cross join ${UNITS}
   where not starts_with(account, 'customer:') and not starts_with(account, 'account:') and scope is not null
     and (scope = ${NIL_UUID} or not (starts_with(account, 'rail:') or starts_with(account, 'provider:')))
   group by 1, 2, 3, 4, 5, 6`

// Like SETTLE_LEDGER_SUMS, in rounds: a transfer counts once no open transaction can insert one below it.
const SETTLE_LEDGER_FLOWS = statement(
  'settle_ledger_flows',
  [],
  `with now_at as (
     select pg_snapshot_xmin(pg_current_snapshot()) as oldest, pg_snapshot_xmax(pg_current_snapshot()) as newest,
            (select coalesce(max(id), 0) from ledger_transfers) as last_id
   ), before as (
     select up_to, next_up_to, next_from, next_up_to - up_to > ${MOST_TRANSFERS} as is_long from ledger_flow_progress for update
   ), moved as (
     update ledger_flow_progress p
        set up_to = case when b.next_from > n.oldest then b.up_to when b.is_long then b.up_to + ${MOST_TRANSFERS} else b.next_up_to end,
            next_up_to = case when b.next_from <= n.oldest and b.is_long then b.next_up_to else n.last_id end,
            next_from = case when b.next_from <= n.oldest and b.is_long then b.next_from else n.newest end
       from now_at n, before b
      where b.next_from <= n.oldest or b.next_from > n.newest
     returning b.up_to as after, p.up_to, p.next_up_to
   ), summed as (
     insert into ledger_flows as s (scope, unit, account, at, currency, is_movement, minor)
     ${flowsOf('ledger_transfers, moved', 'id > moved.after and id <= moved.up_to')}
         on conflict (scope, unit, account, at, currency, is_movement) do update set minor = s.minor + excluded.minor
   )
   select next_up_to > up_to as has_more from moved`,
)

/** Adds what is new. Returns whether there is more. */
export async function settleLedgerFlows(db: Db): Promise<boolean> {
  const [row] = await rows<{ has_more: boolean }>(db, SETTLE_LEDGER_FLOWS, [])
  return row?.has_more === true
}

/** `minor`: debits less credits. */
export type LedgerFlow = { account: string; at: Instant; currency: string; minor: string }

/** The oldest first, without movements of the desk's own money. */
export const selectLedgerFlows = allRows<
  LedgerFlow,
  [scopes: SeriesScope, accounts: readonly string[], Span<SumUnit>]
>(
  'select_ledger_flows',
  ['scopes', 'accounts', 'unit', 'from', 'to'],
  `select account, at, currency, sum(minor)::text as minor
     from ledger_flows
    where scope = any ($1::uuid[]) and unit = $3 and account = any ($2::text[]) and at >= $4 and at < $5 and not is_movement
    group by 1, 2, 3 order by 2, 1, 3`,
  (scopes, accounts, { unit, from, to }) => [
    scopes,
    accounts,
    unit,
    sqlInstant(from),
    sqlInstant(to),
  ],
)

const SELECT_LEDGER_FLOW_FAULT = statement(
  'select_ledger_flow_fault',
  [],
  `with expected as (${flowsOf('ledger_transfers', 'id <= (select up_to from ledger_flow_progress)')}
   ), kept as materialized (
     select unit, min(at) as from_at from ledger_flows group by unit
   )
   select account, unit, at, currency::text as currency, coalesce(s.minor, 0)::text as counted, coalesce(e.minor, 0)::text as actual
     from expected e full join ledger_flows s using (scope, unit, account, at, currency, is_movement)
    where at >= coalesce((select from_at from kept k where k.unit = coalesce(e.unit, s.unit)), '-infinity')
      and coalesce(e.minor, 0) <> coalesce(s.minor, 0)
    order by 1, 2, 3 limit 1`,
)

export type LedgerFlowFault = {
  account: string
  unit: SumUnit
  at: Instant
  currency: string
  counted: string
  actual: string
}

/** A month, or a kept day or hour, of an account that differs from its transfers. */
export const selectLedgerFlowFault = async (db: Db): Promise<LedgerFlowFault | undefined> =>
  (await rows<LedgerFlowFault>(db, SELECT_LEDGER_FLOW_FAULT))[0]

export const deleteOldLedgerFlows = write(
  'delete_old_ledger_flows',
  ['hours_before', 'days_before'],
  `delete from ledger_flows where (unit = 'hour' and at < $1) or (unit = 'day' and at < $2)`,
  ({ hours, days }: { hours: Instant; days: Instant }) => [sqlInstant(hours), sqlInstant(days)],
)
