// The entry in the audit trail of what a command does to the whole deployment.
import { executionBy, type Written } from '@corridor/server/parties/acts/execution.ts'
import type { Clock } from '@corridor/server/platform/clock.ts'
import type { Pool } from '@corridor/server/platform/db/pool.ts'
import { directActor } from './client/system-user.ts'

/** For work that has committed by itself, such as statements of the owner of the tables. */
export const noteAct = (
  deps: { db: Pool; clock: Clock },
  act: string,
  subject: string,
  detail: Written<true>['detail'],
) =>
  executionBy(deps, directActor(), act, '').commit('', async () => ({
    result: true,
    subject,
    detail,
  }))
