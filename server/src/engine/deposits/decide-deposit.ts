// Decides about a deposit of an order. A late one ends an order that awaits funding, unless one that came in time may follow:
// it is being screened, its rail was not read up to the end, or the comparison after a restore goes on.
import { isFundingKnown, type FundingReadDeps } from '../orders/funding-reads.ts'
import { onDeposit } from '../orders/outcomes.ts'
import type { Decide } from '../orders/transition.ts'
import type { ScreeningStatements } from '../../rules/screening/shared-statements.ts'
import type { NewDeposit } from './queries.ts'

/** The deposit counts from when it came, by its rail. `isAssigned`: it was in suspense. */
export const decideDeposit =
  (
    deps: Pick<ScreeningStatements, 'isScreenedInTime'> & FundingReadDeps,
    deposit: NewDeposit,
    { isAssigned }: { isAssigned: boolean },
  ): Decide =>
  async (order) => {
    const { receivedAt } = deposit
    const isOverdue =
      order.status === 'STEP_1_AWAITING_FUNDING' && receivedAt > order.funding_expires_at
    const isKeptOpen =
      isOverdue && ((await deps.isScreenedInTime(order)) || !(await isFundingKnown(deps, order)))
    return onDeposit(order, deposit, { isAssigned, isKeptOpen })
  }
