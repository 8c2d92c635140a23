// Queries for operators, across all organizations.
import type { Instant } from '../clock.ts'
import { joinByIndex, NIL_UUID, rows, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import type { Uuid } from '../ids.ts'
import { ORDER_COLUMNS_OF, type OrderRow } from './queries.ts'

export type OperatorOrder = OrderRow & {
  organization_name: string
  enterprise_id: Uuid<'ent'>
  /** The provider that made the offer; without an offer, the provider of the route. */
  provider_name: string
  parked_at: Instant | null
  /** Rate of the offer that the order is parked for, else of its fill; decimal text. */
  firm_rate: string | null
  /** What the offer and earlier fills deliver together. */
  provider_payout_minor: bigint | null
}

const SELECT = `
  select ${ORDER_COLUMNS_OF('o')}, o.parked_at, g.name as organization_name, g.enterprise_id,
         coalesce(n.provider_name, f.provider_name, r.provider_name) as provider_name,
         coalesce(n.firm_rate, f.firm_rate) as firm_rate,
         coalesce(n.provider_payout_minor, f.provider_payout_minor + f.delivered_before)::bigint as provider_payout_minor
    from orders o
    ${joinByIndex('organizations', 'id = o.organization_id', 'g')}
    ${joinByIndex('configured_routes', 'organization_id = o.organization_id and id = o.route_id', 'r')}
    left join lateral (
      select * from order_notes
       where organization_id = o.organization_id and order_id = o.id
         and action = 'parked' and o.parked_reason is not null
       order by version desc limit 1) n on true
    left join lateral (
      select *, coalesce(sum(delivered_minor) over (order by sequence rows between unbounded preceding and 1 preceding), 0)
                  as delivered_before
        from fills
       where organization_id = o.organization_id and order_id = o.id and declined_at is null
       order by sequence desc limit 1) f on true`

const SELECT_PARKED_ORDERS = statement(
  'select_parked_orders',
  [],
  `${SELECT} where o.parked_reason is not null order by o.parked_at, o.id`,
)

/** Longest parked first. */
export const selectParkedOrders = (db: Db): Promise<OperatorOrder[]> =>
  rows(db, SELECT_PARKED_ORDERS)

const SELECT_ORDERS_WITHOUT_LIQUIDITY = statement(
  'select_orders_without_liquidity',
  ['limit'],
  `select ${ORDER_COLUMNS_OF('orders')} from orders
    where parked_reason is not null and parked_reason = 'liquidity' order by parked_at, id limit $1`,
)

/** Orders that wait for liquidity, longest first. */
export const selectOrdersWithoutLiquidity = (db: Db, limit: number): Promise<OrderRow[]> =>
  rows(db, SELECT_ORDERS_WITHOUT_LIQUIDITY, [limit])

const SELECT_OPERATOR_ORDER = statement(
  'select_operator_order',
  ['id'],
  `${SELECT} where o.id = $1`,
)

export async function selectOperatorOrder(
  db: Db,
  id: Uuid<'ord'>,
): Promise<OperatorOrder | undefined> {
  const [row] = await rows<OperatorOrder>(db, SELECT_OPERATOR_ORDER, [id])
  return row
}

const SELECT_ORDERS_AFTER = statement(
  'select_orders_after',
  ['organization_id', 'id', 'limit'],
  `select ${ORDER_COLUMNS_OF('orders')} from orders
    where (organization_id, id) > (coalesce($1::uuid, ${NIL_UUID}), coalesce($2::uuid, ${NIL_UUID}))
    order by organization_id, id limit $3`,
)

/** Orders of all organizations, by primary key. */
export async function selectOrdersAfter(
  db: Db,
  after: { organization_id: Uuid<'org'>; id: Uuid<'ord'> } | undefined,
  limit: number,
): Promise<OrderRow[]> {
  return rows<OrderRow>(db, SELECT_ORDERS_AFTER, [after?.organization_id, after?.id, limit])
}

const SELECT_ORDER_BY_ID = statement(
  'select_order_by_id',
  ['id'],
  `select ${ORDER_COLUMNS_OF('orders')} from orders where id = $1`,
)

/** An order of any organization. */
export async function selectOrderById(db: Db, id: Uuid<'ord'>): Promise<OrderRow | undefined> {
  const [row] = await rows<OrderRow>(db, SELECT_ORDER_BY_ID, [id])
  return row
}
