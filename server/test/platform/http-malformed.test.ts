// Slow clients and malformed requests: each gets a problem and a closed connection.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { expectProblem, json, rawHttp } from '../support/raw-http.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))

const { open, authorization, get, sendOnNewConnection } = rawHttp(() => corridor)

describe.concurrent('a client', () => {
  test('that never finishes its headers gets an answer within 15 seconds', async () => {
    const connection = open()
    const startedAt = Date.now()
    connection.send('GET /v1/organizations HTTP/1.1\r\nHost: corridor\r\n')
    const dripping = setInterval(() => connection.send('X-Drip: 1\r\n'), 1000)
    const answer = await connection.answer({ withinMs: 60_000 })
    clearInterval(dripping)
    expectProblem(answer, 408, 'request_timeout')
    const tookMs = Date.now() - startedAt
    expect(tookMs).toBeGreaterThan(5_000)
    expect(tookMs).toBeLessThan(30_000)
    await connection.closed()
  })

  test('whose body never arrives gets an answer, and nothing is created', async () => {
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
    expectProblem(await connection.answer({ withinMs: 90_000 }), 408, 'request_timeout')
    await connection.closed()
    const again = await corridor.post(`${corridor.organization}/offerings`, undefined, {
      idempotencyKey: key,
    })
    expect({ status: again.status, replayed: again.headers.get('idempotent-replayed') }).toEqual({
      status: 201,
      replayed: null,
    })
  })

  // These run beside the slow clients, to take no extra time.
  describe('with unusual bytes', () => {
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
      [
        'a chunk size that is no number, from an unknown caller',
        () =>
          post(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n').replace(
            authorization(),
            'Authorization: Bearer unknown',
          ),
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
    test.for(cases)('gets 400 and a closed connection for %s', async ([what, bytes]) => {
      const { answer, connection } = await sendOnNewConnection(bytes())
      expectProblem(answer, 400, 'invalid_request', what)
      await connection.closed()
      expect(connection.rest(), 'no bytes follow the refusal').toBe('')
    })

    test('gets 431 for headers of more than 16 KiB', async () => {
      for (const headers of [
        [`X-A: ${'a'.repeat(17 * 1024)}`],
        Array.from({ length: 400 }, (_, index) => `X-${index}: ${'a'.repeat(50)}`),
      ]) {
        const { answer, connection } = await sendOnNewConnection(get([authorization(), ...headers]))
        expectProblem(answer, 431, 'headers_too_large')
        await connection.closed()
      }
      const { answer } = await sendOnNewConnection(
        get([authorization()], `/v1/organizations?${'a'.repeat(17 * 1024)}`),
      )
      expectProblem(answer, 431, 'headers_too_large')
      expect(
        (await sendOnNewConnection(get([authorization(), `X-A: ${'a'.repeat(15 * 1024)}`]))).answer
          ?.status,
      ).toBe(200)
    })

    test('gets a normal answer for an unknown Expect header', async () => {
      const { answer } = await sendOnNewConnection(get([authorization(), 'Expect: miracles']))
      expect(answer?.status).toBe(200)
    })
  })
})

test('the service still answers after malformed and slow requests', async () =>
  expect((await corridor.get('/v1/organizations')).status).toBe(200))
