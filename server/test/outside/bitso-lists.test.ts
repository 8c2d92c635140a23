// The lists of Bitso after a restore of the database, against the fake server: withdrawals, Colombian payouts, conversions.
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { instantAt, later, type Instant } from '../../src/platform/clock.ts'
import { originIdOf } from '../../src/outside/bitso/keys.ts'
import { openBitsoProvider } from '../../src/outside/bitso/provider.ts'
import { openBitsoRail } from '../../src/outside/bitso/rail.ts'
import type { ListedFill } from '../../src/outside/liquidity/port.ts'
import type { ListedSend } from '../../src/outside/rails/port.ts'
import { fakeBitso, PAYINS_PATH, PAYOUTS_PATH, type FakeBitso } from '../support/fake-bitso.ts'
import { newPayoutKey, pairOf } from '../support/promised/worlds.ts'

let bitso: FakeBitso
let start: Instant
beforeEach(async () => {
  bitso = await fakeBitso()
  start = bitso.clock.realNow()
})
afterEach(() => bitso.close())

const rail = () =>
  openBitsoRail(
    'bitso',
    {
      ...bitso.settings,
      currencies: ['MXN', 'BRL', 'COP'],
      colombia: { payouts_path: PAYOUTS_PATH, payins_path: PAYINS_PATH },
    },
    { clock: bitso.clock, log: pino({ level: 'silent' }), secret: bitso.secret },
  )
const provider = () =>
  openBitsoProvider(
    {
      name: 'BITSO',
      kind: 'bitso',
      version: 1,
      isLimited: false,
      settings: bitso.settings,
      pairs: [pairOf('USDC', 'MXN', { sample_amount: '1000.00' })],
    },
    bitso,
  )

async function sends(since: Instant, known: readonly string[] = [], until = since) {
  async function* keys() {
    yield known
  }
  const list = await rail().sends?.({ since, until, keys })
  const found: ListedSend[] = []
  for await (const page of list?.pages ?? []) found.push(...page)
  return { isComplete: list?.isComplete, found }
}
async function fills(since: Instant, known: readonly { key: string; token: string }[] = []) {
  async function* all() {
    yield known
  }
  const list = await provider().fills?.({ since, until: since, known: all })
  const found: ListedFill[] = []
  for await (const page of list?.pages ?? []) found.push(...page)
  return found
}
/** Another withdrawal of the account, a second later than the one before. */
function withdrawal(more: Record<string, unknown> = {}) {
  bitso.advance(1000)
  const { books } = bitso
  const wid = `w${books.withdrawals.length}`
  const created_at = new Date(bitso.clock.realNow()).toISOString()
  const row = { wid, created_at, currency: 'mxn', amount: '10.00', status: 'complete', details: {} }
  books.withdrawals.unshift({ ...row, ...more })
  return wid
}

test('withdrawals are listed over all pages, also those that another system made', async () => {
  // One page more than is read at a time.
  const keys = Array.from({ length: 1010 }, newPayoutKey)
  for (const key of keys) withdrawal({ details: { origin_id: originIdOf(key) } })
  const foreign = withdrawal()
  const { found } = await sends(start, keys)
  expect(new Set(found.map(({ key }) => key))).toEqual(new Set([...keys, null]))
  expect(found).toHaveLength(1011)
  expect(found.find(({ key }) => key === null)).toEqual({
    key: null,
    reference: foreign,
    currency: 'MXN',
    amountMinor: 1000n,
  })
})

test('failed withdrawals, other currencies and older ones are left out', async () => {
  const old = withdrawal()
  bitso.advance(60_000)
  const since = bitso.clock.realNow()
  withdrawal({ status: 'failed' })
  withdrawal({ currency: 'btc', amount: '0.12345678' })
  const kept = withdrawal({ currency: 'brl', status: 'pending' })
  expect((await sends(since)).found.map(({ reference }) => reference)).toEqual([kept])
  expect((await sends(start)).found.map(({ reference }) => reference)).toContain(old)
})

test('Colombian payouts are listed by their own list', async () => {
  const key = newPayoutKey()
  const created_at = new Date(bitso.clock.realNow()).toISOString()
  const payout = { status: 'PENDING', asset: 'COP', type: 'CO_ACH', created_at }
  bitso.books.payouts.unshift(
    { ...payout, id: 'p-1', amount: '4000.00', external_ref: originIdOf(key) },
    { ...payout, id: 'p-2', amount: '5000.00', status: 'FAILED', external_ref: 'x' },
  )
  expect((await sends(start, [key])).found).toEqual([
    { key, reference: 'p-1', currency: 'COP', amountMinor: 400_000n },
  ])
})

test('a list that is oldest first is refused, and the list is complete ten minutes after the halt', async () => {
  withdrawal()
  bitso.advance(3_600_000)
  withdrawal()
  expect((await sends(start, [], bitso.clock.realNow())).isComplete).toBe(false)
  const before = later(bitso.clock.realNow(), -601_000)
  expect((await sends(start, [], before)).isComplete).toBe(true)
  bitso.books.withdrawals.reverse()
  await expect(sends(start)).rejects.toThrow('not newest first')
})

test('conversions are listed by their quote, without those that failed, and over all pages', async () => {
  const { books } = bitso
  const known: { key: string; token: string }[] = []
  const created_at = new Date(bitso.clock.realNow()).toISOString()
  for (let count = 0; count < 130; count += 1) {
    const token = JSON.stringify({ quote_id: `q${count}` })
    known.push({ key: `ord_${count}:fill:1`, token })
    books.conversions.unshift({
      id: `c${count}`,
      quote_id: `q${count}`,
      source: 'USDC',
      target: 'MXN',
      source_amount: '100.00000000',
      target_amount: '1850.009',
      status: count === 0 ? 'FAILED' : count === 1 ? 'PENDING' : 'COMPLETED',
      created_at,
    })
  }
  const found = await fills(start, [...known.slice(0, 129), { key: 'of the simulator', token: '' }])
  expect(found).toHaveLength(129)
  const of = (reference: string) => found.find((one) => one.reference === reference)
  expect(of('c2')).toEqual({
    key: 'ord_2:fill:1',
    reference: 'c2',
    payinCurrency: 'USDC',
    soldMinor: 100_000_000n,
    payoutCurrency: 'MXN',
    deliveredMinor: 185_000n,
  })
  expect(of('c1')).toMatchObject({ key: 'ord_1:fill:1', soldMinor: null, deliveredMinor: null })
  expect(of('c129')).toMatchObject({ key: null })
  expect(await fills(instantAt(start + 3_600_000))).toEqual([])
})
