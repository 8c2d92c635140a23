// What HTTP allows a client to send, byte by byte, and what it gets: always an answer in the one form of
// problems, or a closed connection, and never an effect that the answer denies.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateKey } from '../src/access/keys.ts'
import { testService, type TestService } from './support/service.ts'

let corridor: TestService
beforeAll(async () => void (corridor = await testService({ worker: false })))
afterAll(() => corridor.close())

type Answer = {
  status: number
  headers: Map<string, string>
  body: string
  problem: Record<string, unknown>
}

/** A connection on which bytes are sent as they are and answers are read one by one. */
function open(service: TestService = corridor) {
  const { hostname, port } = new URL(service.url)
  const socket: Socket = connect(Number(port), hostname)
  let received = Buffer.alloc(0)
  let ended = false
  socket.on('data', (bytes) => (received = Buffer.concat([received, bytes])))
  socket.on('error', () => (ended = true))
  socket.on('close', () => (ended = true))

  return {
    socket,
    send: (bytes: string | Buffer) => void socket.write(bytes),
    /** The next answer; undefined when the connection ends before it. */
    async answer(
      options: { withoutBody?: boolean; withinMs?: number } = {},
    ): Promise<Answer | undefined> {
      const until = Date.now() + (options.withinMs ?? 5000)
      while (Date.now() < until) {
        const end = received.indexOf('\r\n\r\n')
        if (end >= 0) {
          const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
          const headers = new Map(
            lines.map((line) => [
              line.slice(0, line.indexOf(':')).toLowerCase(),
              line.slice(line.indexOf(':') + 1).trim(),
            ]),
          )
          const length =
            options.withoutBody === true ? 0 : Number(headers.get('content-length') ?? 0)
          if (received.length >= end + 4 + length) {
            const body = received.subarray(end + 4, end + 4 + length).toString()
            received = received.subarray(end + 4 + length)
            const isJson = /json/.test(headers.get('content-type') ?? '') && body !== ''
            return {
              status: Number(first.split(' ')[1]),
              headers,
              body,
              problem: isJson ? JSON.parse(body) : {},
            }
          }
        }
        if (ended) return undefined
        await sleep(5)
      }
      throw new Error(`no answer in time; received ${JSON.stringify(received.toString('latin1'))}`)
    },
    async closed(): Promise<void> {
      if (!ended) await once(socket, 'close', { signal: AbortSignal.timeout(5000) })
    },
    rest: () => received.toString('latin1'),
    destroy: () => socket.destroy(),
  }
}

const authorization = () => `Authorization: Bearer ${corridor.sandbox.api_key}`

/** The bytes of a request. */
function bytesOf(method: string, path: string, headers: string[] = [], body = ''): string {
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: corridor',
    ...headers,
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n')
}

const json = 'Content-Type: application/json'
const get = (headers: string[] = [authorization()], path = '/v1/organizations') =>
  bytesOf('GET', path, headers)

async function ask(
  bytes: string | Buffer,
): Promise<{ answer: Answer | undefined; connection: ReturnType<typeof open> }> {
  const connection = open()
  connection.send(bytes)
  return { answer: await connection.answer(), connection }
}

function expectProblem(
  answer: Answer | undefined,
  status: number,
  code: string,
  what = '',
): asserts answer is Answer {
  if (answer === undefined) throw new Error(`the connection closed without an answer: ${what}`)
  expect({ status: answer.status, code: answer.problem['code'] }, `${what} ${answer.body}`).toEqual(
    { status, code },
  )
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/)
  expect(answer.headers.get('x-request-id')).toBe(answer.problem['request_id'])
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._:-]+$/)
}

const isHealthy = async () => expect((await corridor.get('/v1/organizations')).status).toBe(200)

describe.concurrent('a slow client', () => {
  test(
    'that never finishes its headers is told so within 15 seconds',
    { timeout: 25_000 },
    async () => {
      const connection = open()
      const startedAt = Date.now()
      connection.send('GET /v1/organizations HTTP/1.1\r\nHost: corridor\r\n')
      const dripping = setInterval(() => connection.send('X-Drip: 1\r\n'), 1000)
      const answer = await connection.answer({ withinMs: 20_000 })
      clearInterval(dripping)
      expectProblem(answer, 408, 'request_timeout')
      const tookMs = Date.now() - startedAt
      expect(tookMs).toBeGreaterThan(5_000)
      expect(tookMs).toBeLessThan(15_500)
      await connection.closed()
    },
  )

  test(
    'whose body never arrives is told so, and nothing was made',
    { timeout: 45_000 },
    async () => {
      const key = randomUUID()
      const connection = open()
      connection.send(
        [
          `POST ${corridor.organization}/offerings HTTP/1.1`,
          'Host: corridor',
          authorization(),
          json,
          `Idempotency-Key: ${key}`,
          'Content-Length: 2',
          '',
          '{',
        ].join('\r\n'),
      )
      expectProblem(await connection.answer({ withinMs: 40_000 }), 408, 'request_timeout')
      await connection.closed()
      const again = await corridor.post(`${corridor.organization}/offerings`, undefined, {
        idempotencyKey: key,
      })
      expect({ status: again.status, replayed: again.headers.get('idempotent-replayed') }).toEqual({
        status: 201,
        replayed: null,
      })
    },
  )

  // Beside the slow ones, so that the file takes no longer than they do.
  describe('or any other gets 400 and a closed connection for bytes that are no request:', () => {
    const post = (headers: string[], body = '{}') =>
      [
        `POST ${corridor.organization}/offerings HTTP/1.1`,
        'Host: corridor',
        authorization(),
        json,
        `Idempotency-Key: ${randomUUID()}`,
        ...headers,
        '',
        body,
      ].join('\r\n')
    const cases: [string, () => string | Buffer][] = [
      [
        'Content-Length with Transfer-Encoding',
        () => post(['Content-Length: 2', 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
      ],
      [
        'Transfer-Encoding with Content-Length',
        () => post(['Transfer-Encoding: chunked', 'Content-Length: 2'], '2\r\n{}\r\n0\r\n\r\n'),
      ],
      ['two Content-Lengths that differ', () => post(['Content-Length: 2', 'Content-Length: 3'])],
      ['two Content-Lengths that agree', () => post(['Content-Length: 2', 'Content-Length: 2'])],
      ['a list of Content-Lengths', () => post(['Content-Length: 2, 2'])],
      ['a Content-Length that is no number', () => post(['Content-Length: two'])],
      ['a negative Content-Length', () => post(['Content-Length: -2'])],
      ['a signed Content-Length', () => post(['Content-Length: +2'])],
      ['a Content-Length past 64 bits', () => post([`Content-Length: ${'9'.repeat(30)}`])],
      [
        'an unknown Transfer-Encoding',
        () => post(['Transfer-Encoding: xchunked'], '2\r\n{}\r\n0\r\n\r\n'),
      ],
      [
        'chunked, but not last',
        () => post(['Transfer-Encoding: chunked, identity'], '2\r\n{}\r\n0\r\n\r\n'),
      ],
      [
        'a chunk size that is no number',
        () => post(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
      ],
      ['a bare CR in a header', () => get([authorization(), 'X-A: a\rb'])],
      ['a bare CR before another header', () => get([authorization(), 'X-A: a\rX-B: b'])],
      ['a bare LF in a header', () => get([authorization(), 'X-A: a\nX-B: b'])],
      ['lines that end in LF', () => get().replaceAll('\r\n', '\n')],
      ['NUL in a header', () => get([authorization(), 'X-A: a\0b'])],
      ['a folded header', () => get([authorization(), 'X-A: a\r\n b'])],
      ['a blank before a colon', () => get([`${authorization().replace(':', ' :')}`])],
      ['a header without a colon', () => get([authorization(), 'nonsense'])],
      ['a header without a name', () => get([authorization(), ': x'])],
      ['a raw blank in the path', () => get([authorization()], '/v1/organi zations')],
      ['no HTTP at all', () => 'hello\r\n\r\n'],
      ['a TLS handshake', () => Buffer.from('16030100f4010000f00303', 'hex')],
      ['HTTP/2 without a word', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['an unknown version', () => get().replace('HTTP/1.1', 'HTTP/9.9')],
      ['an unknown method', () => get().replace('GET', 'TAKE')],
    ]
    test.for(cases)('%s', async ([what, bytes]) => {
      const { answer, connection } = await ask(bytes())
      expectProblem(answer, 400, 'invalid_request', what)
      await connection.closed()
      expect(connection.rest(), 'nothing follows the refusal').toBe('')
    })

    test('and headers of more than 16 KiB get 431', async () => {
      for (const headers of [
        [`X-A: ${'a'.repeat(17 * 1024)}`],
        Array.from({ length: 400 }, (_, index) => `X-${index}: ${'a'.repeat(50)}`),
      ]) {
        const { answer, connection } = await ask(get([authorization(), ...headers]))
        expectProblem(answer, 431, 'headers_too_large')
        await connection.closed()
      }
      const { answer } = await ask(
        get([authorization()], `/v1/organizations?${'a'.repeat(17 * 1024)}`),
      )
      expectProblem(answer, 431, 'headers_too_large')
      expect(
        (await ask(get([authorization(), `X-A: ${'a'.repeat(15 * 1024)}`]))).answer?.status,
      ).toBe(200)
    })

    test('and an expectation that nobody can meet does not keep it from an answer', async () => {
      const { answer } = await ask(get([authorization(), 'Expect: miracles']))
      expect(answer?.status).toBe(200)
    })
  })
})

describe('a method', () => {
  const id = 'org_01jqe8m2x4fv5s0t6w7y8z9abc'
  const paths = () =>
    [
      ['/v1/organizations', 'GET, HEAD, POST'],
      [corridor.organization, 'GET, HEAD'],
      ['/v1/liquidity-providers', 'GET, HEAD'],
      ['/v1/liquidity-providers/ALPHA/exchange-rate', 'GET, HEAD'],
      [`${corridor.organization}/configured-routes`, 'GET, HEAD'],
      [`${corridor.organization}/external_payment_instruments`, 'GET, HEAD, POST'],
      [`${corridor.organization}/external_payment_instruments/epi_1`, 'GET, HEAD, DELETE'],
      [`${corridor.organization}/offerings`, 'POST'],
      [`${corridor.organization}/offerings/off_1`, 'GET, HEAD'],
      [`${corridor.organization}/quotes`, 'POST'],
      [`${corridor.organization}/quotes/qt_1`, 'GET, HEAD'],
      [`${corridor.organization}/orders`, 'GET, HEAD, POST'],
      [`${corridor.organization}/orders/ord_1`, 'GET, HEAD'],
      [`${corridor.organization}/orders/ord_1/simulate-demo-funding`, 'POST'],
    ] as const
  const methods = [
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'PURGE',
  ]

  test('that a path does not take gets 405 with those that it does', async () => {
    for (const [path, allow] of paths()) {
      for (const method of methods.filter((name) => !allow.split(', ').includes(name))) {
        const connection = open()
        connection.send(bytesOf(method, path, [authorization()]))
        const answer = await connection.answer({ withoutBody: method === 'HEAD' })
        expect(
          { status: answer?.status, allow: answer?.headers.get('allow') },
          `${method} ${path}`,
        ).toEqual({ status: 405, allow })
        if (method !== 'HEAD') {
          expectProblem(answer, 405, 'method_not_allowed')
          expect(answer.problem['allowed']).toEqual(allow.split(', '))
        }
        connection.destroy()
      }
    }
  })

  test('that a path does not take gets 405 with whatever body', async () => {
    for (const [headers, body] of [
      [[json], '{'],
      [['Content-Type: text/plain'], 'x'],
      [[], 'x'],
      [['Accept: text/html'], ''],
    ] as const) {
      const { answer } = await ask(
        bytesOf('PUT', `${corridor.organization}/orders`, [authorization(), ...headers], body),
      )
      expectProblem(answer, 405, 'method_not_allowed', JSON.stringify([headers, body]))
    }
  })

  test('tells a stranger nothing: 401 for every method and every path of the API', async () => {
    for (const path of [
      ...paths().map(([known]) => known),
      '/v1/nothing',
      `/v1/organizations/${id}/nothing`,
      '/v1',
      '/v1/',
      '/v1/organizations/%FF',
    ]) {
      for (const method of methods.filter((name) => name !== 'HEAD')) {
        const { answer, connection } = await ask(bytesOf(method, path))
        expectProblem(answer, 401, 'unauthenticated', `${method} ${path}`)
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
        connection.destroy()
      }
    }
  })

  test('HEAD answers as GET does, without the body', async () => {
    for (const path of [
      '/v1/organizations',
      corridor.organization,
      `${corridor.organization}/orders`,
    ]) {
      const connection = open()
      connection.send(bytesOf('HEAD', path, [authorization()]) + get([authorization()], path))
      const [head, full] = [
        await connection.answer({ withoutBody: true }),
        await connection.answer(),
      ]
      expect(head?.status).toBe(200)
      expect(head?.headers.get('content-length')).toBe(full?.headers.get('content-length'))
      expect(full?.status).toBe(200)
      connection.destroy()
    }
  })
})

test('a path that is none gets 404, below /v1 and elsewhere', async () => {
  for (const path of [
    '/v1/nothing',
    '/v1',
    '/v1/',
    '/v1/organizations/',
    '/v1//organizations',
    '/V1/organizations',
    '/v2/organizations',
    '/v1/organizations/../organizations',
    '/v1/%2e%2e/organizations',
    '/wp-login.php',
    '/%',
    '/v1/%C0%AF',
    '/v1/organizations;x=1',
    '/docs/../../etc/passwd',
  ]) {
    const { answer } = await ask(get([authorization()], path))
    expectProblem(answer, 404, 'not_found', path)
    expect(answer.problem['instance']).toBe(path)
  }
  await isHealthy()
})

test('a request for no host or for two is refused, as HTTP/1.1 wants it', async () => {
  const { answer } = await ask(get().replace('Host: corridor\r\n', ''))
  expectProblem(answer, 400, 'invalid_request')
  expectProblem((await ask(get([authorization(), 'Host: other']))).answer, 400, 'duplicate_header')
})

describe('a header that may be sent once', () => {
  test.each([
    'Authorization',
    'Idempotency-Key',
    'Content-Type',
    'Accept',
    'Content-Encoding',
    'X-Request-Id',
  ])('%s, is refused when it comes twice', async (name) => {
    const first: Record<string, string> = {
      Authorization: authorization(),
      'Idempotency-Key': `Idempotency-Key: ${randomUUID()}`,
      'Content-Type': json,
      Accept: 'Accept: */*',
      'Content-Encoding': 'Content-Encoding: identity',
      'X-Request-Id': 'X-Request-Id: a',
    }
    const { answer } = await ask(
      bytesOf(
        'POST',
        `${corridor.organization}/offerings`,
        [...Object.values(first), (first[name] ?? '').replace(name, name.toUpperCase())],
        '{}',
      ),
    )
    expectProblem(answer, 400, 'duplicate_header')
    expect(answer.problem['detail']).toContain(name.toLowerCase())
  })
})

test.each(['authorization', 'Authorization', 'access_token', 'api_key', 'key', 'token'])(
  'a key in the query as %s is no key',
  async (name) => {
    for (const value of [corridor.sandbox.api_key, `Bearer%20${corridor.sandbox.api_key}`]) {
      const { answer } = await ask(get([], `/v1/organizations?${name}=${value}`))
      expectProblem(answer, 401, 'unauthenticated')
      expect(answer.body).not.toContain(corridor.sandbox.api_key)
    }
  },
)

describe('X-Request-Id', () => {
  test.each(['a', 'A-Z_0.9:x', 'x'.repeat(128), '6f1c2f0e-8d0b-4f5e-9f56-0a4f3d1c7b11'])(
    'comes back when it is sane: %s',
    async (sent) => {
      for (const path of ['/v1/organizations', '/v1/organizations/nobody', '/nothing']) {
        expect(
          (await ask(get([authorization(), `X-Request-Id: ${sent}`], path))).answer?.headers.get(
            'x-request-id',
          ),
        ).toBe(sent)
      }
      expect((await ask(get([`X-Request-Id: ${sent}`]))).answer?.problem['request_id']).toBe(sent)
    },
  )

  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(129)],
    ['blanks', 'a b'],
    ['a tab', 'a\tb'],
    ['DEL-like bytes', 'a\u0080'],
    ['beyond ASCII', 'é'],
    ['markup', '<b>'],
    ['quotes', 'a"b'],
    ['a comma', 'a,b'],
    ['a format', '%s%n'],
    ['a path', '../x'],
  ])('is replaced when it is not: %s', async (_what, sent) => {
    for (const headers of [[authorization()], []]) {
      const { answer } = await ask(
        Buffer.from(get([...headers, `X-Request-Id: ${sent}`]), 'latin1'),
      )
      expect(answer?.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/)
    }
  })
})

describe('one connection', () => {
  const right = () =>
    bytesOf(
      'POST',
      `${corridor.organization}/offerings`,
      [authorization(), json, `Idempotency-Key: ${randomUUID()}`],
      '{}',
    )

  test('goes on after refusals that leave no doubt where the next request begins', async () => {
    const connection = open()
    const orders = `${corridor.organization}/orders`
    const refused: [string, number][] = [
      [get([]), 401],
      [bytesOf('POST', orders, [json], '{"quote_id":"x"}'), 401],
      [get([authorization()], '/v1/nothing'), 404],
      [bytesOf('POST', orders, [authorization(), json, 'Idempotency-Key: a'], '{'), 400],
      [bytesOf('POST', orders, [authorization(), json], '{}'), 400],
      [
        bytesOf(
          'POST',
          orders,
          [authorization(), 'Content-Type: text/plain', 'Idempotency-Key: a'],
          'GET / HTTP/1.1\r\n\r\n',
        ),
        415,
      ],
      [bytesOf('POST', orders, [authorization(), 'Idempotency-Key: a'], 'no type'), 415],
      [bytesOf('PUT', orders, [authorization(), json], '{}'), 405],
      [get([authorization(), 'Accept: text/html']), 406],
      [
        bytesOf('POST', orders, [authorization(), json, 'Idempotency-Key: a'], '{"quote_id":"x"}'),
        404,
      ],
    ]
    for (const [bytes, status] of refused) {
      connection.send(bytes)
      expect((await connection.answer())?.status).toBe(status)
    }
    connection.send(get())
    expect((await connection.answer())?.status).toBe(200)
    connection.destroy()
  })

  test('answers pipelined requests in their order', async () => {
    const connection = open()
    connection.send(get() + get([]) + right() + get([authorization()], '/v1/nothing') + get())
    const statuses: (number | undefined)[] = []
    for (let count = 0; count < 5; count++) statuses.push((await connection.answer())?.status)
    expect(statuses).toEqual([200, 401, 201, 404, 200])
    connection.destroy()
  })

  test('never takes a refused body for the next request', async () => {
    const smuggled = `${get()}${' '.repeat(66_000)}`
    const connection = open()
    connection.send(
      bytesOf(
        'POST',
        `${corridor.organization}/offerings`,
        [authorization(), json, `Idempotency-Key: ${randomUUID()}`],
        smuggled,
      ),
    )
    expectProblem(await connection.answer(), 413, 'body_too_large')
    const chunked = open()
    chunked.send(
      bytesOf('POST', `${corridor.organization}/offerings`, [
        authorization(),
        json,
        `Idempotency-Key: ${randomUUID()}`,
        'Transfer-Encoding: chunked',
      ]),
    )
    for (let count = 0; count < 70; count++) chunked.send(`400\r\n${' '.repeat(1024)}\r\n`)
    expectProblem(await chunked.answer(), 413, 'body_too_large')
    await sleep(200)
    expect(connection.rest() + chunked.rest()).toBe('')
    connection.destroy()
    chunked.destroy()
  })

  test('never gives the refusal of a later request to an earlier one that may have had an effect', async () => {
    const before = await corridor.database.owner.query(
      'select count(*)::int as count from offering_batches',
    )
    const connection = open()
    connection.send(`${right()}\0garbage\r\n\r\n`)
    const first = await connection.answer()
    if (first !== undefined) expect(first.status).toBe(201)
    await connection.closed()
    await sleep(100)
    const after = await corridor.database.owner.query(
      'select count(*)::int as count from offering_batches',
    )
    if (first !== undefined) expect(after.rows[0].count).toBe(before.rows[0].count + 1)
  })

  test('that breaks off in the middle of a request harms nobody', async () => {
    const whole = right()
    for (const length of [1, 10, 60, whole.length - 1, whole.length]) {
      const connection = open()
      connection.send(whole.slice(0, length))
      await sleep(5)
      connection.destroy()
    }
    const halfClosed = open()
    halfClosed.socket.end(whole.slice(0, -1))
    await halfClosed.closed()
    await isHealthy()
  })

  test('takes a chunked body, and one of no length', async () => {
    const head = (extra: string) =>
      bytesOf('POST', `${corridor.organization}/offerings`, [
        authorization(),
        json,
        `Idempotency-Key: ${randomUUID()}`,
        extra,
      ])
    const connection = open()
    connection.send(`${head('Transfer-Encoding: chunked')}1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`)
    expect((await connection.answer())?.status).toBe(201)
    connection.send(head('Content-Length: 0'))
    expect((await connection.answer())?.status).toBe(201)
    connection.destroy()
  })
})

describe('limits', () => {
  test('every authenticated answer, whatever its status, tells what is left', async () => {
    const { organization } = corridor
    const reader = (await corridor.newKey({ scopes: ['read'] })).key
    const [, other] = await corridor.organizations()
    const bound = (await corridor.newKey({ organization: other?.id ?? '' })).key
    const answers = [
      await corridor.get('/v1/organizations'),
      await corridor.post(`${organization}/offerings`),
      await corridor.get('/v1/nothing'),
      await corridor.get('/v1/organizations/%FF'),
      await corridor.get('/v1/organizations/org_1'),
      await corridor.get(`${organization}/orders?limit=0`),
      await corridor.post(`${organization}/quotes`, {}, { idempotencyKey: null }),
      await corridor.call('POST', `${organization}/quotes`, { rawBody: '{' }),
      await corridor.get(organization, { headers: { accept: 'text/html' } }),
      await corridor.call('PUT', organization),
      await corridor.post(`${organization}/quotes`, {}, { key: reader }),
      await corridor.get(organization, { key: bound }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([
      200, 201, 404, 404, 404, 400, 400, 400, 406, 405, 403, 403,
    ])
    for (const answer of answers) {
      for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])
        expect(answer.headers.get(name), `${name} of a ${answer.status}`).toMatch(/^\d+$/)
    }
  })

  test('too many requests of one key get 429 with Retry-After and no effect; another key goes on; waiting helps', async () => {
    const limited = await testService({ worker: false, env: { CORRIDOR_RATE_LIMIT: '5' } })
    try {
      const idempotencyKey = randomUUID()
      const create = () =>
        limited.post(`${limited.organization}/offerings`, undefined, { idempotencyKey })
      const flood = await Promise.all(
        Array.from({ length: 12 }, () => limited.get('/v1/organizations')),
      )
      const refused = [...flood, await create()].filter((reply) => reply.status === 429)
      expect(refused.length).toBeGreaterThan(1)
      for (const reply of refused) {
        expect(reply.problem.code).toBe('rate_limited')
        expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
        expect(reply.headers.get('ratelimit-remaining')).toBe('0')
        expect(reply.headers.get('ratelimit-limit')).toBe('5')
      }
      const other = (await limited.newKey()).key
      expect((await limited.get('/v1/organizations', { key: other })).status).toBe(200)
      await sleep(1000 * Number(refused.at(-1)?.headers.get('retry-after')) + 50)
      const made = await create()
      expect({ status: made.status, replayed: made.headers.get('idempotent-replayed') }).toEqual({
        status: 201,
        replayed: null,
      })
    } finally {
      await limited.close()
    }
  })

  test('failed authentications are limited by address, whatever the key, and a working key is let through', async () => {
    const limited = await testService({ worker: false, env: { CORRIDOR_AUTH_FAILURE_LIMIT: '4' } })
    try {
      const replies = []
      for (const key of [
        null,
        'x',
        generateKey('sandbox'),
        generateKey('live'),
        generateKey('sandbox'),
        null,
      ]) {
        replies.push(
          await limited.get('/v1/organizations', {
            key,
            headers: { 'x-forwarded-for': `203.0.113.${replies.length}` },
          }),
        )
      }
      expect(replies.map((reply) => reply.status)).toEqual([401, 401, 401, 401, 429, 429])
      expect(replies.at(-1)?.problem.code).toBe('rate_limited')
      expect(replies.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect((await limited.get('/v1/organizations')).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

describe('a service that cannot serve says 503 and when to come back, and makes nothing:', () => {
  const expectUnavailable = (reply: {
    status: number
    headers: Headers
    problem: { code: string }
  }) => {
    expect({ status: reply.status, code: reply.problem.code }).toEqual({
      status: 503,
      code: 'database_unavailable',
    })
    expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  }

  test('without its database, and goes on by itself when it is back', async () => {
    const service = await testService({ worker: false })
    try {
      const { rows } = await service.database.owner.query('select current_database() as name')
      const allowConnections = (allowed: boolean) =>
        corridor.database.owner.query(`alter database ${rows[0].name} allow_connections ${allowed}`)
      const idempotencyKey = randomUUID()
      const create = () =>
        service.post(`${service.organization}/offerings`, undefined, { idempotencyKey })
      await allowConnections(false)
      await corridor.database.owner.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [rows[0].name],
      )
      for (let tries = 0; tries < 3; tries++) {
        expectUnavailable(await create())
        expectUnavailable(await service.get(`${service.organization}/orders`))
      }
      await allowConnections(true)
      const made = await create()
      expect({ status: made.status, replayed: made.headers.get('idempotent-replayed') }).toEqual({
        status: 201,
        replayed: null,
      })
    } finally {
      await service.close()
    }
  })

  test('with every connection to the database in use', async () => {
    const service = await testService({ worker: false, env: { DATABASE_POOL_SIZE: '1' } })
    try {
      const client = await service.deps.db.connect()
      const replies = await Promise.all([
        service.get('/v1/organizations'),
        service.post(`${service.organization}/offerings`),
      ])
      client.release()
      for (const reply of replies) expectUnavailable(reply)
      expect((await service.get('/v1/organizations')).status).toBe(200)
    } finally {
      await service.close()
    }
  })

  test('while it shuts down, for a stream that nobody would go on with', async () => {
    const service = await testService({ worker: false })
    const connection = open(service)
    const [first = '', ...rest] = get(
      [`Authorization: Bearer ${service.sandbox.api_key}`],
      `${service.organization}/events`,
    ).split('\r\n')
    connection.send(`${first}\r\nAccept: text/event-stream\r\n`)
    await sleep(100)
    const closing = service.close()
    await sleep(50)
    connection.send(rest.join('\r\n'))
    const answer = await connection.answer()
    expectProblem(answer, 503, 'shutting_down')
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(answer.headers.get('connection')).toBe('close')
    await closing
  })
})

test('the service is healthy after all of this', isHealthy)
