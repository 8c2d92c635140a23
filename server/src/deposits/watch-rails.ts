// Asks every rail what arrived, and records it.
import type { Deps } from '../deps.ts'
import { isUnavailable } from '../db/pool.ts'
import { recordDeposit } from './record-deposit.ts'

/** How many deposits were dealt with. Throws, after all others, when some could not be: they are reported again. */
export async function watchRails(deps: Deps): Promise<number> {
  let recorded = 0
  const failed: unknown[] = []
  for (const rail of deps.rails) {
    const seen = await rail.deposits(deps.clock.now())
    // One by one: deposits of one order count in the order the rail saw them.
    for (const deposit of seen) {
      try {
        await recordDeposit(deps, rail, deposit)
        await rail.acknowledge([deposit])
        recorded += 1
      } catch (error) {
        if (isUnavailable(error)) throw error
        failed.push(error)
      }
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'deposits could not be recorded')
  return recorded
}
