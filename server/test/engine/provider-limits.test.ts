// Settlement limits and prefunded balances of providers: orders reserve what they need, and nothing exceeds a limit.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newSecrets } from '../../src/platform/config.ts'
import type { EventJson } from '../../src/engine/events/schemas.ts'
import { selectFills } from '../../src/engine/fills/queries.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { selectLimitUses, selectLiquidityLeft } from '../../src/engine/liquidity/left.ts'
import { resumeOrders } from '../../src/engine/liquidity/resume-orders.ts'
import type { LiquidityProvider } from '../../src/outside/liquidity/port.ts'
import { applyFile } from '../../src/desk/operator-file/apply-file.ts'
import { readOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import { selectWaiting } from '../../src/desk/operator-file/queries.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { keepOpenTotals } from '../../src/engine/orders/exposure.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { actOnMovement, proposeMovement } from '../../src/engine/treasury/move.ts'
import { upsertObservedBalances } from '../../src/engine/treasury/desk-balances.ts'
import { requireUuid } from '../support/ids.ts'
import { fundedOrder, rowOf, stateOf } from '../support/orders.ts'
import { testService, type TestService } from '../support/service.ts'

const env = { CORRIDOR_SECRETS: newSecrets() }
const CALLERS = 64
const HOURS = `hours: [{ days_of_week: [0, 1, 2, 3, 4, 5, 6], start_time: '00:00', end_time: '00:00', timezone: UTC }]`
let corridor: TestService
/** A second process on the same database. */
let other: TestService
/** What ALPHA does in place of the simulated provider. */
let alpha: Partial<LiquidityProvider> = {}

type Limits = { alpha?: string; beta?: string; betaRate?: string }

/** The file of the sandbox with BETA as second provider for USDC to COP. Limits are lines of the providers. */
async function apply(limits: Limits): Promise<string[]> {
  const sandbox = readFileSync(join(import.meta.dirname, '../../sandbox.yaml'), 'utf8')
  const text = sandbox
    .replace(/(name: ALPHA\n\s+kind: simulated\n)/, `$1    ${limits.alpha ?? ''}\n`)
    .replace(
      /(name: BETA\n\s+kind: simulated\n)(\s+trading_pairs:)/,
      `$1    ${limits.beta ?? ''}\n$2
      - payin_currency: USDC
        payout_currency: COP
        ${HOURS}
        settings: { mid_rate: '${limits.betaRate ?? '4000.00'}', spread_bps: 30, rate_decimals: 2 }`,
    )
    .replace(
      /(name: USDC to COP\n\s+payin_currency: USDC\n\s+payout_currency: COP\n\s+)liquidity_provider: ALPHA/,
      '$1liquidity_providers: [ALPHA, BETA]',
    )
    .replace('max_slippage_bps: 300', 'max_slippage_bps: 1500')
  const path = join(corridor.deps.config.dataDir, 'world.yaml')
  writeFileSync(path, text)
  const { config, clock, db } = corridor.deps
  const { changes } = await applyFile(db, { ...config, at: clock.now() }, readOperatorFile(path))
  for (const { deps } of [corridor, other]) {
    await deps.catalogue.providers('fresh')
    await deps.feeds.push()
  }
  return changes.flatMap(({ details }) => details)
}

beforeAll(async () => {
  corridor = await testService({
    env,
    worker: false,
    replace: ({ feeds }) => ({
      feeds: {
        ...feeds,
        provider: async (name) =>
          name === 'ALPHA' ? { ...(await feeds.provider(name)), ...alpha } : feeds.provider(name),
      },
    }),
  })
  other = await testService({ env, worker: false, database: corridor.database })
})
afterAll(async () => {
  await other.close()
  await corridor.close()
})
beforeEach(() => void (alpha = {}))
// Every order ends, so that a test starts with nothing reserved.
afterEach(async () => {
  alpha = {}
  await apply({})
  await resumeOrders(corridor.deps)
  corridor.clock.advance(3 * 3_600_000)
  other.clock.set(corridor.clock.now())
  await runDueWork()
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
  expect(await reserved()).toEqual({ payin: '0', payout: '0' })
})

async function runDueWork(): Promise<void> {
  for (let rounds = 0; rounds < 200; rounds++) {
    if ((await advanceOrders(corridor.deps)) === 0) return
    corridor.clock.advance(1000)
  }
}
const left = () =>
  selectLiquidityLeft(corridor.deps.db, 'ALPHA', { payinCurrency: 'USDC', payoutCurrency: 'COP' })
async function reserved(): Promise<{ payin: string; payout: string }> {
  const { rows } = await corridor.database.owner.query<{ payin: string; payout: string }>(
    `select coalesce(sum(payin_minor), 0)::text as payin, coalesce(sum(payout_minor), 0)::text as payout
       from reserved_totals`,
  )
  return rows[0] ?? { payin: '', payout: '' }
}
const orderQuote = (quote: QuoteJson, by = corridor) =>
  by.post<OrderJson>(`${by.organization}/orders`, { quote_id: quote.id })
async function quotesOf(count: number, amount = '1000.00'): Promise<QuoteJson[]> {
  const { id } = await corridor.offering()
  const quotes: QuoteJson[] = []
  for (let one = 0; one < count; one++) quotes.push(await corridor.quote(id, amount))
  return quotes
}
const providersOf = async (order: { id: string }) =>
  (await selectFills(corridor.deps.db, [await rowOf(corridor, order)])).map(
    (fill) => fill.provider_name,
  )

/** Moves money of the desk and takes the movement to its end. */
async function move(from: string, to: string, currency: string, amountMinor: bigint) {
  const grounds = { reason: 'test', evidence: null }
  let movement = await proposeMovement(
    corridor.deps,
    { from_account: from, to_account: to, currency, amount_minor: amountMinor, value_date: null },
    grounds,
  )
  for (const act of ['approve', 'send', 'settle'] as const)
    movement = await actOnMovement(corridor.deps, movement, act, grounds)
}

describe('concurrent orders', () => {
  test('of two processes never reserve more than the settlement limit', async () => {
    await apply({ alpha: `settlement_limit: { COP: '50000000.00' }` })
    const quotes = await quotesOf(CALLERS)
    const each = quotes.map((one) => BigInt(one.payout.total.replace('.', '')))
    const answers = await Promise.all(
      quotes.map((one, index) => orderQuote(one, index % 2 === 0 ? corridor : other)),
    )
    const made = answers.filter(({ status }) => status === 201).length
    expect(made).toBeGreaterThan(0)
    expect(
      answers.filter(({ status }) => status !== 201).map(({ problem }) => problem.code),
    ).toEqual(Array.from({ length: CALLERS - made }, () => 'rate_unavailable'))
    const { payoutMinor } = await left()
    expect(payoutMinor).toBeGreaterThanOrEqual(0n)
    // No further order of this size fits.
    expect(payoutMinor).toBeLessThan(each.reduce((a, b) => (a > b ? a : b)))
  })

  test('of one process fill the limit as far as whole orders fit', async () => {
    const quotes = await quotesOf(CALLERS)
    const sum = quotes
      .slice(0, 10)
      .reduce((all, one) => all + BigInt(one.payout.total.replace('.', '')), 0n)
    await apply({ alpha: `settlement_limit: { COP: '${sum / 100n}.99' }` })
    const answers = await Promise.all(quotes.map((one) => orderQuote(one)))
    const made = answers.filter(({ status }) => status === 201).length
    expect(made).toBeGreaterThanOrEqual(9)
    expect(made).toBeLessThanOrEqual(11)
    expect((await left()).payoutMinor).toBeGreaterThanOrEqual(0n)
  })
})

describe('a reservation', () => {
  test('is given back when the order expires or is cancelled', async () => {
    await apply({ alpha: `settlement_limit: { COP: '5000000.00' }` })
    const [first, second, third] = await quotesOf(3)
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('no quotes')
    const { data: order } = await orderQuote(first)
    const refused = await orderQuote(second)
    expect(refused.problem).toMatchObject({ status: 503, code: 'rate_unavailable' })
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(JSON.stringify(refused.problem)).not.toContain('ALPHA')
    await corridor.post(
      `${corridor.organization}/orders/${order.id}/cancel`,
      {},
      { idempotencyKey: null },
    )
    expect((await orderQuote(second)).status).toBe(201)
    expect((await orderQuote(third)).status).toBe(503)
    corridor.clock.advance(2 * 3_600_000 + 1)
    await runDueWork()
    expect(await reserved()).toEqual({ payin: '0', payout: '0' })
    await corridor.deps.feeds.push()
    expect((await orderQuote((await quotesOf(1))[0] ?? third)).status).toBe(201)
  })

  test('turns into unsettled money at the fill, and a movement of the settlement frees it', async () => {
    await apply({ alpha: `settlement_limit: { COP: '5000000.00' }` })
    const before = await left()
    const order = await fundedOrder(corridor)
    const whileReserved = await left()
    const [use] = await selectLimitUses(corridor.deps.db)
    expect(use?.used).toBeGreaterThan(500)
    expect(await corridor.deps.scrape()).toMatch(
      /corridor_liquidity_used_ratio\{provider="ALPHA",currency="COP"\} 0\.\d+/,
    )
    await runDueWork()
    expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
    expect(await reserved()).toEqual({ payin: '0', payout: '0' })
    const after = await left()
    // The provider delivered at least what was reserved.
    expect(after.payoutMinor ?? 0n).toBeLessThanOrEqual(whileReserved.payoutMinor ?? 0n)
    const deliveredMinor = (before.payoutMinor ?? 0n) - (after.payoutMinor ?? 0n)
    await move('provider:ALPHA', 'treasury', 'COP', deliveredMinor)
    expect(await left()).toEqual(before)
  })

  test('of a prefunded provider is bounded by what the desk holds there', async () => {
    await apply({ alpha: 'prefunded: [USDC]' })
    await move('treasury', 'provider:ALPHA', 'USDC', soldBefore() + 1500_000000n)
    const quote = await corridor.quote(undefined, '1000.00')
    expect((await orderQuote(quote)).status).toBe(201)
    // BETA, which is next, prices as soon as the sums that prices use are read again.
    const { id } = await corridor.offering()
    await expect
      .poll(async () => (await corridor.quote(id, '1000.00')).exchange_rate, { timeout: 60_000 })
      .not.toBe(quote.exchange_rate)
    // The reported balance of the provider is a bound as well.
    await upsertObservedBalances(
      corridor.deps.db,
      'provider:ALPHA',
      [{ account: 'main', currency: 'USDC', amountMinor: 1200_000000n }],
      { at: corridor.clock.realNow(), askedAt: corridor.clock.now() },
    )
    expect((await left()).payinMinor).toBe(1200_000000n - BigInt((await reserved()).payin))
    await corridor.sql`delete from observed_balances`
  })

  test('is corrected after processes of an earlier version, with an error in the log', async () => {
    await apply({ alpha: `settlement_limit: { COP: '50000000.00' }` })
    const order = await corridor.order()
    await corridor.sql`update reserved_totals set payout_minor = payout_minor + 7`
    expect((await verifyLedger(corridor.deps.db)).difference).toMatch(
      /^provider ALPHA: .* are reserved, but the orders that reserve sum to/,
    )
    await keepOpenTotals(corridor.deps)
    expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
    expect(await stateOf(corridor, order)).toBe('STEP_1_AWAITING_FUNDING')
  })
})

/** USDC that earlier tests sold at ALPHA. */
let sold = 0n
const soldBefore = () => sold
beforeEach(async () => {
  const { rows } = await corridor.database.owner.query<{ minor: string }>(
    `select coalesce(-sum(amount_minor), 0)::text as minor from ledger_entries
      where account = 'provider:ALPHA' and currency = 'USDC'`,
  )
  sold = BigInt(rows[0]?.minor ?? 0)
})

describe('the price', () => {
  test('is that of the next provider while the best one does not cover the amount', async () => {
    await apply({ alpha: `settlement_limit: { COP: '8000000.00' }` })
    const { id } = await corridor.offering()
    const rate = async (amount: string) => Number((await corridor.quote(id, amount)).exchange_rate)
    // ALPHA, which is best, prices as soon as the sums that prices use are read again.
    await expect.poll(() => rate('1000.00'), { timeout: 60_000 }).toBeGreaterThan(4100)
    await expect.poll(() => rate('5000.00'), { timeout: 60_000 }).toBeLessThan(4100)
    const large = await corridor.quote(id, '5000.00')
    const { data: order } = await orderQuote(large)
    expect((await rowOf(corridor, order)).priced_provider).toBe('BETA')
    expect(await reserved()).toEqual({ payin: '0', payout: '0' })
  })

  test('is refused while no provider covers the amount', async () => {
    const limit = `settlement_limit: { COP: '8000000.00' }`
    await apply({ alpha: limit, beta: limit })
    const { id } = await corridor.offering()
    expect((await corridor.quote(id, '1000.00')).id).toMatch(/^qt_/)
    const refused = await corridor.post(`${corridor.organization}/quotes`, {
      offering_id: id,
      payin_amount: '5000.00',
    })
    expect(refused.problem).toMatchObject({ status: 503, code: 'rate_unavailable' })
  })
})

describe('at the fill', () => {
  const declines: Partial<LiquidityProvider> = {
    execute: async () => ({ state: 'declined', isFinal: true, code: 'no_liquidity' }),
  }

  test('the reservation moves to the provider that follows', async () => {
    await apply({
      alpha: `settlement_limit: { COP: '8000000.00' }`,
      beta: `settlement_limit: { COP: '8000000.00' }`,
    })
    let providerOfReservation: string | undefined
    alpha = declines
    const order = await fundedOrder(corridor)
    for (let rounds = 0; rounds < 20 && (await providersOf(order)).length < 2; rounds++) {
      await advanceOrders(corridor.deps)
      corridor.clock.advance(2000)
    }
    const rows = await corridor.sql<{ provider: string }>`select reserved_provider as provider
        from orders where id = ${requireUuid('ord', order.id)}`
    providerOfReservation = rows[0]?.provider
    expect(providerOfReservation).toBe('BETA')
    await runDueWork()
    expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
    expect((await left()).payoutMinor).not.toBeNull()
  })

  test('an order waits while no provider covers it, unseen by its customer, and goes on by itself', async () => {
    await apply({
      alpha: `settlement_limit: { COP: '900000000.00' }`,
      beta: `settlement_limit: { COP: '1.00' }`,
    })
    alpha = declines
    const order = await fundedOrder(corridor)
    await runDueWork()
    expect(await stateOf(corridor, order)).toBe('STEP_2_FILLING_FX liquidity')
    const waiting = await selectWaiting(corridor.deps.db)
    expect(waiting).toContainEqual(
      expect.objectContaining({ what: 'orders_without_liquidity', count: 1 }),
    )
    expect(await resumeOrders(corridor.deps)).toBe(0)
    await apply({
      alpha: `settlement_limit: { COP: '900000000.00' }`,
      beta: `settlement_limit: { COP: '900000000.00' }`,
    })
    expect(await resumeOrders(corridor.deps)).toBe(1)
    await runDueWork()
    expect(await stateOf(corridor, order)).toBe('STEP_4_COMPLETED')
    const { data } = await corridor.get<{ events: EventJson[] }>(
      `${corridor.organization}/orders/${order.id}/timeline`,
    )
    expect(data.events.map(({ type }) => type)).not.toContain('order.parked')
    expect(JSON.stringify(data)).not.toContain('liquidity')
  })

  test('an order from before the limit reserves then', async () => {
    const order = await fundedOrder(corridor)
    await apply({
      alpha: `settlement_limit: { COP: '1.00' }`,
      beta: `settlement_limit: { COP: '1.00' }`,
    })
    await runDueWork()
    expect(await stateOf(corridor, order)).toBe('STEP_2_FILLING_FX liquidity')
  })
})

describe('limits of the operator file', () => {
  test('are set, changed and ended', async () => {
    const both = `settlement_limit: { COP: '5000.00' }\n    prefunded: [USDC]`
    expect(await apply({ alpha: both })).toEqual([
      'settlement_limit.COP: none -> 5000.00',
      'prefunded.USDC: false -> true',
    ])
    expect(await apply({})).toEqual([
      'settlement_limit.COP: 5000.00 -> none',
      'prefunded.USDC: true -> false',
    ])
    expect(await apply({})).toEqual([])
  })

  test.each([
    [`settlement_limit: { EURC: '10.00' }`, /ALPHA does not trade EURC/],
    [`settlement_limit: { COP: '10.001' }`, /10.001 is not an amount of COP above zero/],
    [`prefunded: [COP]`, /COP is no payin currency of ALPHA/],
  ])('are refused with line and column: %s', async (limits, reason) => {
    await expect(apply({ alpha: limits })).rejects.toThrow(reason)
  })
})
