// The contract that every adapter must keep. Add a new adapter to its list below.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { later, type Instant } from '../src/clock.ts'
import { checkDetails, fieldsOf } from '../src/instruments/methods.ts'
import type { LiquidityProvider } from '../src/liquidity/port.ts'
import { openSandboxProvider } from '../src/liquidity/sandbox/index.ts'
import type { Rail, SendRequest } from '../src/rails/port.ts'
import { openSandboxRail } from '../src/rails/sandbox/index.ts'
import { createSimulator } from '../src/sandbox/simulator.ts'
import { testDatabase, type TestDatabase } from './support/database.ts'
import { manualClock } from './support/service.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const always = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
  dayOfWeek,
  startTime: '00:00',
  endTime: '00:00',
  timezone: 'UTC',
}))

const providers: [string, () => LiquidityProvider][] = [
  [
    'simulated',
    () =>
      openSandboxProvider(
        {
          name: 'ALPHA',
          kind: 'simulated',
          version: 1,
          isLimited: false,
          settings: {},
          pairs: [
            {
              payinCurrency: 'USDC',
              payoutCurrency: 'COP',
              hours: always,
              maxRateAgeMs: 60_000,
              settings: { mid_rate: '4250.00', spread_bps: 30, rate_decimals: 2 },
            },
          ],
        },
        { clock: manualClock(), simulator: createSimulator(database.owner) },
      ),
  ],
]

type Pay = (transaction: string, address: string, at: Instant) => Promise<void>

/** Each rail, with a function that makes a payer send 5 USDC to an address. */
const rails: [string, () => Rail, Pay][] = [
  [
    'simulated',
    () => openSandboxRail(randomBytes(32), createSimulator(database.owner), manualClock()),
    (transaction, address, at) =>
      createSimulator(database.owner).planDeposit(
        { transaction, address, reference: 'CO-1', currency: 'USDC', amountMinor: 5_000_000n },
        at,
      ),
  ],
]

const conversion = { payinCurrency: 'USDC', payinMinor: 988_100_000n, payoutCurrency: 'COP' }
const json = (answer: unknown) =>
  JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
const newKey = (step: string) => `ord_${randomUUID()}:${step}:1`

describe.each(providers)('the liquidity provider %s', (_name, open) => {
  test('gives a firm quote whose payout matches its rate, close to the present rate', async () => {
    const provider = open()
    const [quoted] = await provider.rates()
    const firm = await provider.firmQuote(newKey('fill'), conversion)
    expect(firm.rate * 100n).toBeGreaterThan((quoted?.rate ?? 0n) * 99n)
    // USDC has six decimals, COP two. The payout rounds down.
    expect(firm.payoutMinor).toBe((conversion.payinMinor * firm.rate) / 10n ** 22n)
  })

  /** A request with the firm quote's amount, and the quote's token. */
  async function quotedRequest(provider: LiquidityProvider) {
    const key = newKey('fill')
    const { payoutMinor, token } = await provider.firmQuote(key, conversion)
    return { request: { key, ...conversion, payoutMinor }, token }
  }

  test('executes one conversion per key for 20 concurrent calls', async () => {
    const provider = open()
    const { request, token } = await quotedRequest(provider)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => provider.execute(request, token)),
    )
    expect(new Set(answers.map((answer) => json(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({
      state: 'filled',
      soldMinor: conversion.payinMinor,
      deliveredMinor: request.payoutMinor,
    })
    expect(await provider.lookUp(request.key, token)).toEqual(answers[0])
  })

  test('refuses a repeated key with other content', async () => {
    const provider = open()
    const { request, token } = await quotedRequest(provider)
    await provider.execute(request, token)
    await expect(provider.execute({ ...request, payoutMinor: 1n }, token)).rejects.toThrow()
  })

  test('refuses the quote of another key', async () => {
    const provider = open()
    const [own, other] = [await quotedRequest(provider), await quotedRequest(provider)]
    await expect(provider.execute(own.request, other.token)).rejects.toThrow()
  })

  test('reports an unseen key as unknown', async () => {
    const provider = open()
    const { request, token } = await quotedRequest(provider)
    expect(await provider.lookUp(request.key, token)).toEqual({ state: 'unknown' })
  })

  test('gives the time of each rate, no later than now', async () => {
    for (const { observedAt } of await open().rates())
      expect(observedAt).toBeLessThanOrEqual(Date.now() + 1)
  })
})

describe.each(rails)('the rail %s', (_name, open, pay) => {
  const request: SendRequest = {
    key: newKey('payout'),
    method: 'COP_BANK_ACCOUNT',
    currency: 'COP',
    amountMinor: 418_682_672n,
    details: { bank_account_number: '04812345678' },
    reference: 'CO-20260304-0123ABCD',
  }

  test('gives each order its own valid, unchanging deposit account for every method', () => {
    const rail = open()
    for (const { method } of rail.served) {
      const details = rail.fundingAccount(method, 'ord_01jqe8m2x4fv5s0t6w7y8z9abc')
      if (details === 'from_pool') continue
      expect(Object.keys(details)).toEqual([...fieldsOf(method)])
      expect(checkDetails(method, details)).toEqual([])
      expect(rail.fundingAccount(method, 'ord_01jqe8m2x4fv5s0t6w7y8z9abc')).toEqual(details)
      expect(rail.fundingAccount(method, 'ord_01jqe8m2x4fv5s0t6w7y8z9abd')).not.toEqual(details)
    }
  })

  test('pays once per key for 20 concurrent calls', async () => {
    const rail = open()
    const prepared = await rail.prepare(request)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => rail.send(request, prepared)),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await rail.lookUp(request.key, prepared)).toEqual(answers[0])
  })

  test('refuses a repeated key with other content', async () => {
    const rail = open()
    const prepared = await rail.prepare(request)
    await expect(rail.send({ ...request, amountMinor: 1n }, prepared)).rejects.toThrow()
  })

  test('reports a prepared key that was not sent as unknown', async () => {
    const rail = open()
    const unsent = { ...request, key: newKey('payout') }
    const prepared = await rail.prepare(unsent)
    expect(await rail.lookUp(unsent.key, prepared)).toEqual({ state: 'unknown' })
  })

  test('reports entries after a cursor, and again from an old cursor', async () => {
    const rail = open()
    const at = manualClock().now()
    const none = async () => []
    const poll = async (cursor: string | null) => {
      const polled = await rail.poll(cursor, { recent: none, older: none })
      return { ...polled, names: polled.entries.map(({ transaction }) => transaction) }
    }
    const start = await poll(null)
    await pay('first', 'address-1', later(at, -1000))
    await pay('second', 'address-1', at)
    await pay('later', 'address-1', later(at, 1))
    const next = await poll(start.cursor)
    expect(next.names).toEqual(['first', 'second'])
    expect(next.entries).toContainEqual(
      expect.objectContaining({
        kind: 'deposit',
        account: 'address-1',
        currency: 'USDC',
        amountMinor: 5_000_000n,
      }),
    )
    expect(await poll(start.cursor)).toEqual(next)
    expect(await poll(next.cursor)).toMatchObject({ names: [], cursor: next.cursor })
  })
})
