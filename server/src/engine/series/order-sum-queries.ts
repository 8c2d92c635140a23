// All SQL of order_sums: how many orders entered a status in an hour, a day or a month, and for how much. The worker counts
// each event of an order once, in the order of transactions.
import { instantAt, type Instant } from '../../platform/clock.ts'
import {
  firstRow,
  joinByIndex,
  NIL_UUID,
  rows,
  sqlInstant,
  type Db,
} from '../../platform/db/pool.ts'
import { allRows, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { earliestUuid, type Uuid } from '../../platform/ids.ts'
import { announcements, type OrderStatus } from '../orders/states.ts'
import { stepOf } from './ages.ts'
import { sumUnits, type Span, type SumUnit } from './spans.ts'

const TYPES = `array[${[...new Set(Object.values(announcements))].map((type) => `'${type}'`).join(', ')}]`
const UNITS = `(values ${sumUnits.map((unit) => `('${unit}')`).join(', ')}) units (unit)`

/**
 * SQL: the key and the sums of `entries`, which have an order each, its enterprise, and the status with its instant. It adds
 * up the hours of each organization first, since an entry counts in nine sums: three scopes with three units each.
 */
const sumsOf = (entries: string): string => `
  select scope, unit, at, payin_currency, payout_currency, status, sum(orders)::bigint as orders, sum(payin_minor) as payin_minor,
         sum(payout_minor) as payout_minor, sum(cost_minor) as cost_minor,
         ${agesOf('max(age_step)', 'array_agg(age_step)', 'array_agg(orders)')} as ages
    from (
      select scope, unit, date_trunc(unit, hour, 'UTC') as at, payin_currency, payout_currency, status, age_step,
             sum(orders)::bigint as orders, sum(payin_minor) as payin_minor, sum(payout_minor) as payout_minor,
             sum(cost_minor) as cost_minor
        from (
          select e.organization_id, e.enterprise_id, date_trunc('hour', e.at, 'UTC') as hour, o.payin_currency, o.payout_currency,
                 e.status,
                 case e.status when 'STEP_4_COMPLETED' then ${stepOf(`extract(epoch from e.at - (
                   select min((h ->> 'created_at')::timestamptz) from jsonb_array_elements(o.status_history) h
                    where h ->> 'status' = 'STEP_2_FILLING_FX'))`)} else 0 end as age_step,
                 count(*) as orders, sum(o.payin_total_minor::numeric) as payin_minor,
                 sum(o.payout_total_minor::numeric) as payout_minor,
                 sum(o.payin_fee_minor::numeric + o.payin_tax_minor) as cost_minor
            from ${entries} e
            ${joinByIndex('orders', 'organization_id = e.organization_id and id = e.order_id', 'o')}
           group by 1, 2, 3, 4, 5, 6, 7) hours
       cross join lateral (values (organization_id), (enterprise_id), (${NIL_UUID})) scopes (scope)
       cross join ${UNITS}
       group by 1, 2, 3, 4, 5, 6, 7) by_age
   group by 1, 2, 3, 4, 5, 6`

/** SQL: how many orders took each step, the first one first. Step 0 is none. */
const agesOf = (longest: string, steps: string, orders: string): string => `
  array(select coalesce(age.orders, 0) from generate_series(1, ${longest}) step
          left join unnest(${steps}, ${orders}) as age (step, orders) using (step) order by step)`

/** SQL: events of orders from a position on, through the index of each organization. `$1`: no event is below this id. */
const eventsFrom = (position: string, before: string): string => `
  select g.enterprise_id, e.organization_id, e.order_id, e.status, e.at
    from organizations g
   cross join lateral (
     select organization_id, order_id, data ->> 'status' as status, created_at as at from events
      where organization_id = g.id and id >= $1 and (epoch, transaction) >= ${position}${before}
        and order_id is not null and type = any (${TYPES})
     offset 0) e`

/**
 * Transactions of one round, each with up to a hundred orders. A round that starts with years of events must end long before
 * the timeout of statements, or it would never come further.
 */
const MOST_TRANSACTIONS = 500

const SELECT_SEARCH_FROM = statement(
  'select_search_of_order_sums',
  [],
  `select search_from from order_sum_progress`,
)

/** No event from before this is counted any more. */
export const selectSearchFrom = async (db: Db): Promise<Instant> =>
  (await firstRow<{ search_from: Instant }>(db, SELECT_SEARCH_FROM))?.search_from ?? instantAt(0)

// Counts only events whose transaction is older than every open one, so that none is missed. The first event that is not
// counted yet bounds the round. Concurrent rounds take turns at the progress; the second one finds nothing left. The search
// begins a day ago. After a move of a sandbox clock its beginning follows by an hour each round: an order that began before the
// move may commit after it.
const SETTLE_ORDER_SUMS = statement(
  'settle_order_sums',
  ['search_from', 'now'],
  `with progress as materialized (
     select epoch, up_to from order_sum_progress for update
   ), visible as (
     select event_epoch as epoch, pg_snapshot_xmin(pg_current_snapshot()) as up_to from deployment
   ), first as (
     select e.epoch, ((e.transaction::text::numeric + ${MOST_TRANSACTIONS})::text)::xid8 as up_to
       from organizations g cross join progress p cross join visible v
      cross join lateral (
        select epoch, transaction from events
         where organization_id = g.id and id >= $1 and (epoch, transaction) >= (p.epoch, p.up_to)
           and (epoch, transaction) < (v.epoch, v.up_to)
         order by epoch, transaction, id limit 1) e
      order by e.epoch, e.transaction limit 1
   ), target as (
     select coalesce(f.epoch, v.epoch) as epoch,
            case when f.epoch < v.epoch then f.up_to else least(v.up_to, f.up_to) end as up_to
       from visible v left join first f on true
   ), entries as materialized (
     select e.* from progress p cross join target t cross join lateral (
       ${eventsFrom('(p.epoch, p.up_to)', ' and (epoch, transaction) < (t.epoch, t.up_to)')}) e
   ), summed as (
     insert into order_sums as s (scope, unit, at, payin_currency, payout_currency, status, orders, payin_minor,
       payout_minor, cost_minor, ages)
     ${sumsOf('entries')}
         on conflict (scope, unit, at, payin_currency, payout_currency, status) do update
        set orders = s.orders + excluded.orders, payin_minor = s.payin_minor + excluded.payin_minor,
            payout_minor = s.payout_minor + excluded.payout_minor, cost_minor = s.cost_minor + excluded.cost_minor,
            ages = array(select coalesce(mine, 0) + coalesce(added, 0)
                           from unnest(s.ages, excluded.ages) with ordinality as age (mine, added, step) order by step)
   )
   update order_sum_progress s
      set epoch = t.epoch, up_to = t.up_to,
          search_from = case when (t.epoch, t.up_to) = (v.epoch, v.up_to)
                             then greatest(s.search_from, least($2::timestamptz - interval '1 day',
                                                                greatest(s.search_from + interval '1 hour', s.since)))
                             else s.search_from end,
          since = coalesce(s.since, (select date_trunc('month', min(at), 'UTC') from entries))
     from target t, visible v
    where (s.epoch, s.up_to) < (t.epoch, t.up_to)
   returning (t.epoch, t.up_to) < (v.epoch, v.up_to) as has_more`,
)

/** Counts what is new. Returns whether there is more. */
export async function settleOrderSums(db: Db, now: Instant): Promise<boolean> {
  const [row] = await rows<{ has_more: boolean }>(db, SETTLE_ORDER_SUMS, [
    earliestUuid('evt', await selectSearchFrom(db)),
    sqlInstant(now),
  ])
  return row?.has_more === true
}

export type OrderSum = {
  at: Instant
  payin_currency: string
  payout_currency: string
  status: OrderStatus
  /** Of completed orders: how many took each step, the first one first. */
  ages: string[]
} & Record<'orders' | 'payin_minor' | 'payout_minor' | 'cost_minor', string>

/** Organizations, enterprises, or the whole desk alone. */
export type SeriesScope = readonly Uuid<'org' | 'ent'>[]

/** The oldest first. */
export const selectOrderSums = allRows<OrderSum, [scopes: SeriesScope, Span<SumUnit>]>(
  'select_order_sums',
  ['scopes', 'unit', 'from', 'to'],
  `select at, payin_currency, payout_currency, status, orders::text as orders, payin_minor::text as payin_minor,
          payout_minor::text as payout_minor, cost_minor::text as cost_minor, ages::text[] as ages
     from order_sums where scope = any ($1::uuid[]) and unit = $2 and at >= $3 and at < $4
    order by 1, 2, 3, 4`,
  (scopes, { unit, from, to }) => [scopes, unit, sqlInstant(from), sqlInstant(to)],
)

const SELECT_COUNTED_SINCE = statement(
  'select_counted_since',
  [],
  `select greatest(since, (select min(at) from order_sums where unit = 'day')) as since from order_sum_progress`,
)

/** The day of the first counted order; the progress has only its month. Null before the first order is counted. */
export const selectCountedSince = async (db: Db): Promise<Instant | null> =>
  (await firstRow<{ since: Instant | null }>(db, SELECT_COUNTED_SINCE))?.since ?? null

// What orders did follows from their histories, so that a lost event shows too. What is not counted yet is left out.
const SELECT_ORDER_SUM_FAULT = statement(
  'select_order_sum_fault',
  ['search_from'],
  `with uncounted as materialized (
     ${eventsFrom('(select epoch, up_to from order_sum_progress)', '')}
   ), entries as (
     select g.enterprise_id, o.organization_id, o.id as order_id, h.status, h.at
       from orders o join organizations g on g.id = o.organization_id
      cross join lateral (
        select h ->> 'status' as status, (h ->> 'created_at')::timestamptz as at
          from jsonb_array_elements(o.status_history) h) h
      where h.at >= (select since from order_sum_progress)
        and not exists (select from uncounted u
                         where (u.organization_id, u.order_id, u.status, u.at) = (o.organization_id, o.id, h.status, h.at))
   ), expected as (${sumsOf('entries')}
   ), kept as materialized (
     select unit, min(at) as from_at from order_sums group by unit
   )
   select unit, at, coalesce(e.scope, s.scope) as scope, status, coalesce(s.orders, 0)::text as counted,
          coalesce(e.orders, 0)::text as actual
     from expected e
     full join order_sums s using (scope, unit, at, payin_currency, payout_currency, status)
    where at >= coalesce((select from_at from kept k where k.unit = coalesce(e.unit, s.unit)), '-infinity')
      and (e.orders, e.payin_minor, e.payout_minor, e.cost_minor, e.ages)
            is distinct from (s.orders, s.payin_minor, s.payout_minor, s.cost_minor, s.ages)
    order by 1, 2, 3 limit 1`,
)

export type OrderSumFault = {
  unit: SumUnit
  at: Instant
  status: OrderStatus
  counted: string
  actual: string
}

/** A month, or a kept day or hour, whose sums differ from the histories of the orders. */
export const selectOrderSumFault = async (db: Db): Promise<OrderSumFault | undefined> =>
  firstRow(db, SELECT_ORDER_SUM_FAULT, [earliestUuid('evt', await selectSearchFrom(db))])

export const deleteOldOrderSums = write(
  'delete_old_order_sums',
  ['hours_before', 'days_before'],
  `delete from order_sums where (unit = 'hour' and at < $1) or (unit = 'day' and at < $2)`,
  ({ hours, days }: { hours: Instant; days: Instant }) => [sqlInstant(hours), sqlInstant(days)],
)
