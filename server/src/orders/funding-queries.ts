// Which order a deposit is for.
import { rows, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import { ORDER_COLUMNS_OF, type OrderRow } from './queries.ts'

const SELECT_ORDER_BY_FUNDING_ADDRESS = statement(
  'select_order_by_funding_address',
  ['address'],
  `select ${ORDER_COLUMNS_OF('orders')} from orders where funding_address = $1 limit 2`,
)

/** The one order that is funded at this address; undefined when there is none, or several share it. */
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

/** The one order at this funding address with one of these numbers; undefined when there are several. */
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
