// How long sessions of customers and operators last, their tokens, the cookie that carries one, and which requests may use
// it. The cookie is sent only below /console/, so that no other page and no client of the API ever uses it.
import { hash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isByConsole } from '../http/console-path.ts'

/** A session ends after this time, and earlier if nobody uses it. */
export const SESSION_MS = 12 * 3_600_000
export const IDLE_SESSION_MS = 3_600_000

/** Customers and operators may be signed in side by side, so each has a cookie of its own path. */
const COOKIES = {
  customer: { name: 'corridor_session', path: '/console/' },
  operator: { name: 'corridor_operator', path: '/console/operator/' },
} as const
type Whose = keyof typeof COOKIES
/** The beginning of a token tells whether the session stands for an API key or for a user. */
const TOKENS = { key: 'cc_', user: 'cu_' } as const
/** Only a script of the same origin can send it without asking the service first. */
const PROOF = 'x-corridor-console'

/** A token for the cookie, and the hash to store. */
export function newSessionToken(of: keyof typeof TOKENS): { token: string; hash: Buffer } {
  const token = TOKENS[of] + randomBytes(32).toString('base64url')
  return { token, hash: hash('sha256', token, 'buffer') }
}

/** The hash under which a session of an API key, or of a user, is stored. Undefined for text that is no token of such. */
export const hashOfSession = (
  token: string,
  of: keyof typeof TOKENS = 'key',
): Buffer | undefined =>
  token.startsWith(TOKENS[of]) && /^c[cu]_[\w-]{43}$/.test(token)
    ? hash('sha256', token, 'buffer')
    : undefined

/** The value of Set-Cookie. An empty token removes the cookie. */
export function sessionCookie(
  config: Pick<Config, 'publicUrl'>,
  token: string,
  whose: Whose = 'customer',
): string {
  const { name, path } = COOKIES[whose]
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  const end = token === '' ? '; Max-Age=0' : ''
  return `${name}=${token}; Path=${path}; HttpOnly; SameSite=Strict${secure}${end}`
}

/** With these a command calls as a page does, below /console/. Without a token: as one before the sign-in. */
export const headersOfPage = (token: string): Readonly<Record<string, string>> => ({
  [PROOF]: '1',
  ...(token === '' ? {} : { cookie: `${COOKIES.customer.name}=${token}` }),
})

/** The token in a value of Set-Cookie; empty if there is none. */
export const tokenInCookie = (header: string): string =>
  cookieOf(header, COOKIES.customer.name) ?? ''

export const isSessionOfUser = (token: string): boolean =>
  hashOfSession(token, 'user') !== undefined

/**
 * The token of a request that the console made. Undefined for a request that another site may have caused: it is then
 * answered as one without a session.
 */
export function sessionTokenOf(
  request: FastifyRequest,
  whose: Whose = 'customer',
): string | undefined {
  if (!isByConsole(request)) return undefined
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead && !isOfSameOrigin(request)) return undefined
  return cookieOf(request.headers.cookie, COOKIES[whose].name)
}

/** The hash of the session that stands for an API key. Undefined for a caller with the key itself, and for a user. */
export function sessionHashOf(request: FastifyRequest): Buffer | undefined {
  if (request.headers.authorization !== undefined) return undefined
  return hashOfSession(sessionTokenOf(request) ?? '')
}

/** Whether a script of the console sent it. Its answer then carries a new session only in the cookie. */
export const isByScriptOfConsole = (request: FastifyRequest): boolean =>
  isByConsole(request) && isOfSameOrigin(request)

/** Whether the page that sent it is that of `actor`. Another tab may have signed in as somebody else since. */
export function isPageOf({ headers }: FastifyRequest, actor: string): boolean {
  const { [PROOF]: page } = headers
  return page === undefined || page === '1' || page === actor
}

function isOfSameOrigin({ headers }: FastifyRequest): boolean {
  const { origin, host, [PROOF]: proof, 'sec-fetch-site': site } = headers
  if (proof === undefined) return false
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}

export function cookieOf(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
  // A second cookie of the name may come from another application of the domain.
  return values.length === 1 ? values[0]?.slice(name.length + 1) : undefined
}
