// A fake Bitso for tests: a real HTTP server on this machine, made from the company's documents. It verifies keys,
// nonces and signatures, limits requests, signs webhooks, and has faults that a test injects.
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { instantAt, type Clock } from '../../src/platform/clock.ts'
import { createBooks, type Body, type Reply } from './fake-bitso-books.ts'

/** `lost_answer` and `error_after` do the work first; `error_before` and `bad_nonce` do not. */
type Fault =
  | 'lost_answer'
  | 'error_before'
  | 'error_after'
  | 'bad_nonce'
  | 'too_many'
  | 'huge'
  | 'endless'
  | 'not_json'

type Seen = { route: string; query: string; nonce: string; body: Body }

export const PAYOUTS_PATH = '/colombia/v1/payouts'
export const PAYINS_PATH = '/colombia/v1/payins'
const KEYS_PATH = '/webhooks/public-key'
const NONCE_WINDOW_MS = 60_000

// One for a test file: making it takes half a second.
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })

export type FakeBitso = Awaited<ReturnType<typeof fakeBitso>>

/** Time stands still until a test moves it, unless the fake works with a service, whose real time runs. */
export async function fakeBitso({ isTicking = false } = {}) {
  const key = 'test-key'
  const secret = 'test-secret'
  const startedMs = Date.now()
  const time = { movedMs: 0 }
  const now = () => (isTicking ? Date.now() : startedMs) + time.movedMs
  const books = createBooks(now)
  const faults: { route: string; fault: Fault }[] = []
  const seen: Seen[] = []
  const nonces = new Set<string>()
  const limit = { perMinute: Infinity, startedMs: 0, count: 0, lockedUntilMs: 0 }
  const keyId = 'key-1'

  function authenticationProblem(request: IncomingMessage, path: string, body: string) {
    const [, given, nonce = '', signature] =
      /^Bitso ([^:]+):(\d+):([0-9a-f]{64})$/.exec(request.headers.authorization ?? '') ?? []
    if (given !== key) return '0201'
    if (!/^\d{14,19}$/.test(nonce)) return '0206'
    const age = Math.abs(now() - Number.parseInt(nonce.slice(0, 13), 10))
    if (age > NONCE_WINDOW_MS || nonces.has(nonce)) return '0207'
    nonces.add(nonce)
    const text = `${nonce}${request.method}${path}${body}`
    const expected = createHmac('sha256', secret).update(text).digest('hex')
    return expected === signature ? undefined : '0215'
  }

  function isOverLimit(): boolean {
    if (now() - limit.startedMs >= 60_000) Object.assign(limit, { startedMs: now(), count: 0 })
    limit.count += 1
    if (limit.count > limit.perMinute) limit.lockedUntilMs = now() + 60_000
    return now() < limit.lockedUntilMs
  }

  const routes: Record<string, (body: Body, query: URLSearchParams, idempotency: string) => Reply> =
    {
      'POST /rfq/v1/quotes': (body) => books.quote(body),
      'POST /rfq/v1/conversions': (body) => books.convert(body),
      'GET /rfq/v1/conversions': (_, query) => books.listConversions(query),
      'POST /v3/withdrawals': (body) => books.withdraw(body),
      'POST /v3/withdrawal/preview': (body) => books.preview(body),
      'GET /v3/withdrawals': (_, query) => books.listWithdrawals(query),
      'GET /v3/fundings': (_, query) => books.listFundings(query),
      'GET /v3/balance': () => books.balance(),
      [`POST ${PAYOUTS_PATH}`]: (body, _, idempotency) => books.payOut(body, idempotency),
      [`GET ${PAYOUTS_PATH}`]: (_, query) => books.listPayouts(query),
      [`GET ${PAYINS_PATH}`]: (_, query) => books.listPayins(query),
    }

  function answer(response: ServerResponse, { status, value }: Reply): void {
    response.writeHead(status, {
      'content-type': 'application/json',
      date: new Date(now()).toUTCString(),
    })
    response.end(JSON.stringify(value))
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const url = new URL(path, 'http://127.0.0.1')
    const route = `${request.method} ${url.pathname}`
    let text = ''
    for await (const chunk of request) text += String(chunk)
    if (route === `GET ${KEYS_PATH}`) {
      const der = rsa.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
      seen.push({ route, query: '', nonce: '', body: {} })
      return answer(response, { status: 200, value: [{ key_id: keyId, public_key: der }] })
    }
    const body: Body = text === '' ? {} : JSON.parse(text)
    const nonce = request.headers.authorization?.split(':')[1] ?? ''
    seen.push({ route, query: url.search, nonce, body })
    const index = faults.findIndex((one) => one.route === route)
    const fault = index < 0 ? undefined : faults.splice(index, 1)[0]?.fault
    const refuse = (status: number, code: string) =>
      answer(response, { status, value: { success: false, error: { code, message: 'refused' } } })
    if (fault === 'too_many' || isOverLimit()) return refuse(429, '0200')
    if (fault === 'bad_nonce') return refuse(401, '0207')
    if (fault === 'error_before') return refuse(500, '0101')
    if (fault === 'huge') return void response.end('x'.repeat(10 * 1024 * 1024))
    if (fault === 'endless') return void response.writeHead(200).write('{"success":')
    if (fault === 'not_json') return void response.end('<html>a proxy</html>')
    const problem = authenticationProblem(request, path, text)
    if (problem !== undefined) return refuse(401, problem)
    const idempotency = String(request.headers['idempotency-key'] ?? '')
    const reply = routes[route]?.(body, url.searchParams, idempotency)
    if (reply === undefined) return refuse(404, '0001')
    if (fault === 'lost_answer') return void request.socket.destroy()
    if (fault === 'error_after') return refuse(500, '0101')
    answer(response, reply)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  const clock: Clock = { now: () => instantAt(now()), realNow: () => instantAt(now()) }
  return {
    url: `http://127.0.0.1:${address.port}`,
    books,
    clock,
    seen,
    limit,
    /** What an operator file says of it, and the secrets that it refers to. */
    settings: {
      base_url: `http://127.0.0.1:${address.port}`,
      api_key: 'env:BITSO_KEY',
      api_secret: 'env:BITSO_SECRET',
    },
    secret: (reference: string) => (reference === 'env:BITSO_KEY' ? key : secret),
    advance: (ms: number) => void (time.movedMs += ms),
    /** The next request to the route meets the fault. */
    fail: (route: string, fault: Fault) => void faults.push({ route, fault }),
    count: (route: string) => seen.filter((one) => one.route === route).length,
    /** A signed webhook. */
    webhook(event: string, payload: unknown, space?: number) {
      const signed = JSON.stringify(payload)
      const signature = createSign('sha256').update(signed).sign(rsa.privateKey, 'base64')
      return {
        headers: { 'x-bitso-webhook-event-signature': signature, 'x-bitso-key-id': keyId },
        body: Buffer.from(JSON.stringify({ event, payload }, null, space)),
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
