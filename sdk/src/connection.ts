// One connection to a deployment: the typed openapi-fetch client, the options of a call, and its data or error. The API
// key stays in a closure, so that printing the client cannot show it.
import createClient, { type Client, type Middleware } from 'openapi-fetch'
import { isProblem, refusal } from './errors.ts'
import type { paths } from './openapi.ts'
import {
  aboveZero,
  fetchWithRetries,
  policyOf,
  type Call,
  type Fetch,
  type RetryOptions,
} from './retry.ts'
import { faultInAnswer } from './shape.ts'
import { notCorridors, notOfTheForm, type Arrived, type Source } from './wrong-answer.ts'

export type CallOptions = {
  /** Ends the call. It rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Milliseconds for the call with all its attempts. */
  timeout?: number | undefined
}

export type CreateOptions = CallOptions & {
  /** Keep it in a record of yours, to repeat the call after a crash. By default a fresh UUID. */
  idempotencyKey?: string | undefined
}

export type CorridorOptions = {
  /** Address of the deployment without `/v1`, for instance https://api.example.com. */
  baseUrl: string
  /** Null: the requests carry no key. The page of a browser has a session in a cookie then. */
  apiKey: string | null
  retry?: RetryOptions | undefined
  /** In place of the global fetch. */
  fetch?: Fetch | undefined
}

type Answer<T> = { data?: T | undefined; error?: unknown; response: Response }
/** Options of openapi-fetch that carry one call. */
type Carrier = { fetch: (request: Request) => Promise<Response>; middleware: Middleware[] }
type KeyHeader = { 'idempotency-key': string }

export type Connection = ReturnType<typeof connect>

export function connect(options: CorridorOptions) {
  const apiKey = options.apiKey === null ? null : checkedKey(options.apiKey)
  const authorization = apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` }
  const baseUrl = checkedAddress(options.baseUrl)
  // Browsers refuse a fetch that is called as a method.
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const policy = policyOf(options.retry)
  const api: Client<paths> = createClient<paths>({
    baseUrl,
    headers: authorization,
    pathSerializer,
  })

  function begin(given: CreateOptions | undefined, facts: Pick<Call, 'repeatable'>): Call {
    return {
      fetch,
      policy: { ...policy, timeout: aboveZero('timeout', given?.timeout ?? policy.timeout) },
      signal: given?.signal,
      ...source('', 0),
      arrived: undefined,
      ...facts,
    }
  }
  const source = (operation: string, attempts: number): Source => ({
    idempotencyKey: undefined,
    attempts,
    service: baseUrl,
    operation,
    apiKey,
  })
  async function whole<T>(
    given: CallOptions | undefined,
    send: (carrier: Carrier) => Promise<Answer<T>>,
  ): Promise<Received<T>> {
    const call = begin(given, { repeatable: true })
    return received(call, send(carrier(call)))
  }

  return {
    api,

    /** A call that may be repeated: a read, or a write with the same effect each time. */
    async call<T>(
      given: CallOptions | undefined,
      send: (carrier: Carrier) => Promise<Answer<{ data: T }>>,
    ): Promise<T> {
      return (await whole(given, send)).body.data
    },

    /** Like `call`, with the whole body and the headers of its response. */
    whole,

    /** A call without a key whose repetition would have another effect. */
    async callOnce<T>(
      given: CallOptions | undefined,
      send: (carrier: Carrier) => Promise<Answer<{ data: T }>>,
    ): Promise<T> {
      const call = begin(given, { repeatable: false })
      return (await received(call, send(carrier(call)))).body.data
    },

    /** A creating call, which all its attempts make with one Idempotency-Key. */
    async create<T>(
      given: CreateOptions | undefined,
      send: (carrier: Carrier, header: KeyHeader) => Promise<Answer<{ data: T }>>,
    ): Promise<T> {
      const idempotencyKey = checkedIdempotencyKey(given?.idempotencyKey ?? crypto.randomUUID())
      const call = { ...begin(given, { repeatable: true }), idempotencyKey }
      return (await received(call, send(carrier(call), { 'idempotency-key': idempotencyKey }))).body
        .data
    },

    /** A response whose body is read as it arrives. One attempt. */
    stream: (path: string, headers: Record<string, string>, signal: AbortSignal) =>
      fetch(baseUrl + path, {
        headers: { ...headers, ...authorization, accept: 'text/event-stream' },
        redirect: 'manual',
        signal,
      }),

    source,
  }
}

/** The body of a success, and the rest of its response. */
export type Received<T> = { body: T; response: Response }

async function received<T>(call: Call, sent: Promise<Answer<T>>): Promise<Received<T>> {
  const { data, error, response } = await sent.catch((failure: unknown) => {
    // The answer is cut off or belongs to something between.
    if (failure instanceof SyntaxError && call.arrived !== undefined)
      throw notCorridors(call, call.arrived)
    throw failure
  })
  if (data === undefined) throw problemOf(error, call, call.arrived ?? emptyOf(response))
  const fault = faultInAnswer(call.operation, data, response)
  if (fault === undefined) return { body: data, response }
  throw notOfTheForm(call, response, fault)
}

const emptyOf = ({ status, headers }: Response): Arrived => ({
  status,
  headers,
  beginning: new Uint8Array(),
})

export const problemOf = (error: unknown, source: Source, answer: Arrived): Error =>
  isProblem(error) ? refusal(error, source) : notCorridors(source, answer)

/** Places ids into a path. An id that would change the path is refused here, before it is sent. */
function pathSerializer(path: string, ids: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => encodedId(name, ids[name]))
}

export function encodedId(name: string, id: unknown): string {
  if (typeof id !== 'string' || id === '' || /^\.+$/.test(id))
    throw new TypeError(`${name} must be an id such as org_…, but is ${JSON.stringify(id)}`)
  return encodeURIComponent(id)
}

function checkedKey(apiKey: unknown): string {
  // The message must not repeat the key, as fetch would.
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey must be a key such as ck_sandbox_…, without blanks or line breaks')
  return apiKey
}

function checkedIdempotencyKey(key: unknown): string {
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters')
  return key
}

function checkedAddress(baseUrl: unknown): string {
  const wanted = 'baseUrl must be the http or https address of a deployment, without a password'
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new TypeError(wanted)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError(wanted)
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
}

const carrier = (call: Call): Carrier => ({
  fetch: (request) => fetchWithRetries(call, request),
  middleware: [
    {
      onRequest({ schemaPath, request }) {
        call.operation = `${request.method} ${schemaPath}`
      },
    },
  ],
})
