// Headers: those allowed once, X-Request-Id, and keys in the query.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { bytesOf, expectProblem, json, rawHttp } from '../support/raw-http.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))

const { authorization, get, sendOnNewConnection } = rawHttp(() => corridor)

test('a request with no Host or with two is refused, as HTTP/1.1 requires', async () => {
  const { answer } = await sendOnNewConnection(get().replace('Host: corridor\r\n', ''))
  expectProblem(answer, 400, 'invalid_request')
  expectProblem(
    (await sendOnNewConnection(get([authorization(), 'Host: other']))).answer,
    400,
    'duplicate_header',
  )
})

describe('headers allowed once', () => {
  test.each([
    'Authorization',
    'Idempotency-Key',
    'Content-Type',
    'Accept',
    'Content-Encoding',
    'X-Request-Id',
  ])('%s is refused when sent twice', async (name) => {
    const first: Record<string, string> = {
      Authorization: authorization(),
      'Idempotency-Key': `Idempotency-Key: ${randomUUID()}`,
      'Content-Type': json,
      Accept: 'Accept: */*',
      'Content-Encoding': 'Content-Encoding: identity',
      'X-Request-Id': 'X-Request-Id: a',
    }
    const { answer } = await sendOnNewConnection(
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
  'a key in the query as %s does not authenticate',
  async (name) => {
    for (const value of [corridor.sandbox.api_key, `Bearer%20${corridor.sandbox.api_key}`]) {
      const { answer } = await sendOnNewConnection(get([], `/v1/organizations?${name}=${value}`))
      expectProblem(answer, 401, 'unauthenticated')
      expect(answer.body).not.toContain(corridor.sandbox.api_key)
    }
  },
)

describe('X-Request-Id', () => {
  test.each(['a', 'A-Z_0.9:x', 'x'.repeat(128), '6f1c2f0e-8d0b-4f5e-9f56-0a4f3d1c7b11'])(
    'is returned when it is valid: %s',
    async (sent) => {
      for (const path of ['/v1/organizations', '/v1/organizations/nobody', '/nothing']) {
        expect(
          (
            await sendOnNewConnection(get([authorization(), `X-Request-Id: ${sent}`], path))
          ).answer?.headers.get('x-request-id'),
        ).toBe(sent)
      }
      expect(
        (await sendOnNewConnection(get([`X-Request-Id: ${sent}`]))).answer?.problem['request_id'],
      ).toBe(sent)
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
  ])('is replaced when it is invalid: %s', async (_what, sent) => {
    for (const headers of [[authorization()], []]) {
      const { answer } = await sendOnNewConnection(
        Buffer.from(get([...headers, `X-Request-Id: ${sent}`]), 'latin1'),
      )
      expect(answer?.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/)
    }
  })
})
