// The simulated provider beside a simulator of its own. The scenario of the order says what it does.
import { openSandboxProvider } from '../../../src/liquidity/sandbox/index.ts'
import type { Scenario } from '../../../src/sandbox/scenarios.ts'
import { createSimulator } from '../../../src/sandbox/simulator.ts'
import { testDatabase } from '../database.ts'
import { manualClock } from '../service.ts'
import { newOrderId, pairOf, type Outcome, type ProviderWorld } from './worlds.ts'

const scenarios: Partial<Record<Outcome, Scenario>> = {
  fills_partly: 'provider_fills_partly',
  declines: 'provider_declines',
  loses_the_answer: 'provider_times_out_filled',
  fails_before: 'provider_times_out_not_filled',
}

export async function simulatedProvider(): Promise<ProviderWorld> {
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
