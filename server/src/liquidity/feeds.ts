// Opens an adapter for each configured provider and publishes its rates on the rate board once a second.
import type { Clock } from '../clock.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Environment } from '../config.ts'
import type { Provider } from '../providers/view.ts'
import type { Simulator } from '../sandbox/simulator.ts'
import type { LiquidityProvider } from './port.ts'
import type { RateBoard } from './rates.ts'
import { providerKinds } from './registry.ts'

const PUSH_MS = 1000

export type Feeds = {
  /** The adapter of a provider. Throws if the deployment has no such provider. */
  provider(name: string): Promise<LiquidityProvider>
  /** Publishes the rates of all providers once. */
  push(): Promise<void>
  start(onError: (error: unknown) => void): void
  stop(): void
}

export function createFeeds(deps: {
  clock: Clock
  environment: Environment
  catalogue: Catalogue
  rates: RateBoard
  simulator: Simulator
}): Feeds {
  const opened = new Map<string, { version: number; adapter: LiquidityProvider }>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function adapterOf(provider: Provider): LiquidityProvider {
    const known = opened.get(provider.name)
    if (known !== undefined && known.version === provider.version) return known.adapter
    const kind = providerKinds.get(provider.kind)
    if (kind === undefined)
      throw new Error(`there is no adapter for a provider of kind ${provider.kind}`)
    if (kind.sandboxOnly && deps.environment !== 'sandbox') {
      throw new Error(
        `provider ${provider.name} is of kind ${provider.kind}, which works in a sandbox only`,
      )
    }
    const adapter = kind.open(provider, deps)
    opened.set(provider.name, { version: provider.version, adapter })
    return adapter
  }

  // A failing provider does not stop the rates of the others.
  async function push(): Promise<void> {
    const failed: unknown[] = []
    for (const provider of (await deps.catalogue.providers('fresh')).values()) {
      try {
        for (const quoted of adapterOf(provider).rates()) deps.rates.publish(provider.name, quoted)
      } catch (error) {
        failed.push(error)
      }
    }
    if (failed.length > 0)
      throw new AggregateError(failed, `no rates from ${failed.length} liquidity providers`)
  }

  // Start the timer after each push, so that pushes do not pile up on a slow database.
  async function repeat(onError: (error: unknown) => void): Promise<void> {
    await push().catch(onError)
    if (!stopped) timer = setTimeout(() => void repeat(onError), PUSH_MS)
  }

  return {
    async provider(name) {
      // A provider that another process just added is not cached yet.
      const provider =
        (await deps.catalogue.providers('cached')).get(name) ??
        (await deps.catalogue.providers('fresh')).get(name)
      if (provider === undefined) throw new Error(`unknown liquidity provider ${name}`)
      return adapterOf(provider)
    },
    push,
    start(onError) {
      timer = setTimeout(() => void repeat(onError), PUSH_MS)
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
