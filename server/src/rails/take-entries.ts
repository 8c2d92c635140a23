// Takes up stored entries, each on its own: a failing entry is tried again later and delays no other.
import type { Config } from '../config.ts'
import { recordDeposit, type DepositDeps } from '../deposits/record-deposit.ts'
import { recordReversal } from '../reversals/record-reversal.ts'
import { recordReturn } from '../returns/record-return.ts'
import { backOffMs } from '../orders/leases.ts'
import { entryOf } from './entries.ts'
import { claimRailEntries, updateRailEntriesTaken, updateRailEntryPostponed } from './queries.ts'
import type { EntryRow } from './queries.ts'
import { thrownMessage } from '../thrown.ts'

export type TakeDeps = DepositDeps & { config: Config }

const BATCH = 500
const LEASE_MS = 60_000

/** Returns the number of entries taken up. */
export async function takeEntries(deps: TakeDeps): Promise<number> {
  let taken = 0
  for (;;) {
    const claimed = await claimRailEntries(deps.db, BATCH, LEASE_MS)
    // Deposits first: a reversal needs its deposit.
    const [deposits, others] = [
      claimed.filter(({ kind }) => kind === 'deposit'),
      claimed.filter(({ kind }) => kind !== 'deposit'),
    ]
    // Deposits at one account are recorded in the rail's order. Accounts do not wait for each other.
    const byAccount = Map.groupBy(deposits, ({ rail, entry }) => `${rail} ${entry['account']}`)
    const done = (
      await Promise.all([...byAccount.values()].map((entries) => takeInOrder(deps, entries)))
    ).flat()
    done.push(...(await takeInOrder(deps, others)))
    await updateRailEntriesTaken(deps.db, done)
    taken += done.length
    if (claimed.length < BATCH) return taken
  }
}

async function takeInOrder(
  deps: TakeDeps,
  entries: readonly EntryRow[],
): Promise<EntryRow['id'][]> {
  const done: EntryRow['id'][] = []
  for (const row of entries) {
    try {
      await take(deps, row)
      done.push(row.id)
    } catch (error) {
      const problem = thrownMessage(error).slice(0, 500)
      if (row.problem !== problem) {
        const { id, rail, kind, transaction, index, attempt } = row
        deps.log.error(
          { err: error, entry: id, rail, kind, transaction, index, attempt },
          'an entry of a rail cannot be taken up',
        )
      }
      await updateRailEntryPostponed(deps.db, row.id, backOffMs(row.attempt), problem)
    }
  }
  return done
}

async function take(deps: TakeDeps, row: EntryRow): Promise<void> {
  const entry = entryOf(deps.config.secrets, row)
  switch (entry?.kind) {
    case 'deposit':
      if (row.is_reversed) {
        const { id, rail, transaction } = row
        deps.log.warn(
          { entry: id, rail, transaction },
          'a deposit was reversed before it was taken up: it is not credited',
        )
        return
      }
      await recordDeposit(deps, { name: row.rail }, entry)
      return
    case 'return':
      return recordReturn(deps, row.rail, entry)
    case 'reversal':
      return recordReversal(deps, row.rail, entry)
    case undefined:
      throw new Error(`an entry of kind ${row.kind} cannot be taken up`)
  }
}
