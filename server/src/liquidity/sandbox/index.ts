// The simulated provider: rates from a seeded walk, and fills that its simulated books remember.
import type { Clock } from '../../clock.ts'
import { parseRate } from '../../money/decimal.ts'
import type { Provider } from '../../providers/view.ts'
import type { Simulator } from '../../sandbox/simulator.ts'
import type { LiquidityProvider } from '../port.ts'
import { simulatedRate } from './rate-walk.ts'

export function openSandboxProvider(
  provider: Provider,
  world: { clock: Clock; simulator: Simulator },
): LiquidityProvider {
  const pairs = provider.pairs.map((pair) => ({ ...pair, ...readSettings(pair.settings) }))
  return {
    rates: () =>
      pairs.map(({ payinCurrency, payoutCurrency, midRate, spreadBps, decimals }) => ({
        payinCurrency,
        payoutCurrency,
        rate: simulatedRate({
          seed: provider.name,
          pair: `${payinCurrency}-${payoutCurrency}`,
          midRate,
          spreadBps,
          decimals,
          tick: Math.floor(world.clock.now() / 1000),
        }),
      })),
    async execute(request) {
      const { payinCurrency, payinMinor, payoutCurrency, payoutMinor } = request
      const content = `fill ${payinMinor} ${payinCurrency} for ${payoutMinor} ${payoutCurrency}`
      return {
        state: 'filled',
        reference: await world.simulator.execute(`${provider.name}/${request.key}`, content),
      }
    },
    async lookUp(key) {
      const reference = await world.simulator.lookUp(`${provider.name}/${key}`)
      return reference === undefined ? { state: 'unknown' } : { state: 'filled', reference }
    },
  }
}

export function sandboxPairProblem(settings: Record<string, unknown>): string | undefined {
  try {
    readSettings(settings)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function readSettings(settings: Record<string, unknown>) {
  const { mid_rate, spread_bps, rate_decimals } = settings
  if (typeof mid_rate !== 'string')
    throw new Error('mid_rate must be a decimal string, such as "4250.00"')
  if (
    typeof spread_bps !== 'number' ||
    !Number.isInteger(spread_bps) ||
    spread_bps < 0 ||
    spread_bps > 1000
  ) {
    throw new Error('spread_bps must be a whole number from 0 to 1000')
  }
  if (
    typeof rate_decimals !== 'number' ||
    !Number.isInteger(rate_decimals) ||
    rate_decimals < 0 ||
    rate_decimals > 18
  ) {
    throw new Error('rate_decimals must be a whole number from 0 to 18')
  }
  return { midRate: parseRate(mid_rate), spreadBps: BigInt(spread_bps), decimals: rate_decimals }
}
