// Sends requests to allowed addresses only: webhooks, and questions to the identity providers of customers. URLs are checked at
// registration and before each request. For each new connection it resolves the host name, checks the addresses, and connects
// only to those. So a changed DNS answer cannot bypass the check. connections.ts decides how long a connection is kept.
import { Resolver } from 'node:dns/promises'
import type { ClientRequest, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { urlToHttpOptions } from 'node:url'
import type { Environment, WebhookTargets } from '../config.ts'
import { request as httpRequest } from '../http/node-http.ts'
import { isAllowedAddress, isLoopback } from './addresses.ts'
import { openConnections, type Dial } from './connections.ts'

/** Returns the addresses of a host name. Empty if it has none or no name server answers. */
type Resolve = (hostname: string) => Promise<readonly string[]>

/** `text`: how the body begins. */
type TargetResponse = { status: number; text: string }

/** `isWhole`: false if it was cut off at the limit, or by a failure. */
type Received = { status: number; type: string; bytes: Buffer; isWhole: boolean }

type Question = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string
  timeoutMs: number
  mostBytes: number
}

export type Targets = {
  /**
   * Returns why webhooks may not go to this URL, or null if they may. A host name that does not resolve is allowed here:
   * each new connection checks it again.
   */
  reasonForRefusal(url: string): Promise<string | null>
  /** Returns the response. Throws an Error with a `code` if there is none: `timeout` after `timeoutMs`. */
  post(
    url: string,
    headers: Record<string, string>,
    body: string,
    timeoutMs: number,
  ): Promise<TargetResponse>
  /** Returns a whole response. Throws as `post` does, and `response_incomplete` where it has more bytes or breaks off. */
  ask(url: string, question: Question): Promise<Omit<Received, 'isWhole'>>
  /** Ends all requests that are in flight, with the code STOPPED. */
  abort(): void
  /** Closes idle connections. */
  close(): void
}

export const STOPPED = 'stopped'

type TargetPolicy = { environment: Environment; webhookTargets: WebhookTargets }

/** One `post`, which may send twice. */
type Exchange = { request?: ClientRequest; ended?: Error }

const MAX_READ_BYTES = 2048
/** Parsed URLs that are kept. */
const MOST_PARSED = 1000
/** An identity provider names URLs of its own in each answer. */
const MOST_CHARACTERS = 2000
const LOOKUP_TIMEOUT_MS = 5000

export function createTargets(
  policy: TargetPolicy,
  { resolve = resolveByDns, dial }: { resolve?: Resolve; dial?: Dial } = {},
): Targets {
  const connections = openConnections(dial)
  const isAllowed = (address: string) => isAllowedAddress(address, policy.webhookTargets)

  const faultOf = (text: string) => faultOfUrl(text, policy, isAllowed)
  const lookup = lookupOf(resolve, isAllowed)

  // Parse and judge each allowed URL once: both depend on the URL and on settings that stay as long as the process.
  const parsed = new Map<string, RequestOptions>()
  function parsedUrl(text: string): RequestOptions | null {
    const known = parsed.get(text)
    if (known !== undefined) return known
    if (faultOf(text) !== null) return null
    const options = urlToHttpOptions(new URL(text))
    if (parsed.size >= MOST_PARSED) parsed.clear()
    parsed.set(text, options)
    return options
  }

  const open = new Set<Exchange>()

  return {
    async reasonForRefusal(text) {
      const fault = faultOf(text)
      if (fault !== null) return fault
      const host = hostOf(new URL(text))
      if (isIP(host) !== 0) return null
      return (await resolve(host)).every(isAllowed) ? null : NOT_PUBLIC
    },

    async post(url, headers, body, timeoutMs) {
      const { status, bytes } = await exchanged(url, {
        method: 'POST',
        headers,
        body,
        timeoutMs,
        mostBytes: MAX_READ_BYTES,
      })
      return { status, text: textOf(bytes) }
    },

    async ask(url, question) {
      const { isWhole, ...received } = await exchanged(url, question)
      if (!isWhole) throw errorWithCode('response_incomplete')
      return received
    },

    abort() {
      for (const exchange of open) end(exchange, STOPPED)
    },

    close: connections.close,
  }

  async function exchanged(text: string, question: Question): Promise<Received> {
    const { method, headers, body, timeoutMs, mostBytes } = question
    // Check again: Node does not call `lookup` for a literal address, and the settings may have changed since.
    const url = parsedUrl(text)
    if (url === null) throw errorWithCode('address_not_allowed')
    const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { ...url, method, headers: { ...headers, ...length }, lookup }
    const exchange: Exchange = {}
    const timer = setTimeout(() => end(exchange, 'timeout'), timeoutMs)
    open.add(exchange)
    try {
      for (const isNew of [false, true]) {
        const agent = connections.agentFor(url, isNew)
        const sent = await send(exchange, { ...options, agent }, body, mostBytes)
        // Send once more, on a new connection.
        if (sent !== 'closed') return sent
      }
      throw errorWithCode('ECONNRESET')
    } finally {
      clearTimeout(timer)
      open.delete(exchange)
    }
  }
}

function end(exchange: Exchange, code: string): void {
  exchange.ended = errorWithCode(code)
  exchange.request?.destroy(exchange.ended)
}

/**
 * Returns the response, or 'closed' if the receiver closed a reused connection without one. That happens
 * when it closes an idle connection just as the request is sent (RFC 9112, 9.3.1).
 */
function send(
  exchange: Exchange,
  options: RequestOptions,
  body: string,
  mostBytes: number,
): Promise<Received | 'closed'> {
  return new Promise((resolve, reject) => {
    if (exchange.ended !== undefined) throw exchange.ended
    let status: number | undefined
    let type = ''
    let isWhole = false
    const chunks: Buffer[] = []
    const received = (code: number) =>
      resolve({ status: code, type, bytes: Buffer.concat(chunks), isWhole })
    const createRequest = options.protocol === 'https:' ? httpsRequest : httpRequest
    const request = createRequest(options, (response) => {
      status = response.statusCode ?? 0
      type = response.headers['content-type'] ?? ''
      let readBytes = 0
      response.on('data', (chunk: Buffer) => {
        readBytes += chunk.length
        chunks.push(chunk)
        if (readBytes > mostBytes) response.destroy()
      })
      response.on('end', () => void (isWhole = readBytes <= mostBytes))
      response.on('error', () => undefined)
      response.on('close', () => received(response.statusCode ?? 0))
    })
    request.on('error', (error) => {
      // A received status counts, even if the rest of the response fails.
      if (status !== undefined) received(status)
      else if (exchange.ended !== undefined) reject(exchange.ended)
      else if (request.reusedSocket) resolve('closed')
      else reject(error)
    })
    exchange.request = request
    request.end(body)
  })
}

/** Without control characters, which no text of the database or of a page may have. */
const textOf = (bytes: Buffer): string =>
  bytes
    .subarray(0, MAX_READ_BYTES)
    .toString('utf8')
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()

const NOT_PUBLIC = 'must name a public address'

const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

// RFC 6761: these names always mean this machine.
const isLocalName = (host: string) => host === 'localhost' || host.endsWith('.localhost')
const isThisMachine = (host: string) => isLocalName(host) || isLoopback(host)

const errorWithCode = (code: string): Error => Object.assign(new Error(code), { code })

// Do not use dns.lookup: it blocks one of libuv's four threads, so one silent name server can block them all.
async function resolveByDns(hostname: string): Promise<readonly string[]> {
  if (isLocalName(hostname.replace(/\.$/, ''))) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const timer = setTimeout(() => resolver.cancel(), LOOKUP_TIMEOUT_MS)
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  clearTimeout(timer)
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

function faultOfUrl(
  text: string,
  policy: TargetPolicy,
  isAllowed: (address: string) => boolean,
): string | null {
  if (text.length > MOST_CHARACTERS) return `must have at most ${MOST_CHARACTERS} characters`
  if (/[\s\\#]/.test(text) || !URL.canParse(text)) return 'must be a URL without a fragment'
  const url = new URL(text)
  const host = hostOf(url)
  const mayUseHttp =
    policy.environment === 'sandbox' && policy.webhookTargets !== 'public' && isThisMachine(host)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayUseHttp))
    return 'must begin with https://'
  if (url.username !== '' || url.password !== '') return 'must not have a user name or password'
  // The URL parser has normalized every notation of an IPv4 address to the dotted one.
  if (isIP(host) !== 0 && !isAllowed(host)) return NOT_PUBLIC
  return null
}

/** Resolves a name only if all of its addresses are allowed. */
function lookupOf(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  async function checkedAddresses(hostname: string): Promise<readonly string[]> {
    const addresses = await resolve(hostname)
    if (!addresses.every(isAllowed)) throw errorWithCode('address_not_allowed')
    if (addresses.length === 0) throw errorWithCode('name_not_found')
    return addresses
  }

  return (hostname, options, done) => {
    checkedAddresses(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (first === undefined || options.all === true) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: unknown) =>
        done(error instanceof Error ? error : errorWithCode('name_not_found'), []),
    )
  }
}
