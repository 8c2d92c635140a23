// Sends signed requests to Bitso, with a bound on the bytes and on the time of each answer. Decides what a status code
// means: only a `Refusal` is an answer to the request itself; everything else throws and says nothing about it.
import { createHmac } from 'node:crypto'
import { instantAt, later, steppedMs, type Clock, type Instant } from '../../platform/clock.ts'
import { boundedText, TooLong } from '../../platform/bounded-text.ts'
import { isFields, type Fields } from './answers.ts'
import { accountOf, nextNonce, type Account } from './nonce.ts'
import { thrownCode } from '../../platform/thrown.ts'

/** `serverAt`: the company's own time, from the Date header. */
type Answer = { value: unknown; serverAt: Instant | null }

export type Client = {
  get(path: string): Promise<Answer>
  post(path: string, body: Fields, headers?: Record<string, string>): Promise<Answer>
  /** Without a signature, for public data of the company. */
  getPublic(path: string): Promise<Answer>
}

/** The company read the request and refused it. `code` is its error code. */
export class Refusal extends Error {
  readonly code: string
  constructor(what: string, status: number, code: string) {
    super(`Bitso refused ${what} with status ${status} and code ${code}`)
    this.code = code
  }
}

const TIMEOUT_MS = 8000
const MOST_BYTES = 1024 * 1024
// After too many requests Bitso locks the account out for a minute. Lockouts in a row lead to a day.
const LOCKOUT_MS = 60_000
const LONGEST_LOCKOUT_MS = 3_600_000
// 0201 was the code of a used nonce before 0206 and 0207 existed, and is that of a wrong key.
const NONCE_CODES = ['0201', '0206', '0207']
const MOST_NONCES = 3

type Options = {
  baseUrl: string
  apiKey: string
  apiSecret: string
  clock: Clock
  timeoutMs?: number
}

export function openClient({ baseUrl, apiKey, apiSecret, clock, timeoutMs }: Options): Client {
  const account = accountOf(baseUrl, apiKey)
  const base = baseUrl.replace(/\/+$/, '')
  const systemNow = () => later(clock.realNow(), steppedMs())

  function authorization(method: string, path: string, body: string): string {
    const nonce = nextNonce(account, systemNow())
    const signature = createHmac('sha256', apiSecret).update(nonce + method + path + body)
    return `Bitso ${apiKey}:${nonce}:${signature.digest('hex')}`
  }

  async function call(
    method: 'GET' | 'POST',
    path: string,
    { body = '', headers = {}, isSigned = true }: CallOptions,
  ): Promise<Answer> {
    const what = `${method} ${path.split('?')[0]}`
    for (let attempt = 1; ; attempt++) {
      refuseDuringLockout(account, what, systemNow())
      const answer = await exchange(what, base + path, timeoutMs ?? TIMEOUT_MS, {
        method,
        headers: {
          accept: 'application/json',
          ...(isSigned && { authorization: authorization(method, path, body) }),
          ...(body !== '' && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== '' && { body }),
      })
      if (answer.status === 429) account.lockedUntil = later(systemNow(), lockoutMs(answer.headers))
      const code = errorCodeOf(answer.value)
      // A request with a refused nonce was not read any further, so repeating it repeats nothing.
      const isNonce = answer.status === 401 && NONCE_CODES.includes(code)
      if (isNonce && attempt < MOST_NONCES) continue
      throwUnlessRead(what, answer.status, code)
      return { value: answer.value, serverAt: dateOf(answer.headers) }
    }
  }

  return {
    get: (path) => call('GET', path, {}),
    post: (path, body, headers = {}) => call('POST', path, { body: JSON.stringify(body), headers }),
    getPublic: (path) => call('GET', path, { isSigned: false }),
  }
}

type CallOptions = { body?: string; headers?: Record<string, string>; isSigned?: boolean }
type Raw = { status: number; headers: Headers; value: unknown }

async function exchange(
  what: string,
  url: string,
  timeoutMs: number,
  init: RequestInit,
): Promise<Raw> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'manual' })
    const { status, headers } = response
    return { status, headers, value: parsed(await boundedText(response, MOST_BYTES)) }
  } catch (error) {
    const why = signal.aborted ? `within ${timeoutMs} ms` : `(${reasonOf(error)})`
    throw new Error(`Bitso gave no complete answer to ${what} ${why}`)
  }
}

/** Undefined if the text is no JSON: pages of proxies come with error statuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function throwUnlessRead(what: string, status: number, code: string): void {
  if (status === 429) throw new Error(`Bitso locked the account out at ${what} (429)`)
  if (status === 401 || status === 403)
    throw new Error(`Bitso refused the API key at ${what} with status ${status} and code ${code}`)
  const isRefused = status >= 400 && status < 500 && status !== 408
  if (isRefused || (status === 200 && code !== NO_CODE)) throw new Refusal(what, status, code)
  if (status < 200 || status >= 300) throw new Error(`Bitso answered ${status} to ${what}`)
}

const NO_CODE = 'none'

// { error: { code } } in the /v3 interface, { errors: [{ code }] } in the newer ones.
function errorCodeOf(value: unknown): string {
  if (!isFields(value)) return NO_CODE
  const { error, errors } = value
  const first: unknown = Array.isArray(errors) ? errors[0] : error
  if (!isFields(first)) return value['success'] === false ? 'unnamed' : NO_CODE
  const { code } = first
  const text = typeof code === 'number' ? String(code) : code
  return typeof text === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(text) ? text : 'unnamed'
}

function refuseDuringLockout(account: Account, what: string, at: Instant): void {
  const { lockedUntil } = account
  if (lockedUntil === null || at >= lockedUntil) return
  const seconds = Math.ceil((lockedUntil - at) / 1000)
  throw new Error(`${what} was not sent: Bitso locked the account out for ${seconds} more seconds`)
}

function lockoutMs(headers: Headers): number {
  const text = headers.get('retry-after') ?? ''
  if (!/^\d{1,6}$/.test(text)) return LOCKOUT_MS
  return Math.min(Math.max(Number.parseInt(text, 10) * 1000, 1000), LONGEST_LOCKOUT_MS)
}

function dateOf(headers: Headers): Instant | null {
  const at = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(at) ? null : instantAt(at)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return thrownCode(cause)?.toString() ?? (error instanceof TooLong ? error.message : error.name)
}
