// Sends one request, and sends it again after failures that may pass: no answer, 408, 429, 503 and answers of a proxy. The
// headers stay the same, so the Idempotency-Key does too.
import { after, epochSeconds, monotonicMs, sleep } from './clock.ts'
import { CorridorConnectionError } from './errors.ts'
import { linkedTo } from './linked.ts'
import { bodyOf } from './read-answer.ts'
import { redirected, type Arrived, type Source } from './wrong-answer.ts'

export type RetryPolicy = {
  /** Requests at most, the first included. */
  attempts: number
  /** Milliseconds for the call with all its attempts. */
  timeout: number
  /** Milliseconds for one attempt. */
  attemptTimeout: number
}

export type RetryOptions = { [Name in keyof RetryPolicy]?: RetryPolicy[Name] | undefined }

const DEFAULT_POLICY: RetryPolicy = { attempts: 6, timeout: 60_000, attemptTimeout: 20_000 }

/** Options that are left out or undefined take their defaults. */
export function policyOf(given: RetryOptions = {}): RetryPolicy {
  const { attempts, timeout, attemptTimeout } = given
  return {
    attempts: aboveZero('retry.attempts', attempts ?? DEFAULT_POLICY.attempts),
    timeout: aboveZero('retry.timeout', timeout ?? DEFAULT_POLICY.timeout),
    attemptTimeout: aboveZero(
      'retry.attemptTimeout',
      attemptTimeout ?? DEFAULT_POLICY.attemptTimeout,
    ),
  }
}

/** A value such as NaN would end each call at once, or none. */
export function aboveZero(name: string, value: unknown): number {
  if (typeof value === 'number' && value > 0) return value
  throw new TypeError(`${name} must be a number above 0, but is ${String(value)}`)
}

const FIRST_DELAY_MS = 200
const LONGEST_DELAY_MS = 8000
/** Bytes of an answer that a message may need. */
const BEGINNING = 2000
// Statuses of Corridor, or of a proxy whose service is away.
const PASSING = new Set([408, 429, 502, 503, 504])

/** Creates requests like the global fetch, which takes an address and its options. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type Call = Source & {
  fetch: Fetch
  policy: RetryPolicy
  /** False: a second request would have a second effect. It is sent only after a refusal without effect (429). */
  repeatable: boolean
  signal: AbortSignal | undefined
  idempotencyKey: string | undefined
  /** Requests that were sent. The retries count it. */
  attempts: number
  operation: string
  /** The last answer. */
  arrived: Arrived | undefined
}

/** The whole answer, with its body read: a body that is cut off is a failed attempt too. */
export async function fetchWithRetries(call: Call, request: Request): Promise<Response> {
  const { policy, signal } = call
  const body = await request.text()
  const startedMs = monotonicMs()
  const leftMs = (): number => policy.timeout - (monotonicMs() - startedMs)
  for (;;) {
    signal?.throwIfAborted()
    call.attempts += 1
    const outcome = await attempt(call, request, body, Math.min(policy.attemptTimeout, leftMs()))
    if (!mayPass(outcome, call)) return answerOf(outcome, call)
    const delayMs = delayBefore(call.attempts + 1, outcome)
    if (call.attempts >= policy.attempts || delayMs >= leftMs()) return answerOf(outcome, call)
    await sleep(delayMs, signal)
  }
}

type Outcome = { answer: Response } | { failure: unknown; timedOut: boolean }

/** Rejects only when the caller aborts, or after an answer that a repetition would not mend. */
async function attempt(
  call: Call,
  { url, method, headers }: Request,
  body: string,
  timeoutMs: number,
): Promise<Outcome> {
  const { fetch, signal } = call
  const { controller: limit, unlink } = linkedTo(signal)
  const cancel = after(timeoutMs, () => limit.abort())
  try {
    const response = await fetch(url, {
      method,
      headers,
      // A redirect could turn a POST into a GET, and take the key elsewhere.
      redirect: 'manual',
      signal: limit.signal,
      ...(body === '' ? {} : { body }),
    })
    if (isRedirect(response)) {
      void response.body?.cancel().catch(() => undefined)
      throw redirected(call, response)
    }
    const bytes = await bodyOf(response, call)
    const { status, statusText, headers: head } = response
    call.arrived = { status, headers: head, beginning: bytes.subarray(0, BEGINNING) }
    const isEmpty = bytes.byteLength === 0
    return { answer: new Response(isEmpty ? null : bytes, { status, statusText, headers: head }) }
  } catch (failure) {
    signal?.throwIfAborted()
    if (failure instanceof CorridorConnectionError) throw failure
    return { failure, timedOut: limit.signal.aborted }
  } finally {
    cancel()
    unlink()
  }
}

export const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400)

function mayPass(outcome: Outcome, { repeatable }: Call): boolean {
  if (!('answer' in outcome)) return repeatable
  const { status, headers } = outcome.answer
  if (!repeatable) return status === 429
  // A conflict with Retry-After is one with another request of this moment.
  return PASSING.has(status) || (status === 409 && headers.has('retry-after'))
}

function answerOf(outcome: Outcome, { attempts, idempotencyKey }: Call): Response {
  if ('answer' in outcome) return outcome.answer
  const { failure, timedOut } = outcome
  const reason = timedOut ? 'no answer in time' : `no answer: ${reasonOf(failure)}`
  throw new CorridorConnectionError(
    `${reason} (${attempts} ${attempts === 1 ? 'attempt' : 'attempts'})`,
    { attempts, idempotencyKey, cause: failure },
  )
}

/** Node hides the reason of "fetch failed" in its cause. */
const reasonOf = (failure: unknown): string =>
  failure instanceof Error
    ? failure.cause instanceof Error
      ? failure.cause.message
      : failure.message
    : String(failure)

/** Doubles from attempt to attempt, with jitter, and is never shorter than Retry-After. */
function delayBefore(attempt: number, outcome: Outcome): number {
  const ceilingMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 2))
  const jitteredMs = ceilingMs * (0.5 + Math.random() / 2)
  const retryAfter = 'answer' in outcome ? outcome.answer.headers.get('retry-after') : null
  return secondsOf(retryAfter) * 1000 + jitteredMs
}

/** Corridor sends seconds. Proxies may send a date. */
function secondsOf(retryAfter: string | null): number {
  if (retryAfter === null) return 0
  if (/^\d+$/.test(retryAfter)) return Number.parseInt(retryAfter, 10)
  const at = Date.parse(retryAfter) / 1000
  return Number.isNaN(at) ? 0 : Math.max(0, at - epochSeconds())
}
