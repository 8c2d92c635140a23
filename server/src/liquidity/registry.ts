// The kinds of liquidity providers that have an adapter.
import type { Clock } from '../clock.ts'
import type { Simulator } from '../sandbox/simulator.ts'
import type { Provider } from '../providers/view.ts'
import type { LiquidityProvider } from './port.ts'
import { openSandboxProvider, sandboxPairProblem } from './sandbox/index.ts'

export type ProviderKind = {
  /** Only a sandbox deployment may use it. */
  sandboxOnly: boolean
  open(provider: Provider, world: { clock: Clock; simulator: Simulator }): LiquidityProvider
  /** The reason to refuse a pair's settings; undefined if they are valid. */
  settingsProblem(settings: Record<string, unknown>): string | undefined
}

export const providerKinds: ReadonlyMap<string, ProviderKind> = new Map([
  [
    'simulated',
    { sandboxOnly: true, open: openSandboxProvider, settingsProblem: sandboxPairProblem },
  ],
])
