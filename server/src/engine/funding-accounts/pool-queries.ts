// All SQL that writes pools of funding accounts. An account belongs to at most one order at a time.
import type { Instant } from '../../platform/clock.ts'
import { firstRow, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, countRows, oneRow, write } from '../../platform/db/row-functions.ts'
import { inBothOrders, type Sorted } from '../../platform/db/sorts.ts'
import { statement } from '../../platform/db/statement.ts'
import { periodValues, type Period } from '../../platform/http/filters.ts'
import type { OwnedId, Uuid } from '../../platform/ids.ts'
import type { InstrumentMethod } from '../../outside/methods/methods.ts'

export type PooledAccount = { id: Uuid<'fac'>; details: Record<string, string> }

/** Some free accounts, those that were added first. */
export const selectFreeAccounts = allRows<
  PooledAccount,
  [rail: string, method: string, currency: string]
>(
  'select_free_accounts',
  ['rail', 'method', 'currency'],
  `select id, details from funding_accounts
    where rail = $1 and method = $2 and currency = $3 and order_id is null and retired_at is null
    order by id limit 50`,
)

/** SQL condition: the account is free, and locked until the statement ends. True if the order needs none. */
export const isFreeAccount = (id: string): string => `
  (${id} is null or exists (
     select from funding_accounts where id = ${id} and order_id is null and retired_at is null for update skip locked))`

/** SQL part that assigns accounts, given by arrays of order and account ids, to the orders in `created`. */
export const assignAccounts = (orderIds: string, accountIds: string, created: string): string => `
  update funding_accounts a
     set organization_id = c.organization_id, order_id = c.id, assigned_at = c.created_at
    from unnest(${orderIds}::uuid[], ${accountIds}::uuid[]) as i (order_id, account_id)
    join ${created} c on c.id = i.order_id
   where a.id = i.account_id`

/** Moves the account of an order to its retry. */
export const updateAccountKept = write(
  'update_account_kept',
  ['organization_id', 'from', 'to'],
  `update funding_accounts set order_id = $3 where organization_id = $1 and order_id = $2`,
  ({ organizationId, id: from }: OwnedId<'ord'>, to: Uuid<'ord'>) => [organizationId, from, to],
)

/** Frees the accounts of orders that ended before an instant. Returns their number. */
export const updateAccountsFreed = countRows(
  'update_accounts_freed',
  ['ended_before'],
  `update funding_accounts a
      set organization_id = null, order_id = null
     from orders o
    where (o.organization_id, o.id) = (a.organization_id, a.order_id)
      and o.status in ('STEP_4_COMPLETED', 'FAILED_FUNDING_EXPIRED', 'FAILED_CANCELLED', 'FAILED_REFUND_PROCESSED')
      and o.updated_at < $1 and a.assigned_at < $1
   returning a.id`,
  (endedBefore: Instant) => [sqlInstant(endedBefore)],
)

const SELECT_POOL_SIZE = statement(
  'select_pool_size',
  ['rail', 'method', 'currency'],
  `select count(*)::int as total, count(*) filter (where order_id is null and retired_at is null)::int as free
     from funding_accounts where rail = $1 and method = $2 and currency = $3`,
)

export async function selectPoolSize(
  db: Db,
  rail: string,
  method: string,
  currency: string,
): Promise<{ total: number; free: number }> {
  const [row] = await rows<{ total: number; free: number }>(db, SELECT_POOL_SIZE, [
    rail,
    method,
    currency,
  ])
  return row ?? { total: 0, free: 0 }
}

type NewAccount = { id: Uuid<'fac'>; account: string; details: Record<string, string> }

/**
 * Adds accounts to a pool. Accounts that the rail has already are left out. `reason`: the operator's; null if the rail
 * opened them. Returns the number added.
 */
export const insertAccounts = countRows(
  'insert_accounts',
  ['rail', 'method', 'currency', 'at', 'accounts', 'reason'],
  `insert into funding_accounts (id, rail, method, currency, account, details, added_at, added_reason)
   select a.id, $1, $2, $3, a.account, a.details, $4, $6
     from json_to_recordset($5::json) as a (id uuid, account text, details jsonb)
   on conflict do nothing
   returning id`,
  (
    pool: { rail: string; method: string; currency: string },
    at: Instant,
    accounts: readonly NewAccount[],
    reason: string | null,
  ) => [pool.rail, pool.method, pool.currency, sqlInstant(at), JSON.stringify(accounts), reason],
)

export type PoolAccountRow = {
  id: Uuid<'fac'>
  rail: string
  method: InstrumentMethod
  currency: string
  account: string
  order_id: Uuid<'ord'> | null
  assigned_at: Instant | null
  added_at: Instant
  added_reason: string | null
  retired_at: Instant | null
  retired_reason: string | null
}

const ACCOUNT_COLUMNS = `id, rail, method, currency, account, order_id, assigned_at, added_at, added_reason, retired_at,
  retired_reason`

const SELECT_POOL_ACCOUNTS_BEFORE = inBothOrders(
  'select_pool_accounts_before',
  ['rail', 'added_after', 'added_before', 'before', 'limit'],
  ({ after, direction }) => `select ${ACCOUNT_COLUMNS} from funding_accounts
    where ($1::text is null or rail = $1)
      and added_at > coalesce($2::timestamptz, '-infinity') and added_at < coalesce($3::timestamptz, 'infinity')
      and ($4::uuid is null or id ${after} $4)
    order by id ${direction} limit $5`,
)

type PoolAccountFilter = Period & Sorted & { rail: string | undefined }

export function selectPoolAccountsBefore(
  db: Db,
  filter: PoolAccountFilter,
  before: Uuid<'fac'> | null,
  limit: number,
): Promise<PoolAccountRow[]> {
  const { after, before: addedBefore } = periodValues('fac', filter)
  return rows(db, SELECT_POOL_ACCOUNTS_BEFORE(filter.sort), [
    filter.rail,
    after,
    addedBefore,
    before,
    limit,
  ])
}

export const selectPoolAccount = oneRow<PoolAccountRow, [id: Uuid<'fac'>]>(
  'select_pool_account',
  ['id'],
  `select ${ACCOUNT_COLUMNS} from funding_accounts where id = $1`,
)

/** Undefined if there is no such account, or it is retired. */
export const updateAccountRetired = oneRow<
  PoolAccountRow,
  [id: Uuid<'fac'>, at: Instant, reason: string]
>(
  'update_account_retired',
  ['id', 'at', 'reason'],
  `update funding_accounts set retired_at = $2, retired_reason = $3 where id = $1 and retired_at is null
   returning ${ACCOUNT_COLUMNS}`,
  (id, at, reason) => [id, sqlInstant(at), reason],
)

const SELECT_IS_POOLED = statement(
  'select_is_pooled',
  ['rail', 'account'],
  `select exists (select from funding_accounts where rail = $1 and account = $2) as is_pooled`,
)

/** Whether the account is or was in a pool of the rail. */
export async function selectIsPooled(db: Db, rail: string, account: string): Promise<boolean> {
  const row = await firstRow<{ is_pooled: boolean }>(db, SELECT_IS_POOLED, [rail, account])
  return row?.is_pooled ?? false
}
