// Queries that find the order of a deposit.
import { rows, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import { ORDER_COLUMNS_OF, type OrderRow } from './queries.ts'

const SELECT_ORDER_BY_FUNDING_ADDRESS = statement(
  'select_order_by_funding_address',
  ['address'],
  `select ${ORDER_COLUMNS_OF('orders')} from orders where funding_address = $1 limit 2`,
)

/** The order with this funding address; undefined if no order or several orders have it. */
export async function selectOrderByFundingAddress(
  db: Db,
  address: string,
): Promise<OrderRow | undefined> {
  const [row, other] = await rows<OrderRow>(db, SELECT_ORDER_BY_FUNDING_ADDRESS, [address])
  return other === undefined ? row : undefined
}

const SELECT_ORDER_BY_REFERENCE_NUMBERS = statement(
  'select_order_by_reference_numbers',
  ['address', 'reference_numbers'],
  `select ${ORDER_COLUMNS_OF('orders')} from orders
    where reference_number = any ($2::text[]) and funding_address = $1 limit 2`,
)

/** The order with this funding address and one of these numbers; undefined if there is none or more than one. */
export async function selectOrderByReferenceNumbers(
  db: Db,
  address: string,
  referenceNumbers: readonly string[],
): Promise<OrderRow | undefined> {
  const [row, other] = await rows<OrderRow>(db, SELECT_ORDER_BY_REFERENCE_NUMBERS, [
    address,
    referenceNumbers,
  ])
  return other === undefined ? row : undefined
}
