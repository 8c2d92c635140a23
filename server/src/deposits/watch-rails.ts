// Asks every rail what arrived, and records it.
import type { Deps } from '../deps.ts'
import { recordDeposit } from './record-deposit.ts'

/** How many deposits the rails reported. */
export async function watchRails(deps: Deps): Promise<number> {
  let reported = 0
  for (const rail of deps.rails) {
    const seen = await rail.deposits(deps.clock.now())
    // One by one: deposits of one order count in the order the rail saw them.
    for (const deposit of seen) {
      await recordDeposit(deps, rail, deposit)
      await rail.acknowledge([deposit])
    }
    reported += seen.length
  }
  return reported
}
