// Holds that end by themselves. A travel rule record or a verification that a question lacks may come later. Then the
// question is asked again, and orders that were parked for it go on. A background task finds them, so that neither a crash
// nor a record that comes just before the hold is stored leaves money held.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId } from '../../platform/ids.ts'
import { selectOrdersToAskAgain } from '../orders/operator-queries.ts'
import { onReleased } from '../orders/exit-outcomes.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import { updateLackingAskedAgain } from '../../rules/screening/lacking-queries.ts'

type ResumeDeps = TransitionDeps & { db: Db; clock: Clock; log: Logger }

const BATCH = 1000

/** A background task. Returns the number of orders that go on. */
export async function resumeLacking(deps: ResumeDeps): Promise<number> {
  await updateLackingAskedAgain(deps.db, BATCH)
  let resumed = 0
  for (const order of await selectOrdersToAskAgain(deps.db, BATCH)) {
    const released = await transition(
      deps,
      order,
      (present) =>
        present.parked_reason === 'screening' && present.frozen_at === null ? onReleased() : null,
      { at: deps.clock.now() },
    )
    if (released === null) continue
    resumed += 1
    deps.log.info({ order_id: publicId('ord', order.id) }, 'the screeners are asked again')
  }
  return resumed
}
