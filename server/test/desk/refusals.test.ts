// Refusals: expected forms in words, short answers to long mistakes. Fields and headers without meaning are not refused.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inputPatterns, messageOfPattern } from '../../src/platform/http/patterns.ts'
import { forFile } from '../support/for-file.ts'
import { noNetwork } from '../support/dialer.ts'
import type { Schemas } from '../../operator-client/client.ts'
import { newProgram } from '../support/desk.ts'
import { manualClock, NOON, testService, type Reply } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false, replace: noNetwork }))

const messagesOf = (reply: Reply<unknown>) =>
  reply.problem.errors?.map(({ pointer, message }) => `${pointer} ${message}`)
const contact = { email: 'a@acme.example', first_name: 'A', last_name: 'B' }
const instrument = { alias: 'a', currency: 'USDC', method: 'SOLANA_ADDRESS', details: {} }

describe('a refusal states what was expected:', () => {
  const paths = {
    organizations: () => '/v1/organizations',
    instruments: () => `${corridor.organization}/external_payment_instruments`,
    orders: () => `${corridor.organization}/orders`,
    quotes: () => `${corridor.organization}/quotes`,
    webhooks: () => `${corridor.organization}/webhook-endpoints`,
  }
  test.each<[keyof typeof paths, unknown, RegExp]>([
    [
      'instruments',
      { ...instrument, method: 'WIRE' },
      /^\/method must be one of SOLANA_ADDRESS, .*IBAN$/,
    ],
    ['instruments', { ...instrument, currency: 'usd' }, /^\/currency .* capital letters such as /],
    ['instruments', { ...instrument, currency: 'COP' }, /^\/currency .* USDC, USDT, EURC$/],
    ['instruments', { ...instrument, alias: '' }, /^\/alias must not be empty$/],
    ['instruments', { ...instrument, alias: '\u202e' }, /^\/alias must be one line of text /],
    ['instruments', { ...instrument, alias: 7 }, /^\/alias must be a string$/],
    [
      'organizations',
      { name: 'A', contact: { ...contact, email: 'a' } },
      /^\/contact\/email must be an e-mail address such as /,
    ],
    ['organizations', { name: 'A', contact: [] }, /^\/contact must be an object$/],
    ['orders', { quote_id: 'q', external_reference_id: 7 }, / must be a string or null$/],
    [
      'orders',
      { quote_id: 'q', external_reference_id: 'x'.repeat(129) },
      / must have at most 128 characters$/,
    ],
    [
      'webhooks',
      { url: 'https://127.0.0.1', event_types: ['order.paid'] },
      /^\/event_types\/0 must be one of order\.created, /,
    ],
    [
      'quotes',
      { offering_id: 'o', payin_amount: '1', payout_amount: '1' },
      /^\/payin_amount cannot be combined with payout_amount$/,
    ],
    ['quotes', { offering_id: 'o', payin_amount: 1 }, /^\/payin_amount .* such as "1000\.00"/],
  ])('%s %j', async (path, body, message) => {
    expect(messagesOf(await corridor.post(paths[path](), body))).toEqual([
      expect.stringMatching(message),
    ])
  })

  test.each([
    ['limit=0', '?limit must be a whole number from 1 to 200'],
    ['limit=201', '?limit must be a whole number from 1 to 200'],
    ['limit=1&limit=2', '?limit must be sent once'],
  ])('?%s', async (query, message) => {
    expect(messagesOf(await corridor.get(`${corridor.organization}/orders?${query}`))).toEqual([
      message,
    ])
  })

  test('an unknown status gets the list of all statuses', async () => {
    const reply = await corridor.get(`${corridor.organization}/orders?status=PAID`)
    expect(reply.problem.detail).toMatch(/must be one of STEP_1_AWAITING_FUNDING, .*FAILED_/)
  })

  test('a duplicated key is named', async () => {
    const rawBody = '{"quote_id":"a","quote_id":"b"}'
    const reply = await corridor.call('POST', `${corridor.organization}/orders`, { rawBody })
    expect(reply.problem.detail).toBe('The key "quote_id" is named twice.')
  })
})

test('every pattern has its own message, and no message prints a pattern', () => {
  const document: { paths: unknown; components: { schemas: Record<string, unknown> } } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
  )
  const used = new Set<string>()
  const followed = new Set<string>()
  const collect = (value: unknown, isRequest: boolean): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (isRequest && key === 'pattern') used.add(String(inner))
      if (isRequest && key === '$ref' && !followed.has(String(inner))) {
        followed.add(String(inner))
        collect(document.components.schemas[String(inner).split('/').at(-1) ?? ''], true)
      }
      collect(inner, isRequest || key === 'requestBody' || key === 'parameters')
    }
  }
  collect(document.paths, false)
  expect(used.size).toBeGreaterThan(3)
  expect([...used].filter((pattern) => messageOfPattern(pattern) === undefined)).toEqual([])
  for (const { message } of Object.values(inputPatterns))
    expect(message).not.toMatch(/[\\^$]|\[|\{\d/)
})

describe('a long mistake gets a short answer:', () => {
  const SHORT_BYTES = 10_000

  test('16,000 unknown event types', async () => {
    const body = {
      url: 'https://127.0.0.1/x',
      event_types: Array.from({ length: 16_000 }, () => 7),
    }
    const reply = await corridor.post(`${corridor.organization}/webhook-endpoints`, body)
    expect(reply.problem.code).toBe('invalid_request')
    expect(reply.text.length).toBeLessThan(SHORT_BYTES)
  })

  test('5,000 unknown detail fields: 20 are listed, and the number of the rest', async () => {
    const details = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`f${at}`, 1]))
    const body = { ...instrument, details }
    const reply = await corridor.post(`${corridor.organization}/external_payment_instruments`, body)
    expect(reply.problem.code).toBe('invalid_details')
    expect(reply.problem.errors).toHaveLength(20)
    expect(reply.problem['more_errors']).toBe(4981)
    expect(reply.problem.detail).toMatch(/; and 4981 more$/)
    expect(reply.text.length).toBeLessThan(SHORT_BYTES)
  })

  test('3,000 unknown query parameters', async () => {
    const query = Array.from({ length: 3000 }, (_, at) => `a${at}`).join('&')
    const reply = await corridor.get(`${corridor.organization}/orders?${query.slice(0, 14_000)}`)
    expect(reply.problem.code).toBe('unknown_field')
    expect(reply.text.length).toBeLessThan(SHORT_BYTES)
  })
})

describe('a null reference', () => {
  test('equals an absent one, also under the same Idempotency-Key', async () => {
    const { id } = await corridor.quote()
    const idempotencyKey = randomUUID()
    const path = `${corridor.organization}/orders`
    const first = await corridor.post<{ external_reference_id: null }>(
      path,
      { quote_id: id, external_reference_id: null },
      { idempotencyKey },
    )
    expect(first.status).toBe(201)
    expect(first.data.external_reference_id).toBeNull()
    const again = await corridor.post(path, { quote_id: id }, { idempotencyKey })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
  })
})

describe('a request without a body is accepted with any Content-Type:', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', ';', 'application/json'])(
    '%s',
    async (type) => {
      const headers = { 'content-type': type }
      const reply = await corridor.call('POST', `${corridor.organization}/offerings`, { headers })
      expect(reply.status, reply.text).toBe(201)
      const wallet = await corridor.instruments()
      expect(
        (
          await corridor.call(
            'DELETE',
            `${corridor.organization}/external_payment_instruments/${wallet[0]?.id}x`,
            { headers, rawBody: '' },
          )
        ).status,
      ).toBe(404)
    },
  )
})

describe('the refusal of a closed market', () => {
  test('states the opening time, when a quote succeeds again', async () => {
    const clock = manualClock(NOON)
    const world = await testService({ clock, worker: false })
    const { id } = await world.offering('EUR', 'COP')
    // It is Saturday. The pair trades from Monday 08:00 in Bogota.
    clock.set(Date.parse('2026-03-07T17:00:00.000Z'))
    const requestQuote = () =>
      world.post(`${world.organization}/quotes`, { offering_id: id, payin_amount: '1000.00' })
    const { problem } = await requestQuote()
    expect(problem.code).toBe('market_closed')
    expect(problem['opens_at']).toBe('2026-03-09T13:00:00.000Z')
    // The desk reads the same of the route.
    const viewer = await newProgram(world, 'viewer')
    const routes = async () =>
      (await viewer.act<Schemas['DeskRoute'][]>('GET', '/routes')).data.filter(
        ({ payin_currency: from, payout_currency: to }) => from === 'EUR' && to === 'COP',
      )
    const [closed] = await routes()
    expect(closed).toMatchObject({
      is_open: false,
      opens_at: problem['opens_at'],
    })
    const one = await viewer.act('GET', `/routes/${closed?.id}`)
    expect(one.data).toEqual(closed)
    const opensAt = Date.parse(String(problem['opens_at']))
    clock.set(opensAt - 1)
    expect((await requestQuote()).problem['opens_at']).toBe(problem['opens_at'])
    clock.set(opensAt)
    expect((await requestQuote()).status).toBe(201)
    expect((await routes())[0]).toMatchObject({ is_open: true, opens_at: null })
    await world.close()
  })
})

test('browsers neither run, frame nor store an API answer', async () => {
  for (const path of ['/v1/organizations', '/v1/none', '/healthz']) {
    const { headers } = await fetch(corridor.url + path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
    expect(headers.get('strict-transport-security')).toBeNull()
  }
})
