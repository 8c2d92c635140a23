// An operator asks a rail not to execute a payout or refund in flight. From the commit on nothing is sent under its key. The
// worker asks the rail, and only the rail's answer ends the payout or refund: it may have been executed before.
import { closed } from '../../parties/acts/closed.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Uuid } from '../../platform/ids.ts'
import { decideOrder, type OrderActDeps, type Refused } from '../orders/decide-order.ts'
import { noteOf } from '../orders/notes.ts'
import { openRefund, payoutInFlight } from '../orders/open-exits.ts'
import type { OrderSend } from '../orders/order-send.ts'
import type { Decision } from '../orders/outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { SIMULATED_RAIL } from '../../outside/rails/sandbox/index.ts'
import type { Rail } from '../../outside/rails/port.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { updateRefundsDueNow } from '../refunds/due-queries.ts'

type CancelDeps = OrderActDeps & { rails: Rails }

export const cancelPayout = (
  deps: CancelDeps,
  seen: OrderRow,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideOrder(
    deps,
    seen,
    { exit: 'order.cancel-payout', action: 'cancel_asked', reason },
    async ({ order, payouts }) => {
      const payout = payoutInFlight(payouts)
      if (payout === undefined) return closed('no_payout_in_flight', 'has no payout in flight')
      const { id: subjectId, rail_key: key } = payout
      const rail = payout.rail ?? SIMULATED_RAIL
      return cancelled(deps, order, { kind: 'payout', subjectId, key, rail }, reason)
    },
  )

export async function cancelRefund(
  deps: CancelDeps,
  seen: OrderRow,
  refundId: Uuid<'rf'> | undefined,
  reason: string,
): Promise<OrderRow | Refused> {
  let asked: OrderSend | undefined
  const act = { exit: 'order.cancel-refund', action: 'cancel_asked', reason } as const
  const decided = await decideOrder(deps, seen, act, async (facts) => {
    const row = openRefund(act.exit, facts, refundId)
    if ('detail' in row) return row
    const { id: subjectId, rail_key: key } = row
    asked = { kind: 'refund', subjectId, key, rail: row.rail ?? SIMULATED_RAIL }
    return cancelled(deps, facts.order, asked, reason)
  })
  if (!('refused' in decided) && asked !== undefined)
    await updateRefundsDueNow(deps.db, deps.clock.now(), [asked.key], asked.rail)
  return decided
}

async function cancelled(
  deps: CancelDeps,
  order: OrderRow,
  asked: OrderSend,
  reason: string,
): Promise<Decision | string> {
  const { key, rail: name, kind } = asked
  const rail = (await deps.rails.all()).find((one) => one.name === name)
  if (rail !== undefined && rail.isOpening !== true && !(await mayCancel(rail)))
    return `has its ${kind} ${key} on the rail ${name}, which cannot cancel: wait for its outcome, or record it with evidence`
  return {
    events: [],
    cancellation: asked,
    ...(kind === 'payout' ? askedFor(order, deps.clock.now()) : {}),
    note: noteOf('cancel_asked', `${key}: ${reason}`),
  }
}

// The payout of a parked order waits, and the worker must ask its rail. Refunds of a parked order go on: it stays parked, since its
// release may need a second person.
const askedFor = ({ parked_reason: parked }: OrderRow, dueAt: Instant): Partial<Decision> => ({
  ...(parked === null ? {} : { parking: 'released' }),
  dueAt,
})

/** A rail that does not answer may be able to: the worker asks it again. */
async function mayCancel({ cancel, canCancel }: Rail): Promise<boolean> {
  if (cancel === undefined) return false
  return (await canCancel?.().catch(() => true)) ?? true
}
