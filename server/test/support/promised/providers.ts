// One liquidity provider of each kind in a world of its own, for the promises that every provider keeps.
import { convertingBitso } from './bitso-provider.ts'
import { convertingConnector } from './connector-provider.ts'
import { simulatedProvider } from './simulated-provider.ts'
import type { ProviderWorld } from './worlds.ts'

export const providerKinds: readonly {
  kind: string
  start: () => Promise<ProviderWorld>
  quotesEnd: boolean
}[] = [
  { kind: 'simulated', start: simulatedProvider, quotesEnd: false },
  { kind: 'connector', start: convertingConnector, quotesEnd: true },
  { kind: 'bitso', start: convertingBitso, quotesEnd: true },
]
