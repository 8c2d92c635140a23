// Whether a route takes quotes now, and when it does next: by the rule of create-quote.ts. A quote knows the rails of its
// instruments, so a bank holiday may refuse it while the route is open through another rail.
import type { Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Providers } from '../../outside/providers/view.ts'
import { tradersOf } from '../liquidity/best-provider.ts'
import { openingOf, openTraders } from '../quotes/best-price.ts'
import { holidaysOfRoute, selectBanks } from './banks.ts'
import type { RouteRow } from './queries.ts'

export type OpeningDeps = { db: Db; catalogue: Providers }

/** `opensAt`: null while it is open, and if it does not open within a year. */
export type Opening = { isOpen: boolean; opensAt: Instant | null }

/** For many routes at one instant. */
export async function openings(
  { db, catalogue }: OpeningDeps,
  at: Instant,
): Promise<(route: RouteRow) => Opening> {
  const [providers, banks] = await Promise.all([catalogue.providers('fresh'), selectBanks(db)])
  return (route) => {
    const traders = tradersOf(route, providers)
    const holidays = holidaysOfRoute(route, banks)
    const isOpen = openTraders(route, traders, at, holidays).length > 0
    return { isOpen, opensAt: isOpen ? null : openingOf(route, traders, at, holidays) }
  }
}
