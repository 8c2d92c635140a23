// An OpenID provider on this machine: real HTTP, keys and signatures. A test says who signs in there, and how the provider lies.
import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export const CLIENT = { client_id: 'corridor', client_secret: 'the secret of the client' }

type Claims = Record<string, unknown>
type Granted = { challenge: string; redirectUri: string; nonce: string; claims: Claims }

/** What is wrong with the provider. */
export type Lies = {
  claims?: (claims: Claims) => Claims
  /** `none`, or a signature with the secret that the client has too, or with a key that it does not publish. */
  signature?: 'none' | 'secret' | 'other key'
  issuer?: string
  endpoint?: string
  /** These paths are answered only when the promise of `held` is kept. */
  slow?: string
  held?: Promise<void>
  huge?: boolean
  clientIsUnknown?: boolean
  /** The token has no names: they are told apart, about this subject. */
  thin?: string
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

export async function openIdentityProvider() {
  const [key, other] = [newKey(), newKey()]
  const granted = new Map<string, Granted>()
  const asked: string[] = []
  let lies: Lies = {}
  let who: Claims = {}
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`

  function tokenOf({ nonce, claims }: Granted): string {
    const now = Math.floor(Date.now() / 1000)
    const usual = { iss: issuer, aud: CLIENT.client_id, iat: now, exp: now + 300, nonce, ...claims }
    const alg = lies.signature === 'none' ? 'none' : lies.signature === 'secret' ? 'HS256' : 'RS256'
    const head = base64({ alg, kid: 'one', typ: 'JWT' })
    const shown = lies.thin === undefined ? usual : { ...usual, email: undefined }
    const signed = `${head}.${base64(lies.claims?.(shown) ?? shown)}`
    const signature =
      alg === 'none'
        ? ''
        : alg === 'HS256'
          ? createHmac('sha256', CLIENT.client_secret).update(signed).digest('base64url')
          : sign(
              'sha256',
              Buffer.from(signed),
              lies.signature === 'other key' ? other.privateKey : key.privateKey,
            ).toString('base64url')
    return `${signed}.${signature}`
  }

  /** The person agrees. Returns where the browser goes. */
  function grant(query: URLSearchParams): string {
    const code = randomBytes(16).toString('base64url')
    const redirectUri = query.get('redirect_uri') ?? ''
    granted.set(code, {
      challenge: query.get('code_challenge') ?? '',
      redirectUri,
      nonce: query.get('nonce') ?? '',
      claims: who,
    })
    const back = new URL(redirectUri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    return back.href
  }

  async function exchange(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const code = form.get('code') ?? ''
    const found = granted.get(code)
    granted.delete(code)
    const { client_id: id, client_secret: secret } = CLIENT
    const expected = `Basic ${Buffer.from(`${id}:${encodeURIComponent(secret).replaceAll('%20', '+')}`).toString('base64')}`
    if (request.headers.authorization !== expected || lies.clientIsUnknown === true)
      return { status: 401, body: { error: 'invalid_client' } }
    const verifier = createHash('sha256').update(form.get('code_verifier') ?? '')
    const isRight =
      found?.redirectUri === form.get('redirect_uri') &&
      found?.challenge === verifier.digest('base64url')
    if (found === undefined || !isRight) return { status: 400, body: { error: 'invalid_grant' } }
    const token = {
      access_token: 'an access token',
      token_type: 'Bearer',
      id_token: tokenOf(found),
    }
    return { status: 200, body: token }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    asked.push(pathname)
    if (lies.slow === pathname) await lies.held
    const json = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(lies.huge === true ? { ...body, padding: 'x'.repeat(400_000) } : body))
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return void json(200, {
          issuer: lies.issuer ?? issuer,
          authorization_endpoint: lies.endpoint ?? `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          userinfo_endpoint: `${issuer}/userinfo`,
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        })
      case '/authorize': {
        const back = grant(searchParams)
        return void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<h1>The provider</h1><a href="${back.replaceAll('&', '&amp;')}">Allow</a>`)
      }
      case '/token': {
        const { status, body } = await exchange(request)
        return void json(status, body)
      }
      case '/userinfo':
        return void json(200, { ...who, sub: lies.thin })
      case '/keys':
        return void json(200, {
          keys: [
            { ...key.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' },
          ],
        })
      default:
        return void response.writeHead(404).end()
    }
  }

  return {
    issuer,
    /** The paths that were asked for. */
    asked,
    /** Sets the person who signs in at the provider from now on. */
    signsIn: (claims: Claims) => void (who = claims),
    lies: (more: Lies) => void (lies = more),
    /** The person signs in there. Returns the address that the browser is sent back to. */
    agree: (url: string): URL => new URL(grant(new URL(url).searchParams)),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type IdentityProvider = Awaited<ReturnType<typeof openIdentityProvider>>
