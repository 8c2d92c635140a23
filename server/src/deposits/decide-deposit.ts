// Decides about a deposit of an order. A late one ends an order that awaits funding, unless screening keeps it open.
import type { Instant } from '../clock.ts'
import { onDeposit } from '../orders/outcomes.ts'
import type { Decide } from '../orders/transition.ts'
import type { ScreeningStatements } from '../screening/shared-statements.ts'
import type { NewDeposit } from './queries.ts'

/** `at`: the business time when the deposit was recorded. `isAssigned`: it was in suspense. */
export const decideDeposit =
  (
    deps: Pick<ScreeningStatements, 'isScreenedInTime'>,
    deposit: NewDeposit,
    at: Instant,
    { isAssigned }: { isAssigned: boolean },
  ): Decide =>
  async (order) => {
    const isOverdue = order.status === 'STEP_1_AWAITING_FUNDING' && at > order.funding_expires_at
    const isKeptOpen = isOverdue && (await deps.isScreenedInTime(order))
    return onDeposit(order, deposit, at, { isAssigned, isKeptOpen })
  }
