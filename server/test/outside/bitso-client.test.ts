// How Corridor talks to Bitso: signed requests, nonces, limits, bounds, webhooks, settings. Against the fake server.
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openClient, type Client } from '../../src/outside/bitso/client.ts'
import { bitsoProviderKind, bitsoRailKind } from '../../src/outside/bitso/kinds.ts'
import { keyOf, originIdOf } from '../../src/outside/bitso/keys.ts'
import { openBitsoRail } from '../../src/outside/bitso/rail.ts'
import type { Rail } from '../../src/outside/rails/port.ts'
import { fakeBitso, type FakeBitso } from '../support/fake-bitso.ts'

const BALANCE = 'GET /v3/balance'
let bitso: FakeBitso
let client: Client
beforeEach(async () => {
  bitso = await fakeBitso()
  client = opened({})
})
afterEach(() => bitso.close())

const opened = (more: { apiKey?: string; apiSecret?: string; timeoutMs?: number }): Client =>
  openClient({
    baseUrl: bitso.url,
    apiKey: 'test-key',
    apiSecret: 'test-secret',
    clock: bitso.clock,
    ...more,
  })

describe('authentication', () => {
  test('signs the path with its query and the body', async () => {
    await client.get('/v3/withdrawals?origin_ids=a%20b')
    await client.post('/rfq/v1/quotes', { source: 'USDC', target: 'MXN', source_amount: '1' })
    expect(bitso.seen).toHaveLength(2)
  })

  test('uses nonces that increase, also in concurrent requests of two adapters', async () => {
    const other = opened({})
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? client : other).get('/v3/balance')),
    )
    const nonces = bitso.seen.map(({ nonce }) => BigInt(nonce))
    expect(new Set(nonces).size).toBe(40)
    for (let index = 0; index < 5; index++) await client.get('/v3/balance')
    const last = bitso.seen.slice(-6).map(({ nonce }) => BigInt(nonce))
    expect(last).toEqual(last.toSorted((a, b) => (a < b ? -1 : 1)))
  })

  test('repeats a request whose nonce was refused, and the work is done once', async () => {
    bitso.fail('POST /v3/withdrawals', 'bad_nonce')
    const clabe = '032180000118359719'
    await client.post('/v3/withdrawals', {
      currency: 'mxn',
      protocol: 'clabe',
      amount: '1.00',
      clabe,
      beneficiary: 'A',
      origin_id: 'one',
    })
    expect(bitso.count('POST /v3/withdrawals')).toBe(2)
    expect(bitso.books.withdrawals).toHaveLength(1)
  })

  test('gives up after three refused nonces, and says that the key was refused', async () => {
    for (let index = 0; index < 9; index++) bitso.fail(BALANCE, 'bad_nonce')
    await expect(client.get('/v3/balance')).rejects.toThrow('refused the API key')
    expect(bitso.count(BALANCE)).toBe(3)
  })

  test('a wrong secret throws and never means refused', async () => {
    const wrong = opened({ apiSecret: 'other' })
    await expect(wrong.get('/v3/balance')).rejects.toThrow('code 0215')
  })
})

describe('limits', () => {
  test('a flood of 429 sends one request a minute, and then goes on', async () => {
    bitso.limit.perMinute = 5
    for (let index = 0; index < 5; index++) await client.get('/v3/balance')
    for (let index = 0; index < 50; index++)
      await expect(client.get('/v3/balance')).rejects.toThrow('locked the account out')
    expect(bitso.count(BALANCE)).toBe(6)
    bitso.advance(61_000)
    await client.get('/v3/balance')
  })

  test('a lockout holds for every adapter with the same key', async () => {
    bitso.fail(BALANCE, 'too_many')
    await expect(client.get('/v3/balance')).rejects.toThrow('429')
    await expect(opened({}).get('/v3/balance')).rejects.toThrow('was not sent')
    expect(bitso.count(BALANCE)).toBe(1)
  })
})

describe('answers', () => {
  test.each([
    ['huge', 'the answer is longer than 1048576 bytes'],
    ['not_json', 'is not an object'],
    ['error_before', '500'],
    ['lost_answer', 'no complete answer'],
  ] as const)('an answer with the fault %s throws', async (fault, message) => {
    const rail = await openRail()
    bitso.fail(BALANCE, fault)
    await expect(rail.balances()).rejects.toThrow(message)
    expect(await rail.balances()).toHaveLength(1)
  })

  test('an answer that never ends is cut off', async () => {
    bitso.fail(BALANCE, 'endless')
    await expect(opened({ timeoutMs: 200 }).get('/v3/balance')).rejects.toThrow('within 200 ms')
  })

  test('a company that cannot be reached throws without its address', async () => {
    await bitso.close()
    await expect(client.get('/v3/balance')).rejects.toThrow(
      'Bitso gave no complete answer to GET /v3/balance (ECONNREFUSED)',
    )
  })
})

describe('webhooks', () => {
  const key = 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1'
  const withdrawal = {
    wid: 'w1',
    status: 'complete',
    amount: '1.00',
    details: { origin_id: originIdOf(key), cep_link: 'https://x/é', b: 1, '10': null, a: [{}] },
  }
  let rail: Rail
  beforeEach(async () => void (rail = await openRail()))
  const receive = (event: { headers: Record<string, string>; body: Buffer }) =>
    rail.receive?.(event.headers, event.body)

  test.each([undefined, 2])('name the payout to look up (indented by %s)', async (space) => {
    expect(await receive(bitso.webhook('withdrawal', withdrawal, space))).toEqual([key])
  })

  test('of Colombia name it too; a duplicate names it again', async () => {
    const event = bitso.webhook('payout', { id: 'p1', external_ref: originIdOf(key) })
    expect(await receive(event)).toEqual([key])
    expect(await receive(event)).toEqual([key])
  })

  test('about other things name nothing', async () => {
    expect(await receive(bitso.webhook('funding', { fid: 'f1', details: {} }))).toEqual([])
    const foreign = { wid: 'w2', details: { origin_id: 'payroll-7' } }
    expect(await receive(bitso.webhook('withdrawal', foreign))).toEqual([])
  })

  test('with a changed payload are refused', async () => {
    const { headers, body } = bitso.webhook('withdrawal', withdrawal)
    const changed = Buffer.from(body.toString().replace('"1.00"', '"9.00"'))
    await expect(receive({ headers, body: changed })).rejects.toThrow('signature')
  })

  test('with a second payload count for the signed one alone', async () => {
    const { headers, body } = bitso.webhook('withdrawal', withdrawal)
    const other = 'ord_01jqe8m2x4fv5s0t6w7y8z9abd-payout-1'
    const doubled = body.toString().replace(/}$/, `,"payload":{"external_ref":"${other}"}}`)
    expect(await receive({ headers, body: Buffer.from(doubled) })).toEqual([key])
  })

  test('without a signature, with a wrong one or an unknown key are refused', async () => {
    const { headers, body } = bitso.webhook('withdrawal', withdrawal)
    await expect(receive({ headers: {}, body })).rejects.toThrow('no signature')
    const signature = 'x-bitso-webhook-event-signature'
    await expect(receive({ headers: { ...headers, [signature]: 'AAAA' }, body })).rejects.toThrow(
      'signature of the webhook is wrong',
    )
    const unknown = { ...headers, 'x-bitso-key-id': 'key-2' }
    await expect(receive({ headers: unknown, body })).rejects.toThrow('does not list')
  })

  test('with unknown keys make us ask for the list once a minute', async () => {
    const { headers, body } = bitso.webhook('withdrawal', withdrawal)
    for (let index = 0; index < 20; index++)
      await expect(
        receive({ headers: { ...headers, 'x-bitso-key-id': `key-${index + 2}` }, body }),
      ).rejects.toThrow('does not list')
    expect(bitso.count('GET /webhooks/public-key')).toBe(1)
  })

  test.each(['', 'x', '[]', '{"payload":{}}', '{'])('%j is refused', async (text) => {
    const { headers } = bitso.webhook('withdrawal', withdrawal)
    await expect(receive({ headers, body: Buffer.from(text) })).rejects.toThrow('webhook')
  })
})

test('keys become names that Bitso accepts, and back', () => {
  const order = 'ord_01jqe8m2x4fv5s0t6w7y8z9abc'
  const refund = `${order}:refund:rf_01jqe8m2x4fv5s0t6w7y8z9abd:1`
  const long = `mov_${'x'.repeat(86)}`
  for (const key of [`${order}:payout:1`, `${order}:payout:12`, refund])
    expect(keyOf(originIdOf(key))).toBe(key)
  for (const key of [refund, long, 'a-b:c', `${order}:r:x`])
    expect(originIdOf(key)).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  expect(originIdOf('a-b:c')).not.toBe(originIdOf('a:b:c'))
  expect(keyOf(originIdOf(long))).toBeNull()
  expect(keyOf('payroll-7')).toBeNull()
})

test('no secret, account or name reaches the log, an error or the intent', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const rail = await openRail(pino({ level: 'trace' }, sink))
  bitso.books.fund({ amount: '1.005', details: { sender_clabe: '032180000118359719' } })
  const watch = { recent: async () => [], older: async () => [] }
  await rail.poll(null, watch)
  const request = {
    key: 'ord_x:payout:1',
    method: 'MXN_CLABE' as const,
    currency: 'MXN',
    amountMinor: 100n,
    details: { clabe: '032180000118359710', account_holder_name: 'Lucía' },
    reference: 'CO-1',
  }
  const prepared = await rail.prepare(request)
  bitso.fail('POST /v3/withdrawals', 'error_before')
  const error = await rail.send(request, prepared).catch(String)
  const text = `${lines.join('')} ${JSON.stringify(error)} ${prepared}`
  expect(lines).not.toEqual([])
  for (const secret of ['test-secret', 'test-key', '0321800001183597', 'Luc'])
    expect(text).not.toContain(secret)
})

describe('settings', () => {
  const access = { api_key: 'env:BITSO_KEY', api_secret: 'file:/run/bitso' }
  const rail = { ...access, currencies: ['MXN'] }

  test('that are complete have no problem', () => {
    expect(bitsoRailKind.settingsProblem(rail)).toBeUndefined()
    expect(bitsoRailKind.served(rail)).toEqual([{ method: 'MXN_CLABE', currencies: ['MXN'] }])
    expect(bitsoProviderKind.settingsProblem(access)).toBeUndefined()
    expect(bitsoProviderKind.pairSettingsProblem({ sample_amount: '1000.00' })).toBeUndefined()
  })

  test.each([
    [{ ...rail, api_key: 'plain' }, 'api_key must refer to a secret'],
    [{ ...rail, currencies: [] }, 'one or more of MXN, COP, BRL'],
    [{ ...rail, currencies: ['MXN', 'USD'] }, 'one or more of MXN, COP, BRL'],
    [{ ...rail, currencies: ['COP'] }, 'COP needs colombia'],
    [{ ...rail, base_url: 'http://bitso.example' }, 'base_url must be an https URL'],
    [{ ...rail, funding: { MXN_CLABE: { clabe: '1' } } }, 'funding.MXN_CLABE.clabe must be'],
    [{ ...rail, funding: { BRL_PIX: {} } }, 'no method of the rail'],
    [{ ...rail, colour: 'red' }, 'colour is not a setting'],
    [{ ...rail, poll_seconds: 0 }, 'poll_seconds must be a whole number'],
    [{ ...rail, deposits_since: 'yesterday' }, 'deposits_since must be a timestamp'],
    [{ ...rail, webhook_keys_path: 'https://x' }, 'webhook_keys_path must be a path'],
  ])('%j is refused', (settings, message) => {
    expect(bitsoRailKind.settingsProblem(settings)).toContain(message)
  })

  test.each([
    [{}, 'sample_amount must be a decimal'],
    [{ sample_amount: '1000.00', margin_bps: 1.5 }, 'margin_bps must be a whole number'],
    [{ sample_amount: '1000.00', refresh_seconds: 1 }, 'refresh_seconds must be'],
  ])('a pair with %j is refused', (settings, message) => {
    expect(bitsoProviderKind.pairSettingsProblem(settings)).toContain(message)
  })
})

async function openRail(log = pino({ level: 'silent' })): Promise<Rail> {
  const settings = { ...bitso.settings, currencies: ['MXN'] }
  return openBitsoRail('bitso', settings, { clock: bitso.clock, log, secret: bitso.secret })
}
