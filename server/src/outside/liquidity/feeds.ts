// Opens an adapter for each configured provider and publishes its rates on the rate board about once a second. Each
// provider has its own time limit and back-off, so that a slow or failing one delays only itself.
import type { Logger } from 'pino'
import { timedProvider } from '../call-times.ts'
import type { NoteCall } from '../../platform/metrics.ts'
import { monotonicMs, type Clock } from '../../platform/clock.ts'
import { secretOf, type Environment } from '../../platform/config.ts'
import type { Provider, Providers } from '../providers/view.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { withTimeout } from '../../platform/timeout.ts'
import type { LiquidityProvider } from './port.ts'
import type { RateBoard } from './rates.ts'
import { providerKinds } from './registry.ts'

const PUSH_MS = 1000
/** Time limit of one call for rates. */
const RATES_MS = 10_000
const CLOSE_MS = 5000
/** The longest pause after failures: shorter than any usual maximum age of a rate. */
const LONGEST_PAUSE_MS = 8000

export type Feeds = {
  /** The adapter of a provider. Throws if the deployment has no such provider. */
  provider(name: string): Promise<LiquidityProvider>
  /** Publishes the rates of all providers once. Throws after all have answered if some failed. */
  push(): Promise<void>
  start(onError: (error: unknown) => void): void
  stop(): Promise<void>
}

type FeedDeps = {
  clock: Clock
  log: Logger
  environment: Environment
  catalogue: Providers
  rates: Pick<RateBoard, 'publish'>
  simulator: Simulator
  kinds?: typeof providerKinds
  noteCall?: NoteCall
}

type Opened = { version: number; adapter: Promise<LiquidityProvider> }

/** The adapters that are open. One is opened again when the settings of its provider have changed. */
function openAdapters(deps: FeedDeps) {
  const { kinds = providerKinds } = deps
  const opened = new Map<string, Opened>()

  function adapterOf(provider: Provider): Promise<LiquidityProvider> {
    const known = opened.get(provider.name)
    if (known !== undefined && known.version === provider.version) return known.adapter
    const adapter = open(provider)
    const own = { version: provider.version, adapter }
    opened.set(provider.name, own)
    // Open it again at the next call if it cannot be opened now.
    adapter.catch(() => {
      if (opened.get(provider.name) === own) opened.delete(provider.name)
    })
    if (known !== undefined) void close(known)
    return adapter
  }

  async function open(provider: Provider): Promise<LiquidityProvider> {
    const kind = kinds.get(provider.kind)
    if (kind === undefined)
      throw new Error(`there is no adapter for a provider of kind ${provider.kind}`)
    if (kind.sandboxOnly && deps.environment !== 'sandbox') {
      throw new Error(
        `provider ${provider.name} is of kind ${provider.kind}, which works in a sandbox only`,
      )
    }
    const { clock, log, environment, simulator } = deps
    const secret = (reference: string) => secretOf(reference)
    const adapter = await kind.open(provider, { clock, log, environment, simulator, secret })
    return deps.noteCall === undefined
      ? adapter
      : timedProvider(provider.name, adapter, deps.noteCall)
  }

  // A conversion in flight at an adapter that is closed may throw. The worker then looks it up at the new one.
  const close = ({ adapter }: Opened): Promise<void> =>
    adapter.then(
      (one) => one.close?.(),
      () => undefined,
    )

  return {
    of: adapterOf,
    closeAll: () =>
      Promise.allSettled([...opened.values()].map((one) => withTimeout(CLOSE_MS, close(one)))),
  }
}

export function createFeeds(deps: FeedDeps): Feeds {
  const adapters = openAdapters(deps)
  const loops = new Map<string, { busy: boolean; failures: number; nextMs: number }>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function publish(provider: Provider): Promise<void> {
    const adapter = await adapters.of(provider)
    for (const quoted of await adapter.rates()) deps.rates.publish(provider.name, quoted)
  }

  async function publishOne(provider: Provider): Promise<void> {
    try {
      await withTimeout(RATES_MS, publish(provider))
    } catch (error) {
      throw new Error(`no rates from liquidity provider ${provider.name}`, { cause: error })
    }
  }

  async function push(): Promise<void> {
    const providers = [...(await deps.catalogue.providers('fresh')).values()]
    const settled = await Promise.allSettled(providers.map(publishOne))
    const failed = settled.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as unknown] : [],
    )
    if (failed.length > 0)
      throw new AggregateError(failed, `no rates from ${failed.length} liquidity providers`)
  }

  // One call in flight for each provider. After a failure the pause doubles.
  async function publishIfDue(provider: Provider, onError: (error: unknown) => void) {
    const loop = loops.get(provider.name) ?? { busy: false, failures: 0, nextMs: 0 }
    loops.set(provider.name, loop)
    if (loop.busy || monotonicMs() < loop.nextMs) return
    loop.busy = true
    try {
      await publishOne(provider)
      loop.failures = 0
    } catch (error) {
      loop.failures += 1
      loop.nextMs = monotonicMs() + Math.min(PUSH_MS * 2 ** loop.failures, LONGEST_PAUSE_MS)
      onError(error)
    } finally {
      loop.busy = false
    }
  }

  // Start the timer after each read of the providers, so that reads do not pile up on a slow database.
  async function repeat(onError: (error: unknown) => void): Promise<void> {
    try {
      const providers = await deps.catalogue.providers('fresh')
      for (const provider of providers.values()) void publishIfDue(provider, onError)
    } catch (error) {
      onError(error)
    }
    if (!stopped) timer = setTimeout(() => void repeat(onError), PUSH_MS)
  }

  return {
    async provider(name) {
      // A provider that another process just added is not cached yet.
      const provider =
        (await deps.catalogue.providers('cached')).get(name) ??
        (await deps.catalogue.providers('fresh')).get(name)
      if (provider === undefined) throw new Error(`unknown liquidity provider ${name}`)
      return adapters.of(provider)
    },
    push,
    start(onError) {
      timer = setTimeout(() => void repeat(onError), PUSH_MS)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await adapters.closeAll()
    },
  }
}
