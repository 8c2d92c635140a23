// The background task that asks providers for their fills after a restore. Each provider is asked on its own, and a round
// waits for none of them.
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from 'pino'
import type { Pool } from '../../platform/db/pool.ts'
import type { Feeds } from '../../outside/liquidity/feeds.ts'
import { noteFillsRead } from './end-restore-halts.ts'
import type { Halts } from './present.ts'

type FillDeps = {
  db: Pool
  clock: Clock
  log: Logger
  halts: Halts
  feeds: Pick<Feeds, 'provider'>
  wakeWorker: () => void
}

/** Compares the fills of every provider once. */
export async function compareFills(deps: FillDeps): Promise<void> {
  await Promise.all((await roundsOf(deps)).map(({ compare }) => compare()))
}

const roundsOf = async (deps: FillDeps) =>
  (await deps.halts.present('cached')).flatMap((halt) => {
    const { cause, provider } = halt
    if (cause !== 'restore' || provider === null) return []
    return [{ provider, compare: () => noteFillsRead(deps, provider, halt) }]
  })

export function createFillComparer() {
  const running = new Set<string>()
  let isStopped = false
  return {
    async run(deps: FillDeps): Promise<void> {
      for (const { provider, compare } of await roundsOf(deps)) {
        if (running.has(provider)) continue
        running.add(provider)
        void compare()
          .catch((error: unknown) => {
            // A process that ends does not wait for a list. The next one reads it again.
            if (!isStopped)
              deps.log.error(
                { err: error, provider },
                'fills could not be compared after a restore',
              )
          })
          .finally(() => running.delete(provider))
      }
    },
    async stop(): Promise<void> {
      isStopped = true
    },
  }
}
