// Reads new deposits from all rails and records them.
import { LruMap } from 'toad-cache'
import { isRowFault } from '../db/pool.ts'
import { isCurrency } from '../money/currencies.ts'
import { MAX_MINOR } from '../money/decimal.ts'
import type { Rail, SeenDeposit } from '../rails/first-port.ts'
import { recordDeposit, type DepositDeps } from './record-deposit.ts'

/** Cache of deposits that this process could not record, so that each is logged once. */
export type Unrecorded = LruMap<true>

/** About 2 MB. If a rail reports more invalid deposits, some are logged again. */
const MOST_UNRECORDED = 10_000

export const createUnrecorded = (): Unrecorded => new LruMap(MOST_UNRECORDED)

export type WatchDeps = DepositDeps & { rails: readonly Rail[]; unrecorded: Unrecorded }

/** Returns the number of deposits recorded. */
export async function watchRails(deps: WatchDeps): Promise<number> {
  const settled = await Promise.allSettled(deps.rails.map((rail) => watchRail(deps, rail)))
  return sumOf(settled)
}

// Deposits at one address are recorded in the rail's order. Addresses do not wait for each other.
async function watchRail(deps: WatchDeps, rail: Rail): Promise<number> {
  const byAddress = Map.groupBy(await rail.deposits(deps.clock.now()), ({ address }) => address)
  const settled = await Promise.allSettled(
    [...byAddress.values()].map(async (deposits) => {
      let count = 0
      for (const deposit of deposits) if (await record(deps, rail, deposit)) count += 1
      return count
    }),
  )
  return sumOf(settled)
}

// Throws only after all deposits are done. The rail reports failed deposits again.
function sumOf(settled: readonly PromiseSettledResult<number>[]): number {
  const failed = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (failed.length > 0) {
    throw new AggregateError(failed, 'deposits could not be recorded')
  }
  return settled.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0)
}

/** Invalid deposits stay unacknowledged. Each is logged once. */
async function record(deps: WatchDeps, rail: Rail, deposit: SeenDeposit): Promise<boolean> {
  const { transaction, outputIndex, currency, amountMinor } = deposit
  const isMoney = isCurrency(currency) && amountMinor > 0n && amountMinor <= MAX_MINOR
  try {
    if (!isMoney)
      throw new Error(
        `unknown currency ${currency}, or amount ${amountMinor} not from 1 to ${MAX_MINOR} minor units`,
      )
    await recordDeposit(deps, rail, deposit)
    await rail.acknowledge([deposit])
    return true
  } catch (error) {
    if (isMoney && !isRowFault(error)) throw error
    const name = `${rail.name} ${transaction} ${outputIndex}`
    if (deps.unrecorded.get(name) === undefined) {
      deps.log.error(
        { err: error, rail: rail.name, transaction, outputIndex },
        'a deposit cannot be recorded',
      )
    }
    deps.unrecorded.set(name, true)
    return false
  }
}
