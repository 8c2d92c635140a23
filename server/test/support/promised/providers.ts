// One liquidity provider of each kind in a world of its own, for the promises that every provider keeps.
import { openBitsoProvider } from '../../../src/outside/bitso/provider.ts'
import { openSandboxProvider } from '../../../src/outside/liquidity/sandbox/index.ts'
import type { Scenario } from '../../../src/outside/simulator/scenarios.ts'
import { createSimulator } from '../../../src/outside/simulator/simulator.ts'
import { testDatabase } from '../database.ts'
import { fakeBitso } from '../fake-bitso.ts'
import { manualClock } from '../service.ts'
import { convertingConnector } from './connector-provider.ts'
import { newOrderId, pairOf, type Outcome, type ProviderWorld } from './worlds.ts'

export const providerKinds: readonly {
  kind: string
  start: () => Promise<ProviderWorld>
  quotesEnd: boolean
}[] = [
  { kind: 'simulated', start: simulatedProvider, quotesEnd: false },
  { kind: 'connector', start: convertingConnector, quotesEnd: true },
  { kind: 'bitso', start: convertingBitso, quotesEnd: true },
]

/** Bitso against the fake server. */
async function convertingBitso(): Promise<ProviderWorld> {
  const bitso = await fakeBitso()
  const { books } = bitso
  const sample = { sample_amount: '1000.00', margin_bps: 20, refresh_seconds: 10 }
  const configured = { name: 'BITSO', kind: 'bitso', version: 1, isLimited: false }
  const pairs = [pairOf('USDC', 'MXN', sample)]
  return {
    open: () => openBitsoProvider({ ...configured, settings: bitso.settings, pairs }, bitso),
    conversion: { payinCurrency: 'USDC', payinMinor: 988_100_000n, payoutCurrency: 'MXN' },
    async next(outcome) {
      books.options.conversionStatus = outcome === 'declines' ? 'FAILED' : 'COMPLETED'
      if (outcome === 'loses_the_answer') bitso.fail(CONVERT, 'lost_answer')
      if (outcome === 'fails_before') bitso.fail(CONVERT, 'error_before')
      return `${newOrderId()}:fill:1`
    },
    async cutShort() {
      Object.assign(books.conversions[0] ?? {}, {
        source_amount: '500.00000000',
        target_amount: '9250.00',
      })
    },
    endQuotes: async () => bitso.advance(31_000),
    settle: async () => bitso.advance(3_600_000),
    close: () => bitso.close(),
  }
}

const CONVERT = 'POST /rfq/v1/conversions'

/** The simulated provider beside a simulator of its own. The scenario of the order says what it does. */
async function simulatedProvider(): Promise<ProviderWorld> {
  const database = await testDatabase()
  const clock = manualClock()
  const pair = pairOf('USDC', 'COP', { mid_rate: '4250.00', spread_bps: 30, rate_decimals: 2 })
  const configured = { name: 'ALPHA', kind: 'simulated', version: 1, isLimited: false }
  return {
    open: () =>
      openSandboxProvider(
        { ...configured, settings: {}, pairs: [pair] },
        { clock, simulator: createSimulator(database.owner) },
      ),
    conversion: { payinCurrency: 'USDC', payinMinor: 988_100_000n, payoutCurrency: 'COP' },
    async next(outcome) {
      const orderId = newOrderId()
      const scenario = scenarios[outcome]
      if (scenario !== undefined) await createSimulator(database.owner).script(orderId, scenario)
      return `${orderId}:fill:1`
    },
    settle: async () => clock.advance(3_600_000),
    close: () => database.close(),
  }
}

const scenarios: Partial<Record<Outcome, Scenario>> = {
  fills_partly: 'provider_fills_partly',
  declines: 'provider_declines',
  loses_the_answer: 'provider_times_out_filled',
  fails_before: 'provider_times_out_not_filled',
}
