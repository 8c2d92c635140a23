// A service that is hostile or broken, over real HTTP: the client ends each call in time and memory with one kind of
// error, which says what came from where, and has no secret.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import {
  Corridor,
  CorridorConnectionError,
  CorridorError,
  type CorridorOptions,
} from '../src/index.ts'
import { sample, sampleAnswer } from './support/samples.ts'

const KEY = 'ck_sandbox_5f0c9b1e7a3d2468ace01357'
const ORGANIZATION = 'org_01jqe8m2x4fv5s0t6w7y8z9abc'
const MB = 1_000_000

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function served(handler: Handler): Promise<string> {
  const server = createServer(handler)
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return addressOf(server.address())
}

/** A server that writes bytes as they are. */
async function servedRaw(handler: (socket: Socket, request: string) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', (bytes) => handler(socket, bytes.toString('latin1')))
  })
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return addressOf(server.address())
}

function addressOf(address: ReturnType<ReturnType<typeof createServer>['address']>): string {
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

const clientOf = (baseUrl: string, retry: CorridorOptions['retry'] = {}): Corridor =>
  new Corridor({ baseUrl, apiKey: KEY, retry })

/** The error of a call that must fail in this way. */
async function failureOf(call: Promise<unknown>): Promise<CorridorConnectionError> {
  const failure: unknown = await call.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(CorridorConnectionError)
  if (!(failure instanceof CorridorConnectionError)) throw failure
  expect(inspect(failure, { depth: null })).not.toContain(KEY)
  return failure
}

const text =
  (body: string | Buffer, type = 'application/json', status = 200): Handler =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': type, 'x-request-id': 'req_5f0c9b1e' })
      .end(body)

const order = async (change: (order: Record<string, unknown>) => void): Promise<string> => {
  const answer: { data: Record<string, unknown> } = JSON.parse(
    await sampleAnswer('GET /v1/organizations/{organization_id}/orders/{order_id}').text(),
  )
  change(answer.data)
  return JSON.stringify(answer)
}

const getOrder = (client: Corridor) => client.orders.get(ORGANIZATION, 'ord_1')

describe('an answer of another form is named with its place, and without its values:', () => {
  test.each<[string, () => Promise<string> | string, string]>([
    ['a string', () => '"hello"', 'the whole answer is text instead of an object'],
    ['null', () => 'null', 'the whole answer is null instead of an object'],
    ['no data', () => '{"rows":[]}', 'data is missing'],
    ['data that is a list', () => '{"data":[]}', 'data is a list instead of an object'],
    [
      'a number as amount',
      () => order((one) => (one['payin'] = { ...Object(one['payin']), total: 1234567 })),
      'data.payin.total is a number instead of text',
    ],
    [
      'an instrument of an unknown method without its common fields',
      () =>
        order(
          (one) =>
            (one['payout'] = {
              ...Object(one['payout']),
              external_payment_instrument: { method: 'PIGEON', alias: 'hunter2' },
            }),
        ),
      'data.payout.external_payment_instrument.id is missing',
    ],
  ])('%s', async (_what, body, fault) => {
    const url = await served(text(await body()))
    const failure = await failureOf(getOrder(clientOf(url)))
    expect(failure).toMatchObject({ status: 200, requestId: 'req_5f0c9b1e', attempts: 1 })
    expect(failure.message).toContain(
      `GET /v1/organizations/{organization_id}/orders/{order_id} at ${url}: the answer (status 200, application/json, request req_5f0c9b1e) is not of the described form: ${fault}.`,
    )
    expect(failure.message).not.toMatch(/1234567|hunter2|hello/)
  })

  test('a page of a list whose rows are objects of something else', async () => {
    const url = await served(text('{"data":[{"id":7}]}'))
    const failure = await failureOf(clientOf(url).orders.list(ORGANIZATION).all())
    expect(failure.message).toContain('data[0].id is a number instead of text')
  })

  test('a problem without its facts', async () => {
    const problem = { type: 'a', title: 'a', status: 422, instance: '/', request_id: 'req_1' }
    const url = await served(
      text(JSON.stringify({ ...problem, code: 'amount_out_of_limits' }), 'application/json', 422),
    )
    const failure = await failureOf(getOrder(clientOf(url)))
    expect(failure.message).toContain("is not Corridor's")
  })

  test('a variant that a newer service has is taken', async () => {
    const problem = { type: 'a', title: 'a', status: 409, instance: '/', request_id: 'req_1' }
    const url = await served(
      text(JSON.stringify({ ...problem, code: 'moon_too_full' }), 'application/problem+json', 409),
    )
    await expect(getOrder(clientOf(url))).rejects.toBeInstanceOf(CorridorError)
  })
})

describe('an answer of something between is told with its first words:', () => {
  test('a sign-in page', async () => {
    const page = `<!doctype html><html><head><title>Guest network</title><script>steal("${KEY}")</script></head><body><h1>Sign in, ${KEY}</h1>\u001b[2J</body></html>`
    const url = await served(text(page, 'text/html; charset=utf-8'))
    const failure = await failureOf(getOrder(clientOf(url)))
    expect(failure.message).toContain(
      "(status 200, text/html, request req_5f0c9b1e) is not Corridor's. It begins “Guest network Sign in, … [2J”. Check the address of the service",
    )
  })

  test('a gateway without a service, after all attempts', async () => {
    const url = await served(text('no upstream for whsec_c2VjcmV0', 'text/plain', 502))
    const failure = await failureOf(getOrder(clientOf(url, { attempts: 2 })))
    expect(failure).toMatchObject({ status: 502, attempts: 2 })
    expect(failure.message).toContain('“no upstream for …”. The service may be away')
  })

  test('an empty success', async () => {
    const url = await served(text(''))
    expect((await failureOf(getOrder(clientOf(url)))).message).toContain('it is empty')
  })

  test('JSON that breaks off shows none of its values', async () => {
    const url = await served(text('{"data":{"secret":"hunter2'))
    const failure = await failureOf(clientOf(url).keys.get('key_1'))
    expect(failure.message).toContain("is not Corridor's. Check")
    expect(inspect(failure, { depth: null })).not.toContain('hunter2')
  })

  test('a page in place of a PDF', async () => {
    const url = await served(text('<h1>Sign in</h1>', 'text/html'))
    const failure = await failureOf(clientOf(url).orders.receiptPdf(ORGANIZATION, 'ord_1'))
    expect(failure.message).toContain('it is not application/pdf')
  })

  test('text that is not UTF-8', async () => {
    const body = Buffer.from(`{"data":{"name":"Caf\xe9"}}`, 'latin1')
    const url = await served(text(body))
    const failure = await failureOf(clientOf(url).organizations.get(ORGANIZATION))
    expect(failure.message).toContain('is not text in UTF-8')
  })
})

describe('an answer without end is not read to its end:', () => {
  test('a body that goes on and on', async () => {
    let sent = 0
    const url = await served((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const chunk = Buffer.alloc(MB, ' ')
      const send = (): void => {
        while (!response.destroyed) {
          sent += 1
          if (!response.write(chunk)) return void response.once('drain', send)
        }
      }
      send()
    })
    const failure = await failureOf(getOrder(clientOf(url)))
    expect(failure).toMatchObject({ status: 200, attempts: 1 })
    expect(failure.message).toContain('is longer than 32 MB, and was not read on')
    expect(sent).toBeLessThan(100)
  })

  test('a small body that unpacks to a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(300 * MB, ' '))
    expect(bomb.length).toBeLessThan(MB)
    const url = await served((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(bomb),
    )
    const before = process.memoryUsage().arrayBuffers
    const failure = await failureOf(getOrder(clientOf(url)))
    expect(failure.message).toContain('is longer than 32 MB')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150 * MB)
  })

  test('a body that drips', async () => {
    const url = await served((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    })
    const failure = await failureOf(getOrder(clientOf(url, { attempts: 2, attemptTimeout: 200 })))
    expect(failure).toMatchObject({ status: undefined, attempts: 2 })
    expect(failure.message).toContain('no answer in time')
  })

  test('a body that stops', async () => {
    const url = await servedRaw((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"data"'),
    )
    const failure = await failureOf(getOrder(clientOf(url, { attempts: 1, attemptTimeout: 200 })))
    expect(failure.message).toContain('no answer in time')
  })

  test('informational answers without a final one', async () => {
    const url = await servedRaw((socket) => {
      const timer = setInterval(
        () => socket.write('HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n'),
        10,
      )
      socket.on('close', () => clearInterval(timer))
    })
    const failure = await failureOf(getOrder(clientOf(url, { attempts: 1, attemptTimeout: 300 })))
    expect(failure.message).toContain('no answer')
  })

  test('headers without end', async () => {
    const url = await servedRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const send = (): void => {
        while (!socket.destroyed)
          if (!socket.write(`x-a: ${'a'.repeat(10_000)}\r\n`))
            return void socket.once('drain', send)
      }
      send()
    })
    const failure = await failureOf(getOrder(clientOf(url, { attempts: 1 })))
    expect(failure.message).toContain('no answer')
  })

  test.each([1, 2, 3, 10])('%i pages that go in a circle', async (length) => {
    let requests = 0
    const url = await served((_request, response) => {
      // Two pages lead into the circle.
      const next = requests < 2 ? `in-${requests}` : `round-${requests % length}`
      requests += 1
      const link = `</v1/organizations?cursor=${next}>; rel="next"`
      // Ends the circle for a client that does not notice it.
      response
        .writeHead(200, { 'content-type': 'application/json', ...(requests < 99 ? { link } : {}) })
        .end('{"data":[]}')
    })
    const failure = await failureOf(clientOf(url).organizations.list().all())
    expect(failure.message).toContain('the same page again')
    expect(requests).toBeLessThan(4 * (length + 2))
  })
})

test.each([301, 302, 303, 307, 308])(
  'a redirect (%s) is not followed: the key goes to no other address',
  async (status) => {
    const seen: IncomingMessage[] = []
    const other = await served((request, response) => {
      seen.push(request)
      response.end('{}')
    })
    let requests = 0
    const url = await served((_request, response) => {
      requests += 1
      response.writeHead(status, { location: `${other}/v1/steal?key=hunter2` }).end()
    })
    const failures = [
      await failureOf(getOrder(clientOf(url))),
      await failureOf(clientOf(url).offerings.create(ORGANIZATION)),
      await failureOf(
        (async () => {
          for await (const event of clientOf(url).events.stream(ORGANIZATION)) return event
          return undefined
        })(),
      ),
    ]
    for (const { message } of failures) {
      expect(message).toContain(`(status ${status}) redirects to ${other}, and was not followed`)
      expect(message).not.toContain('hunter2')
    }
    expect(requests).toBe(3)
    expect(seen).toEqual([])
  },
)

test('a creating call that is reset in the middle of its answer is repeated under one key', async () => {
  const keys: unknown[] = []
  const offerings = '{"data":[]}'
  const url = await servedRaw((socket, request) => {
    keys.push(/^idempotency-key: (\S+)/im.exec(request)?.[1])
    const head = `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${offerings.length}\r\n\r\n`
    if (keys.length === 3) return void socket.end(head + offerings)
    socket.write(keys.length === 1 ? 'HTTP/1.1 201 Cre' : head + offerings.slice(0, 4), () =>
      socket.resetAndDestroy(),
    )
  })
  await clientOf(url).offerings.create(ORGANIZATION)
  expect(keys).toHaveLength(3)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(keys).size).toBe(1)
})

test('a creating call whose answer cannot be used tells its key, to repeat it', async () => {
  const url = await served(text('<h1>Blocked</h1>', 'text/html', 201))
  const failure = await failureOf(clientOf(url).offerings.create(ORGANIZATION))
  expect(failure).toMatchObject({ attempts: 1 })
  expect(failure.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
})

test('an event that comes again after a new connection is given once', async () => {
  const event = sample('Event')
  const message = (id: string, cursor: string) =>
    `id: ${cursor}\ndata: ${JSON.stringify(Object.assign({}, event, { id }))}\n\n`
  let connections = 0
  const url = await served((_request, response) => {
    connections += 1
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(message('evt_1', 'c1'))
    if (connections === 1) return void response.end()
    response.write(message('evt_2', 'c2'))
  })
  const seen: string[] = []
  for await (const one of clientOf(url).events.stream(ORGANIZATION)) {
    seen.push(one.event.id)
    if (one.event.id === 'evt_2') break
  }
  expect(seen).toEqual(['evt_1', 'evt_2'])
})

describe('a stream of events ends with an error at', () => {
  const streamed = async (lines: string, repeated = ''): Promise<CorridorConnectionError> => {
    const url = await served((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(lines)
      const send = (): void => {
        while (repeated !== '' && !response.destroyed)
          if (!response.write(repeated)) return void response.once('drain', send)
      }
      send()
    })
    return failureOf(
      (async () => {
        for await (const _event of clientOf(url).events.stream(ORGANIZATION)) void _event
      })(),
    )
  }

  test('an event of another form, which is not passed over', async () => {
    const failure = await streamed('id: c1\n\nid: c2\ndata: {"type":"order.funded","id":7}\n\n')
    expect(failure.message).toContain('the event.id is a number instead of text')
  })

  test('an event that is not JSON', async () => {
    const failure = await streamed('data: <html>\n\n')
    expect(failure.message).toContain('the event is nothing instead of an object')
  })

  test('a line without end', async () => {
    const failure = await streamed('data: ', 'a'.repeat(100_000))
    expect(failure.message).toContain('a line is longer than 1 MB')
  })

  test('a message of lines without end', async () => {
    const failure = await streamed('', `data: ${'a'.repeat(100_000)}\n`)
    expect(failure.message).toContain('an event is longer than 1 MB')
  })

  test('a page', async () => {
    const url = await served(text('<h1>Sign in</h1>', 'text/html'))
    const failure = await failureOf(
      (async () => {
        for await (const _event of clientOf(url).events.stream(ORGANIZATION)) void _event
      })(),
    )
    expect(failure.message).toContain('It begins “Sign in”')
  })
})
