// What an operator does with the funding accounts of a pool: adds accounts that a bank opened, and retires accounts. A
// retired account goes to no further order; a deposit to it still finds the order that has it.
import { publicId, type Uuid } from '../ids.ts'
import { methodNames } from '../instruments/methods.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { selectPoolAccount, updateAccountRetired } from './pool-queries.ts'
import { addAccounts } from './pools.ts'
import type { Served } from './port.ts'

type Deps = { db: Db; clock: Clock }
type Pool = { rail: string; method: string; currency: string }

/** Returns the number of accounts that the rail did not have. */
export async function addPoolAccounts(
  deps: Deps,
  rail: { name: string; served: readonly Served[] } | undefined,
  pool: Pool,
  accounts: readonly Record<string, string>[],
  reason: string,
): Promise<number> {
  if (rail === undefined) throw new Error(`there is no rail ${pool.rail}`)
  const method = methodNames.find((one) => one === pool.method)
  const isServed = rail.served.some(
    (served) => served.method === method && served.currencies.includes(pool.currency),
  )
  if (method === undefined || !isServed)
    throw new Error(`the rail ${pool.rail} does not serve ${pool.method} in ${pool.currency}`)
  if (accounts.length === 0) throw new Error('the file lists no account')
  return addAccounts(deps, { rail: pool.rail, method, currency: pool.currency }, accounts, reason)
}

/** Returns the order that has the account and keeps it; null if no order has it. */
export async function retirePoolAccount(
  deps: Deps,
  id: Uuid<'fac'>,
  reason: string,
): Promise<{ orderId: Uuid<'ord'> | null }> {
  const retired = await updateAccountRetired(deps.db, id, deps.clock.now(), reason)
  if (retired !== undefined) return { orderId: retired.order_id }
  const known = await selectPoolAccount(deps.db, id)
  throw new Error(
    known === undefined
      ? `${publicId('fac', id)}: there is no such account`
      : `${publicId('fac', id)} is retired already`,
  )
}
