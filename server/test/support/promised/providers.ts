// One liquidity provider of each kind in a world of its own, for the promises that every provider keeps.
import type { Conversion, LiquidityProvider } from '../../../src/liquidity/port.ts'
import type { Provider } from '../../../src/providers/view.ts'
import { convertingBitso } from './bitso-provider.ts'
import { convertingConnector } from './connector-provider.ts'
import { simulatedProvider } from './simulated-provider.ts'

/** What the outside does with the next conversion. */
export type Outcome =
  | 'fills'
  | 'fills_partly'
  | 'declines'
  /** It converts, and its answer is lost. */
  | 'loses_the_answer'
  /** It fails before it converts. */
  | 'fails_before'

export type ProviderWorld = {
  /** Opens a provider without memory, as a process that has just started. */
  open(): LiquidityProvider
  conversion: Conversion
  /** Returns the key of the conversion. */
  next(outcome: Outcome): Promise<string>
  /** The provider sold only a part of what `execute` asked for. Absent if `execute` itself answers so. */
  cutShort?(key: string): Promise<void>
  /** All quotes end. Absent if they do not. */
  endQuotes?(): Promise<void>
  /** So much time passes that an unseen key must be told as unknown. */
  settle(): Promise<void>
  close(): Promise<unknown>
}

export const providerKinds: readonly {
  kind: string
  start: () => Promise<ProviderWorld>
  quotesEnd: boolean
}[] = [
  { kind: 'simulated', start: simulatedProvider, quotesEnd: false },
  { kind: 'connector', start: convertingConnector, quotesEnd: true },
  { kind: 'bitso', start: convertingBitso, quotesEnd: true },
]

export const pairOf = (
  payinCurrency: string,
  payoutCurrency: string,
  settings: Record<string, unknown> = {},
): Provider['pairs'][number] => ({
  payinCurrency,
  payoutCurrency,
  hours: [],
  maxRateAgeMs: 60_000,
  settings,
})
