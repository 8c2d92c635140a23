// "Bad input and its answer": every refusal names its reason and its field, and leaves nothing behind.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidOf } from '../src/ids.ts'
import type { OfferingJson } from '../src/offerings/view.ts'
import { updateOrganizationStatus } from '../src/organizations/queries.ts'
import { setInstrumentStatus } from './support/instrument-status.ts'
import {
  manualClock,
  NOON,
  testService,
  type Reply,
  type Request,
  type TestService,
} from './support/service.ts'

let corridor: TestService
let offering: OfferingJson
beforeAll(async () => {
  corridor = await testService({ worker: false })
  offering = await corridor.offering()
})
afterAll(() => corridor.close())

const WALLET = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'

/** An operation that takes a body, and a body that it takes. */
type Operation = {
  name: string
  path: () => Promise<string>
  body: () => Promise<object>
  success: 200 | 201
}

const below = (path: string) => async () => corridor.organization + path
const quotes: Operation = {
  name: 'Create quote',
  path: below('/quotes'),
  success: 201,
  body: async () => ({ offering_id: offering.id, payin_amount: '1000.00' }),
}
const orders: Operation = {
  name: 'Create order',
  path: below('/orders'),
  success: 201,
  body: async () => ({ quote_id: (await corridor.quote(offering.id)).id }),
}
const offerings: Operation = {
  name: 'Create offerings',
  path: below('/offerings'),
  success: 201,
  body: async () => ({}),
}
const organizations: Operation = {
  name: 'Create organization',
  path: async () => '/v1/organizations',
  success: 201,
  body: async () => ({
    name: 'Acme',
    contact: { email: 'a@acme.example', first_name: 'A', last_name: 'B' },
  }),
}
const instruments: Operation = {
  name: 'Create instrument',
  path: below('/external_payment_instruments'),
  success: 201,
  body: async () => ({
    alias: 'Wallet',
    currency: 'USDC',
    method: 'SOLANA_ADDRESS',
    details: { address: WALLET },
  }),
}
const simulation: Operation = {
  name: 'Simulate funding',
  success: 200,
  body: async () => ({ request_id: 'mine' }),
  path: async () =>
    `${corridor.organization}/orders/${(await corridor.order((await corridor.quote(offering.id)).id)).id}/simulate-demo-funding`,
}
const creations = [organizations, instruments, offerings, quotes, orders]
const operations = [...creations, simulation]

type Expected = { status: number; code: string; pointers?: string[] }

function expectProblem(
  reply: Reply<unknown>,
  { status, code, pointers }: Expected,
  what = reply.text,
): void {
  expect(
    {
      status: reply.status,
      code: reply.problem.code,
      pointers: pointers && [...new Set(reply.problem.errors?.map((error) => error.pointer))],
    },
    what,
  ).toEqual({
    status,
    code,
    pointers,
  })
  expect(reply.problem.status).toBe(status)
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/)
  expect(reply.headers.get('x-request-id')).toBe(reply.problem.request_id)
  expect(reply.problem.request_id).not.toBe('')
  expect(reply.problem.type).toMatch(new RegExp(`/docs/errors#${code}$`))
}

/** Everything the service has written, as counts of rows and as states of orders. */
async function everything(): Promise<unknown> {
  const { rows } = await corridor.database.owner.query(`select
    (select count(*)::int from organizations) as organizations,
    (select count(*)::int from external_payment_instruments) as instruments,
    (select count(*)::int from offering_batches) as batches,
    (select count(*)::int from offerings) as offerings,
    (select count(*)::int from quotes) as quotes,
    (select count(*)::int from orders) as orders,
    (select string_agg(distinct status, ',') from orders) as statuses`)
  return rows[0]
}

/** Sends what must be refused, and then what is right under the same key. */
async function refusedAndForgotten(
  operation: Operation,
  bad: (right: object) => Request,
  expected: Expected,
): Promise<void> {
  const [path, right, idempotencyKey] = [
    await operation.path(),
    await operation.body(),
    randomUUID(),
  ]
  const before = await everything()
  const refused = await corridor.call('POST', path, { idempotencyKey, ...bad(right) })
  expectProblem(refused, expected)
  expect(refused.problem.instance).toBe(path)
  expect(await everything()).toEqual(before)
  const accepted = await corridor.call('POST', path, { idempotencyKey, body: right })
  expect(accepted.status, accepted.text).toBe(operation.success)
  expect(accepted.headers.get('idempotent-replayed')).toBeNull()
}

const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

/** A body of so many bytes. */
const padded = (right: object, bytes: number): string => {
  const shortest = Buffer.byteLength(JSON.stringify({ ...right, a: '' }))
  return JSON.stringify({ ...right, a: 'x'.repeat(bytes - shortest) })
}

/** What an operation is sent in place of its body, and what that makes of the request. */
type Bad = { what: string; send: (right: object) => Request; expected: Expected }

const invalidJson: Record<string, string | Buffer> = {
  'cut off': '{"a":',
  'a comment': '{/* */}',
  'a trailing comma': '{"a":1,}',
  'single quotes': "{'a':1}",
  'two values': '{}{}',
  'nothing but blanks': '  ',
  NaN: '{"a":NaN}',
  'a raw line break in a string': '{"a":"\n"}',
  'an unfinished string': '{"a":"\\"',
  'a byte-order mark': Buffer.from('\ufeff{}'),
  'UTF-16': Buffer.from('\ufeff{}', 'utf16le'),
  'bad UTF-8': Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
  'over-long UTF-8': Buffer.from([0x22, 0xc0, 0x80, 0x22]),
  'surrogates in UTF-8': Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
}
const duplicateKey: Expected = { status: 400, code: 'duplicate_json_key' }
const reservedName: Expected = { status: 400, code: 'unknown_field' }
const tooDeep: Expected = { status: 400, code: 'json_too_deep' }
const badString = (pointer: string): Expected => ({
  status: 400,
  code: 'invalid_request',
  pointers: [pointer],
})
const hostileJson: [string, string, Expected][] = [
  ['the same key twice', '{"a":1,"a":1}', duplicateKey],
  ['the same key twice, once escaped', '{"a":1,"\\u0061":2}', duplicateKey],
  ['the same key twice, deep inside', '{"b":[{"a":{}, "a":[]}]}', duplicateKey],
  ['__proto__', '{"__proto__":{"payin_amount":"1.00"}}', reservedName],
  ['__proto__, escaped', '{"\\u005f_proto__":1}', reservedName],
  ['constructor.prototype', '{"constructor":{"prototype":{"a":1}}}', reservedName],
  ['33 levels', nested(33), tooDeep],
  ['ten thousand levels', '['.repeat(10_000), tooDeep],
  ['U+0000', '{"a":"x\\u0000"}', badString('/a')],
  ['U+0000, deep inside', '{"a/b":[{"c":"\\u0000"}]}', badString('/a~1b/0/c')],
  ['a lone high surrogate', '{"a":"\\ud800"}', badString('/a')],
  ['a lone low surrogate', '{"a":"\\udc00x"}', badString('/a')],
  ['surrogates the wrong way round', '{"a":"\\udc00\\ud800"}', badString('/a')],
  ['half a surrogate pair in a key', '{"a":{"\\ud800":1}}', badString('/a')],
  ['more than 64 KiB', `{"a":"${'x'.repeat(64 * 1024)}"}`, { status: 413, code: 'body_too_large' }],
]
const notObjects: unknown[] = [[], 'x', 1, true, null]
const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'text/json',
  'application/jsonp',
  'application/problem+json',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'json',
  '',
  ';',
]
const withoutJson = [
  'text/html',
  'application/xml',
  'image/*',
  'application/json;q=0',
  '*/*;q=0',
  'application/json;q=0.000, */*',
  'application/jsonx',
]

const badBodies: Record<string, Bad[]> = {
  'a body that is not JSON': Object.entries(invalidJson).map(([what, rawBody]) => ({
    what,
    send: () => ({ rawBody }),
    expected: { status: 400, code: 'invalid_json' },
  })),
  'JSON that no payment may rest on': hostileJson.map(([what, rawBody, expected]) => ({
    what,
    send: () => ({ rawBody }),
    expected,
  })),
  'JSON that is no object': notObjects.map((body) => ({
    what: JSON.stringify(body),
    send: () => ({ body }),
    expected: { status: 400, code: 'invalid_request', pointers: [''] },
  })),
  'a field that it does not know': [
    {
      what: 'beside the right ones',
      send: (right) => ({ body: { ...right, 'sur/pri~se': 1 } }),
      expected: { status: 400, code: 'unknown_field', pointers: ['/sur~1pri~0se'] },
    },
    {
      what: '32 levels of it',
      send: (right) => ({ body: { ...right, a: JSON.parse(nested(31)) } }),
      expected: { status: 400, code: 'unknown_field', pointers: ['/a'] },
    },
    {
      what: '64 KiB of it, to the byte',
      send: (right) => ({ rawBody: padded(right, 64 * 1024) }),
      expected: { status: 400, code: 'unknown_field', pointers: ['/a'] },
    },
  ],
  'another type of body': otherTypes.map((type) => ({
    what: type,
    send: (body) => ({ body, headers: { 'content-type': type } }),
    expected: { status: 415, code: 'unsupported_media_type' },
  })),
  'an encoded body': ['gzip', 'br', 'deflate', 'identity, gzip', 'x'].map((encoding) => ({
    what: encoding,
    send: (body) => ({ body, headers: { 'content-encoding': encoding } }),
    expected: { status: 415, code: 'unsupported_media_type' },
  })),
  'a caller that does not accept JSON': withoutJson.map((accept) => ({
    what: accept,
    send: (body) => ({ body, headers: { accept } }),
    expected: { status: 406, code: 'not_acceptable' },
  })),
}

describe.each(operations)('$name', (operation) => {
  test.each(Object.entries(badBodies))(
    'refuses %s, leaves nothing, and then takes a right body under the same key',
    async (_kind, bad) => {
      const [path, right, idempotencyKey] = [
        await operation.path(),
        await operation.body(),
        randomUUID(),
      ]
      const before = await everything()
      for (const { what, send, expected } of bad) {
        expectProblem(
          await corridor.call('POST', path, { idempotencyKey, ...send(right) }),
          expected,
          what,
        )
      }
      expect(await everything()).toEqual(before)
      const accepted = await corridor.call('POST', path, { idempotencyKey, body: right })
      expect(accepted.status, accepted.text).toBe(operation.success)
      expect(accepted.headers.get('idempotent-replayed')).toBeNull()
    },
  )

  test.each([
    { 'content-type': 'application/json; charset=utf-8' },
    { 'content-type': 'Application/JSON;charset="UTF-8"' },
    { 'content-encoding': 'identity' },
    { accept: 'application/*' },
    { accept: 'application/problem+json, application/json' },
    { accept: 'text/html, */*;q=0.1' },
    { accept: 'APPLICATION/JSON; Q=0.5' },
  ])('answers a request with %j', async (headers) => {
    const reply = await corridor.call('POST', await operation.path(), {
      body: await operation.body(),
      headers,
    })
    expect(reply.status, reply.text).toBe(operation.success)
  })
})

test('a hostile body costs no more time than its size', async () => {
  const startedAt = performance.now()
  for (const rawBody of [
    '"' + '\\"'.repeat(32_000),
    '{"a":"' + '\\\\"'.repeat(21_000),
    '['.repeat(65_000),
    '"'.repeat(65_001),
    '{"a":"' + 'x'.repeat(65_000) + '\\',
  ]) {
    expect(
      (await corridor.call('POST', `${corridor.organization}/quotes`, { rawBody })).status,
    ).toBe(400)
  }
  // Time that grows with the square of the size would be minutes.
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

describe.each(creations)('$name and its Idempotency-Key', (operation) => {
  const malformed: [string, string][] = [
    ['empty', ''],
    ['256 characters', 'x'.repeat(256)],
    ['a blank inside', 'a b'],
    ['a tab inside', 'a\tb'],
    ['beyond ASCII', 'clé'],
    ['only blanks', '   '],
  ]
  test('cannot do without one', () =>
    refusedAndForgotten(operation, (body) => ({ body, idempotencyKey: null }), {
      status: 400,
      code: 'idempotency_key_missing',
    }))

  test.each(malformed)('refuses one that is %s', (_what, idempotencyKey) =>
    refusedAndForgotten(operation, (body) => ({ body, idempotencyKey }), {
      status: 400,
      code: 'idempotency_key_invalid',
    }),
  )

  test.each([
    'x',
    '!~',
    'x'.repeat(255),
    '6f1c2f0e-8d0b-4f5e-9f56-0a4f3d1c7b11',
    "'; drop table orders; --".replaceAll(' ', '+'),
  ])('takes %s', async (key) => {
    const idempotencyKey =
      key.length === 1 ? key : `${operation.name.replaceAll(' ', '')}${key}`.slice(-255)
    const [path, body] = [await operation.path(), await operation.body()]
    expect((await corridor.call('POST', path, { idempotencyKey, body })).status).toBe(201)
    const replayed = await corridor.call('POST', path, { idempotencyKey, body })
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
  })

  test('under one that made something, makes nothing of another body', async () => {
    if (operation === offerings) return // It takes no field, so no other body is possible.
    const [path, idempotencyKey] = [await operation.path(), randomUUID()]
    const [first, other] = [
      await operation.body(),
      { ...(await operation.body()), ...differing[operation.name] },
    ]
    expect((await corridor.call('POST', path, { idempotencyKey, body: first })).status).toBe(201)
    const before = await everything()
    expectProblem(await corridor.call('POST', path, { idempotencyKey, body: other }), {
      status: 422,
      code: 'idempotency_key_reused',
    })
    expect(await everything()).toEqual(before)
  })
})

const differing: Record<string, object> = {
  'Create organization': { name: 'Other' },
  'Create instrument': { alias: 'Other' },
  'Create quote': { payin_amount: '1000.01' },
  'Create order': { external_reference_id: 'other' },
}

describe('an amount', () => {
  const malformed: unknown[] = [
    1,
    1000.5,
    1e21,
    null,
    true,
    [],
    ['1.00'],
    {},
    '1e999999',
    '1E5',
    'NaN',
    'Infinity',
    '-Infinity',
    '+1',
    ' 1',
    '1 ',
    '1\n',
    '\t1',
    '0x10',
    '1_0',
    '0b1',
    '\u0661\u0660',
    '\uff11\uff10',
    '\u0967',
    '1,5',
    '1,000.00',
    '1.000,00',
    '.5',
    '5.',
    '.',
    '01',
    '00',
    '-0',
    '-1',
    '- 1',
    '',
    ' ',
    '1.2.3',
    '1000.00 USDC',
    '$1',
    '1n',
    'null',
    '1000000000000000000',
    '1.0000000000000000001',
    '9'.repeat(5000),
    '\u22121',
    '1\u00a0000',
    '\u200b1',
    '1/2',
    '½',
  ]
  for (const side of ['payin_amount', 'payout_amount']) {
    test.each(malformed)(`of ${side} that is %j is no amount`, (amount) =>
      refusedAndForgotten(quotes, () => ({ body: { offering_id: offering.id, [side]: amount } }), {
        status: 400,
        code: 'invalid_amount',
        pointers: [`/${side}`],
      }),
    )

    test.each(['0', '0.0', '0.00'])(`of ${side} that is %s is nothing`, (amount) =>
      refusedAndForgotten(quotes, () => ({ body: { offering_id: offering.id, [side]: amount } }), {
        status: 422,
        code: 'amount_not_positive',
        pointers: [`/${side}`],
      }),
    )
  }

  test.each([
    ['payin_amount', '1000.0000001'],
    ['payin_amount', '1000.000000000000000001'],
    ['payout_amount', '4000000.001'],
  ])('%s %s has more decimals than the currency', (side, amount) =>
    refusedAndForgotten(quotes, () => ({ body: { offering_id: offering.id, [side]: amount } }), {
      status: 422,
      code: 'amount_precision',
      pointers: [`/${side}`],
    }),
  )

  test('may say its zeros', async () => {
    const reply = await corridor.post(`${corridor.organization}/quotes`, {
      offering_id: offering.id,
      payin_amount: '1000.000000',
    })
    expect(reply.status).toBe(201)
  })

  test.each([
    ['payin_amount', '9.999999'],
    ['payin_amount', '0.000001'],
    ['payin_amount', '250000.000001'],
    ['payin_amount', '1000000000000.000000'],
    ['payin_amount', '999999999999999999'],
    ['payin_amount', '999999999999999999.99'],
    ['payout_amount', '1.00'],
    ['payout_amount', '999999999999999999.99'],
    ['payout_amount', '9999999999999999.99'],
  ])('%s %s is outside the limits, which the answer tells', async (side, amount) => {
    await refusedAndForgotten(
      quotes,
      () => ({ body: { offering_id: offering.id, [side]: amount } }),
      {
        status: 422,
        code: 'amount_out_of_limits',
        pointers: [`/${side}`],
      },
    )
    const refused = await corridor.post(`${corridor.organization}/quotes`, {
      offering_id: offering.id,
      [side]: amount,
    })
    expect(refused.problem['limits']).toEqual(offering.payin.limits)
  })

  test.each(['10.00', '250000.00'])('at the limit, %s, is inside', async (amount) => {
    expect((await corridor.quote(offering.id, amount)).payin.total).toBe(amount)
  })
})

describe('a field', () => {
  test.each<[Operation, (right: object) => object, string]>([
    [quotes, () => ({ payin_amount: '1000.00' }), '/offering_id'],
    [quotes, () => ({ payin_amount: '1000.00', offering_id: 1 }), '/offering_id'],
    [quotes, () => ({ payin_amount: '1000.00', offering_id: null }), '/offering_id'],
    [quotes, () => ({ offering_id: offering.id }), '/payin_amount'],
    [quotes, (right) => ({ ...right, payout_amount: '1.00' }), '/payin_amount'],
    [orders, () => ({}), '/quote_id'],
    [orders, () => ({ quote_id: ['a'] }), '/quote_id'],
    [organizations, (right) => ({ ...right, name: '' }), '/name'],
    [organizations, (right) => ({ ...right, name: 'x'.repeat(201) }), '/name'],
    [organizations, (right) => ({ ...right, name: 'a\nb' }), '/name'],
    [organizations, (right) => ({ ...right, contact: 'me' }), '/contact'],
    [
      organizations,
      (right) => ({ ...right, contact: { email: 'nobody', first_name: 'A', last_name: 'B' } }),
      '/contact/email',
    ],
    [
      organizations,
      (right) => ({ ...right, contact: { email: 'a@b.example', first_name: 'A' } }),
      '/contact/last_name',
    ],
    [instruments, (right) => ({ ...right, alias: 5 }), '/alias'],
    [instruments, (right) => ({ ...right, currency: 'usdc' }), '/currency'],
    [instruments, (right) => ({ ...right, method: 'CASH' }), '/method'],
    [instruments, (right) => ({ ...right, details: 'x' }), '/details'],
    [simulation, () => ({ request_id: 7 }), '/request_id'],
    [simulation, () => ({ request_id: 'x'.repeat(256) }), '/request_id'],
  ])('at fault in $name is named', (operation, change, pointer) =>
    refusedAndForgotten(operation, (right) => ({ body: change(right) }), {
      status: 400,
      code: 'invalid_request',
      pointers: [pointer],
    }),
  )

  test('inside an object is named by its whole path', () =>
    refusedAndForgotten(
      organizations,
      (right) => ({
        body: {
          ...right,
          contact: { email: 'a@b.example', first_name: 'A', last_name: 'B', fax: '1' },
        },
      }),
      {
        status: 400,
        code: 'unknown_field',
        pointers: ['/contact/fax'],
      },
    ))

  test.each([
    [{ currency: 'COP' }, '/currency'],
    [{ details: { address: 'x' } }, '/details/address'],
    [{ details: {} }, '/details/address'],
  ])('of an instrument that does not fit its method is named: %j', (change, pointer) =>
    refusedAndForgotten(instruments, (right) => ({ body: { ...right, ...change } }), {
      status: 422,
      code: 'invalid_details',
      pointers: [pointer],
    }),
  )

  test('of the details that the method does not have is named', async () => {
    const bad = await corridor.post(`${corridor.organization}/external_payment_instruments`, {
      alias: 'a',
      currency: 'USDC',
      method: 'SOLANA_ADDRESS',
      details: { address: WALLET, memo: 'x' },
    })
    expect(bad.problem.errors?.map((error) => error.pointer)).toEqual(['/details/memo'])
  })
})

describe('an external reference', () => {
  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(129)],
    ['a line break', 'a\nb'],
    ['DEL', 'a\u007f'],
    ['a C1 control', 'a\u0085'],
    ['a number', 7],
    ['an object', {}],
  ])('is refused when it is or has: %s', (_what, reference) =>
    refusedAndForgotten(
      orders,
      (right) => ({ body: { ...right, external_reference_id: reference } }),
      {
        status: 400,
        code: 'invalid_request',
        pointers: ['/external_reference_id'],
      },
    ),
  )

  test.each([
    ['one character', 'x'],
    ['128 characters', 'y'.repeat(128)],
    ['128 emoji', '\u{1f4b8}'.repeat(128)],
    ['other scripts', 'Счёт 42 / 請求書'],
    ['SQL', "'; drop table orders; --"],
  ])('is kept as it was sent and found again: %s', async (_what, reference) => {
    const { data } = await corridor.post<{ id: string; external_reference_id: string }>(
      `${corridor.organization}/orders`,
      {
        ...(await orders.body()),
        external_reference_id: reference,
      },
    )
    expect(data.external_reference_id).toBe(reference)
    const found = await corridor.get<{ id: string }[]>(
      `${corridor.organization}/orders?external_reference_id=${encodeURIComponent(reference)}`,
    )
    expect(found.data.map((order) => order.id)).toEqual([data.id])
  })

  test('is taken once', async () => {
    const first = await corridor.post(`${corridor.organization}/orders`, {
      ...(await orders.body()),
      external_reference_id: 'invoice-1',
    })
    expect(first.status).toBe(201)
    await refusedAndForgotten(
      orders,
      (right) => ({ body: { ...right, external_reference_id: 'invoice-1' } }),
      {
        status: 409,
        code: 'external_reference_taken',
      },
    )
  })
})

describe('an identifier', () => {
  /** Ways to be no identifier of a kind, made of one that is. `unknown` is well formed and exists nowhere. */
  const variants = (id: string): Record<string, string> => {
    const [prefix = '', suffix = ''] = id.split('_')
    return {
      'upper case': id.toUpperCase(),
      'an upper-case suffix': `${prefix}_${suffix.toUpperCase()}`,
      'another prefix': `key_${suffix}`,
      'no prefix': suffix,
      'a UUID': randomUUID(),
      short: id.slice(0, -1),
      long: `${id}0`,
      'over-long': 'x'.repeat(3000),
      'a letter of no alphabet': `${id.slice(0, -1)}u`,
      'past 128 bits': `${prefix}_8${suffix.slice(1)}`,
      NUL: `${id}%00`,
      'NUL inside': `${id.slice(0, 10)}%00${id.slice(11)}`,
      'only NUL': '%00',
      unicode: '%C3%BCn%C3%AF',
      'full-width digits': `${prefix}_%EF%BC%90${suffix.slice(1)}`,
      'bad UTF-8': '%FF',
      'half an escape': '%',
      'a slash, escaped': `${id}%2F..`,
      'a blank': `${id}%20`,
      __proto__: '__proto__',
      constructor: 'constructor',
      SQL: "'%20or%20'1'='1",
      '-1': '-1',
      unknown: `${id.slice(0, -20)}${'0'.repeat(20)}`,
    }
  }
  const names = Object.keys(variants('org_01jqe8m2x4fv5s0t6w7y8z9abc')).filter(
    (name) => name !== 'unknown',
  )

  async function paths(): Promise<
    { method: string; path: (id: string) => string; id: string; body?: unknown }[]
  > {
    const quote = await corridor.quote(offering.id)
    const order = await corridor.order(quote.id)
    const instrument = offering.payin.external_payment_instrument.id
    const { organization, sandbox } = corridor
    const unused = { quote_id: (await corridor.quote(offering.id)).id }
    const ofOrganization = (rest: string, method = 'GET', body?: unknown) => ({
      method,
      path: (id: string) => `/v1/organizations/${id}${rest}`,
      id: sandbox.organization_id,
      body,
    })
    const of = (kind: string, id: string, rest = '', method = 'GET', body?: unknown) => ({
      method,
      path: (other: string) => `${organization}/${kind}/${other}${rest}`,
      id,
      body,
    })
    return [
      ofOrganization(''),
      ofOrganization('/configured-routes'),
      ofOrganization('/external_payment_instruments'),
      ofOrganization('/external_payment_instruments', 'POST', await instruments.body()),
      ofOrganization(`/external_payment_instruments/${instrument}`),
      ofOrganization(`/external_payment_instruments/${instrument}`, 'DELETE'),
      ofOrganization('/offerings', 'POST', {}),
      ofOrganization(`/offerings/${offering.id}`),
      ofOrganization('/quotes', 'POST', await quotes.body()),
      ofOrganization(`/quotes/${quote.id}`),
      ofOrganization('/orders', 'POST', unused),
      ofOrganization('/orders'),
      ofOrganization(`/orders/${order.id}`),
      ofOrganization(`/orders/${order.id}/simulate-demo-funding`, 'POST', {}),
      of('external_payment_instruments', instrument),
      of('external_payment_instruments', instrument, '', 'DELETE'),
      of('offerings', offering.id),
      of('quotes', quote.id),
      of('orders', order.id),
      of('orders', order.id, '/simulate-demo-funding', 'POST', {}),
    ]
  }

  test.each(names)(
    'in a path that is wrong (%s) is answered, byte for byte, as an unknown one',
    async (name) => {
      const known = await paths()
      const before = await everything()
      for (const { method, path, id, body } of known) {
        const ask = async (wrong: string) => {
          const reply = await corridor.call(method, path(wrong), {
            body,
            headers: { 'x-request-id': 'same' },
          })
          expect(reply.status, `${method} ${path(wrong)}`).toBe(404)
          expectProblem(reply, { status: 404, code: 'not_found' })
          expect(reply.problem.instance).toBe(path(wrong))
          const headers = Object.fromEntries(
            [...reply.headers].filter(
              ([header]) => !/^(date|content-length|ratelimit-(remaining|reset))$/.test(header),
            ),
          )
          return { text: reply.text.replace(JSON.stringify(path(wrong)), '"PATH"'), headers }
        }
        expect(await ask(variants(id)[name] ?? ''), `${method} ${path(name)}`).toEqual(
          await ask(variants(id)['unknown'] ?? ''),
        )
      }
      expect(await everything()).toEqual(before)
    },
  )

  test.each([quotes, orders])(
    'in the body of $name that is wrong is answered as an unknown one',
    async (operation) => {
      const path = await operation.path()
      const field = operation === quotes ? 'offering_id' : 'quote_id'
      const right = await operation.body()
      const texts = new Set<string>()
      for (const wrong of [
        ...Object.values(variants(offering.id)),
        '',
        ' ',
        'ü',
        '\ufeff',
        '\u202e',
      ]) {
        const reply = await corridor.post(
          path,
          { ...right, [field]: wrong },
          { headers: { 'x-request-id': 'same' } },
        )
        expectProblem(reply, { status: 404, code: 'not_found' })
        texts.add(reply.text)
      }
      expect(texts.size).toBe(1)
    },
  )

  test('leaves the key free when it names nothing', async () => {
    await refusedAndForgotten(quotes, (right) => ({ body: { ...right, offering_id: 'off_1' } }), {
      status: 404,
      code: 'not_found',
    })
    await refusedAndForgotten(orders, () => ({ body: { quote_id: 'qt_1' } }), {
      status: 404,
      code: 'not_found',
    })
  })

  test.each([
    'NOBODY',
    '__proto__',
    'constructor',
    '%00',
    'ALPHA%00',
    'alpha',
    '%F0%9F%92%B8',
    'x'.repeat(3000),
    '%',
  ])('of a provider that is %s names nobody', async (name) => {
    expectProblem(await corridor.get(`/v1/liquidity-providers/${name}/exchange-rate`), {
      status: 404,
      code: 'not_found',
    })
  })
})

describe('a query', () => {
  const lists = () => [
    '/v1/organizations',
    '/v1/liquidity-providers',
    ...['configured-routes', 'external_payment_instruments', 'orders'].map(
      (name) => `${corridor.organization}/${name}`,
    ),
  ]
  const bad: [string, Expected][] = [
    ...[
      'limit=0',
      'limit=201',
      'limit=999',
      'limit=abc',
      'limit=',
      'limit=-1',
      'limit=1.5',
      'limit=1e2',
      'limit=%31%00',
      'limit=+1',
      'limit=01',
      'limit=1&limit=2',
      'limit=%D9%A1',
      'limit=99999999999999999999',
    ].map((query): [string, Expected] => [
      query,
      { status: 400, code: 'invalid_request', pointers: ['?limit'] },
    ]),
    ['page=1', { status: 400, code: 'unknown_field', pointers: ['?page'] }],
    ['limit=1&offset=5', { status: 400, code: 'unknown_field', pointers: ['?offset'] }],
    ['Limit=1', { status: 400, code: 'unknown_field', pointers: ['?Limit'] }],
    ['limit[]=1', { status: 400, code: 'unknown_field', pointers: ['?limit[]'] }],
    ['__proto__=1', { status: 400, code: 'unknown_field', pointers: ['?__proto__'] }],
    ['constructor=1', { status: 400, code: 'unknown_field', pointers: ['?constructor'] }],
    ['%00=1', { status: 400, code: 'unknown_field' }],
    [`cursor=${'A'.repeat(4000)}`, { status: 400, code: 'invalid_request', pointers: ['?cursor'] }],
    ['cursor=a&cursor=b', { status: 400, code: 'invalid_request', pointers: ['?cursor'] }],
    ...[
      'cursor=',
      'cursor=abc',
      'cursor=%00',
      'cursor=../..',
      `cursor=${'A'.repeat(38)}`,
      `cursor=${'A'.repeat(512)}`,
      'cursor=%F0%9F%92%B8',
      'limit=5&cursor=AAAA',
    ].map((query): [string, Expected] => [query, { status: 400, code: 'invalid_cursor' }]),
  ]
  test.each(bad)('with %s is refused by every list', async (query, expected) => {
    for (const list of lists()) expectProblem(await corridor.get(`${list}?${query}`), expected)
  })

  test.each(['limit=1', 'limit=200'])('with %s is answered by every list', async (query) => {
    for (const list of lists()) expect((await corridor.get(`${list}?${query}`)).status).toBe(200)
  })

  const filters: [string, string | null][] = [
    ['status=DONE', '?status'],
    ['status=', '?status'],
    ['status=STEP_4_COMPLETED&status=STEP_4_COMPLETED', '?status'],
    ['created_after=yesterday', '?created_after'],
    ['created_after=2026-02-30T00:00:00Z', '?created_after'],
    ['created_after=2026-03-02', '?created_after'],
    ['created_after=2026-03-02T00:00:00', '?created_after'],
    ['created_before=1', '?created_before'],
    ['created_before=', '?created_before'],
    ['created_before=%00', '?created_before'],
    ['created_before=9'.repeat(30), '?created_before'],
    ['external_reference_id=a%00b', '?external_reference_id'],
    ['external_reference_id=%00', '?external_reference_id'],
    [`external_reference_id=${'x'.repeat(129)}`, '?external_reference_id'],
    ['external_reference_id=a&external_reference_id=b', '?external_reference_id'],
    ['offering_id=a&offering_id=b', '?offering_id'],
  ]
  test.each(filters)('of orders with %s is refused', async (query, pointer) => {
    expectProblem(await corridor.get(`${corridor.organization}/orders?${query}`), {
      status: 400,
      code: 'invalid_request',
      ...(pointer === null ? {} : { pointers: [pointer] }),
    })
  })

  test.each([
    'offering_id=off_1',
    'offering_id=%00',
    'offering_id=',
    'external_reference_id=%FF',
    'external_reference_id=nothing',
    'created_after=9999-12-31T23:59:59Z',
    'created_before=0001-01-01T00:00:00Z',
  ])('of orders with %s finds none', async (query) =>
    expect((await corridor.get(`${corridor.organization}/orders?${query}`)).data).toEqual([]),
  )

  test('for a rate names both currencies or neither, once each', async () => {
    const path = '/v1/liquidity-providers/ALPHA/exchange-rate'
    const wrong = (pointers: string[]): Expected => ({
      status: 400,
      code: 'invalid_request',
      pointers,
    })
    expectProblem(await corridor.get(`${path}?payin_currency=USDC`), wrong(['?payout_currency']))
    expectProblem(await corridor.get(`${path}?payout_currency=COP`), wrong(['?payin_currency']))
    expectProblem(
      await corridor.get(`${path}?payin_currency=USDC&payin_currency=USDC&payout_currency=COP`),
      wrong(['?payin_currency']),
    )
    expectProblem(await corridor.get(`${path}?amount=1`), {
      status: 400,
      code: 'unknown_field',
      pointers: ['?amount'],
    })
    expectProblem(await corridor.get(`${path}?payin_currency=usdc&payout_currency=%00`), {
      status: 404,
      code: 'not_found',
    })
  })

  test('goes on only with a cursor that this very list gave out', async () => {
    await corridor.order((await corridor.quote(offering.id)).id)
    await corridor.order((await corridor.quote(offering.id)).id)
    const cursorOf = async (list: string, key?: string): Promise<string> => {
      const { headers } = await corridor.get(
        `${list}${list.includes('?') ? '&' : '?'}limit=1`,
        key === undefined ? {} : { key },
      )
      return (
        new URL(
          /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '',
        ).searchParams.get('cursor') ?? ''
      )
    }
    const list = `${corridor.organization}/orders`
    const own = await cursorOf(list)
    const next = await corridor.get<unknown[]>(`${list}?limit=1&cursor=${own}`)
    expect(next.data.length).toBe(1)
    const flipped = (at: number) =>
      own.slice(0, at) + (own[at] === 'A' ? 'B' : 'A') + own.slice(at + 1)
    const [, other] = await corridor.organizations()
    const forged = [
      own.slice(0, -1),
      own.slice(1),
      own.slice(0, 16),
      `${own}A`,
      `${own}=`,
      `${own}%00`,
      flipped(0),
      flipped(20),
      flipped(own.length - 2),
      own.toUpperCase(),
      Buffer.from(own).toString('base64url'),
      await cursorOf('/v1/organizations'),
      await cursorOf('/v1/liquidity-providers'),
      await cursorOf(`${corridor.organization}/external_payment_instruments`),
      await cursorOf(`${list}?status=STEP_1_AWAITING_FUNDING`),
      await cursorOf(`/v1/organizations/${other?.id}/external_payment_instruments`),
    ]
    for (const cursor of forged) {
      expectProblem(await corridor.get(`${list}?limit=1&cursor=${cursor}`), {
        status: 400,
        code: 'invalid_cursor',
      })
    }
    expectProblem(await corridor.get(`/v1/organizations/${other?.id}/orders?cursor=${own}`), {
      status: 400,
      code: 'invalid_cursor',
    })
  })
})

describe('an Accept header', () => {
  test.each([
    'text/html',
    'application/json;q=0',
    'text/event-stream',
    'application/xml, text/*',
    ', ,',
    'json',
  ])('of a read that is %s leaves no room for JSON', async (accept) => {
    expectProblem(await corridor.get(corridor.organization, { headers: { accept } }), {
      status: 406,
      code: 'not_acceptable',
    })
  })
})

describe('what is not active takes part in nothing new', () => {
  const organizationId = () => uuidOf('org', corridor.sandbox.organization_id) ?? ''
  const notActive = (code: string): Expected => ({ status: 409, code })

  /** Both are prepared while all is well, refused under the condition, and accepted with their keys afterwards. */
  async function refusedWhile(
    operationsRefused: Operation[],
    begin: () => Promise<unknown>,
    end: () => Promise<unknown>,
    expected: Expected,
  ): Promise<Reply<unknown>[]> {
    const prepared = []
    for (const operation of operationsRefused)
      prepared.push({
        operation,
        path: await operation.path(),
        body: await operation.body(),
        idempotencyKey: randomUUID(),
      })
    const before = await everything()
    const refusals: Reply<unknown>[] = []
    await begin()
    try {
      for (const { path, ...request } of prepared) {
        const refused = await corridor.call('POST', path, request)
        expectProblem(refused, expected)
        refusals.push(refused)
      }
      expect(await everything()).toEqual(before)
    } finally {
      await end()
    }
    for (const { path, operation, ...request } of prepared) {
      expect((await corridor.call('POST', path, request)).status, operation.name).toBe(
        operation.success,
      )
    }
    return refusals
  }

  test('while the organization is held, and it can still be read', async () => {
    const set = (status: 'ACTIVE' | 'COMPLIANCE_HOLD') =>
      updateOrganizationStatus(corridor.deps.db, organizationId(), status, corridor.clock.now())
    const hold = async () => {
      await set('COMPLIANCE_HOLD')
      expect(
        (await corridor.get<{ status: { current_status: string } }>(corridor.organization)).data
          .status.current_status,
      ).toBe('COMPLIANCE_HOLD')
    }
    const refusals = await refusedWhile(
      [instruments, offerings, quotes, orders],
      hold,
      () => set('ACTIVE'),
      notActive('organization_not_active'),
    )
    for (const refused of refusals)
      expect(refused.problem['current_status']).toBe('COMPLIANCE_HOLD')
  })

  test.each(['payin', 'payout'] as const)(
    'while the %s instrument is held or archived',
    async (side) => {
      const { id } = offering[side].external_payment_instrument
      const set = (status: 'ACTIVE' | 'COMPLIANCE_HOLD' | 'ARCHIVED') =>
        setInstrumentStatus(
          corridor.deps.db,
          organizationId(),
          uuidOf('epi', id) ?? '',
          status,
          corridor.clock.now(),
        )
      for (const status of ['COMPLIANCE_HOLD', 'ARCHIVED'] as const) {
        const refusals = await refusedWhile(
          [quotes, orders],
          () => set(status),
          () => set('ACTIVE'),
          notActive('instrument_not_active'),
        )
        for (const refused of refusals) {
          expect(refused.problem).toMatchObject({
            external_payment_instrument_id: id,
            current_status: status,
          })
        }
      }
    },
  )

  test('while the route is disabled', async () => {
    const set = (isDisabled: boolean) =>
      corridor.database.owner.query(
        `update configured_routes set is_disabled = $2 where organization_id = $1 and payin_currency = 'USDC' and payout_currency = 'COP'`,
        [organizationId(), isDisabled],
      )
    await refusedWhile(
      [quotes, orders],
      () => set(true),
      () => set(false),
      notActive('route_disabled'),
    )
  })

  test('while the market is closed, but a quote from before still makes an order', async () => {
    const { id } = await corridor.offering('EUR', 'COP')
    const euros: Operation = {
      ...quotes,
      body: async () => ({ offering_id: id, payin_amount: '1000.00' }),
    }
    const closed = async () => corridor.clock.set(Date.parse('2026-03-07T17:00:00.000Z'))
    const open = async () => corridor.clock.set(NOON)
    await refusedWhile([euros], closed, open, notActive('market_closed'))
    // 08:00 to 17:00 in Bogota: the end is exclusive.
    corridor.clock.set(Date.parse('2026-03-04T18:59:59.999Z'))
    const late = await corridor.quote(id)
    corridor.clock.advance(1)
    expectProblem(
      await corridor.post(`${corridor.organization}/quotes`, await euros.body()),
      notActive('market_closed'),
    )
    expect((await corridor.order(late.id)).quote_id).toBe(late.id)
    corridor.clock.set(NOON)
  })
})

describe('a state that does not allow it', () => {
  test('an expired quote makes no order, and says when it expired', async () => {
    const quote = await corridor.quote(offering.id)
    const idempotencyKey = randomUUID()
    const before = await everything()
    corridor.clock.set(Date.parse(quote.submission_expires_at) + 1)
    const refused = await corridor.post(
      `${corridor.organization}/orders`,
      { quote_id: quote.id },
      { idempotencyKey },
    )
    expectProblem(refused, { status: 409, code: 'quote_expired' })
    expect(refused.problem['submission_expires_at']).toBe(quote.submission_expires_at)
    expect(await everything()).toEqual(before)
    corridor.clock.set(NOON)
    expect(
      (
        await corridor.post(`${corridor.organization}/orders`, await orders.body(), {
          idempotencyKey,
        })
      ).status,
    ).toBe(201)
  })

  test('an order that was made is answered again under its key, although its quote has expired', async () => {
    const [body, idempotencyKey] = [await orders.body(), randomUUID()]
    const first = await corridor.post(`${corridor.organization}/orders`, body, { idempotencyKey })
    corridor.clock.advance(3_600_000)
    const again = await corridor.post(`${corridor.organization}/orders`, body, { idempotencyKey })
    corridor.clock.set(NOON)
    expect({ status: again.status, text: again.text }).toEqual({ status: 201, text: first.text })
  })

  test('a used quote makes no second order, and its key is free', async () => {
    const quote = await corridor.quote(offering.id)
    await corridor.order(quote.id)
    await refusedAndForgotten(orders, () => ({ body: { quote_id: quote.id } }), {
      status: 409,
      code: 'quote_already_used',
    })
  })

  test('funding is simulated once, and refused with the same message each time', async () => {
    const path = await simulation.path()
    const send = (body: object) =>
      corridor.post(path, body, { idempotencyKey: null, headers: { 'x-request-id': 'same' } })
    expect((await send({})).status).toBe(200)
    const refusals = [await send({}), await send({}), await send({ request_id: 'again' })]
    for (const refused of refusals)
      expectProblem(refused, { status: 409, code: 'order_not_awaiting_funding' })
    expect(new Set(refusals.map((refused) => refused.text)).size).toBe(1)
  })
})

test('without a fresh rate nothing is priced, and the answer says when to come back', async () => {
  let lateMs = 0
  const still = await testService({
    worker: false,
    clock: { ...manualClock(), realNow: () => Date.now() + lateMs },
  })
  try {
    const { id } = await still.offering()
    still.deps.feeds.stop()
    lateMs = 61_000
    const idempotencyKey = randomUUID()
    const quote = () =>
      still.post(
        `${still.organization}/quotes`,
        { offering_id: id, payin_amount: '1000.00' },
        { idempotencyKey },
      )
    const refusals = [
      await quote(),
      await still.post(`${still.organization}/offerings`),
      await still.get('/v1/liquidity-providers/ALPHA/exchange-rate'),
    ]
    for (const refused of refusals) {
      expectProblem(refused, { status: 503, code: 'rate_unavailable' })
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
    const { rows } = await still.database.owner.query('select count(*)::int as quotes from quotes')
    expect(rows[0]).toEqual({ quotes: 0 })
    await still.deps.feeds.push()
    expect((await quote()).status).toBe(201)
  } finally {
    await still.close()
  }
})
