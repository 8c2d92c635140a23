// An operator ends a hold, with a reason. A rejection cannot be ended: the screener must change its mind. The release asks
// the screeners again if they may have done so: after a change of a list or setting, or if they are no list.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { closed, type Closed } from '../../parties/acts/closed.ts'
import type { Refused } from '../orders/decide-order.ts'
import {
  selectScreeningOf,
  updateScreeningReleased,
  type HeldScreening,
  type ScreeningRow,
} from '../../rules/screening/queries.ts'

type ReleaseDeps = { db: Db; clock: Clock; log: Logger }

/** Repeated, it answers as before. */
export async function releaseHeld(
  deps: ReleaseDeps,
  key: string,
  reason: string,
): Promise<ScreeningRow | Refused> {
  const row = await updateScreeningReleased(deps.db, key, reason, deps.clock.now())
  if (row !== undefined) {
    deps.log.warn({ key, state: row.state, reason }, 'an operator released what screening held')
    return row
  }
  const present = await selectScreeningOf(deps.db, key)
  if (present?.state === 'released') return present
  const why = closedRelease(present)
  return {
    refused: `${key} ${why?.detail ?? 'has changed: read it again'}`,
    ...(why === null ? {} : { closed: why.code }),
  }
}

/** Null: screening holds it, and an operator can end that. */
export function closedRelease(row: HeldScreening | undefined): Closed | null {
  switch (row?.state) {
    case 'hold':
      return null
    case 'released':
      return closed('ended', 'was released before')
    case 'reject':
      return row.is_rejected_for_good
        ? closed(
            'rejected_by_screening',
            `was rejected by the screener ${row.screener}, and a release cannot end that. If the screener is wrong, correct it, apply the operator file and release again`,
          )
        : null
    case 'asking':
      return closed('screening_unanswered', 'is not held: the screeners have not answered yet')
    default:
      return closed('not_held', 'is not held by screening')
  }
}
