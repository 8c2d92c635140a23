// Unknown methods and paths.
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { bytesOf, expectProblem, json, rawHttp } from '../support/raw-http.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))

const { open, authorization, get, sendOnNewConnection } = rawHttp(() => corridor)

describe('methods', () => {
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
      [`${corridor.organization}/quotes`, 'GET, HEAD, POST'],
      [`${corridor.organization}/deposits`, 'GET, HEAD'],
      [`${corridor.organization}/refunds/rf_1`, 'GET, HEAD'],
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

  test('a method that a path does not have gets 405 with the methods that it has', async () => {
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

  test('a method that a path does not have gets 405 whatever the body is', async () => {
    for (const [headers, body] of [
      [[json], '{'],
      [['Content-Type: text/plain'], 'x'],
      [[], 'x'],
      [['Accept: text/html'], ''],
    ] as const) {
      const { answer } = await sendOnNewConnection(
        bytesOf('PUT', `${corridor.organization}/orders`, [authorization(), ...headers], body),
      )
      expectProblem(answer, 405, 'method_not_allowed', JSON.stringify([headers, body]))
    }
  })

  test('every method and path of the API answers 401 without a key', async () => {
    for (const path of [
      ...paths().map(([known]) => known),
      '/v1/nothing',
      `/v1/organizations/${id}/nothing`,
      '/v1',
      '/v1/',
      '/v1/organizations/%FF',
    ]) {
      for (const method of methods.filter((name) => name !== 'HEAD')) {
        const { answer, connection } = await sendOnNewConnection(bytesOf(method, path))
        expectProblem(answer, 401, 'unauthenticated', `${method} ${path}`)
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
        connection.destroy()
      }
    }
  })

  test('HEAD answers like GET, without the body', async () => {
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

test('unknown paths get 404, below /v1 and elsewhere', async () => {
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
    const { answer } = await sendOnNewConnection(get([authorization()], path))
    expectProblem(answer, 404, 'not_found', path)
    expect(answer.problem['instance']).toBe(path)
  }
  for (const path of ['/organizations', '/v1/organisations', '/v1/nothing/'])
    expect((await corridor.get(path)).problem.detail, path).toMatch(/^No operation has this path/)
  expect((await corridor.get('/v1/organizations')).status).toBe(200)
})
