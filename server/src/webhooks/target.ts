// Sends webhook requests, and only to allowed addresses. It checks a URL when it is registered and before each request.
// It resolves the name for each new connection, checks the addresses, and connects to those only: a changed DNS answer
// cannot bypass the check. connections.ts decides how long a connection is kept.
import { Resolver } from 'node:dns/promises'
import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Environment, WebhookTargets } from '../config.ts'
import { isAllowedAddress, isLoopback } from './addresses.ts'
import { openConnections, type Dial } from './connections.ts'

/** The addresses of a name. Empty when it has none or no name server answers. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export type Targets = {
  /** Why webhooks may not be sent to this URL, or null. A name that does not resolve now is checked at each request. */
  refusal(url: string): Promise<string | null>
  /** Returns the status of the answer. Throws an Error with a `code` when there is none. */
  post(
    url: string,
    headers: Record<string, string>,
    body: string,
    end: AbortSignal,
  ): Promise<number>
  /** Closes idle connections. */
  close(): void
}

const MOST_READ_BYTES = 2048
const LONGEST_LOOKUP_MS = 5000

export function createTargets(
  policy: { environment: Environment; webhookTargets: WebhookTargets },
  { resolve = resolveByDns, dial }: { resolve?: Resolve; dial?: Dial } = {},
): Targets {
  const connections = openConnections(dial)
  const isAllowed = (address: string) => isAllowedAddress(address, policy.webhookTargets)

  function refusalOf(text: string): string | null {
    if (/[\s\\#]/.test(text) || !URL.canParse(text)) return 'must be a URL without a fragment'
    const url = new URL(text)
    const host = hostOf(url)
    const mayBePlain =
      policy.environment === 'sandbox' && policy.webhookTargets !== 'public' && isThisMachine(host)
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBePlain))
      return 'must begin with https://'
    if (url.username !== '' || url.password !== '') return 'must not have a user name or password'
    // The URL parser has turned every notation of an IPv4 address into the dotted one.
    if (isIP(host) !== 0 && !isAllowed(host)) return NOT_PUBLIC
    return null
  }

  async function checkedAddresses(hostname: string): Promise<readonly string[]> {
    const addresses = await resolve(hostname)
    if (!addresses.every(isAllowed)) throw coded('address_not_allowed')
    if (addresses.length === 0) throw coded('name_not_found')
    return addresses
  }

  const lookup: LookupFunction = (hostname, options, done) => {
    checkedAddresses(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (first === undefined || options.all === true) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: unknown) => done(error instanceof Error ? error : coded('name_not_found'), []),
    )
  }

  return {
    async refusal(text) {
      const refused = refusalOf(text)
      if (refused !== null) return refused
      const host = hostOf(new URL(text))
      if (isIP(host) !== 0) return null
      return (await resolve(host)).every(isAllowed) ? null : NOT_PUBLIC
    },

    async post(text, headers, body, end) {
      // Check again: `lookup` is not called for a literal address, and the settings may have changed since.
      if (refusalOf(text) !== null) throw coded('address_not_allowed')
      const url = new URL(text)
      const length = { 'content-length': String(Buffer.byteLength(body)) }
      const options = { method: 'POST', headers: { ...headers, ...length }, lookup, signal: end }
      const status = await send(url, { ...options, agent: connections.agentFor(url, false) }, body)
      if (status !== 'closed') return status
      const answer = await send(url, { ...options, agent: connections.agentFor(url, true) }, body)
      return answer === 'closed' ? Promise.reject(coded('ECONNRESET')) : answer
    },

    close: connections.close,
  }
}

/**
 * Returns the status of the answer, or 'closed' when the receiver closed a reused connection without an answer. That can
 * happen when it closes an idle connection just as the request is sent (RFC 9112, 9.3.1).
 */
function send(url: URL, options: RequestOptions, body: string): Promise<number | 'closed'> {
  return new Promise((resolve, reject) => {
    let status: number | undefined
    const begin = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = begin(url, options, (response) => {
      status = response.statusCode ?? 0
      let readBytes = 0
      response.on('data', (chunk: Buffer) => {
        readBytes += chunk.length
        if (readBytes > MOST_READ_BYTES) response.destroy()
      })
      response.on('error', () => undefined)
      response.on('close', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', (error) => {
      // A known status counts, even if the rest of the answer fails.
      if (status !== undefined) resolve(status)
      else if (request.reusedSocket && options.signal?.aborted !== true) resolve('closed')
      else reject(error)
    })
    request.end(body)
  })
}

const NOT_PUBLIC = 'must name a public address'

const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

// RFC 6761: these names always mean this machine.
const isLocalName = (host: string) => host === 'localhost' || host.endsWith('.localhost')
const isThisMachine = (host: string) => isLocalName(host) || isLoopback(host)

const coded = (code: string): Error => Object.assign(new Error(code), { code })

// Do not use dns.lookup: it blocks one of libuv's four threads, so one silent name server can block them all.
async function resolveByDns(hostname: string): Promise<readonly string[]> {
  if (isLocalName(hostname.replace(/\.$/, ''))) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const timer = setTimeout(() => resolver.cancel(), LONGEST_LOOKUP_MS)
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  clearTimeout(timer)
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
