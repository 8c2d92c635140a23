// The streamable HTTP transport, on loopback only. Every request needs the token. Pages of browsers cannot reach it by
// DNS rebinding: the Host and Origin headers must be known.
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { messageOf, openServer, type Log } from './server.ts'
import { openSessions } from './sessions.ts'
import type { World } from './tool.ts'

export type HttpOptions = {
  /** 0: any free port. */
  port: number
  /** Clients send it as `Authorization: Bearer`. */
  token: string
  /** Names of a proxy in front of this server, as in its Host header. */
  publicHosts: readonly string[]
  /** Milliseconds until a whole request must have arrived. */
  requestTimeoutMs?: number
}

const PATH = '/mcp'
const LONGEST_BODY = 64 * 1024
const MOST_CONNECTIONS = 128
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 20_000
const CHECK_MS = 1000
/** Longer than clients keep a connection: they do not repeat a call whose connection was closed under it. */
const KEEP_ALIVE_MS = 75_000
const SHORTEST_TOKEN = 32

export type HttpServer = { url: string; close(): Promise<void> }

export async function serveHttp(
  world: World,
  version: string,
  log: Log,
  { port, token, publicHosts, requestTimeoutMs = REQUEST_TIMEOUT_MS }: HttpOptions,
): Promise<HttpServer> {
  if (!/^[\x21-\x7e]+$/.test(token) || token.length < SHORTEST_TOKEN)
    throw new Error(
      `CORRIDOR_MCP_TOKEN must have at least ${SHORTEST_TOKEN} visible characters: make one with \`openssl rand -hex 32\``,
    )
  const sessions = openSessions(world.monotonicMs)
  const wanted = digestOf(token)
  let hosts: readonly string[] = []

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refusalOf(request, hosts, wanted)
    if (refusal !== null) return refuse(response, refusal)
    const id = request.headers['mcp-session-id']
    if (id === undefined) {
      const read = await bodyOf(request)
      if ('status' in read) return refuse(response, read)
      return openSession({ world, version, log, sessions }, request, response, read.body)
    }
    const session = typeof id === 'string' ? sessions.get(id) : undefined
    if (session === undefined) return refuse(response, { status: 404, message: 'unknown session' })
    if (!sessions.begin(session))
      return refuse(response, { status: 429, message: 'too many requests at a time' })
    response.once('close', () => sessions.finish(session))
    const read = await bodyOf(request)
    if ('status' in read) return refuse(response, read)
    await session.transport.handleRequest(request, response, read.body)
  }

  const server = createServer(
    {
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (request, response) => {
      handle(request, response).catch((error: unknown) => {
        log(`a request failed: ${messageOf(error)}`)
        response.destroy()
      })
    },
  )
  server.maxConnections = MOST_CONNECTIONS
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const local = ['127.0.0.1', 'localhost'].map((name) => `${name}:${address.port}`)
  hosts = [...local, ...publicHosts.map((name) => name.toLowerCase())]
  return {
    url: `http://127.0.0.1:${address.port}${PATH}`,
    async close() {
      sessions.endAll()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Opening = {
  world: World
  version: string
  log: Log
  sessions: ReturnType<typeof openSessions>
}

/** A client without a session can only initialize one. The transport refuses anything else. */
async function openSession(
  { world, version, log, sessions }: Opening,
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
): Promise<void> {
  if (request.method !== 'POST')
    return refuse(response, { status: 400, message: 'mcp-session-id is missing' })
  if (!sessions.enter())
    return refuse(response, { status: 503, message: 'too many sessions: try again later' })
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.add(id, transport),
  })
  const server = openServer(world, version, log)
  try {
    await server.connect(transport)
    const { onclose } = transport
    transport.onclose = () => {
      if (transport.sessionId !== undefined) sessions.remove(transport.sessionId)
      onclose?.()
    }
    await transport.handleRequest(request, response, body)
  } finally {
    sessions.leave()
    if (transport.sessionId === undefined) await transport.close()
  }
}

function refusalOf(
  { headers, url = '' }: IncomingMessage,
  hosts: readonly string[],
  wanted: Buffer,
): Refusal | null {
  if (!hosts.includes((headers.host ?? '').toLowerCase()))
    return { status: 403, message: 'unknown Host' }
  if (headers.origin !== undefined && !isKnown(headers.origin, hosts))
    return { status: 403, message: 'unknown Origin' }
  if (url !== PATH) return { status: 404, message: `the endpoint is ${PATH}` }
  const [, given = ''] = /^bearer +(.+)$/i.exec(headers.authorization ?? '') ?? []
  if (!timingSafeEqual(digestOf(given), wanted))
    return { status: 401, message: 'the bearer token is missing or wrong' }
  return null
}

type Refusal = { status: number; message: string }

function refuse(response: ServerResponse, { status, message }: Refusal): void {
  const error = { jsonrpc: '2.0', error: { code: -32000, message }, id: null }
  response
    .writeHead(status, {
      'content-type': 'application/json',
      // The body of the request was not read.
      connection: 'close',
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(status === 503 || status === 429 ? { 'retry-after': '5' } : {}),
    })
    .end(JSON.stringify(error))
}

/** The body as JSON. A batch is refused: its answers, which wait for a slow client, would fill the memory. */
async function bodyOf(request: IncomingMessage): Promise<{ body: unknown } | Refusal> {
  if (request.method !== 'POST') return { body: undefined }
  const chunks: Buffer[] = []
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= LONGEST_BODY) chunks.push(chunk)
    else request.emit('long')
  })
  await Promise.race([once(request, 'end'), once(request, 'long')])
  if (length > LONGEST_BODY)
    return { status: 413, message: `a request has at most ${LONGEST_BODY} bytes` }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    if (!Array.isArray(body)) return { body }
    return { status: 400, message: 'a request has one message: batches are not accepted' }
  } catch {
    return { status: 400, message: 'the body is not JSON' }
  }
}

/** Digests have one length, so that comparing takes one time. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const isKnown = (origin: string, hosts: readonly string[]): boolean =>
  URL.canParse(origin) && hosts.includes(new URL(origin).host)
