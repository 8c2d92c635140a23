// Pools of funding accounts, for rails that cannot derive an account for each order. A background task fills them ahead
// and frees accounts; an order takes one in the statement that creates it.
import type { Logger } from 'pino'
import { later, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { retryLater } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import {
  checkDetails,
  fundingAddressOf,
  type FieldProblem,
  type InstrumentMethod,
} from '../../outside/methods/methods.ts'
import { withTimeout } from '../../platform/timeout.ts'
import {
  insertAccounts,
  selectFreeAccounts,
  selectPoolSize,
  updateAccountsFreed,
  type PooledAccount,
} from './pool-queries.ts'
import type { Rail } from '../../outside/rails/port.ts'
import type { Rails } from '../../outside/rails/registry.ts'

type PoolDeps = { db: Db; clock: Clock; log: Logger; rails: Rails }

const OPEN_MS = 30_000
const LEAST_FREE = 20
/** An account is used again this long after its order ended, since a payer may pay again. */
const QUARANTINE_MS = 30 * 86_400_000

/** A free account. Orders that choose the same one compete for it, so choose at random. Throws if the pool is empty. */
export async function chooseAccount(
  db: Db,
  rail: string,
  method: InstrumentMethod,
  currency: string,
): Promise<PooledAccount> {
  const free = await selectFreeAccounts(db, rail, method, currency)
  const chosen = free[Math.floor(Math.random() * free.length)]
  if (chosen === undefined) throw noAccount(rail)
  return chosen
}

/** The message has no value of the account. */
export class InvalidAccount extends Error {
  readonly index: number
  readonly problem: FieldProblem
  constructor(index: number, problem: FieldProblem) {
    super(`account ${index + 1}: ${problem.field} ${problem.message}`)
    this.index = index
    this.problem = problem
  }
}

export const noAccount = (rail: string) =>
  retryLater('funding_account_unavailable', 30, `The rail ${rail} has no free account.`)

/**
 * Adds accounts to the pool of a rail, for an operator's `reason`. Throws InvalidAccount if one is not valid for the
 * method. Returns the number of new accounts.
 */
export function addAccounts(
  deps: { db: Db; clock: Clock },
  pool: { rail: string; method: InstrumentMethod; currency: string },
  accounts: readonly Record<string, string>[],
  reason: string | null = null,
): Promise<number> {
  const at = deps.clock.now()
  const added = accounts.map((details, index) => {
    const [problem] = checkDetails(pool.method, details)
    if (problem !== undefined) throw new InvalidAccount(index, problem)
    const account = fundingAddressOf(pool.method, details)
    return { id: newUuid('fac', at), account, details }
  })
  return insertAccounts(deps.db, pool, at, added, reason)
}

/** A background task. */
export async function keepPools(deps: PoolDeps): Promise<void> {
  await updateAccountsFreed(deps.db, later(deps.clock.now(), -QUARANTINE_MS))
  for (const rail of await deps.rails.all()) {
    if (rail.openAccounts === undefined) continue
    try {
      await fill(deps, rail)
    } catch (error) {
      deps.log.error({ err: error, rail: rail.name }, 'a pool of funding accounts was not filled')
    }
  }
}

async function fill(deps: PoolDeps, rail: Rail): Promise<void> {
  for (const { method, currencies } of rail.served) {
    if (rail.fundingAccount(method, '') !== 'from_pool') continue
    for (const currency of currencies) {
      const { total, free } = await selectPoolSize(deps.db, rail.name, method, currency)
      if (free >= LEAST_FREE) continue
      // The key stays the same until the accounts are stored, so that a lost answer opens no more accounts.
      const key = `pool:${rail.name}:${method}:${currency}:${total}`
      const opened = rail.openAccounts?.(key, method, currency, LEAST_FREE)
      const accounts = opened === undefined ? [] : await withTimeout(OPEN_MS, opened)
      await addAccounts(deps, { rail: rail.name, method, currency }, accounts)
    }
  }
}
