// What belongs to orders: rows of the tables that say what happened to them.
import type { QueryResultRow } from 'pg'
import { lookUp, rows, type Db } from '../db/pool.ts'
import type { Uuid } from '../ids.ts'

export type OrderId = { organization_id: Uuid; id: Uuid }

type Table = 'deposits' | 'fills' | 'ledger_transfers' | 'order_notes' | 'payouts' | 'refunds'

/**
 * Those of all the orders together. Each table is read with one list of columns, that of its Row, and in one order:
 * the statement is prepared under the table's name.
 */
export const selectOfOrders = <Row extends QueryResultRow>(
  db: Db,
  table: Table,
  columns: string,
  orderBy: string,
  orders: readonly OrderId[],
): Promise<Row[]> =>
  rows<Row>(
    db,
    `select_${table}_of_orders`,
    `select ${columns}
       from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
       ${lookUp(table, 'organization_id = of_organization and order_id = of_order')}
      order by ${orderBy}`,
    [orders.map((order) => order.organization_id), orders.map((order) => order.id)],
  )
