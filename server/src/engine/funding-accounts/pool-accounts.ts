// Operators add funding accounts that a bank opened to a pool, and retire them. A retired account goes to no further order.
// A deposit to it still finds the order that has it.
import type { Execution } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import { fieldFailure } from '../../platform/errors.ts'
import type { InstrumentMethod } from '../../outside/methods/methods.ts'
import type { Clock } from '../../platform/clock.ts'
import { publicId } from '../../platform/ids.ts'
import { updateAccountRetired, type PoolAccountRow } from './pool-queries.ts'
import { addAccounts, InvalidAccount } from './pools.ts'
import type { Served } from '../../outside/rails/port.ts'

type Pool = { rail: string; method: InstrumentMethod; currency: string }

/** The version for approvals. It is constant, because accounts that the pool already has are skipped. */
export const ADDING = 'any'

/** Returns the number of accounts that the rail did not have. Throws invalid_request, never with an account. */
export async function addPoolAccounts(
  { clock }: { clock: Clock },
  rail: { served: readonly Served[] } | undefined,
  pool: Pool,
  accounts: readonly Record<string, string>[],
  execution: Execution,
): Promise<number> {
  if (rail === undefined) throw invalid('/rail', 'is not a rail of this deployment')
  const { method, currency } = pool
  if (!rail.served.some((one) => one.method === method && one.currencies.includes(currency)))
    throw invalid('/method', `is not served by the rail ${pool.rail} in ${currency}`)
  const { reason } = execution
  try {
    const added = await execution.commit(ADDING, async (db) => {
      const result = await addAccounts({ db, clock }, pool, accounts, reason)
      const after = { method, currency, added: result }
      return result === 0 ? undefined : { result, detail: { after } }
    })
    return added ?? 0
  } catch (error) {
    if (!(error instanceof InvalidAccount)) throw error
    const { index, problem } = error
    const pointer = `/accounts/${index}/${problem.field.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const { code, message } = problem
    throw fieldFailure('invalid_request', [{ pointer, code, message }])
  }
}

/** Returns the account as it is now. The order that has it keeps it. */
export async function retirePoolAccount(
  { clock }: { clock: Clock },
  account: PoolAccountRow,
  execution: Execution,
): Promise<PoolAccountRow> {
  const at = clock.now()
  const retired = await execution.commit(versionOfAccount(account), async (db) => {
    const result = await updateAccountRetired(db, account.id, at, execution.reason)
    return result && { result, detail: { after: { is_retired: true } } }
  })
  if (retired === undefined) throw refused(`${publicId('fac', account.id)} is already retired`)
  return retired
}

export const versionOfAccount = ({ retired_at }: PoolAccountRow): string =>
  retired_at === null ? 'in use' : 'retired'

const invalid = (pointer: string, message: string) =>
  fieldFailure('invalid_request', [{ pointer, code: 'invalid_value', message }])
