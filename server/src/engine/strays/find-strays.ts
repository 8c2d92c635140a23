// Looks at deposit addresses for coins and tokens that are no currency of the desk there. Costs one read for each asset at
// each address: recent addresses every ten minutes, all of them once a day. Nobody can make it keep more than one row for
// each asset that the settings name at each address.
import type { Logger } from 'pino'
import { later, type Clock, type Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Rail, WatchedAccount } from '../../outside/rails/port.ts'
import type { Strays } from '../../outside/rails/strays-port.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { accountsOf } from '../entries/watch-rails.ts'
import { withTimeout } from '../../platform/timeout.ts'
import { upsertStrays } from './queries.ts'

type LookDeps = { db: Db; clock: Clock; log: Logger }
type FindDeps = LookDeps & { rails: Rails }

const RECENT_EVERY_MS = 600_000
const ALL_EVERY_MS = 86_400_000
/** Pages of accounts in one round. The next round goes on after the last account. */
const PAGES_PER_ROUND = 4
const RAIL_MS = 50_000

type Pages = AsyncGenerator<readonly WatchedAccount[], void>
type Pass = { pages: Pages | null; recentAt: Instant; allAt: Instant }

/** The background task. A process that starts anew begins anew. A rail that fails delays no other. */
export function createStrayFinder() {
  const passes = new Map<string, Pass>()
  return async function findStrays(deps: FindDeps): Promise<void> {
    await Promise.all(
      (await deps.rails.all()).map(async (rail) => {
        if (rail.strays === undefined) return
        const now = deps.clock.realNow()
        const pass = passes.get(rail.name) ?? { pages: null, recentAt: now, allAt: now }
        passes.set(rail.name, pass)
        try {
          await withTimeout(RAIL_MS, goOn(deps, rail, rail.strays, pass, now))
        } catch (error) {
          pass.pages = null
          deps.log.warn({ err: error, rail: rail.name }, 'deposit addresses could not be looked at')
        }
      }),
    )
  }
}

async function goOn(
  deps: FindDeps,
  rail: Rail,
  strays: Strays,
  pass: Pass,
  now: Instant,
): Promise<void> {
  if (pass.pages === null) {
    const isAll = now >= pass.allAt
    if (!isAll && now < pass.recentAt) return
    pass.pages = pagesOf(deps, rail, isAll)
    pass.recentAt = later(now, RECENT_EVERY_MS)
    if (isAll) pass.allAt = later(now, ALL_EVERY_MS)
  }
  for (let count = 0; count < PAGES_PER_ROUND; count += 1) {
    const { done, value: page } = await pass.pages.next()
    if (done === true) {
      pass.pages = null
      return
    }
    await lookAt(deps, rail.name, strays, page)
  }
}

/** Records what the accounts hold. */
export async function lookAt(
  { db, clock, log }: LookDeps,
  rail: string,
  strays: Strays,
  page: readonly WatchedAccount[],
): Promise<void> {
  const held = await strays.held(page)
  const accounts = page.map(({ account }) => account)
  const found = await upsertStrays(db, rail, accounts, held, clock.now())
  if (found > 0)
    log.warn(
      { rail, found },
      'deposit addresses hold what is no deposit: see `corridor strays list`',
    )
}

async function* pagesOf(deps: FindDeps, rail: Rail, isAll: boolean): Pages {
  const watch = accountsOf(deps, rail)
  for (const read of isAll ? [watch.recent, watch.older] : [watch.recent])
    for (let after: string | null = null; ; ) {
      const page: readonly WatchedAccount[] = await read(after)
      const last = page.at(-1)
      if (last === undefined) break
      yield page
      after = last.account
    }
}
