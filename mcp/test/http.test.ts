// The HTTP transport: only clients with the token get in, pages of browsers do not, and no client can use it up.
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { forFile } from '../../server/test/support/for-file.ts'
import { connectAgent, openAgents, TOKEN } from './support/agents.ts'

const agents = await forFile(openAgents())
const url = new URL((await agents.serve()).url)

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
})

type Answer = { status: number; text: string; session: string | undefined }

async function post(
  body: string,
  headers: Record<string, string | undefined> = {},
  to: URL = url,
): Promise<Answer> {
  const all = {
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  }
  const sent = request(to, {
    method: 'POST',
    agent: false,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
  })
  sent.end(body)
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (answer === undefined) throw new Error('no answer')
  const session = answer.headers['mcp-session-id']
  return {
    status: answer.statusCode ?? 0,
    text: (await buffer(answer)).toString(),
    session: typeof session === 'string' ? session : undefined,
  }
}

describe('a request is refused', () => {
  test.each([
    ['without a token', { authorization: undefined }, 401],
    ['with a wrong token', { authorization: `Bearer ${TOKEN.slice(1)}b` }, 401],
    ['with the token in another scheme', { authorization: `Basic ${TOKEN}` }, 401],
    ['to the Host of another site', { host: 'attacker.example' }, 403],
    ['to another port of this machine', { host: '127.0.0.1:1' }, 403],
    ['from a page of another site', { origin: 'https://attacker.example' }, 403],
    ['from a page without an origin', { origin: 'null' }, 403],
    ['from a page on another port', { origin: 'http://localhost:1' }, 403],
    ['with an unknown session', { 'mcp-session-id': 'none' }, 404],
    ['with another type of body', { 'content-type': 'text/plain' }, 415],
  ])('%s', async (_what, headers, status) => {
    expect((await post(INITIALIZE, headers)).status).toBe(status)
  })

  test('at any other path', async () => {
    expect((await post(INITIALIZE, {}, new URL('/', url))).status).toBe(404)
    expect((await post(INITIALIZE, {}, new URL('/mcp?token=1', url))).status).toBe(404)
  })

  test('with a body that is too long or no JSON', async () => {
    const long = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(70_000) })
    expect((await post(long)).status).toBe(413)
    expect((await post('{')).status).toBe(400)
    expect((await post('[]')).status).toBe(400)
  })

  test('that has several messages, whose answers would fill the memory', async () => {
    const { session } = await post(INITIALIZE)
    const read = { method: 'resources/read', params: { uri: 'corridor://openapi.json' } }
    const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, ...read }))
    const refused = await post(JSON.stringify(batch), { 'mcp-session-id': session })
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.text).toContain('batches are not accepted')
    const one = await post(JSON.stringify(batch[0]), { 'mcp-session-id': session })
    expect(one).toMatchObject({ status: 200, text: expect.stringContaining('createOrder') })
  })

  test('that begins without a session and initializes none', async () => {
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    expect((await post(list)).status).toBe(400)
  })
})

test('a page of this server itself and the name localhost are let in', async () => {
  const host = `LocalHost:${url.port}`
  expect((await post(INITIALIZE, { host, origin: `http://${host}` })).status).toBe(200)
})

test('the Host of a proxy in front is let in once it is named', async () => {
  const server = await agents.serve({}, undefined, { publicHosts: ['mcp.example.com'] })
  const headers = { host: 'mcp.example.com', origin: 'https://mcp.example.com' }
  expect((await post(INITIALIZE, headers, new URL(server.url))).status).toBe(200)
})

test('a short token is refused at the start', async () => {
  await expect(agents.serve({}, undefined, { token: 'secret' })).rejects.toThrow(/at least 32/)
})

test('a body that trickles in is cut off, and others are served meanwhile', async () => {
  const server = await agents.serve({}, undefined, { requestTimeoutMs: 500 })
  const { port } = new URL(server.url)
  const slow = connect(Number(port), '127.0.0.1')
  slow.on('error', () => undefined)
  slow.write(
    `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 1000\r\n\r\n{`,
  )
  const ended = once(slow.resume(), 'close')
  expect((await post(INITIALIZE, {}, new URL(server.url))).status).toBe(200)
  await ended
})

test('a session has a bounded number of requests at a time', async () => {
  const server = await agents.serve()
  const to = new URL(server.url)
  const { session } = await post(INITIALIZE, {}, to)
  const open = Array.from({ length: 24 }, () => {
    const socket = connect(Number(to.port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: ${to.host}\r\nAuthorization: Bearer ${TOKEN}\r\nMcp-Session-Id: ${session}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 1000\r\n\r\n{`,
    )
    return socket
  })
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })
  const answer = () => post(ping, { 'mcp-session-id': session }, to)
  await expect.poll(async () => (await answer()).status).toBe(429)
  for (const socket of open) socket.destroy()
  await expect.poll(async () => (await answer()).status).toBe(200)
})

test('sessions are bounded, those that ended give their place back', async () => {
  const at = { ms: 0 }
  const server = await agents.serve({}, { monotonicMs: () => at.ms, dayOf: () => '2031-02-01' })
  const to = new URL(server.url)
  const client = await connectAgent(server.url)
  // Refused requests take no place.
  for (let tries = 0; tries < 40; tries += 1) expect((await post('{', {}, to)).status).toBe(400)
  const opened: (string | undefined)[] = []
  for (let one = 1; one < 32; one += 1) opened.push((await post(INITIALIZE, {}, to)).session)
  expect(new Set(opened).size).toBe(31)
  expect((await post(INITIALIZE, {}, to)).status).toBe(503)

  const ended = await fetch(to, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${TOKEN}`, 'mcp-session-id': opened[0] ?? '' },
  })
  expect(ended.status).toBe(200)
  expect((await post(INITIALIZE, {}, to)).status).toBe(200)
  expect((await post(INITIALIZE, {}, to)).status).toBe(503)

  // Idle ones make room for new ones. The stream of a client that is there keeps its session.
  at.ms += 61_000
  expect((await post(INITIALIZE, {}, to)).status).toBe(200)
  await client.data('list_organizations')
  await client.close()
})

test('sessions do not see each other', async () => {
  const day = { monotonicMs: () => 0, dayOf: () => '2031-02-02' }
  const organization = agents.service.sandbox.organization_id
  const server = await agents.serve(
    { organization, allow: 'orders', limits: ['1000.00 USDC/day'] },
    day,
  )
  const [one, other] = [await connectAgent(server.url), await connectAgent(server.url)]
  const quote_id = (await agents.service.quote(undefined, '100.00')).id
  const { value } = await one.call('prepare_order', { quote_id })
  const args = { quote_id, confirmation_token: value['confirmation_token'] }
  expect(await other.refusal('confirm_order', args)).toContain('not of this quote')
  await one.data('confirm_order', args)
  await one.close()
  await other.close()
})
