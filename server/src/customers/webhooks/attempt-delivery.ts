// One attempt to deliver an event: builds and signs the request, sends it, and decides from the answer what is recorded and
// when the next attempt is due.
import { later, monotonicMs, steppedMs, toTimestamp, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { openText } from '../../platform/db/seal.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import { signatureOf, signingKeys, type SigningKey } from '../../platform/outgoing/signature.ts'
import { thrownCode } from '../../platform/thrown.ts'
import type { ClaimedDelivery } from './claim-queries.ts'
import type { AttemptOutcome } from './outcome-queries.ts'
import { STOPPED, type Targets } from '../../platform/outgoing/target.ts'

type AttemptDeps = { clock: Clock; targets: Targets }

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** The delays after failed attempts 1 to 9. There is no attempt after the tenth. */
export const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

const TIMEOUT_MS = 15 * SECOND
/** Characters of an answer that are kept: enough for the message of an error. */
const MOST_ANSWER = 1000

/** An outcome that is `unsent` and PENDING changes nothing. */
export async function attempt(
  deps: AttemptDeps,
  delivery: ClaimedDelivery,
  keysOf: KeysOf,
): Promise<AttemptOutcome> {
  if (delivery.endpoint_status === 'DISABLED') {
    const unsent = unsentOutcome(deps.clock, delivery)
    return { ...unsent, status: 'FAILED', error: 'endpoint_disabled' }
  }
  const { headers, body } = webhookRequest(deps, delivery, keysOf(delivery))
  const startedMs = monotonicMs()
  const tookMs = () => Math.round(monotonicMs() - startedMs)
  try {
    const { status, text } = await deps.targets.post(delivery.url, headers, body, TIMEOUT_MS)
    const outcome = outcomeOf(deps, delivery, status)
    const isAccepted = outcome.health === 'accepted'
    const answer = isAccepted || text === '' ? null : text.slice(0, MOST_ANSWER).toWellFormed()
    return { ...outcome, answer, tookMs: tookMs() }
  } catch (error) {
    const reason = errorCodeOf(error)
    if (reason === STOPPED) return unsentOutcome(deps.clock, delivery)
    return { ...outcomeOf(deps, delivery, null, reason), answer: null, tookMs: tookMs() }
  }
}

/** The endpoint was disabled, or the process stopped before an answer. */
const unsentOutcome = (clock: Clock, delivery: ClaimedDelivery): AttemptOutcome => ({
  delivery,
  at: clock.now(),
  status: 'PENDING',
  attempts: delivery.attempts,
  statusCode: null,
  error: null,
  answer: null,
  dueAt: null,
  health: 'unsent',
  tookMs: null,
})

export type KeysOf = (delivery: ClaimedDelivery) => readonly SigningKey[]

/** Decrypts the secrets of each endpoint once. One claim reads all rows of an endpoint as of the same commit. */
export function openKeys({ secrets }: Config): KeysOf {
  const opened = new Map<Uuid<'whe'>, SigningKey[]>()
  return ({ endpoint_id: id, secrets_key_id: keyId, secrets_sealed: bytes }) => {
    const known = opened.get(id)
    if (known !== undefined) return known
    const found = signingKeys(JSON.parse(openText(secrets, id, { keyId, bytes })))
    opened.set(id, found)
    return found
  }
}

function webhookRequest(deps: AttemptDeps, delivery: ClaimedDelivery, keys: readonly SigningKey[]) {
  const id = publicId('evt', delivery.event_id)
  // Use the system time, since receivers compare it with their own clocks. All other times here are business time.
  const timestampS = Math.floor((deps.clock.realNow() + steppedMs()) / SECOND)
  // Build the body from data that never changes, so that every attempt has the same bytes.
  const body = JSON.stringify({
    type: delivery.event_type,
    timestamp: toTimestamp(delivery.event_created_at),
    ...organizationIn(delivery),
    data: delivery.event_data,
  })
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Corridor',
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signatureOf(keys, deps.clock.now(), { id, timestampS, body }),
    },
  }
}

/** Endpoints of an enterprise are told whose event it is. */
const organizationIn = ({
  is_enterprise_wide: isWide,
  event_organization_id: id,
}: ClaimedDelivery) => (isWide ? { organization_id: id === null ? null : publicId('org', id) } : {})

function outcomeOf(
  deps: AttemptDeps,
  delivery: ClaimedDelivery,
  statusCode: number | null,
  error: string | null = null,
): Omit<AttemptOutcome, 'answer' | 'tookMs'> {
  const at = deps.clock.now()
  const attempts = delivery.attempts + 1
  const outcome = { delivery, at, attempts, statusCode, error, dueAt: null }
  if (statusCode !== null && statusCode >= 200 && statusCode < 300)
    return { ...outcome, status: 'DELIVERED', health: 'accepted' }
  if (statusCode === 410) return { ...outcome, status: 'FAILED', health: 'gone' }
  const retryAfterMs = RETRY_AFTER_MS[delivery.attempts]
  if (retryAfterMs === undefined) return { ...outcome, status: 'FAILED', health: 'failed' }
  return { ...outcome, status: 'PENDING', health: 'failed', dueAt: later(at, retryAfterMs) }
}

const errorCodeOf = (error: unknown): string => thrownCode(error)?.toString() ?? 'request_failed'
