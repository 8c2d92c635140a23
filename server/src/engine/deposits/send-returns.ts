// One round of returns of deposits: it claims those that are due, sends each under its key, and asks the rail until the
// outcome is known. It goes the way of refunds, without an order.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { openText, sealText } from '../../platform/db/seal.ts'
import { sendsAreHalted } from '../halts/halted.ts'
import type { Halts } from '../halts/present.ts'
import { newLeaseToken, publicId } from '../../platform/ids.ts'
import { LEASE_MS } from '../orders/job-queries.ts'
import { backOffMs, STEP_MS } from '../orders/leases.ts'
import { shortCode } from '../orders/outcomes.ts'
import { endOf, overlapping, type Overlap } from '../overlap.ts'
import type { Rail, SendRequest } from '../../outside/rails/port.ts'
import { railFor, railNamed, type Rails } from '../../outside/rails/registry.ts'
import { feeOf, openPrepared, sendOnce } from '../sends/send-once.ts'
import { MANY_ATTEMPTS } from '../refunds/queries.ts'
import { SELDOM_MS } from '../refunds/send-refunds.ts'
import { screenSend, type ScreenDeps } from '../../rules/screening/screen.ts'
import { noteRent } from '../sweeps/note-rent.ts'
import { withTimeout } from '../../platform/timeout.ts'
import {
  claimDueReturns,
  updateReturnPostponed,
  updateReturnPrepared,
  updateReturnSettled,
  updateReturnUnsent,
  type ClaimedReturn,
} from './return-queries.ts'

type SendDeps = ScreenDeps & { clock: Clock; log: Logger; rails: Rails; halts: Halts }

const BATCH = 20
const MOST_RUNNING = 200
const BEYOND_CAPS_MS = 60_000
const SCREENED_MS = 30_000
const FINAL_MS = 15_000

/** Sends a batch of due returns and waits for it. Returns their number. */
export const sendDepositReturns = (deps: SendDeps): Promise<number> => endOf(beginBatch(deps))

/** The background task. */
export const createDepositReturner = (): Overlap<SendDeps> =>
  overlapping({ batch: BATCH, most: MOST_RUNNING }, beginBatch)

async function beginBatch(deps: SendDeps): Promise<Promise<void>[]> {
  const claimed = await claimDueReturns(deps.db, BATCH, newLeaseToken(), LEASE_MS)
  return claimed.map(async (row) => {
    try {
      await withTimeout(STEP_MS, send(deps, row))
    } catch (error) {
      deps.log.error(
        { err: error, deposit_id: publicId('dep', row.deposit_id), attempt: row.attempt },
        'a deposit could not be returned',
      )
      const waitMs = row.attempt >= MANY_ATTEMPTS ? SELDOM_MS : backOffMs(row.attempt)
      await updateReturnPostponed(deps.db, row, waitMs)
    }
  })
}

async function send(deps: SendDeps, row: ClaimedReturn): Promise<void> {
  const postpone = () => updateReturnPostponed(deps.db, row, backOffMs(row.attempt))
  const request = requestOf(deps, row)
  if (row.rail === null) {
    const rail = await railFor(deps.rails, request)
    if (sendsAreHalted(await deps.halts.present('cached'), rail.name)) return postpone()
    const verdict = await screenSend(deps, 'refund', null, async () => rail.name, request)
    if (verdict !== 'clear') return updateReturnPostponed(deps.db, row, SCREENED_MS, { attempt: 0 })
  }
  const intent = await commitIntent(deps, row, request)
  // A halt, a hold, a cap, a stop or a lost lease.
  if (intent === null) return postpone()
  const { rail, prepared } = intent
  const owned = { organization_id: null, id: row.id, rail_key: row.rail_key }
  await noteRent(deps, rail, 'deposit_return', owned, prepared)
  const isFresh = row.rail === null && row.attempt === 1
  const answer = await sendOnce(deps, rail, request, prepared, isFresh)
  // A return is in no hurry: it is settled when its block is final, and needs no second look.
  if (answer.state === 'settled' && answer.isProvisional === true)
    return updateReturnPostponed(deps.db, row, FINAL_MS, { status: 'SENT', attempt: 0 })
  const at = deps.clock.now()
  switch (answer.state) {
    // Never sent, and halted or stopped: do not send it now.
    case 'unknown':
      return postpone()
    case 'pending':
      return updateReturnPostponed(deps.db, row, backOffMs(row.attempt), { status: 'SENT' })
    case 'settled': {
      const settled = { rail: rail.name, reference: answer.reference, fee: feeOf(answer) }
      await updateReturnSettled(deps.db, row, settled, at)
      return
    }
    case 'rejected': {
      const ended = { status: 'FAILED', code: shortCode(answer.code) } as const
      await updateReturnUnsent(deps.db, row, ended, at)
      deps.log.error(
        { deposit_id: publicId('dep', row.deposit_id), code: ended.code },
        'the rail rejected the return of a deposit: it is in suspense again',
      )
    }
  }
}

function requestOf({ config: { secrets } }: SendDeps, row: ClaimedReturn): SendRequest {
  const sealed = { keyId: row.details_key_id, bytes: row.details_sealed }
  const details: Record<string, string> = JSON.parse(openText(secrets, row.id, sealed))
  return {
    key: row.rail_key,
    method: row.method,
    currency: row.currency,
    amountMinor: row.amount_minor,
    details,
    reference: referenceOf(row.rail_key),
  }
}

/** For the statement of the receiver. It follows from the key, so every retry has the same. */
const referenceOf = (key: string): string =>
  `RETURN-${(key.split(':')[1] ?? '').slice(1, 11).toUpperCase()}`

/** The rail and what it prepared, committed before the first call. Later rounds never choose again. */
async function commitIntent(
  deps: SendDeps,
  row: ClaimedReturn,
  request: SendRequest,
): Promise<{ rail: Rail; prepared: string } | null> {
  const { secrets } = deps.config
  if (row.rail !== null)
    return {
      rail: await railNamed(deps.rails, row.rail),
      prepared: openPrepared(secrets, row),
    }
  const rail = await railFor(deps.rails, request)
  const prepared = await rail.prepare(request)
  const sealed = sealText(secrets, row.id, prepared)
  const now = deps.clock.now()
  const isCommitted = await updateReturnPrepared(
    deps.db,
    row,
    rail.name,
    sealed,
    now,
    BEYOND_CAPS_MS,
  )
  return isCommitted ? { rail, prepared } : null
}
