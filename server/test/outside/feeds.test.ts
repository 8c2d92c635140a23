// Each provider's rates come on their own: a slow or failing provider delays no other. The age of a rate counts from
// the time that the provider gave.
import pino from 'pino'
import { expect, test } from 'vitest'
import { instantAt, type Clock, type Instant } from '../../src/platform/clock.ts'
import { createFeeds } from '../../src/outside/liquidity/feeds.ts'
import type { LiquidityProvider, ProviderKind, Quoted } from '../../src/outside/liquidity/port.ts'
import { createRateBoard } from '../../src/outside/liquidity/rates.ts'
import type { Provider, TradingPair } from '../../src/outside/providers/view.ts'
import type { Simulator } from '../../src/outside/simulator/simulator.ts'

const pair: TradingPair = {
  payinCurrency: 'USDC',
  payoutCurrency: 'COP',
  hours: [],
  maxRateAgeMs: 60_000,
  settings: {},
}
const provider = (name: string, version = 1): Provider => ({
  name,
  kind: 'own',
  version,
  isLimited: false,
  settings: { api_key: 'env:CORRIDOR_TEST_KEY' },
  pairs: [pair],
})
const refuse = (): never => {
  throw new Error('not asked in this test')
}
const noSimulator: Simulator = {
  execute: refuse,
  lookUp: refuse,
  lookUpExecution: refuse,
  executionsSince: refuse,
  script: refuse,
  scenarioOf: refuse,
  countCall: refuse,
  planDeposit: refuse,
  reports: refuse,
}

/** Feeds of providers whose rates a test decides. `opened` and `closed` list the adapters by name and version. */
function testFeeds(ratesOf: Record<string, () => Promise<readonly Quoted[]>>) {
  const providers = new Map(Object.keys(ratesOf).map((name) => [name, provider(name)]))
  const [opened, closed]: string[][] = [[], []]
  let realNow = instantAt(1_000_000)
  const clock: Clock = { now: () => instantAt(0), realNow: () => realNow }
  const rates = createRateBoard(clock)
  const own: ProviderKind = {
    sandboxOnly: false,
    can: {},
    settingsProblem: () => undefined,
    pairSettingsProblem: () => undefined,
    async open({ name, version }): Promise<LiquidityProvider> {
      opened?.push(`${name} ${version}`)
      return {
        rates: ratesOf[name] ?? refuse,
        firmQuote: refuse,
        execute: refuse,
        lookUp: refuse,
        balances: refuse,
        close: async () => void closed?.push(`${name} ${version}`),
      }
    },
  }
  const feeds = createFeeds({
    clock,
    log: pino({ level: 'silent' }),
    environment: 'live',
    catalogue: { providers: async () => providers },
    rates,
    simulator: noSimulator,
    kinds: new Map([['own', own]]),
  })
  return {
    feeds,
    rates,
    opened,
    closed,
    setRealNow: (at: Instant) => void (realNow = at),
    change: (name: string) => void providers.set(name, provider(name, 2)),
  }
}

const quoted = (observedAt = instantAt(1_000_000)): Quoted => ({
  payinCurrency: 'USDC',
  payoutCurrency: 'COP',
  rate: 4250n * 10n ** 18n,
  observedAt,
})

test('a provider that never answers and one that fails keep no other from its rates', async () => {
  let answers = 0
  const errors: unknown[] = []
  const { feeds, rates } = testFeeds({
    SLOW: () => new Promise(() => undefined),
    FAILING: async () => {
      throw new Error('503')
    },
    GOOD: async () => {
      answers += 1
      return [quoted()]
    },
  })
  feeds.start((error) => errors.push(error))
  await expect.poll(() => answers, { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
  await feeds.stop()
  expect(rates.current('GOOD', pair)).toBe(4250n * 10n ** 18n)
  expect(rates.current('SLOW', pair)).toBeUndefined()
  expect(String(errors[0])).toContain('no rates from liquidity provider FAILING')
})

test('one push publishes the rates of all providers that answer, and reports the others', async () => {
  const { feeds, rates } = testFeeds({
    FAILING: async () => {
      throw new Error('503')
    },
    GOOD: async () => [quoted()],
  })
  await expect(feeds.push()).rejects.toThrow('no rates from 1 liquidity providers')
  expect(rates.current('GOOD', pair)).toBe(4250n * 10n ** 18n)
  await feeds.stop()
})

test('the age of a rate counts from the time that the provider gave', async () => {
  const { feeds, rates, setRealNow } = testFeeds({
    ALPHA: async () => [quoted(instantAt(950_000))],
  })
  await feeds.push()
  expect(rates.ageMs('ALPHA', pair)).toBe(50_000)
  expect(rates.current('ALPHA', pair)).toBeDefined()
  setRealNow(instantAt(1_010_001))
  // The provider repeats its old rate: it is still as old.
  await feeds.push()
  expect(rates.current('ALPHA', pair)).toBeUndefined()
  await feeds.stop()
})

test('a rate from the future is as old as its arrival', async () => {
  const { feeds, rates } = testFeeds({ ALPHA: async () => [quoted(instantAt(9_000_000))] })
  await feeds.push()
  expect(rates.ageMs('ALPHA', pair)).toBe(0)
  await feeds.stop()
})

test('a changed provider is opened again, and its adapter before is closed', async () => {
  const { feeds, opened, closed, change } = testFeeds({ ALPHA: async () => [quoted()] })
  await feeds.push()
  await feeds.push()
  expect(opened).toEqual(['ALPHA 1'])
  change('ALPHA')
  await feeds.push()
  expect(opened).toEqual(['ALPHA 1', 'ALPHA 2'])
  await feeds.stop()
  expect(closed).toEqual(['ALPHA 1', 'ALPHA 2'])
})
