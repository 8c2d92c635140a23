// Looks up payouts and refunds again that settled in a block that a chain could still replace. One that is missing is sent
// again with the same bytes: the chain executes a key once. One that can never happen any more counts as returned.
import { publicId } from '../../platform/ids.ts'
import { requireOrder } from '../orders/require-order.ts'
import { selectPayouts } from '../payouts/queries.ts'
import type { LookUpAnswer, Rail, SendRequest } from '../../outside/rails/port.ts'
import { railNamed, type Rails } from '../../outside/rails/registry.ts'
import { openPrepared, sendOnce } from '../sends/send-once.ts'
import { recordReturn } from '../returns/record-return.ts'
import { selectRefunds, sentMinorOf } from '../refunds/queries.ts'
import { withTimeout } from '../../platform/timeout.ts'
import { FIRST_MS } from './note-provisional.ts'
import {
  claimDueSecondLooks,
  updateSecondLookEnded,
  updateSecondLookMissing,
  type SecondLook,
} from './queries.ts'

type LookDeps = Parameters<typeof recordReturn>[0] &
  Parameters<typeof sendOnce>[0] & { rails: Rails }

const BATCH = 20
const RAIL_MS = 20_000
const LONGEST_MS = 300_000

/** A background task. A rail that fails is asked again later and delays no other. */
export async function lookAgain(deps: LookDeps): Promise<number> {
  const due = await claimDueSecondLooks(deps.db, BATCH, FIRST_MS, LONGEST_MS)
  await Promise.all(
    due.map(async (look) => {
      try {
        await withTimeout(RAIL_MS, lookAt(deps, look))
      } catch (error) {
        const { key, rail } = look
        deps.log.warn({ err: error, key, rail }, 'a settled payment could not be looked up again')
      }
    }),
  )
  return due.length
}

async function lookAt(deps: LookDeps, look: SecondLook): Promise<void> {
  const { key } = look
  const rail = await railNamed(deps.rails, look.rail)
  const sent = await sendOf(deps, look)
  // It was not recorded as settled: its order asks the rail itself.
  if (sent === undefined) return
  const { request, prepared } = sent
  const known = await rail.lookUp(key, prepared)
  const isMissing = known.state === 'unknown'
  if (isMissing !== (look.missing_at !== null))
    await updateSecondLookMissing(deps.db, key, isMissing ? deps.clock.now() : null)
  if (isMissing && look.missing_at === null) {
    const facts = { order_id: publicId('ord', look.order_id), key }
    deps.log.error(facts, 'a reorganization removed a settled payment: it is sent again')
  }
  // Asks again whether it may be sent: halts, freezes and holds count.
  const answer = isMissing ? await sendOnce(deps, rail, request, prepared, false) : known
  return judge(deps, rail, look, request, answer)
}

async function judge(
  deps: LookDeps,
  rail: Rail,
  { key }: SecondLook,
  { currency, amountMinor }: SendRequest,
  answer: LookUpAnswer,
): Promise<void> {
  if (answer.state === 'settled' && answer.isProvisional !== true)
    return updateSecondLookEnded(deps.db, key, 'final', deps.clock.now())
  if (answer.state !== 'rejected') return
  await recordReturn(deps, rail.name, {
    kind: 'return',
    transaction: `${key}@${answer.code}`,
    index: 0,
    key,
    sendReference: null,
    currency,
    amountMinor,
    code: 'reorganized',
  })
  await updateSecondLookEnded(deps.db, key, 'gone', deps.clock.now())
}

/** The request as it was sent, and what the rail prepared. Undefined if the send is not recorded as settled. */
async function sendOf(
  deps: LookDeps,
  look: SecondLook,
): Promise<{ request: SendRequest; prepared: string } | undefined> {
  const { organization_id: organizationId, order_id: id, key } = look
  const order = await requireOrder(deps, { organizationId, id })
  const payout = (await selectPayouts(deps.db, [order])).find((one) => one.rail_key === key)
  const refund = (await selectRefunds(deps.db, [order])).find((one) => one.rail_key === key)
  const send = payout ?? refund
  const isSettled =
    payout === undefined ? refund?.status === 'PROCESSED' : payout.settled_at !== null
  if (send === undefined || !isSettled) return undefined
  const instrumentId =
    refund?.destination_instrument_id ?? payout?.instrument_id ?? order.payout_instrument_id
  const instrument = await deps.catalogue.instrument({ organizationId, id: instrumentId })
  if (instrument === undefined) throw new Error(`the instrument of ${key} is unknown`)
  const request = {
    key,
    method: instrument.method,
    currency: send.currency,
    amountMinor: refund === undefined ? send.amount_minor : sentMinorOf(refund),
    details: instrument.details,
    reference: order.reference_number,
  }
  return { request, prepared: openPrepared(deps.config.secrets, send) }
}
