// Queries that find the order of a deposit, and the accounts that rails watch for deposits.
import { type Instant } from '../../platform/clock.ts'
import { NIL_UUID, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { publicId, type OwnedId, type Uuid } from '../../platform/ids.ts'
import type { InstrumentMethod } from '../../outside/methods/methods.ts'
import type { WatchedAccount } from '../../outside/rails/port.ts'
import type { Candidate } from '../deposits/suggest-orders.ts'
import { ORDER_COLUMNS_OF, type OrderRow } from './queries.ts'

const SELECT_ORDER_BY_FUNDING_ACCOUNT = statement(
  'select_order_by_funding_account',
  ['rail', 'address'],
  `select ${ORDER_COLUMNS_OF('orders')} from orders where funding_address = $2 and funding_rail = $1 limit 2`,
)

/** The order with this funding account; undefined if no order or several orders have it. */
export async function selectOrderByFundingAccount(
  db: Db,
  rail: string,
  address: string,
): Promise<OrderRow | undefined> {
  const [row, other] = await rows<OrderRow>(db, SELECT_ORDER_BY_FUNDING_ACCOUNT, [rail, address])
  return other === undefined ? row : undefined
}

const SELECT_FUNDING_RAIL = statement(
  'select_funding_rail',
  ['organization_id', 'id'],
  `select funding_rail from orders where organization_id = $1 and id = $2`,
)

/** The rail that watches the order's funding account. */
export async function selectFundingRail(
  db: Db,
  { organizationId, id }: OwnedId<'ord'>,
): Promise<string | undefined> {
  const [row] = await rows<{ funding_rail: string }>(db, SELECT_FUNDING_RAIL, [organizationId, id])
  return row?.funding_rail
}

/** The order that has an account of a pool now. Earlier orders had the same account. */
export const selectOrderOfPooledAccount = oneRow<OrderRow, [rail: string, address: string]>(
  'select_order_of_pooled_account',
  ['rail', 'address'],
  `select ${ORDER_COLUMNS_OF('o')}
     from funding_accounts a join orders o on (o.organization_id, o.id) = (a.organization_id, a.order_id)
    where a.rail = $1 and a.account = $2`,
)

const MOST_ALIKE = 100

/** Orders with this funding account that await exactly this amount. */
export const selectOrdersAwaiting = allRows<
  OrderRow,
  [rail: string, address: string, money: { currency: string; amountMinor: bigint }]
>(
  'select_orders_awaiting',
  ['rail', 'address', 'currency', 'amount_minor'],
  `select ${ORDER_COLUMNS_OF('orders')} from orders
    where funding_address = $2 and funding_rail = $1 and status = 'STEP_1_AWAITING_FUNDING'
      and payin_currency = $3 and payin_total_minor - received_minor = $4::bigint
    limit ${MOST_ALIKE}`,
  (rail, address, money) => [rail, address, money.currency, money.amountMinor],
)

const SELECT_ORDER_BY_REFERENCE_NUMBERS = statement(
  'select_order_by_reference_numbers',
  ['rail', 'address', 'reference_numbers'],
  `select ${ORDER_COLUMNS_OF('orders')} from orders
    where reference_number = any ($3::text[]) and funding_address = $2 and funding_rail = $1 limit 2`,
)

/** The order with this funding account and one of these numbers; undefined if there is none or more than one. */
export async function selectOrderByReferenceNumbers(
  db: Db,
  rail: string,
  address: string,
  referenceNumbers: readonly string[],
): Promise<OrderRow | undefined> {
  const [row, other] = await rows<OrderRow>(db, SELECT_ORDER_BY_REFERENCE_NUMBERS, [
    rail,
    address,
    referenceNumbers,
  ])
  return other === undefined ? row : undefined
}

const MOST_AT_ACCOUNT = 1000

// A payer may have used the wrong chain: an address is the same account on each.
const isAtAccount = `funding_address = $2 and (funding_rail = $1 or funding_rail <> 'sandbox')`
const orderToSuggest = `
  select organization_id, id, reference_number, payin_currency, ${isAtAccount} as is_at_account,
         status = 'STEP_1_AWAITING_FUNDING' as is_awaiting, payin_total_minor - received_minor as open_minor
    from orders`
const SELECT_ORDERS_TO_SUGGEST = statement(
  'select_orders_to_suggest',
  ['rail', 'address', 'reference_numbers', 'since'],
  `(${orderToSuggest} where reference_number = any ($3::text[]))
   union
   (${orderToSuggest} where ${isAtAccount} and funding_expires_at >= $4
     order by funding_expires_at desc limit ${MOST_AT_ACCOUNT})`,
)

/** Orders with one of these numbers, on any rail, and the latest ones of the account. */
export async function selectOrdersToSuggest(
  db: Db,
  rail: string,
  address: string,
  referenceNumbers: readonly string[],
  since: Instant,
): Promise<Candidate[]> {
  const found = await rows<{
    organization_id: Uuid<'org'>
    id: Uuid<'ord'>
    reference_number: string
    payin_currency: string
    is_at_account: boolean
    is_awaiting: boolean
    open_minor: bigint
  }>(db, SELECT_ORDERS_TO_SUGGEST, [
    rail,
    address,
    referenceNumbers.slice(0, 20),
    sqlInstant(since),
  ])
  return found.map((row) => ({
    organizationId: row.organization_id,
    id: row.id,
    referenceNumber: row.reference_number,
    isAtAccount: row.is_at_account,
    isAwaitingFunding: row.is_awaiting,
    payinCurrency: row.payin_currency,
    openMinor: row.open_minor,
  }))
}

/** A position in the order of expiry. */
export type WatchPosition = { expiresAt: Instant; orderId: Uuid<'ord'> }

// `funding_rail <> 'sandbox'` selects the partial index.
const watchedAccounts = (condition: string): string => `
  select o.id, o.funding_address, o.funding_details, o.funding_expires_at, e.method
    from orders o
    join external_payment_instruments e on e.organization_id = o.organization_id and e.id = o.payin_instrument_id
   where o.funding_rail = $1 and o.funding_rail <> 'sandbox' and ${condition}
     and (o.funding_expires_at, o.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, ${NIL_UUID}))
   order by o.funding_expires_at, o.id limit 500`

const SELECT_RECENT_ACCOUNTS = statement(
  'select_recent_accounts',
  ['rail', 'boundary', 'after_expiry', 'after_id'],
  watchedAccounts('o.funding_expires_at >= $2'),
)
const SELECT_OLDER_ACCOUNTS = statement(
  'select_older_accounts',
  ['rail', 'boundary', 'after_expiry', 'after_id'],
  watchedAccounts('o.funding_expires_at < $2'),
)

/** A page of accounts whose orders can be funded until `boundary` or later, or of all others. Also their positions. */
export async function selectWatchedAccounts(
  db: Db,
  rail: string,
  isRecent: boolean,
  boundary: Instant,
  after: WatchPosition | null,
): Promise<{ watched: WatchedAccount; position: WatchPosition }[]> {
  const found = await rows<{
    id: Uuid<'ord'>
    funding_address: string
    funding_details: Record<string, string>
    funding_expires_at: Instant
    method: InstrumentMethod
  }>(db, isRecent ? SELECT_RECENT_ACCOUNTS : SELECT_OLDER_ACCOUNTS, [
    rail,
    sqlInstant(boundary),
    after === null ? null : sqlInstant(after.expiresAt),
    after?.orderId,
  ])
  return found.map((row) => ({
    watched: {
      account: row.funding_address,
      orderId: publicId('ord', row.id),
      method: row.method,
      details: row.funding_details,
    },
    position: { expiresAt: row.funding_expires_at, orderId: row.id },
  }))
}

/** SQL part that bumps the version of the orders that the deposits in `recorded` are for. */
export const bumpVersions = (recorded: string): string => `
  update orders o
     set version = o.version + 1
    from ${recorded} r
   where (o.organization_id, o.id) = (r.for_organization_id, r.for_order_id)`
