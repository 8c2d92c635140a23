// The simulated provider: rates from a seeded walk, and fills that the simulator stores. It follows the scenario of the
// order.
import { minorUnits } from '../../../platform/money/currencies.ts'
import { RATE_DECIMALS } from '../../../platform/money/decimal.ts'
import { divideRoundDown } from '../../../platform/money/rounding.ts'
import type { Provider } from '../../providers/view.ts'
import { onePage } from '../../rails/listed-sends.ts'
import type {
  FillAnswer,
  FillRequest,
  LiquidityProvider,
  ListedFill,
  ProviderWorld,
} from '../port.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { simulatedRate } from './rate-walk.ts'
import { readPairSettings } from './settings.ts'

export function openSandboxProvider(
  provider: Provider,
  world: Pick<ProviderWorld, 'clock' | 'simulator'>,
): LiquidityProvider {
  const { clock, simulator } = world
  const pairs = provider.pairs.map((pair) => ({
    ...pair,
    ...readPairSettings(pair.settings),
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
    rates: async () =>
      pairs.map((pair) => ({
        payinCurrency: pair.payinCurrency,
        payoutCurrency: pair.payoutCurrency,
        rate: rateOf(pair),
        observedAt: clock.realNow(),
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
      const payoutMinor = divideRoundDown(payinMinor * rate, scale)
      return { rate, payoutMinor, token: tokenOf(key), expiresAt: null }
    },
    execute: (request, token) => fillBy(provider, simulator, request, token),
    async lookUp(key) {
      const execution = await simulator.lookUpExecution(`${provider.name}/${key}`)
      return execution === undefined ? { state: 'unknown' } : filledAs(execution)
    },
    balances: async () => [],
    async fills({ since }) {
      const beginning = `${provider.name}/`
      const executed = await simulator.executionsSince(beginning, since)
      const fills = executed.map((one) => listedAs(one.key.slice(beginning.length), one))
      return { isComplete: true, pages: onePage(fills) }
    },
  }
}

async function fillBy(
  provider: Provider,
  simulator: Simulator,
  request: FillRequest,
  token: string,
): Promise<FillAnswer> {
  const { key } = request
  // Fills of an earlier version have no token.
  if (token !== '' && token !== tokenOf(key))
    throw new Error(`the simulated provider did not make the quote ${token} for ${key}`)
  const name = `${provider.name}/${key}`
  const filled = async (percent = 100n): Promise<FillAnswer> => {
    const content = contentOf(request, percent)
    return filledAs({ request: content, reference: await simulator.execute(name, content) })
  }
  switch (await simulator.scenarioOf(orderOf(key))) {
    case 'provider_declines':
      return { state: 'declined', isFinal: true, code: 'refused' }
    case 'provider_declines_once':
      return key.endsWith(':1')
        ? { state: 'declined', isFinal: false, code: 'no_liquidity' }
        : filled()
    case 'provider_times_out_filled':
      await filled()
      if ((await simulator.countCall(name)) === 1)
        throw new Error('the simulated provider timed out')
      return filled()
    case 'provider_times_out_not_filled':
      if ((await simulator.countCall(name)) === 1)
        throw new Error('the simulated provider timed out')
      return filled()
    case 'provider_fills_partly':
      return filled(key.endsWith(':1') ? PART_PERCENT : 100n)
    case 'provider_low_balance':
      return key.endsWith(':1')
        ? filled(PART_PERCENT)
        : { state: 'declined', isFinal: true, code: 'low_balance' }
    default:
      return filled()
  }
}

function listedAs(key: string, execution: { request: string; reference: string }): ListedFill {
  const answer = filledAs(execution)
  const [, , payinCurrency = '', , , payoutCurrency = ''] = execution.request.split(' ')
  if (answer.state !== 'filled') throw new Error(`${key} is no fill`)
  const { soldMinor, deliveredMinor, reference } = answer
  return { key, reference, payinCurrency, soldMinor, payoutCurrency, deliveredMinor }
}

/** The part that a partial fill of the simulated provider sells. */
const PART_PERCENT = 60n

const tokenOf = (key: string): string => `SIMQ-${key}`

// A partial fill also names the amounts that were asked, so that another request of the same key differs.
function contentOf(request: FillRequest, percent: bigint): string {
  const { payinCurrency, payinMinor, payoutCurrency, payoutMinor } = request
  const textOf = (payin: bigint, payout: bigint) =>
    `${payin} ${payinCurrency} for ${payout} ${payoutCurrency}`
  const asked = textOf(payinMinor, payoutMinor)
  if (percent === 100n) return `fill ${asked}`
  const part = (minor: bigint) => divideRoundDown(minor * percent, 100n)
  return `fill ${textOf(part(payinMinor), part(payoutMinor))} of ${asked}`
}

// The simulator remembers a fill as the text of its content.
function filledAs({ request, reference }: { request: string; reference: string }): FillAnswer {
  const [, sold, , , delivered] = request.split(' ')
  if (sold === undefined || delivered === undefined)
    throw new Error(`the simulated provider remembers no fill but ${request}`)
  return { state: 'filled', soldMinor: BigInt(sold), deliveredMinor: BigInt(delivered), reference }
}
/** A key begins with the id of its order. */
const orderOf = (key: string): string => key.split(':', 1)[0] ?? ''
