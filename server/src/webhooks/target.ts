// The guard between webhooks and the network. It judges a URL when it is registered and whenever it is used. A name is
// resolved for each connection, which goes only to the addresses of that answer, so that DNS cannot lead a connection
// to an address that was not checked. connections.ts says how long a connection is kept.
import { Resolver } from 'node:dns/promises'
import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Environment, WebhookTargets } from '../config.ts'
import { isAllowedAddress, isLoopback } from './addresses.ts'
import { openConnections, type Dial } from './connections.ts'

/** The addresses of a name; none when it has none or nobody could be asked. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export type Targets = {
  /** Why a webhook may not go there, or null. A name that cannot be resolved now is judged when it is used. */
  refusal(url: string): Promise<string | null>
  /** The status of the answer. Throws an Error with a `code` when there was none. */
  post(
    url: string,
    headers: Record<string, string>,
    body: string,
    end: AbortSignal,
  ): Promise<number>
  /** Closes the connections that were kept. */
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
    // The parser has turned every way to write an IPv4 address into the one with dots.
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
      // A literal address is never looked up; and what was allowed once may not be now.
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
 * The status of the answer. 'closed' when the receiver closed a kept connection instead of answering, as it may do
 * with an idle one at the moment when the request is sent (RFC 9112, 9.3.1).
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
      // Once the status is known it counts, however the rest of the answer ends.
      if (status !== undefined) resolve(status)
      else if (request.reusedSocket && options.signal?.aborted !== true) resolve('closed')
      else reject(error)
    })
    request.end(body)
  })
}

const NOT_PUBLIC = 'must name a public address'

const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

// RFC 6761: these names are this machine, whoever is asked.
const isLocalName = (host: string) => host === 'localhost' || host.endsWith('.localhost')
const isThisMachine = (host: string) => isLocalName(host) || isLoopback(host)

const coded = (code: string): Error => Object.assign(new Error(code), { code })

// Not the system's own look-up: it has four threads for everything, and one silent name server takes them all.
async function resolveByDns(hostname: string): Promise<readonly string[]> {
  if (isLocalName(hostname.replace(/\.$/, ''))) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const timer = setTimeout(() => resolver.cancel(), LONGEST_LOOKUP_MS)
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  clearTimeout(timer)
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
