// Commands at a service that is not Corridor, or a broken one: one sentence, no stack trace, exit code 3.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, type Ended } from '../../server/test/support/command.ts'

const KEY = 'ck_sandbox_5f0c9b1e7a3d2468ace01357'
const ORGANIZATION = 'org_01jqe8m2x4fv5s0t6w7y8z9abc'
const home = mkdtempSync(join(tmpdir(), 'corridor-cli-'))

type Handler = (request: IncomingMessage, response: ServerResponse) => void
let handler: Handler
const seen: IncomingMessage[] = []
const server = createServer((request, response) => {
  seen.push(request)
  handler(request, response)
})
let url: string
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : ''}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(home, { recursive: true })
})

async function corridor(answer: Handler, ...args: string[]): Promise<Ended> {
  handler = answer
  const ended = await run(args, {
    CORRIDOR_URL: url,
    CORRIDOR_API_KEY: KEY,
    CORRIDOR_ORGANIZATION: ORGANIZATION,
    CORRIDOR_CONFIG_DIR: home,
  })
  expect(ended.said).not.toMatch(/\n\s+at /)
  expect(ended.said).not.toContain(KEY)
  expect(ended.stdout).toBe('')
  expect(ended.status, ended.stderr).toBe(3)
  return ended
}

const answered =
  (body: string, type = 'application/json'): Handler =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': type }).end(body)

test.each([
  ['a page of a proxy', '<title>Sign in</title>', 'text/html', 'It begins “Sign in”'],
  ['a JSON string', '"hello"', 'application/json', 'the whole answer is text instead of an object'],
  ['no data', '{}', 'application/json', 'data is missing'],
  ['rows of something else', '{"data":[7]}', 'application/json', 'data[0] is a number'],
  [
    'a number as amount',
    '{"data":[{"id":"text","order_id":"text","transaction":"text","currency":"text","amount":1000,"outcome":"text","recorded_at":"text"}]}',
    'application/json',
    'data[0].amount is a number instead of text',
  ],
  ['text with other bytes', '{"data":[]}\u0000', 'application/json', "is not Corridor's"],
])('%s in place of an answer is told in a sentence', async (_what, body, type, said) => {
  for (const command of [['deposits'], ['orders', 'show', 'ord_1']]) {
    const { stderr } = await corridor(answered(body, type), ...command)
    expect(stderr).toContain(`at ${url}: the answer (status 200, ${type})`)
    if (command[0] === 'deposits') expect(stderr).toContain(said)
  }
})

test('a redirect is told with its address, and the key is sent nowhere else', async () => {
  const redirect: Handler = (_request, response) =>
    void response.writeHead(308, { location: 'https://corridor.example/v1' }).end()
  seen.length = 0
  const { stderr } = await corridor(redirect, 'events', '--follow')
  expect(stderr).toContain('redirects to https://corridor.example, and was not followed')
  expect(seen).toHaveLength(1)
})

const endless: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const send = (): void => {
    while (!response.destroyed)
      if (!response.write(Buffer.alloc(1_000_000, ' '))) return void response.once('drain', send)
  }
  send()
}

test('an answer without end is not read to its end', async () => {
  expect((await corridor(endless, 'orders')).stderr).toContain('is longer than 32 MB')
})

test('a creating command that got no usable answer says how to repeat it once', async () => {
  const blocked = answered('<h1>Blocked</h1>', 'text/html')
  const quote = await corridor(blocked, 'quotes', 'show', 'qt_1')
  expect(quote.stderr).not.toContain('--idempotency-key')
  const { stderr } = await corridor(blocked, 'order', '--quote', 'qt_1')
  const key = String(seen.at(-1)?.headers['idempotency-key'])
  expect(stderr).toContain(`--idempotency-key ${key} creates it once`)
  const offerings = await corridor(blocked, 'offerings')
  expect(offerings.stderr, 'it has no such option').not.toContain('--idempotency-key')
})

test("operators' commands do not read an answer without end either, also while they send a file", async () => {
  const statement = join(home, 'statement.csv')
  writeFileSync(statement, 'a,b\n1,2\n')
  handler = endless
  for (const command of [
    ['queue'],
    [
      'reconcile',
      statement,
      '--account',
      'rail:bank',
      '--currency',
      'EUR',
      '--reason',
      'end of day',
    ],
  ]) {
    const { status, said } = await run([...command, '--url', url], {
      CORRIDOR_OPERATOR_KEY: 'ok_sandbox_5f0c9b1e7a3d2468ace01357',
      CORRIDOR_CONFIG_DIR: home,
    })
    expect(said).toContain(`the answer of ${url} is longer than 32 MB, and was not read on`)
    expect(status, said).toBe(3)
  }
})
