// The guard between webhooks and the network. A URL is judged when it is registered, and again when it is
// used: the connection goes to an address that was checked in the same breath, so that a name that comes to
// mean something else opens no socket.
import { Resolver } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Environment, WebhookTargets } from '../config.ts'
import { isAllowedAddress, isLoopback } from './addresses.ts'

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
}

const MOST_READ_BYTES = 2048
const LONGEST_LOOKUP_MS = 5000

export function createTargets(
  policy: { environment: Environment; webhookTargets: WebhookTargets },
  resolve: Resolve = resolveByDns,
): Targets {
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

    post(text, headers, body, end) {
      // A literal address is never looked up; and what was allowed once may not be now.
      if (refusalOf(text) !== null) return Promise.reject(coded('address_not_allowed'))
      const url = new URL(text)
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest
      const length = { 'content-length': String(Buffer.byteLength(body)) }
      return new Promise((resolve, reject) => {
        let status: number | undefined
        const request = send(
          url,
          // No agent: a kept connection would be to whom the name meant before.
          { method: 'POST', headers: { ...headers, ...length }, lookup, agent: false, signal: end },
          (response) => {
            status = response.statusCode ?? 0
            let readBytes = 0
            response.on('data', (chunk: Buffer) => {
              readBytes += chunk.length
              if (readBytes > MOST_READ_BYTES) response.destroy()
            })
            response.on('error', () => undefined)
            response.on('close', () => resolve(response.statusCode ?? 0))
          },
        )
        // Once the status is known it counts, however the rest of the answer ends.
        request.on('error', (error) => (status === undefined ? reject(error) : resolve(status)))
        request.end(body)
      })
    },
  }
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
