// Talks to an identity provider: discovery, the exchange of the code, its keys. oauth4webapi verifies the answers. Requests go
// through the guard of outgoing requests, which also decides where http is allowed. Nothing here touches the database.
import type { Logger } from 'pino'
import type { AuthorizationServer, Client, HttpRequestOptions } from 'oauth4webapi'
import { later, type Clock, type Instant } from '../../platform/clock.ts'
import { Failure } from '../../platform/errors.ts'
import type { Targets } from '../../platform/outgoing/target.ts'
import { thrownCode } from '../../platform/thrown.ts'
import type { Provider } from './queries.ts'
import { identityRefused, providerFailed, type Fault } from './refusals.ts'

/** Loaded with the first sign-in of this kind. */
const library = () => import('oauth4webapi')
type Library = Awaited<ReturnType<typeof library>>

const TIMEOUT_MS = 5000
const MOST_BYTES = 256 * 1024
const TOLERANCE_S = 60
const PAGES_KEPT_MS = 60_000
const MOST_PAGES = 1000
/** OpenID Connect Core 1.0, section 2. */
const MOST_OF_SUBJECT = 255

type AskDeps = { targets: Targets; log: Logger }
type Known = Pick<Provider, 'issuer' | 'client_id' | 'login_claim'>

/** What one browser was given for one sign-in. */
export type Secrets = { state: string; nonce: string; verifier: string }

export type Claims = { subject: string; claims: Readonly<Record<string, unknown>> }

/** Throws `identity_provider_failed`. */
export const checkProvider = async (deps: AskDeps, issuer: string): Promise<void> =>
  void (await answered(deps, async (oauth) => discover(deps, oauth, issuer)))

/** Returns the page where people sign in at an issuer. */
export type SignInPage = (issuer: string) => Promise<string>

/** Keeps only the addresses, for a minute: a flood of sign-ins asks each provider once. Failures are not kept. */
export function createSignInPages(deps: AskDeps & { clock: Clock }): SignInPage {
  const kept = new Map<string, { page: Promise<string>; until: Instant }>()
  return (issuer) => {
    const now = deps.clock.realNow()
    const found = kept.get(issuer)
    if (found !== undefined && found.until > now) return found.page
    if (kept.size >= MOST_PAGES) kept.clear()
    const page = signInPage(deps, issuer)
    kept.set(issuer, { page, until: later(now, PAGES_KEPT_MS) })
    page.catch(() => kept.delete(issuer))
    return page
  }
}

const signInPage = (deps: AskDeps, issuer: string): Promise<string> =>
  answered(deps, async (oauth) => {
    const { authorization_endpoint: page } = await discover(deps, oauth, issuer)
    // A browser would run a script that another scheme names.
    if (page === undefined || (await deps.targets.reasonForRefusal(page)) !== null)
      throw providerFailed('wrong_answer')
    return page
  })

/** The address that the browser goes to. */
export const beginAt = (
  deps: { signInPage: SignInPage; log: Logger },
  { issuer, client_id: clientId, login_claim: claim }: Known,
  redirectUri: string,
): Promise<{ url: string; secrets: Secrets }> =>
  answered(deps, async (oauth) => {
    const page = await deps.signInPage(issuer)
    const secrets = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
    }
    const url = new URL(page)
    const parameters = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: `openid ${claim === 'email' ? 'email' : 'profile'}`,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return { url: url.href, secrets }
  })

/** Returns the person that the provider names. `query`: the parameters with which it sent the browser back. */
export const whoSignedIn = (
  deps: AskDeps,
  { issuer, client_id: clientId, login_claim: claim, secret }: Known & { secret: string },
  query: URLSearchParams,
  redirectUri: string,
  { state, nonce, verifier }: Secrets,
): Promise<Claims> =>
  answered(deps, async (oauth) => {
    const server = await discover(deps, oauth, issuer)
    const client: Client = { client_id: clientId, [oauth.clockTolerance]: TOLERANCE_S }
    const returned = oauth.validateAuthResponse(server, client, query, state)
    const methods = server.token_endpoint_auth_methods_supported
    const how =
      methods === undefined || methods.includes('client_secret_basic')
        ? oauth.ClientSecretBasic(secret)
        : oauth.ClientSecretPost(secret)
    const options = optionsOf(deps, oauth)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      how,
      returned,
      redirectUri,
      verifier,
      options,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    })
    // Refuses every algorithm without a public key: none, and those with the client secret.
    await oauth
      .validateApplicationLevelSignature(server, response, options)
      .catch((error: unknown) => {
        throw isOfNetwork(error) ? error : providerFailed('wrong_signature')
      })
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (claims === undefined || !isSubject(claims.sub)) throw providerFailed('wrong_answer')
    if (claims[claim] !== undefined || server.userinfo_endpoint === undefined)
      return { subject: claims.sub, claims }
    // Some providers tell names only here. The library requires the same subject.
    const asked = await oauth.userInfoRequest(server, client, tokens.access_token, options)
    const told = await oauth.processUserInfoResponse(server, client, claims.sub, asked)
    return { subject: claims.sub, claims: told }
  })

/** The database stores neither NUL nor half of a surrogate pair. */
const isSubject = (text: string): boolean =>
  text.length <= MOST_OF_SUBJECT && !/[\p{Cc}\p{Cs}]/u.test(text)

async function discover(
  deps: AskDeps,
  oauth: Library,
  issuer: string,
): Promise<AuthorizationServer> {
  const expected = new URL(issuer)
  const response = await oauth.discoveryRequest(expected, optionsOf(deps, oauth))
  const server = await oauth.processDiscoveryResponse(expected, response)
  // The library compares parsed addresses. Tokens name the issuer letter by letter.
  if (server.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw providerFailed('wrong_issuer')
  return server
}

const optionsOf = (
  { targets }: AskDeps,
  oauth: Library,
): HttpRequestOptions<'GET' | 'POST', URLSearchParams | undefined> => ({
  // The guard refuses http, except to this machine in a sandbox.
  [oauth.allowInsecureRequests]: true,
  async [oauth.customFetch](url, { method, headers, body }) {
    const { status, type, bytes } = await targets.ask(url, {
      method,
      headers,
      body: body?.toString() ?? '',
      timeoutMs: TIMEOUT_MS,
      mostBytes: MOST_BYTES,
    })
    if (status < 200 || status > 599) throw providerFailed('wrong_answer')
    const text = bytes.length === 0 ? null : bytes.toString()
    return new Response(text, { status, headers: { 'content-type': type } })
  },
})

async function answered<T>(
  { log }: Pick<AskDeps, 'log'>,
  ask: (oauth: Library) => Promise<T>,
): Promise<T> {
  const oauth = await library()
  try {
    return await ask(oauth)
  } catch (error) {
    throw failureOf(oauth, log, error)
  }
}

/** Without the cause: it has tokens. */
function failureOf(oauth: Library, log: Logger, error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof oauth.AuthorizationResponseError) return identityRefused('declined')
  if (error instanceof oauth.WWWAuthenticateChallengeError) return providerFailed('wrong_client')
  if (error instanceof oauth.ResponseBodyError)
    // The code was used, is too old, or is of another sign-in.
    return error.error === 'invalid_grant'
      ? identityRefused('expired')
      : providerFailed(error.error.endsWith('_client') ? 'wrong_client' : 'wrong_answer')
  if (isOfNetwork(error)) return providerFailed('unreachable')
  return providerFailed(faultOf(oauth, log, error))
}

function faultOf(oauth: Library, log: Logger, error: unknown): Fault {
  switch (thrownCode(error)) {
    case oauth.JWT_TIMESTAMP_CHECK:
      return 'wrong_clock'
    case oauth.JSON_ATTRIBUTE_COMPARISON:
      return causeOf(error, 'attribute') === 'issuer' ? 'wrong_issuer' : 'wrong_answer'
    case oauth.JWT_CLAIM_COMPARISON:
      return causeOf(error, 'claim') === 'iss'
        ? 'wrong_issuer'
        : causeOf(error, 'claim') === 'nonce'
          ? 'wrong_answer'
          : 'wrong_audience'
    case oauth.RESPONSE_IS_NOT_CONFORM:
    case oauth.RESPONSE_IS_NOT_JSON:
    case oauth.PARSE_ERROR:
      return 'unreachable'
    default:
      log.error(traceOf(error), 'an answer of an identity provider was not understood')
      return 'wrong_answer'
  }
}

/** Where an error was thrown. Its message and its cause may have tokens. */
const traceOf = (error: unknown): object =>
  error instanceof Error
    ? {
        code: thrownCode(error),
        error: error.name,
        at: error.stack?.split('\n').filter((line) => /^ +at /.test(line)),
      }
    : {}

function causeOf(error: unknown, name: 'attribute' | 'claim'): unknown {
  const cause = error instanceof Error ? error.cause : undefined
  const facts: { attribute?: unknown; claim?: unknown } =
    typeof cause === 'object' && cause !== null ? cause : {}
  return facts[name]
}

/** Errors of the library have codes that begin with OAUTH_ or ERR_. */
const isOfNetwork = (error: unknown): boolean => {
  const code = thrownCode(error)
  return typeof code === 'string' && !/^(OAUTH|ERR)_/.test(code)
}
