// One round of refunds: it claims due refunds, sends each under its idempotency key, and asks the rail until the
// outcome is known. A rejected refund waits for an operator, and its order keeps its status.
import type { Logger } from 'pino'
import { later, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { sealText } from '../../platform/db/seal.ts'
import { danglingReference } from '../../platform/errors.ts'
import { sendsAreHalted } from '../halts/halted.ts'
import type { Halts } from '../halts/present.ts'
import { newLeaseToken, publicId } from '../../platform/ids.ts'
import { LEASE_MS } from '../orders/job-queries.ts'
import { backOffMs, STEP_MS } from '../orders/leases.ts'
import { withTimeout } from '../../platform/timeout.ts'
import { onRefundMoved } from '../orders/refund-outcomes.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { Money, Rail, SendRequest } from '../../outside/rails/port.ts'
import { endOf, overlapping, type Overlap } from '../overlap.ts'
import { railFor, railNamed, type Rails } from '../../outside/rails/registry.ts'
import { feeOf, openPrepared, sendOnce } from '../sends/send-once.ts'
import { screenSend, type ScreenDeps } from '../../rules/screening/screen.ts'
import { noteProvisional } from '../second-looks/note-provisional.ts'
import { noteRent } from '../sweeps/note-rent.ts'
import {
  MANY_ATTEMPTS,
  claimDueRefunds,
  selectHasOpenRefunds,
  sentMinorOf,
  updateRefundPostponed,
  updateRefundPrepared,
  type ClaimedRefund,
  type RefundStatus,
} from './queries.ts'
import { updateRefundScreened } from './waiting-queries.ts'

type SendDeps = TransitionDeps &
  ScreenDeps & { db: Db; clock: Clock; log: Logger; rails: Rails; halts: Halts }

const BATCH = 50
const MOST_RUNNING = 1_000
// The retry interval after many failures. Retries never stop: only the rail's answer ends a refund.
export const SELDOM_MS = 3_600_000
/** The wait of a refund that exceeds a cap of its rail. */
const BEYOND_CAPS_MS = 60_000
/** The wait of a refund whose beneficiary is held by screening, or has no answer yet. */
const SCREENED_MS = 30_000

/** Sends a batch of due refunds and waits for it. Returns their number; 0 when nothing is due. */
export const sendRefunds = (deps: SendDeps): Promise<number> => endOf(beginBatch(deps))

/** The background task. */
export const createRefundSender = (): Overlap<SendDeps> =>
  overlapping({ batch: BATCH, most: MOST_RUNNING }, beginBatch)

async function beginBatch(deps: SendDeps): Promise<Promise<void>[]> {
  const claimed = await claimDueRefunds(deps.db, {
    now: deps.clock.now(),
    leaseToken: newLeaseToken(),
    leaseMs: LEASE_MS,
    limit: BATCH,
  })
  return claimed.map(async (refund) => {
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
  })
}

async function send(deps: SendDeps, refund: ClaimedRefund): Promise<void> {
  const request = await requestOf(deps, refund)
  // A refund with a rail may have been sent: only the rail's answer ends it.
  if (refund.rail === null) {
    const rail = await railFor(deps.rails, request)
    if (sendsAreHalted(await deps.halts.present('cached'), rail.name)) return postpone(deps, refund)
    const order = { organization_id: refund.organization_id, id: refund.order_id }
    const verdict = await screenSend(deps, 'refund', order, async () => rail.name, request)
    if (verdict !== 'clear')
      return updateRefundScreened(deps.db, refund, later(deps.clock.now(), SCREENED_MS))
  }
  const intent = await commitIntent(deps, refund, request)
  // A hold, a halt, a cap or a lost lease. Postponing does nothing if the lease is lost or was given back.
  if (intent === null) return postpone(deps, refund)
  const { rail, prepared, isFresh } = intent
  await noteRent(deps, rail, 'refund', refund, prepared)
  const answer = await sendOnce(deps, rail, request, prepared, isFresh)
  const { organization_id, order_id, id: subjectId, rail_key: key } = refund
  const sent = { kind: 'refund', subjectId, key, rail: rail.name } as const
  await noteProvisional(deps, answer, { ...sent, organization_id, order_id })
  switch (answer.state) {
    // Never sent, and on hold or halted: do not send it now.
    case 'unknown':
      return postpone(deps, refund)
    case 'pending':
      await recordAnswer(deps, refund, { rail: rail.name, status: 'SENT' })
      return
    case 'settled': {
      const { reference } = answer
      const fee = feeOf(answer)
      await recordAnswer(deps, refund, { rail: rail.name, status: 'PROCESSED', reference, fee })
      return
    }
    case 'rejected':
      await recordAnswer(deps, refund, { rail: rail.name, status: 'FAILED', code: answer.code })
      deps.log.error(
        { refund_id: publicId('rf', refund.id) },
        'the rail rejected a refund: see `corridor refunds waiting`',
      )
  }
}

const postpone = (deps: SendDeps, refund: ClaimedRefund): Promise<void> =>
  updateRefundPostponed(deps.db, refund, later(deps.clock.now(), backOffMs(refund.attempt)))

async function requestOf(deps: SendDeps, refund: ClaimedRefund): Promise<SendRequest> {
  const { organization_id: organizationId, destination_instrument_id: instrumentId } = refund
  const instrument =
    instrumentId === null
      ? undefined
      : await deps.catalogue.instrument({ organizationId, id: instrumentId })
  if (instrument === undefined) {
    const to = instrumentId === null ? 'no destination' : publicId('epi', instrumentId)
    throw danglingReference(publicId('rf', refund.id), to)
  }
  return {
    key: refund.rail_key,
    method: instrument.method,
    currency: refund.currency,
    amountMinor: sentMinorOf(refund),
    details: instrument.details,
    reference: (await orderOf(deps, refund)).reference_number,
  }
}

/** The rail and what it prepared, committed before the first call. Later rounds never choose again. */
async function commitIntent(
  deps: SendDeps,
  refund: ClaimedRefund,
  request: SendRequest,
): Promise<{ rail: Rail; prepared: string; isFresh: boolean } | null> {
  const { secrets } = deps.config
  if (refund.prepared_sealed !== null && refund.rail !== null)
    return {
      rail: await railNamed(deps.rails, refund.rail),
      prepared: openPrepared(secrets, refund),
      isFresh: false,
    }
  // A refund with a rail but nothing prepared was sent by an earlier version.
  const rail =
    refund.rail === null
      ? await railFor(deps.rails, request)
      : await railNamed(deps.rails, refund.rail)
  const prepared = await rail.prepare(request)
  const sealed = sealText(secrets, refund.id, prepared)
  const now = deps.clock.now()
  const times = { now, againAt: later(now, BEYOND_CAPS_MS) }
  const isCommitted = await updateRefundPrepared(deps.db, refund, rail.name, sealed, times)
  const isFresh = refund.status === 'PENDING' && refund.attempt === 1
  return isCommitted ? { rail, prepared, isFresh } : null
}

async function orderOf(deps: SendDeps, refund: ClaimedRefund): Promise<OrderRow> {
  const { organization_id: organizationId, order_id: id } = refund
  const order = await deps.findOrder({ organizationId, id })
  if (order === null) throw danglingReference(publicId('rf', refund.id), publicId('ord', id))
  return order
}

async function recordAnswer(
  deps: SendDeps,
  refund: ClaimedRefund,
  answer: {
    rail: string
    status: RefundStatus
    reference?: string
    code?: string
    fee?: Money | null
  },
): Promise<void> {
  const at = deps.clock.now()
  const { rail, status, reference = null, code = null, fee = null } = answer
  const dueAt = status === 'SENT' ? later(at, backOffMs(refund.attempt)) : null
  if (status === 'SENT' && refund.status === 'SENT') return postpone(deps, refund)
  await transition(
    deps,
    await orderOf(deps, refund),
    async (present) => {
      const owner = { organizationId: present.organization_id, id: present.id }
      const isLast = !(await selectHasOpenRefunds(deps.db, owner, refund.id))
      const moved = { row: refund, status, reference, code, fee, rail, dueAt }
      return onRefundMoved(present, isLast, moved)
    },
    { at },
  )
}
