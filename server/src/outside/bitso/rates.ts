// Keeps a current rate of each pair: that of a quote for a sample amount, less the desk's margin. Nobody accepts these
// quotes; they commit to nothing.
import { later, type Clock, type Instant } from '../../platform/clock.ts'
import type { Quoted } from '../liquidity/port.ts'
import { parseAmount } from '../../platform/money/decimal.ts'
import type { Provider } from '../providers/view.ts'
import type { Client } from './client.ts'
import { rateAfterMargin, requestQuote } from './quotes.ts'
import { readPairSettings } from './settings.ts'

type Pair = Provider['pairs'][number]
type Kept = { refresh(): Promise<void>; latest(): Quoted | undefined; dueAt(): Instant }

export function openRates(client: Client, pairs: readonly Pair[], clock: Clock) {
  const kept = pairs.map((pair) => keep(client, pair, clock))
  return {
    /** Throws only if no pair has a rate. A pair whose quote fails keeps its last rate and the time of it. */
    async current(): Promise<readonly Quoted[]> {
      const due = kept.filter(({ dueAt }) => clock.realNow() >= dueAt())
      const outcomes = await Promise.allSettled(due.map(({ refresh }) => refresh()))
      const rates = kept.flatMap(({ latest }) => latest() ?? [])
      const failed = outcomes.find(({ status }) => status === 'rejected')
      if (rates.length === 0 && failed?.status === 'rejected') throw failed.reason
      return rates
    },
  }
}

function keep(client: Client, pair: Pair, clock: Clock): Kept {
  const { payinCurrency, payoutCurrency } = pair
  const { sampleAmount, marginBps, refreshMs } = readPairSettings(pair.settings)
  const sample = parseAmount(sampleAmount, payinCurrency)
  if (!sample.ok) throw new Error(`sample_amount ${sampleAmount} is no amount of ${payinCurrency}`)
  const conversion = { payinCurrency, payinMinor: sample.minor, payoutCurrency }
  let latest: Quoted | undefined
  let dueAt = clock.realNow()
  return {
    latest: () => latest,
    dueAt: () => dueAt,
    async refresh() {
      // The time before the request: the rate is at least as new.
      const observedAt = clock.realNow()
      dueAt = later(observedAt, refreshMs)
      const rate = rateAfterMargin(await requestQuote(client, conversion), marginBps)
      latest = { payinCurrency, payoutCurrency, rate, observedAt }
    },
  }
}
