// Bitso as a liquidity provider, against the fake server: firm quotes, conversions, and what survives faults.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBitsoProvider } from '../../src/outside/bitso/provider.ts'
import type { FillRequest, LiquidityProvider } from '../../src/outside/liquidity/port.ts'
import type { Provider } from '../../src/outside/providers/view.ts'
import { fakeBitso, type FakeBitso } from '../support/fake-bitso.ts'

const CONVERT = 'POST /rfq/v1/conversions'
const QUOTE = 'POST /rfq/v1/quotes'
const LIST = 'GET /rfq/v1/conversions'
const conversion = { payinCurrency: 'USDC', payinMinor: 988_100_000n, payoutCurrency: 'MXN' }
const key = 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:fill:1'

let bitso: FakeBitso
let provider: LiquidityProvider
beforeEach(async () => {
  bitso = await fakeBitso()
  provider = openBitsoProvider(configured(), bitso)
})
afterEach(() => bitso.close())

const pair = (payoutCurrency: string): Provider['pairs'][number] => ({
  payinCurrency: 'USDC',
  payoutCurrency,
  hours: [],
  maxRateAgeMs: 60_000,
  settings: { sample_amount: '1000.00', margin_bps: 20, refresh_seconds: 10 },
})

const configured = (): Provider => ({
  name: 'BITSO',
  kind: 'bitso',
  version: 1,
  isLimited: false,
  settings: bitso.settings,
  pairs: [pair('MXN'), pair('COP')],
})

async function quoted(): Promise<{ request: FillRequest; token: string }> {
  const { payoutMinor, token } = await provider.firmQuote(key, conversion)
  return { request: { ...conversion, key, payoutMinor }, token }
}

const filled = {
  state: 'filled',
  soldMinor: 988_100_000n,
  deliveredMinor: 1_827_985n,
  reference: expect.any(String),
}

test('a firm quote names exactly the payout that its rate gives', async () => {
  const firm = await provider.firmQuote(key, conversion)
  expect(firm.payoutMinor).toBe(1_827_985n)
  expect((conversion.payinMinor * firm.rate) / 10n ** 22n).toBe(firm.payoutMinor)
  expect(firm.expiresAt).toBe(bitso.clock.realNow() + 30_000)
  expect(firm.token).not.toContain('secret')
})

test('a conversion is filled at its amounts, and the look-up answers the same', async () => {
  const { request, token } = await quoted()
  const answer = await provider.execute(request, token)
  expect(answer).toEqual(filled)
  expect(await provider.lookUp(key, token)).toEqual(answer)
})

test('a lost answer of a conversion never converts twice', async () => {
  const { request, token } = await quoted()
  bitso.fail(CONVERT, 'lost_answer')
  await expect(provider.execute(request, token)).rejects.toThrow('no complete answer')
  expect(await provider.lookUp(key, token)).toEqual(filled)
  expect(await provider.execute(request, token)).toEqual(filled)
  expect(bitso.books.conversions).toHaveLength(1)
})

test('a 500 after the conversion throws, and the look-up finds it filled', async () => {
  const { request, token } = await quoted()
  bitso.fail(CONVERT, 'error_after')
  await expect(provider.execute(request, token)).rejects.toThrow('500')
  expect(await provider.lookUp(key, token)).toEqual(filled)
})

test('a lost answer of a quote commits to nothing, and the next quote works', async () => {
  bitso.fail(QUOTE, 'lost_answer')
  await expect(quoted()).rejects.toThrow('no complete answer')
  const { request, token } = await quoted()
  expect(await provider.execute(request, token)).toEqual(filled)
})

test('a quote is unknown only two minutes after its expiry, and pending until then', async () => {
  const { token } = await quoted()
  expect(await provider.lookUp(key, token)).toEqual({ state: 'pending' })
  bitso.advance(30_000 + 119_000)
  expect(await provider.lookUp(key, token)).toEqual({ state: 'pending' })
  bitso.advance(3000)
  expect(await provider.lookUp(key, token)).toEqual({ state: 'unknown' })
})

test('an expired quote is never sent and never a decline', async () => {
  const { request, token } = await quoted()
  bitso.advance(31_000)
  expect(await provider.execute(request, token)).toEqual({ state: 'pending' })
  expect(bitso.count(CONVERT)).toBe(0)
})

test('a quote that expires on its way is pending, not declined', async () => {
  const { request, token } = await quoted()
  bitso.books.options.quoteMs = 30_000
  const shortened = JSON.parse(token) as Record<string, unknown>
  shortened['expires_at'] = new Date(bitso.clock.realNow() + 60_000).toISOString()
  bitso.advance(31_000)
  expect(await provider.execute(request, JSON.stringify(shortened))).toEqual({ state: 'pending' })
  expect(bitso.books.conversions).toEqual([])
})

test('a second quote after an unknown one shows its worse price', async () => {
  const first = await provider.firmQuote(key, conversion)
  bitso.advance(200_000)
  expect(await provider.lookUp(key, first.token)).toEqual({ state: 'unknown' })
  bitso.books.prices.set('USDC-MXN', '18.00')
  const second = await provider.firmQuote(key, conversion)
  expect(second.payoutMinor).toBe(1_778_580n)
  expect(second.token).not.toBe(first.token)
})

test.each([
  ['INITIATED', { state: 'pending' }],
  ['SOMETHING_NEW', { state: 'pending' }],
  ['FAILED', { state: 'declined', isFinal: false, code: 'failed' }],
  ['TERMINATED', { state: 'declined', isFinal: false, code: 'terminated' }],
])('a conversion with the status %s is %j', async (status, expected) => {
  bitso.books.options.conversionStatus = status
  const { request, token } = await quoted()
  expect(await provider.execute(request, token)).toEqual(expected)
  expect(await provider.lookUp(key, token)).toEqual(expected)
})

test('a look-up reads every page of conversions before it says unknown', async () => {
  const { request, token } = await quoted()
  await provider.execute(request, token)
  for (let index = 0; index < 250; index++) {
    const { id } = bitso.books.quote({ source: 'USDC', target: 'MXN', source_amount: '1.00' })
      .value as { id: string }
    bitso.books.convert({ quote_id: id })
  }
  expect(await provider.lookUp(key, token)).toEqual(filled)
  expect(bitso.count(LIST)).toBe(3)
})

test('a look-up in an old list ends where the quote could not be any more', async () => {
  for (let index = 0; index < 250; index++) {
    const { id } = bitso.books.quote({ source: 'USDC', target: 'MXN', source_amount: '1.00' })
      .value as { id: string }
    bitso.books.convert({ quote_id: id })
    bitso.advance(60_000)
  }
  bitso.advance(3_600_000)
  const { token } = await quoted()
  bitso.advance(200_000)
  expect(await provider.lookUp(key, token)).toEqual({ state: 'unknown' })
  expect(bitso.count(LIST)).toBe(1)
})

test('a list in another order is read to its end', async () => {
  for (let index = 0; index < 150; index++) {
    const { id } = bitso.books.quote({ source: 'USDC', target: 'MXN', source_amount: '1.00' })
      .value as { id: string }
    bitso.books.convert({ quote_id: id })
    bitso.advance(60_000)
  }
  const { request, token } = await quoted()
  await provider.execute(request, token)
  bitso.books.conversions.reverse()
  bitso.advance(200_000)
  expect(await provider.lookUp(key, token)).toEqual(filled)
})

test('twenty calls at once with one token convert once', async () => {
  const { request, token } = await quoted()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => provider.execute(request, token)),
  )
  expect(new Set(answers.map((answer) => answer.state))).toEqual(new Set(['filled']))
  expect(bitso.books.conversions).toHaveLength(1)
})

test('a token is refused for other amounts and for another key', async () => {
  const { request, token } = await quoted()
  for (const other of [{ payinMinor: 1n }, { payoutMinor: 1n }, { payoutCurrency: 'COP' }])
    await expect(provider.execute({ ...request, ...other }, token)).rejects.toThrow(
      'another conversion',
    )
  await expect(provider.execute({ ...request, key: 'other' }, token)).rejects.toThrow('other')
  await expect(provider.lookUp('other', token)).rejects.toThrow('other')
  expect(bitso.count(CONVERT)).toBe(0)
})

test('a quote that cannot be confirmed throws', async () => {
  bitso.books.options.canConfirm = false
  await expect(quoted()).rejects.toThrow('too large')
})

test('rates carry the margin and the time before they were asked, and are asked every ten seconds', async () => {
  const at = bitso.clock.realNow()
  const [mxn, cop] = await provider.rates()
  expect(mxn).toEqual({
    payinCurrency: 'USDC',
    payoutCurrency: 'MXN',
    rate: 18_463_000_000_000_000_000n,
    observedAt: at,
  })
  expect(cop?.rate).toBe(4_091_800_000_000_000_000_000n)
  await provider.rates()
  expect(bitso.count(QUOTE)).toBe(2)
  bitso.advance(10_000)
  bitso.books.prices.set('USDC-MXN', '19.00')
  const [later] = await provider.rates()
  expect(later?.rate).toBe(18_962_000_000_000_000_000n)
  expect(later?.observedAt).toBe(at + 10_000)
})

test('a pair whose quote fails keeps its rate with the old time; no rate at all throws', async () => {
  bitso.fail(QUOTE, 'error_before')
  bitso.fail(QUOTE, 'error_before')
  await expect(provider.rates()).rejects.toThrow('500')
  bitso.advance(10_000)
  const [first] = await provider.rates()
  bitso.advance(10_000)
  bitso.fail(QUOTE, 'error_before')
  bitso.fail(QUOTE, 'error_before')
  expect((await provider.rates())[0]).toEqual(first)
})

test('balances are what can be spent, in minor units', async () => {
  const { request, token } = await quoted()
  await provider.execute(request, token)
  expect(await provider.balances()).toEqual([
    { account: 'main', currency: 'USDC', amountMinor: 99_011_900_000n },
    { account: 'main', currency: 'MXN', amountMinor: 501_827_985n },
    { account: 'main', currency: 'COP', amountMinor: 90_000_000_000n },
  ])
})
