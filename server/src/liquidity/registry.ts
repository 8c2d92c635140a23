// Every kind of liquidity provider there is an adapter for.
import type { Clock } from '../clock.ts'
import type { Simulator } from '../sandbox/simulator.ts'
import type { Provider } from '../providers/view.ts'
import type { LiquidityProvider } from './port.ts'
import { openSandboxProvider, sandboxPairProblem } from './sandbox/index.ts'

export type ProviderKind = {
  /** Only a sandbox deployment may use it. */
  sandboxOnly: boolean
  open(provider: Provider, world: { clock: Clock; simulator: Simulator }): LiquidityProvider
  /** Why the adapter cannot work with a pair's settings, or undefined. */
  settingsProblem(settings: Record<string, unknown>): string | undefined
}

export const providerKinds: ReadonlyMap<string, ProviderKind> = new Map([
  [
    'simulated',
    { sandboxOnly: true, open: openSandboxProvider, settingsProblem: sandboxPairProblem },
  ],
])
