// Reads the rows that belong to orders: deposits, fills, payouts, refunds, transfers and notes.
import type { QueryResultRow } from 'pg'
import { joinByIndex, rows, type Db } from '../../platform/db/pool.ts'
import { statement, type Statement } from '../../platform/db/statement.ts'
import type { OrderId, Uuid } from '../../platform/ids.ts'

type Table =
  | 'deposits'
  | 'fills'
  | 'ledger_transfers'
  | 'order_notes'
  | 'payouts'
  | 'rail_marks'
  | 'receivable_changes'
  | 'refunds'
  | 'returns'
  | 'send_cancellations'

/** A statement that reads the rows of several orders at once. */
export const ofOrders = (table: Table, columns: string, orderBy: string): Statement =>
  statement(
    `select_${table}_of_orders`,
    ['organization_ids', 'order_ids'],
    `select ${columns}
       from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
       ${joinByIndex(table, 'organization_id = of_organization and order_id = of_order')}
      order by ${orderBy}`,
  )

/** Runs a statement made by `ofOrders`. */
export const selectOfOrders = <Row extends QueryResultRow>(
  db: Db,
  ofTable: Statement,
  orders: readonly OrderId[],
): Promise<Row[]> =>
  rows<Row>(db, ofTable, [
    orders.map((order) => order.organization_id),
    orders.map((order) => order.id),
  ])

/** The rows of each order, in the order of `orders`. */
export function byOrder<Row extends { order_id: Uuid<'ord'> }>(
  orders: readonly OrderId[],
  found: readonly Row[],
): readonly (readonly Row[])[] {
  const grouped = Map.groupBy(found, (row) => row.order_id)
  return orders.map(({ id }) => grouped.get(id) ?? [])
}
