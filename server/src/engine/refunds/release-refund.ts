// An operator releases a refund whose beneficiary screening holds. It is due at once: the caller wakes the worker
// once that is committed.
import type { Refused } from '../orders/decide-order.ts'
import { releaseHeld } from '../screening/release.ts'
import type { ScreenDeps } from '../../rules/screening/screen.ts'
import type { RefundRow } from './queries.ts'
import { updateRefundDue } from './waiting-queries.ts'

export async function releaseRefund(
  deps: ScreenDeps,
  refund: RefundRow,
  reason: string,
): Promise<Refused | null> {
  const after = await releaseHeld(deps, refund.rail_key, reason)
  if ('refused' in after) return after
  await updateRefundDue(deps.db, refund, deps.clock.now())
  return null
}
