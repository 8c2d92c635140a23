// The rate board: the current rate of each pair, in memory, with its age in real time. Feeds publish rates and quotes
// read them.
import { earlierOf, type Clock, type Instant } from '../../platform/clock.ts'
import { RATE_LIMIT } from '../../platform/money/decimal.ts'
import { retryLater, type Failure } from '../../platform/errors.ts'
import type { Providers, TradingPair } from '../providers/view.ts'
import type { Quoted } from './port.ts'

export type RateBoard = {
  publish(provider: string, quoted: Quoted): void
  /** The rate at 18 decimals; undefined if there is none or it is older than the pair's maximum age. */
  current(provider: string, pair: TradingPair): bigint | undefined
  /** Age of the pair's last rate, in milliseconds; undefined before the first. */
  ageMs(provider: string, pair: TradingPair): number | undefined
}

export function createRateBoard(clock: Clock): RateBoard {
  const board = new Map<string, { rate: bigint; observedAt: Instant }>()
  const nameOf = (provider: string, pair: Pick<TradingPair, 'payinCurrency' | 'payoutCurrency'>) =>
    `${provider} ${pair.payinCurrency} ${pair.payoutCurrency}`

  function ageMs(provider: string, pair: TradingPair): number | undefined {
    const known = board.get(nameOf(provider, pair))
    return known === undefined ? undefined : clock.realNow() - known.observedAt
  }

  return {
    publish(provider, quoted) {
      if (quoted.rate <= 0n || quoted.rate >= RATE_LIMIT) {
        throw new Error(`rate of ${nameOf(provider, quoted)} is zero, negative or 10^18 or more`)
      }
      // A provider's clock may be ahead. Its rate must not stay fresh for longer than others.
      const observedAt = earlierOf(quoted.observedAt, clock.realNow())
      board.set(nameOf(provider, quoted), { rate: quoted.rate, observedAt })
    },
    current: (provider, pair) => {
      const age = ageMs(provider, pair)
      return age === undefined || age > pair.maxRateAgeMs
        ? undefined
        : board.get(nameOf(provider, pair))?.rate
    },
    ageMs,
  }
}

export type RateAge = {
  provider: string
  pair: string
  ageMs: number | undefined
  maxAgeMs: number
}

/** The ages of the rates of all pairs. */
export async function rateAges(deps: {
  catalogue: Providers
  rates: RateBoard
}): Promise<RateAge[]> {
  const providers = await deps.catalogue.providers('cached')
  return [...providers.values()].flatMap((provider) =>
    provider.pairs.map((pair) => ({
      provider: provider.name,
      pair: `${pair.payinCurrency}-${pair.payoutCurrency}`,
      ageMs: deps.rates.ageMs(provider.name, pair),
      maxAgeMs: pair.maxRateAgeMs,
    })),
  )
}

export const rateUnavailable = (provider: string, pair: TradingPair): Failure =>
  retryLater(
    'rate_unavailable',
    1,
    `${provider} has sent no fresh rate for ${pair.payinCurrency} to ${pair.payoutCurrency}.`,
  )
