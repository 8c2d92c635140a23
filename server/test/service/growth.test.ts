// CPU time grows linearly with the length of an input: the ratio of the times at 2n and n/2 is the measure, so that
// the speed and load of the machine do not matter. Linear time gives 4, quadratic time 16.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDetails, exampleDetails, methodNames } from '../../src/outside/methods/methods.ts'
import { parseJsonBody } from '../../src/platform/http/json-body.ts'
import { inputPatterns } from '../../src/platform/http/patterns.ts'
import { acceptsJson } from '../../src/platform/http/request.ts'
import { cost, expectLinear } from '../support/linear.ts'
import { noNetwork } from '../support/dialer.ts'
import { testService, type TestService } from '../support/service.ts'

// Repeated pieces that patterns match, combined with ends that no pattern matches.
const pieces = [
  'a',
  '0',
  '1',
  ' ',
  '.',
  '@',
  '-',
  '_',
  'a.',
  '.a',
  'a@',
  '1.',
  ' a',
  '\u00a0',
  '\u{1f4b8}',
]
const beginnings = ['', 'a', 'a@', 'a@a.', '0.', ' ']
const ends = ['\n', '\u0000', '@', '!', ' ', '']

describe('linear time to match the pattern', () => {
  test.each(Object.entries(inputPatterns))('%s', async (_name, { pattern }) => {
    const expression = new RegExp(pattern, 'u')
    const all = beginnings.flatMap((begin) =>
      pieces.flatMap((piece) => ends.map((end) => ({ begin, piece, end }))),
    )
    await expectLinear((length) => {
      const texts = all.map(({ begin, piece, end }) => begin + piece.repeat(length) + end)
      return () => texts.forEach((text) => expression.test(text))
    }, 4000)
  })

  test('control: a backtracking pattern is measured as superlinear', async () => {
    const expression = /^[^\n]*[^\n ][^\n]*$/u
    const run = (length: number) => {
      const text = 'a'.repeat(length) + '\n'
      return () => expression.test(text)
    }
    let ratio = 0
    // A busy machine adds to either time, so measure again.
    for (let tries = 0; tries < 4 && ratio <= 8; tries++)
      ratio = (await cost(run(20_000))) / (await cost(run(5000)))
    expect(ratio).toBeGreaterThan(8)
  })
})

describe('linear time to parse a body with', () => {
  const bodies: Record<string, (length: number) => string> = {
    'a string that never ends': (length) => `{"a":"${'x'.repeat(length)}`,
    'escaped quotes': (length) => `{"a":"${'\\"'.repeat(length / 2)}`,
    'open brackets': (length) => '['.repeat(length),
    'keys of one object': (length) =>
      `{${Array.from({ length: length / 8 }, (_, at) => `"${at}":1`).join(',')}}`,
    'escapes in many strings': (length) => `[${'"\\u0061",'.repeat(length / 9)}1]`,
    blanks: (length) => `${' '.repeat(length)}{}`,
  }
  test.each(Object.entries(bodies))('%s', async (_what, bodyOf) => {
    await expectLinear((length) => {
      const bytes = Buffer.from(bodyOf(length))
      return () => {
        for (let times = 0; times < 20; times++) {
          try {
            parseJsonBody(bytes)
          } catch {
            // A refusal takes time too.
          }
        }
      }
    }, 30_000)
  })
})

test.each(methodNames)('the time to check the details of %s is linear', async (method) => {
  const fields = Object.keys(exampleDetails(method))
  await expectLinear((length) => {
    const details = fields.map((field) => ({
      ...exampleDetails(method),
      [field]: 'a'.repeat(length),
      // Few enough for the processor's cache: beyond it the time of a key is that of the memory.
      ...Object.fromEntries(Array.from({ length: length / 50 }, (_, at) => [`x${at}`, '1'])),
    }))
    return () => {
      for (let times = 0; times < 100; times++) details.forEach((one) => checkDetails(method, one))
    }
  }, 20_000)
})

test('the time to parse an Accept header is linear', () =>
  expectLinear((length) => {
    const headers = ['a,', ';', ' ', 'q=0;', ',;q=0'].map((piece) => piece.repeat(length))
    return () => headers.forEach(acceptsJson)
  }, 8000))

describe('linear time to answer a request', () => {
  let corridor: TestService
  beforeAll(async () => {
    corridor = await testService({ worker: false, replace: noNetwork })
  })
  afterAll(() => corridor.close())

  const contact = { email: 'a@b.example', first_name: 'A', last_name: 'B' }
  const wallet = { alias: 'a', currency: 'USDC', method: 'SOLANA_ADDRESS', details: {} }
  const apiKey = { label: 'a', scopes: ['read'] }
  const hook = { url: 'https://127.0.0.1/x' }
  // Every free-text field of every operation with a body.
  const fields: [path: string, method: string, bodyOf: (text: string) => unknown][] = [
    ['/v1/organizations', 'POST', (text) => ({ name: text, contact })],
    ...(['email', 'first_name', 'last_name'] as const).map(
      (field): [string, string, (text: string) => unknown] => [
        '/v1/organizations',
        'POST',
        (text) => ({ name: 'A', contact: { ...contact, [field]: text } }),
      ],
    ),
    ['/v1/api-keys', 'POST', (text) => ({ label: text, scopes: ['x'] })],
    ['/v1/api-keys', 'POST', (text) => ({ ...apiKey, organization_id: text })],
    ['/v1/api-keys', 'POST', (text) => ({ ...apiKey, expires_at: text })],
    ['/v1/api-keys', 'POST', (text) => ({ ...apiKey, allowed_addresses: [text] })],
    ['external_payment_instruments', 'POST', (text) => ({ ...wallet, alias: text })],
    ['external_payment_instruments', 'POST', (text) => ({ ...wallet, currency: text })],
    ['external_payment_instruments', 'POST', (text) => ({ ...wallet, method: text })],
    ['external_payment_instruments', 'POST', (text) => ({ ...wallet, details: { address: text } })],
    ['external_payment_instruments', 'POST', (text) => ({ ...wallet, details: { [text]: 1 } })],
    ['offerings', 'POST', (text) => ({ [text]: text })],
    ['quotes', 'POST', (text) => ({ offering_id: text, payin_amount: '1' })],
    ['quotes', 'POST', (text) => ({ offering_id: 'off', payin_amount: text })],
    ['quotes', 'POST', (text) => ({ offering_id: 'off', payout_amount: text })],
    ['orders', 'POST', (text) => ({ quote_id: text })],
    ['orders', 'POST', (text) => ({ quote_id: 'qt', external_reference_id: text })],
    ['orders/ord_x/retry', 'POST', (text) => ({ quote_id: 'qt', external_reference_id: text })],
    ['orders/ord_x/simulate-demo-funding', 'POST', (text) => ({ request_id: text })],
    ['webhook-endpoints', 'POST', (text) => ({ url: text })],
    ['webhook-endpoints', 'POST', (text) => ({ url: `https://${text}` })],
    ['webhook-endpoints', 'POST', (text) => ({ ...hook, description: text })],
    ['webhook-endpoints', 'POST', (text) => ({ ...hook, event_types: [...text] })],
    ['webhook-endpoints', 'POST', (text) => ({ ...hook, event_types: [text] })],
    ['webhook-endpoints/whe_x/redeliver', 'POST', (text) => ({ created_after: text })],
    ['/v1/sandbox/clock', 'POST', (text) => ({ now: text })],
  ]

  test.each(fields)('%s %s %o', async (path, method, bodyOf) => {
    const full = path.startsWith('/') ? path : `${corridor.organization}/${path}`
    const texts = (length: number) => [
      'a'.repeat(length) + '\n',
      ' '.repeat(length),
      `a@${'a.'.repeat(length / 2)} `,
      '0'.repeat(length),
    ]
    await expectLinear((length) => {
      const bodies = texts(length).map((text) => JSON.stringify(bodyOf(text)))
      return async () => {
        for (const rawBody of bodies) {
          const { status } = await corridor.call(method, full, { rawBody })
          expect(status).toBeGreaterThanOrEqual(400)
          expect(status).toBeLessThan(500)
        }
      }
    }, 12_000)
  })

  const queries = ['external_reference_id', 'cursor', 'offering_id', 'created_after', 'status', 'x']
  test.each(queries)('for orders with ?%s', (name) =>
    expectLinear((length) => {
      const paths = ['a', '.', '%20', '0'].map(
        (piece) =>
          `${corridor.organization}/orders?limit=1&${name}=${piece.repeat(length / piece.length)}%0A`,
      )
      return async () => {
        for (const path of paths) await corridor.get(path)
      }
    }, 6000),
  )
})
