// One round of refunds: it claims due refunds, sends each under its idempotency key, and asks the rail until the
// outcome is known. A rejected refund waits for an operator, and its order keeps its status.
import type { Logger } from 'pino'
import { later, type Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { danglingReference } from '../errors.ts'
import { newLeaseToken, publicId } from '../ids.ts'
import { LEASE_MS } from '../orders/advance-orders.ts'
import { backOffMs, STEP_MS } from '../orders/leases.ts'
import { withTimeout } from '../timeout.ts'
import { onRefundMoved } from '../orders/outcomes.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import type { Rail } from '../rails/first-port.ts'
import { railFor } from '../rails/registry.ts'
import { sendOnce } from '../rails/send-once.ts'
import {
  MANY_ATTEMPTS,
  claimDueRefunds,
  selectHasOpenRefunds,
  updateRefundPostponed,
  type ClaimedRefund,
  type RefundStatus,
} from './queries.ts'

type SendDeps = TransitionDeps & { db: Db; clock: Clock; log: Logger; rails: readonly Rail[] }

const BATCH = 50
// The retry interval after many failures. Retries never stop: only the rail's answer ends a refund.
export const SELDOM_MS = 3_600_000

/** Returns the number of refunds claimed; 0 when nothing is due. */
export async function sendRefunds(deps: SendDeps): Promise<number> {
  const claimed = await claimDueRefunds(deps.db, {
    now: deps.clock.now(),
    leaseToken: newLeaseToken(),
    leaseMs: LEASE_MS,
    limit: BATCH,
  })
  await Promise.all(
    claimed.map(async (refund) => {
      try {
        await withTimeout(STEP_MS, send(deps, refund))
      } catch (error) {
        deps.log.error(
          { err: error, refund_id: publicId('rf', refund.id), attempt: refund.attempt },
          'a refund could not be sent',
        )
        const waitMs = refund.attempt >= MANY_ATTEMPTS ? SELDOM_MS : backOffMs(refund.attempt)
        await updateRefundPostponed(deps.db, refund, later(deps.clock.now(), waitMs))
      }
    }),
  )
  return claimed.length
}

async function send(deps: SendDeps, refund: ClaimedRefund): Promise<void> {
  const { organization_id: organizationId, destination_instrument_id: instrumentId } = refund
  const instrument =
    instrumentId === null
      ? undefined
      : await deps.catalogue.instrument({ organizationId, id: instrumentId })
  if (instrument === undefined) {
    const to = instrumentId === null ? 'no destination' : publicId('epi', instrumentId)
    throw danglingReference(publicId('rf', refund.id), to)
  }
  const rail = railFor(deps.rails, instrument.method)
  const request = {
    key: refund.rail_key,
    method: instrument.method,
    currency: refund.currency,
    amountMinor: refund.amount_minor,
    details: instrument.details,
  }
  const answer = refund.is_held
    ? await rail.lookUp(refund.rail_key)
    : await sendOnce(rail, request, refund.attempt === 1 && refund.status === 'PENDING')
  switch (answer.state) {
    // Never sent and on hold: do not send it now.
    case 'unknown':
      await updateRefundPostponed(
        deps.db,
        refund,
        later(deps.clock.now(), backOffMs(refund.attempt)),
      )
      return
    case 'pending':
      await recordAnswer(deps, refund, rail.name, 'SENT', null)
      return
    case 'settled':
      await recordAnswer(deps, refund, rail.name, 'PROCESSED', answer.reference)
      return
    case 'rejected':
      await recordAnswer(deps, refund, rail.name, 'FAILED', null)
      deps.log.error(
        { refund_id: publicId('rf', refund.id) },
        'the rail rejected a refund: see `corridor refunds waiting`',
      )
  }
}

async function recordAnswer(
  deps: SendDeps,
  refund: ClaimedRefund,
  rail: string,
  status: RefundStatus,
  reference: string | null,
): Promise<void> {
  const at = deps.clock.now()
  const dueAt = status === 'SENT' ? later(at, backOffMs(refund.attempt)) : null
  if (status === 'SENT' && refund.status === 'SENT') {
    await updateRefundPostponed(deps.db, refund, later(at, backOffMs(refund.attempt)))
    return
  }
  const order = await deps.findOrder({
    organizationId: refund.organization_id,
    id: refund.order_id,
  })
  if (order === null)
    throw danglingReference(publicId('rf', refund.id), publicId('ord', refund.order_id))
  await transition(
    deps,
    order,
    async (present) =>
      onRefundMoved(
        present,
        !(await selectHasOpenRefunds(
          deps.db,
          { organizationId: present.organization_id, id: present.id },
          refund.id,
        )),
        {
          row: refund,
          status,
          reference,
          rail,
          dueAt,
        },
      ),
    { at },
  )
}
