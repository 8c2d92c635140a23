// The SQL that adds up what the desk earned and lost, from the transfers of the ledger alone.
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { Window } from '../../engine/ledger/windows.ts'

/** Accounts whose changes are a result or an exposure, and the side on which each grows. */
export const figures = {
  fee: 'credit',
  tax: 'credit',
  fx_result: 'credit',
  rounding: 'credit',
  refund_fee: 'credit',
  small_amounts: 'credit',
  provider_fee: 'debit',
  rail_fee: 'debit',
  network_fee: 'debit',
  written_off: 'debit',
  unwind: 'debit',
  receivable: 'debit',
} as const satisfies Record<string, 'debit' | 'credit'>
type Figure = keyof typeof figures

const ACCOUNTS = `array[${Object.keys(figures)
  .map((name) => `'${name}'`)
  .join(', ')}]`
const other = (side: string) => (side === 'debit' ? 'credit' : 'debit')
const SUMS = Object.entries(figures)
  .map(
    ([name, side]) =>
      `sum(case when t.${side}_account = '${name}' then t.amount_minor when t.${other(side)}_account = '${name}' then -t.amount_minor else 0 end) as ${name}_minor`,
  )
  .join(', ')
/** Every sum of a row. */
export const totals = [...Object.keys(figures), 'sold', 'delivered', 'loss', 'accepted_loss']

type Minor = `${Figure | 'sold' | 'delivered' | 'loss' | 'accepted_loss'}_minor`

export type MarginSums = {
  /** `YYYY-MM-DD`, in UTC. */
  day: string
  organization_id: Uuid<'org'> | null
  route_id: Uuid<'rt'> | null
  provider: string | null
  currency: string
  /** The order of what is to be split among the fills of an order with several. */
  split_order_id: Uuid<'ord'> | null
} & Record<Minor, string>

/** Earnings and losses of a period, among the transfers of a window. Movements of the desk's own money are left out. */
export const selectMargin = allRows<
  MarginSums,
  [Window, { from: Instant; to: Instant }, organizations: readonly Uuid<'org'>[] | null]
>(
  'select_margin',
  ['after', 'up_to', 'from', 'to', 'organization_ids'],
  `select moved.day::text as day, moved.organization_id, o.route_id, coalesce(moved.provider, f.provider_name) as provider,
          moved.currency, case when moved.provider is null and f.fills > 1 then moved.order_id end as split_order_id, ${totals
            .map((name) =>
              name === 'accepted_loss'
                ? `coalesce(sum(case when o.accepted_loss_minor is not null then loss_minor end), 0)::text as accepted_loss_minor`
                : `sum(${name}_minor)::text as ${name}_minor`,
            )
            .join(', ')}
     from (
       select (t.posted_at at time zone 'UTC')::date as day, t.organization_id, t.order_id, t.currency,
              case when t.debit_account ~ '^provider:' then substr(t.debit_account, 10)
                   when t.credit_account ~ '^provider:' then substr(t.credit_account, 10) end as provider,
              ${SUMS},
              sum(case when t.debit_account = 'fx' and t.credit_account ~ '^provider:' then t.amount_minor else 0 end) as sold_minor,
              sum(case when t.credit_account = 'fx' and t.debit_account ~ '^provider:' then t.amount_minor else 0 end) as delivered_minor,
              sum(case when t.debit_account = 'fx_result' then t.amount_minor else 0 end) as loss_minor
         from ledger_transfers t
        where t.id > $1::bigint and t.id <= $2::bigint and t.posted_at >= $3 and t.posted_at < $4 and t.posting <> 'movement'
          and ($5::uuid[] is null or t.organization_id = any ($5))
          and (t.debit_account = any (${ACCOUNTS}) or t.credit_account = any (${ACCOUNTS})
               or (t.posting = 'fill' and 'fx' in (t.debit_account, t.credit_account)
                   and (t.debit_account ~ '^provider:' or t.credit_account ~ '^provider:')))
        group by 1, 2, 3, 4, 5) moved
     left join lateral (select route_id, accepted_loss_minor from orders
                         where organization_id = moved.organization_id and id = moved.order_id) o on true
     left join lateral (select (array_agg(provider_name order by sequence desc))[1] as provider_name, count(*) as fills
                          from fills
                         where organization_id = moved.organization_id and order_id = moved.order_id
                           and sold_minor is not null) f on true
    group by 1, 2, 3, 4, 5, 6`,
  ({ after, upTo }, { from, to }, organizations) => [
    after,
    upTo,
    sqlInstant(from),
    sqlInstant(to),
    organizations,
  ],
)

const SELECT_LEDGER_BOUNDS = statement(
  'select_ledger_bounds',
  [],
  `select (select posted_at from ledger_transfers order by id limit 1) as first,
          (select posted_at from ledger_transfers order by id desc limit 1) as last`,
)

/** When the first and the last transfer was posted. Null without transfers. */
export async function selectLedgerBounds(
  db: Db,
): Promise<{ first: Instant; last: Instant } | undefined> {
  const [row] = await rows<{ first: Instant | null; last: Instant | null }>(
    db,
    SELECT_LEDGER_BOUNDS,
  )
  return row === undefined || row.first === null || row.last === null
    ? undefined
    : { first: row.first, last: row.last }
}

export type RouteName = {
  id: Uuid<'rt'>
  name: string
  organization_name: string
  enterprise_id: Uuid<'ent'>
}

export const selectRouteNames = allRows<
  RouteName,
  [routes: readonly { organizationId: Uuid<'org'>; id: Uuid<'rt'> }[]]
>(
  'select_routes_of_margin',
  ['organization_ids', 'ids'],
  `select r.id, r.name, g.name as organization_name, g.enterprise_id
     from unnest($1::uuid[], $2::uuid[]) as wanted (organization_id, id)
    cross join lateral (select id, name from configured_routes
                         where organization_id = wanted.organization_id and id = wanted.id offset 0) r
    cross join lateral (select name, enterprise_id from organizations where id = wanted.organization_id offset 0) g`,
  (routes) => [routes.map((one) => one.organizationId), routes.map(({ id }) => id)],
)
