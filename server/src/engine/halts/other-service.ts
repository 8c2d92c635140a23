// The background task that notices another service on a copy of this database. Where a rail or provider remembers claims,
// the service with the older one halts all its sends and fills. Where a rail only lists its sends, a send that this
// database never made halts as after a restore. docs/backups.md says what cannot be noticed.
import type { Logger } from 'pino'
import { later, monotonicMs, toTimestamp, type Clock } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import type { Feeds } from '../../outside/liquidity/feeds.ts'
import { selectTradingPairs } from '../../outside/providers/queries.ts'
import { bounded } from '../../outside/rails/listed-sends.ts'
import type { Rail } from '../../outside/rails/port.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { SIMULATED_RAIL } from '../../outside/rails/sandbox/index.ts'
import { isNewer, type Claim } from '../../outside/claim.ts'
import { haltForNewerClaim, selectClaim, selectStrangeSend } from './claim-queries.ts'
import { keysOf } from './key-queries.ts'
import type { Halts } from './present.ts'
import { haltRestoredSends } from './restore-queries.ts'

type LookDeps = {
  db: Pool
  clock: Clock
  log: Logger
  halts: Halts
  rails: Pick<Rails, 'all'>
  feeds: Pick<Feeds, 'provider'>
}

/** With the time that a send takes to become final, less than SENDS_OF_MS. */
const SENDS_EVERY_MS = 20 * 60_000
/** Shorter than the hour that a halt after a restore compares, so that the halt lists what was found here. */
const SENDS_OF_MS = 50 * 60_000

type Look = { side: string; everyMs: number; run: () => Promise<void> }

async function looksOf(deps: LookDeps): Promise<Look[]> {
  const own = await selectClaim(deps.db)
  const rails = (await deps.rails.all()).filter(
    ({ isOpening, name }) => isOpening !== true && name !== SIMULATED_RAIL,
  )
  const providers = (await selectTradingPairs(deps.db)).map((pair) => pair.provider_name)
  return [
    ...rails.map((rail): Look => {
      const side = `rail ${rail.name}`
      return rail.claim === undefined
        ? { side, everyMs: SENDS_EVERY_MS, run: () => readSends(deps, rail) }
        : { side, everyMs: 0, run: () => compareClaims(deps, own, side, rail) }
    }),
    ...[...new Set(providers)].map((name): Look => {
      const side = `provider ${name}`
      const run = async () => compareClaims(deps, own, side, await deps.feeds.provider(name))
      return { side, everyMs: 0, run }
    }),
  ]
}

/** Looks once at every side. */
export async function lookForOtherService(deps: LookDeps): Promise<void> {
  await Promise.all((await looksOf(deps)).map(({ run }) => run()))
}

/** The background task. No round waits for a side that hangs. */
export function createOtherServiceWatcher() {
  const running = new Set<string>()
  const failing = new Set<string>()
  const nextMs = new Map<string, number>()
  let isStopped = false
  return {
    async run(deps: LookDeps): Promise<void> {
      for (const { side, everyMs, run } of await looksOf(deps)) {
        if (running.has(side) || monotonicMs() < (nextMs.get(side) ?? 0)) continue
        running.add(side)
        nextMs.set(side, monotonicMs() + everyMs)
        void run()
          .then(() => failing.delete(side))
          .catch((error: unknown) => {
            // `corridor doctor` and the log of its polls tell a side that is down.
            if (!isStopped && !failing.has(side))
              deps.log.warn({ side, err: error }, 'could not look for another service on a copy')
            failing.add(side)
          })
          .finally(() => running.delete(side))
      }
    },
    async stop(): Promise<void> {
      isStopped = true
    },
  }
}

async function compareClaims(
  { db, log, halts }: LookDeps,
  own: Claim,
  side: string,
  { claim }: { claim?: (own: Claim) => Promise<Claim | null> },
): Promise<void> {
  const newest = await claim?.(own)
  if (newest == null || !isNewer(newest, own)) return
  const why = `another service on a copy of this database works with the ${side} since ${toTimestamp(newest.at)}: stop one of the two, see docs/backups.md`
  if (!(await haltForNewerClaim(db, own, newest, why))) return
  await halts.present('fresh')
  log.error(
    { side, claimed_at: toTimestamp(newest.at) },
    'all sends and fills are halted: another service works on a copy of this database',
  )
}

/** The list may be incomplete: what is missing now is read in the next round. */
async function readSends({ db, clock, log, halts }: LookDeps, rail: Rail): Promise<void> {
  const until = clock.now()
  const since = later(until, -SENDS_OF_MS)
  const keys = () => keysOf(db, rail.name, since)
  const listed = await rail.sends?.({ since, until, keys })
  if (listed == null) return
  for await (const page of bounded(listed.pages)) {
    const strange = await selectStrangeSend(db, rail.name, page)
    if (strange === undefined) continue
    await haltRestoredSends(db)
    await halts.present('fresh')
    log.error(
      { rail: rail.name, key: strange },
      'all sends and fills are halted: a rail has a send of an order that this database did not make',
    )
    return
  }
}
