// Takes up stored entries, each rail on its own: a failing entry is tried again later and delays no other, and a rail that
// reports very much delays no other rail.
import { entryProblemOf } from '../../outside/rails/entry-problem.ts'
import type { Config } from '../../platform/config.ts'
import { recordDeposit, type DepositDeps } from '../deposits/record-deposit.ts'
import { recordReversal } from '../reversals/record-reversal.ts'
import { recordReturn } from '../returns/record-return.ts'
import { backOffMs } from '../orders/leases.ts'
import { entryOf } from '../../outside/rails/entries.ts'
import {
  claimRailEntries,
  selectDueRails,
  updateRailEntriesTaken,
  updateRailEntryPostponed,
} from '../../outside/rails/queries.ts'
import type { EntryRow } from '../../outside/rails/queries.ts'

export type TakeDeps = DepositDeps & { config: Config }

const MOST_DEPOSITS = 500
/** A deposit of the rail waits for at most so many returns and reversals, which are taken up one after another. */
const MOST_OTHERS = 50
const LEASE_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

/** Takes up all that is due and waits for it. Returns the number of entries taken up. */
export async function takeEntries(deps: TakeDeps): Promise<number> {
  const rails = await selectDueRails(deps.db)
  const taken = await Promise.all(rails.map((rail) => takeOfRail(deps, rail, () => false)))
  return taken.reduce((sum, count) => sum + count, 0)
}

/** The background task. Each rail has a lane: the next round does not wait for a rail that reports very much. */
export function createEntryTaker() {
  const lanes = new Map<string, Promise<void>>()
  let isStopped = false
  return {
    async run(deps: TakeDeps): Promise<void> {
      for (const rail of await selectDueRails(deps.db)) {
        if (lanes.has(rail) || isStopped) continue
        const lane = takeOfRail(deps, rail, () => isStopped)
          .then((taken) => taken > 0 && deps.wakeWorker())
          .catch((error: unknown) =>
            deps.log.error({ err: error, rail }, 'entries of a rail could not be taken up'),
          )
          .then(() => void lanes.delete(rail))
        lanes.set(rail, lane)
      }
    },
    async stop(): Promise<void> {
      isStopped = true
      await Promise.all(lanes.values())
    },
  }
}

async function takeOfRail(deps: TakeDeps, rail: string, isStopped: () => boolean): Promise<number> {
  let taken = 0
  while (!isStopped()) {
    // Deposits first: a reversal needs its deposit.
    const deposits = await claimRailEntries(
      deps.db,
      { rail, areDeposits: true, limit: MOST_DEPOSITS },
      LEASE_MS,
    )
    // Deposits at one account are recorded in the rail's order. Accounts do not wait for each other.
    const byAccount = Map.groupBy(deposits, ({ entry }) => `${entry['account']}`)
    const work = [...byAccount.values()].map((entries) => takeInOrder(deps, entries))
    const done = (await Promise.all(work)).flat()
    await updateRailEntriesTaken(deps.db, done)
    const others = await claimRailEntries(
      deps.db,
      { rail, areDeposits: false, limit: MOST_OTHERS },
      LEASE_MS,
    )
    const othersDone = await takeInOrder(deps, others)
    await updateRailEntriesTaken(deps.db, othersDone)
    taken += done.length + othersDone.length
    if (deposits.length < MOST_DEPOSITS && others.length < MOST_OTHERS) return taken
  }
  return taken
}

/** After some ten failures the wait grows to an hour: an entry that nobody can take up costs next to nothing. */
const waitMs = (attempt: number): number =>
  Math.min(backOffMs(attempt) * Math.max(1, attempt - 9), LONGEST_WAIT_MS)

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
      const problem = entryProblemOf(error)
      if (row.problem !== problem.message) {
        const { id, rail, kind, transaction, index, attempt } = row
        deps.log.error(
          { err: error, entry: id, rail, kind, transaction, index, attempt },
          'an entry of a rail cannot be taken up',
        )
      }
      await updateRailEntryPostponed(deps.db, row.id, waitMs(row.attempt), problem)
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
      await recordDeposit(deps, { name: row.rail, occurrence: row.occurrence }, entry)
      return
    case 'return':
      return recordReturn(deps, row.rail, entry)
    case 'reversal': {
      const { occurrence } = row.tied !== null && 'occurrence' in row.tied ? row.tied : row
      return recordReversal(deps, { name: row.rail, occurrence }, entry)
    }
    case undefined:
      throw new Error(`an entry of kind ${row.kind} cannot be taken up`)
  }
}
