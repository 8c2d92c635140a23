// The simulated provider: rates from a seeded walk, and fills that the simulator stores. It follows the scenario of the
// order.
import type { Clock } from '../../clock.ts'
import { minorUnits } from '../../money/currencies.ts'
import { parseRate, RATE_DECIMALS, RATE_LIMIT } from '../../money/decimal.ts'
import { divideRoundDown } from '../../money/rounding.ts'
import type { Provider } from '../../providers/view.ts'
import type { Simulator } from '../../sandbox/simulator.ts'
import type { FillAnswer, LiquidityProvider } from '../port.ts'
import { simulatedRate } from './rate-walk.ts'

export function openSandboxProvider(
  provider: Provider,
  world: { clock: Clock; simulator: Simulator },
): LiquidityProvider {
  const { clock, simulator } = world
  const pairs = provider.pairs.map((pair) => ({
    ...pair,
    ...readSettings(pair.settings),
    latest: { tick: -1, rate: 0n },
  }))

  // Compute the rate once a second.
  function rateOf(pair: (typeof pairs)[number]): bigint {
    const tick = Math.floor(clock.now() / 1000)
    if (pair.latest.tick !== tick) {
      const { payinCurrency, payoutCurrency, midRate, spreadBps, decimals } = pair
      const name = `${payinCurrency}-${payoutCurrency}`
      const walk = { seed: provider.name, pair: name, midRate, spreadBps, decimals, tick }
      pair.latest = { tick, rate: simulatedRate(walk) }
    }
    return pair.latest.rate
  }

  return {
    rates: () =>
      pairs.map((pair) => ({
        payinCurrency: pair.payinCurrency,
        payoutCurrency: pair.payoutCurrency,
        rate: rateOf(pair),
      })),
    async firmQuote(key, { payinCurrency, payinMinor, payoutCurrency }) {
      const pair = pairs.find(
        (one) => one.payinCurrency === payinCurrency && one.payoutCurrency === payoutCurrency,
      )
      if (pair === undefined)
        throw new Error(`${provider.name} does not trade ${payinCurrency} to ${payoutCurrency}`)
      const quotedRate = rateOf(pair)
      const isWorse =
        (await simulator.scenarioOf(orderOf(key))) === 'provider_worse_rate' &&
        (await simulator.countCall(`${provider.name}/${orderOf(key)}:firm`)) === 1
      const rate = isWorse ? (quotedRate * 95n) / 100n : quotedRate
      const scale =
        10n ** BigInt(RATE_DECIMALS + minorUnits(payinCurrency) - minorUnits(payoutCurrency))
      return { rate, payoutMinor: divideRoundDown(payinMinor * rate, scale) }
    },
    async execute(request): Promise<FillAnswer> {
      const { key, payinCurrency, payinMinor, payoutCurrency, payoutMinor } = request
      const name = `${provider.name}/${key}`
      const content = `fill ${payinMinor} ${payinCurrency} for ${payoutMinor} ${payoutCurrency}`
      const filled = async (): Promise<FillAnswer> => ({
        state: 'filled',
        reference: await simulator.execute(name, content),
      })
      switch (await simulator.scenarioOf(orderOf(key))) {
        case 'provider_declines':
          return { state: 'declined', isFinal: true }
        case 'provider_declines_once':
          return key.endsWith(':1') ? { state: 'declined', isFinal: false } : filled()
        case 'provider_times_out_filled':
          await filled()
          if ((await simulator.countCall(name)) === 1)
            throw new Error('the simulated provider timed out')
          return filled()
        case 'provider_times_out_not_filled':
          if ((await simulator.countCall(name)) === 1)
            throw new Error('the simulated provider timed out')
          return filled()
        default:
          return filled()
      }
    },
    async lookUp(key) {
      const reference = await simulator.lookUp(`${provider.name}/${key}`)
      return reference === undefined ? { state: 'unknown' } : { state: 'filled', reference }
    },
  }
}

/** A key begins with the id of its order. */
const orderOf = (key: string): string => key.split(':', 1)[0] ?? ''

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
  // The walk goes at most 2 % above it.
  if (parseRate(mid_rate) * 100n >= RATE_LIMIT * 98n)
    throw new Error('mid_rate must be below 980000000000000000')
  return { midRate: parseRate(mid_rate), spreadBps: BigInt(spread_bps), decimals: rate_decimals }
}
