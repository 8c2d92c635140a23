// The background task that sends webhooks. It claims due deliveries and sends them without awaiting the answers, so a
// silent endpoint delays no other. An attempt without a recorded outcome is retried when its lease ends. Receivers
// deduplicate by webhook-id.
import type { Logger } from 'pino'
import { later, monotonicMs, steppedMs, toTimestamp, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { batched } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/pool.ts'
import { openText } from '../../platform/db/seal.ts'
import { newLeaseToken, publicId, type Uuid } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/metrics.ts'
import {
  claimDueDeliveries,
  updateDeliveries,
  type ClaimedDelivery,
  type AttemptOutcome,
} from './delivery-queries.ts'
import { FAILING_MS } from './endpoint-health.ts'
import { signatureOf, type SigningSecret } from '../../platform/outgoing/signature.ts'
import { SLOTS } from './slots.ts'
import type { Targets } from './target.ts'
import { thrownCode } from '../../platform/thrown.ts'

type DeliverDeps = {
  db: Db
  clock: Clock
  config: Config
  log: Logger
  metrics: Metrics
  targets: Targets
}

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
// Must be longer than an attempt and the write of its outcome.
const LEASE_MS = 25 * SECOND
// When the process stops, attempts in flight are aborted after this time.
const STOP_TIMEOUT_MS = 2 * SECOND

type Deliverer = {
  /** Returns the number of attempts started. Calls `wake` whenever an attempt ends and frees its slot. */
  run(deps: DeliverDeps, wake: () => void): Promise<number>
  /** Waits for the attempts in flight. Aborts slow ones; their deliveries stay due. */
  stop(): Promise<void>
}

export function createDeliverer(deps: DeliverDeps): Deliverer {
  const inFlight = new Set<Promise<void>>()
  const usedSlots = new Map<Uuid<'ent'>, number>()
  const stopping = new AbortController()
  let recording: Promise<unknown> = Promise.resolve()
  const record = batched<AttemptOutcome, true>(async (outcomes) => {
    for (const { health } of outcomes) deps.metrics.webhooks.inc({ outcome: health })
    const recorded = updateDeliveries(deps.db, outcomes, FAILING_MS)
    recording = recorded.catch(() => undefined)
    for (const { id, disabled_reason } of await recorded) {
      deps.log.warn(
        { webhook_endpoint_id: publicId('whe', id), reason: disabled_reason },
        'a webhook endpoint was disabled',
      )
    }
    return outcomes.map(() => true)
  })

  async function deliver(delivery: ClaimedDelivery, secretsOf: SecretsOf): Promise<void> {
    try {
      await record(await attempt(deps, delivery, secretsOf, stopping.signal))
    } catch (error) {
      deps.log.error(
        { err: error, event_id: publicId('evt', delivery.event_id) },
        'a webhook could not be sent, or its outcome could not be recorded',
      )
    }
  }

  function addUsedSlots({ enterprise_id: enterpriseId }: ClaimedDelivery, change: 1 | -1): void {
    const count = (usedSlots.get(enterpriseId) ?? 0) + change
    if (count > 0) usedSlots.set(enterpriseId, count)
    else usedSlots.delete(enterpriseId)
  }

  return {
    async run(_deps, wake) {
      // Wait until the current write of outcomes has freed its slots: one large claim is cheaper than many small ones.
      await recording
      if (inFlight.size >= SLOTS) return 0
      const claimed = await claimDueDeliveries(deps.db, {
        now: deps.clock.now(),
        leaseToken: newLeaseToken(),
        leaseMs: LEASE_MS,
        free: SLOTS - inFlight.size,
        usedSlots,
      })
      if (claimed === undefined) {
        // Another process claimed at the same time. Claim again.
        wake()
        return 0
      }
      const secretsOf = openSecrets(deps.config)
      for (const delivery of claimed) {
        addUsedSlots(delivery, 1)
        const done = deliver(delivery, secretsOf).finally(() => {
          inFlight.delete(done)
          addUsedSlots(delivery, -1)
          wake()
        })
        inFlight.add(done)
      }
      return claimed.length
    },
    async stop() {
      const timer = setTimeout(() => stopping.abort(), STOP_TIMEOUT_MS)
      await Promise.all(inFlight)
      clearTimeout(timer)
      deps.targets.close()
    },
  }
}

async function attempt(
  deps: DeliverDeps,
  delivery: ClaimedDelivery,
  secretsOf: SecretsOf,
  stopping: AbortSignal,
): Promise<AttemptOutcome> {
  const unsent = {
    delivery,
    attempts: delivery.attempts,
    statusCode: null,
    answer: null,
    health: 'unsent',
    tookMs: null,
  } as const
  if (delivery.endpoint_status === 'DISABLED') {
    const at = deps.clock.now()
    return { ...unsent, at, status: 'FAILED', error: 'endpoint_disabled', dueAt: null }
  }
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const { headers, body } = webhookRequest(deps, delivery, secretsOf(delivery))
  const startedMs = monotonicMs()
  const tookMs = () => Math.round(monotonicMs() - startedMs)
  try {
    const signal = AbortSignal.any([timeout, stopping])
    const { status, text } = await deps.targets.post(delivery.url, headers, body, signal)
    const outcome = outcomeOf(deps, delivery, status)
    const isAccepted = outcome.health === 'accepted'
    const answer = isAccepted || text === '' ? null : text.slice(0, MOST_ANSWER).toWellFormed()
    return { ...outcome, answer, tookMs: tookMs() }
  } catch (error) {
    if (stopping.aborted) {
      const at = deps.clock.now()
      return { ...unsent, at, status: 'PENDING', error: null, dueAt: delivery.due_at }
    }
    const reason = timeout.aborted ? 'timeout' : errorCodeOf(error)
    return { ...outcomeOf(deps, delivery, null, reason), answer: null, tookMs: tookMs() }
  }
}

type SecretsOf = (delivery: ClaimedDelivery) => readonly SigningSecret[]

/** Decrypts the secrets of each endpoint once. One claim reads all rows of an endpoint as of the same commit. */
function openSecrets({ secrets }: Config): SecretsOf {
  const opened = new Map<Uuid<'whe'>, SigningSecret[]>()
  return ({ endpoint_id: id, secrets_key_id: keyId, secrets_sealed: bytes }) => {
    const known = opened.get(id)
    if (known !== undefined) return known
    const found: SigningSecret[] = JSON.parse(openText(secrets, id, { keyId, bytes }))
    opened.set(id, found)
    return found
  }
}

function webhookRequest(
  deps: DeliverDeps,
  delivery: ClaimedDelivery,
  secrets: readonly SigningSecret[],
) {
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
      'webhook-signature': signatureOf(secrets, deps.clock.now(), { id, timestampS, body }),
    },
  }
}

/** Endpoints of an enterprise are told whose event it is. */
const organizationIn = ({
  is_enterprise_wide: isWide,
  event_organization_id: id,
}: ClaimedDelivery) => (isWide ? { organization_id: id === null ? null : publicId('org', id) } : {})

function outcomeOf(
  deps: DeliverDeps,
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
