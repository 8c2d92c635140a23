// Asks every rail what arrived, and records it.
import { LruMap } from 'toad-cache'
import { isRowFault } from '../db/pool.ts'
import { isCurrency } from '../money/currencies.ts'
import { MAX_MINOR } from '../money/decimal.ts'
import type { Rail, SeenDeposit } from '../rails/port.ts'
import { recordDeposit, type DepositDeps } from './record-deposit.ts'

/** The last deposits that this process could not record, by name. Each of them is logged once. */
export type Unrecorded = LruMap<true>

/** 2 MB of names at most. A rail that reports more of them has some logged again. */
const MOST_UNRECORDED = 10_000

export const createUnrecorded = (): Unrecorded => new LruMap(MOST_UNRECORDED)

export type WatchDeps = DepositDeps & { rails: readonly Rail[]; unrecorded: Unrecorded }

/** How many deposits were recorded. */
export async function watchRails(deps: WatchDeps): Promise<number> {
  const settled = await Promise.allSettled(deps.rails.map((rail) => watchRail(deps, rail)))
  return sumOf(settled)
}

// Deposits at one address count in the order the rail saw them; those at others do not wait for them.
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

// What went wrong with one is said only when all others are done: they are reported again.
function sumOf(settled: readonly PromiseSettledResult<number>[]): number {
  const failed = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (failed.length > 0) {
    throw new AggregateError(failed, 'deposits could not be recorded')
  }
  return settled.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0)
}

/** What can be no deposit stays with the rail: it is said once, and nobody waits for it. */
async function record(deps: WatchDeps, rail: Rail, deposit: SeenDeposit): Promise<boolean> {
  const { transaction, outputIndex, currency, amountMinor } = deposit
  const isMoney = isCurrency(currency) && amountMinor > 0n && amountMinor <= MAX_MINOR
  try {
    if (!isMoney) throw new Error('its currency is not known, or its amount cannot be kept')
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
