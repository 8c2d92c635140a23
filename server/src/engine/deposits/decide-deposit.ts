// Decides about a deposit of an order. A late one ends an order that awaits funding, unless one that came in time may follow:
// it is being screened, its rail was not read up to the end, or the comparison after a restore goes on.
import type { Db } from '../../platform/db/pool.ts'
import { isFundingKnown, type FundingReadDeps } from '../orders/funding-reads.ts'
import { onDeposit } from '../orders/outcomes.ts'
import { debtMinorOf } from '../reversals/settle.ts'
import type { Decide } from '../orders/transition.ts'
import type { ScreeningStatements } from '../../rules/screening/shared-statements.ts'
import type { NewDeposit } from './queries.ts'

/** The deposit counts from when it came, by its rail. `isAssigned`: it was in suspense. */
export const decideDeposit =
  (
    deps: Pick<ScreeningStatements, 'isScreenedInTime'> & FundingReadDeps & { db: Db },
    deposit: NewDeposit,
    { isAssigned }: { isAssigned: boolean },
  ): Decide =>
  async (order) => {
    const { receivedAt, currency } = deposit
    const isWaiting = order.status === 'STEP_1_AWAITING_FUNDING'
    const isOverdue = isWaiting && receivedAt > order.funding_expires_at
    const isKeptOpen =
      isOverdue && ((await deps.isScreenedInTime(order)) || !(await isFundingKnown(deps, order)))
    const owedMinor = isWaiting ? 0n : await debtMinorOf(deps.db, order, currency)
    return onDeposit(order, deposit, { isAssigned, isKeptOpen, owedMinor })
  }
