// Shows what customers would be quoted before and after an operator file. The file is applied in a transaction that is
// rolled back, and both states are priced by the code that makes quotes.
import { isDeepStrictEqual } from 'node:util'
import { toTimestamp, type Instant } from '../../platform/clock.ts'
import { selectDescribedRoutes, type DescribedRoute } from '../../engine/routes/queries.ts'
import { inTransaction, type Db } from '../../platform/db/pool.ts'
import { providerNamesOf } from '../../engine/liquidity/best-provider.ts'
import { selectLiquidityLeft } from '../../engine/liquidity/left.ts'
import type { RateBoard } from '../../outside/liquidity/rates.ts'
import { applyFile, lockApply } from '../operator-file/apply-file.ts'
import type { Change } from '../operator-file/applying.ts'
import {
  OperatorFileError,
  parseOperatorFile,
  type OperatorFile,
} from '../operator-file/operator-file.ts'
import { selectTradingPairs } from '../../outside/providers/queries.ts'
import { providersOf, type Provider } from '../../outside/providers/view.ts'
import type { PriceDeps } from '../../engine/quotes/best-price.ts'
import { VersionRefused, type VersionDeps } from './apply-version.ts'
import { holidaysOfRoute, selectBanks, type Bank } from '../../engine/routes/banks.ts'
import { previewAmounts, type GivenAmount } from './preview-amounts.ts'
import { quotedSide, type QuotedSide } from './quoted-side.ts'
import { selectDueVersions, selectVersionFile } from './queries.ts'

export type PreviewDeps = VersionDeps & { rates: Pick<RateBoard, 'current'> }

export type PreviewOptions = {
  /** Undefined: now. */
  from?: Instant | undefined
  /** Empty: the limits of each route and the edges of its tiers. */
  amounts: readonly GivenAmount[]
  /** Compares no route. */
  onlyChanges?: boolean
}

export type PreviewedRoute = {
  /** The route after the file. */
  route: DescribedRoute
  /** Null: there is no such route. */
  before: QuotedSide | null
  after: QuotedSide
}

export type Preview = {
  at: Instant
  changes: readonly Change[]
  routes: PreviewedRoute[]
  /** More routes may differ than are shown. */
  isCut: boolean
}

const MOST_ROUTES = 200
const MOST_READ = 2000
const MOST_PENDING = 100

class Seen extends Error {}

/** Throws OperatorFileError or VersionRefused. Changes nothing. */
export async function previewFile(
  deps: PreviewDeps,
  file: OperatorFile,
  { from, amounts, onlyChanges = false }: PreviewOptions,
): Promise<Preview> {
  const now = deps.clock.now()
  if (from !== undefined && from <= now)
    throw new VersionRefused(`${toTimestamp(from)} is not later than now`)
  const at = from ?? now
  let preview: Preview | undefined
  try {
    await inTransaction(deps.db, async (db) => {
      // The connections of reads write nothing; this transaction writes and is undone.
      await db.query('set transaction read write')
      await lockApply(db)
      // Versions that wait for the instant of a later one are effective by then.
      if (from !== undefined) await applyEarlier(deps, db, from, now)
      const before = onlyChanges ? undefined : await stateOf(db, file)
      const { changes } = await applyIn(deps, db, file, now)
      if (before === undefined) {
        preview = { at, changes, routes: [], isCut: false }
        throw new Seen()
      }
      const after = await stateOf(db, file)
      const liquidity = { left: selectLiquidityLeft.bind(null, db) }
      const pricing = { rates: sameRates(deps.rates), liquidity }
      const routes = await differences(pricing, before, after, at, amounts)
      const isCut = routes.length > MOST_ROUTES || after.routes.size === MOST_READ
      preview = { at, changes, routes: routes.slice(0, MOST_ROUTES), isCut }
      throw new Seen()
    })
  } catch (error) {
    if (!(error instanceof Seen)) throw error
  }
  if (preview === undefined) throw new Error('a preview was rolled back before it was made')
  return preview
}

async function applyEarlier(deps: PreviewDeps, db: Db, until: Instant, now: Instant) {
  for (const pending of await selectDueVersions(db, until, MOST_PENDING)) {
    const source = await selectVersionFile(db, deps.config.secrets, pending.id)
    const file = parseOperatorFile(source, `version ${pending.number}`, pending.folder)
    try {
      await applyIn(deps, db, file, now)
    } catch (error) {
      if (!(error instanceof OperatorFileError)) throw error
      throw new VersionRefused(
        `version ${pending.number} becomes effective earlier and would be refused: ${error.message}`,
      )
    }
  }
}

/** A dry run in a transaction of the caller leaves its changes to that transaction. */
const applyIn = (deps: PreviewDeps, db: Db, file: OperatorFile, at: Instant) =>
  applyFile(deps.db, { ...deps.config, at }, file, {
    dryRun: true,
    transact: async (work) => void (await work(db)),
  })

type State = {
  routes: ReadonlyMap<string, DescribedRoute>
  providers: ReadonlyMap<string, Provider>
  banks: readonly Bank[]
}

async function stateOf(db: Db, file: OperatorFile): Promise<State> {
  const requoted = [...file.parts.values()].flatMap(({ requotes }) => requotes ?? [])
  const routes = await selectDescribedRoutes(
    db,
    requoted.flatMap((one) => one.routes ?? []),
    requoted.flatMap((one) => one.providers ?? []),
    requoted.some(({ all }) => all === true),
    MOST_READ,
  )
  return {
    routes: new Map(routes.map((route) => [route.id, route])),
    providers: providersOf(await selectTradingPairs(db)),
    banks: await selectBanks(db),
  }
}

/** One more than is shown, at most. */
async function differences(
  deps: PriceDeps,
  before: State,
  after: State,
  at: Instant,
  given: readonly GivenAmount[],
): Promise<PreviewedRoute[]> {
  const found: PreviewedRoute[] = []
  for (const [id, route] of after.routes) {
    const earlier = before.routes.get(id)
    const isSame = earlier?.version === route.version && hasSameProviders(route, before, after)
    if (isSame && hasSameHolidays(route, before, after)) continue
    const amounts = previewAmounts(earlier === undefined ? [route] : [earlier, route], given)
    const side = (one: DescribedRoute, { providers, banks }: State) =>
      quotedSide(deps, one, providers, at, amounts, holidaysOfRoute(one, banks))
    const sides = {
      before: earlier === undefined ? null : await side(earlier, before),
      after: await side(route, after),
    }
    if (JSON.stringify(sides.before) === JSON.stringify(sides.after)) continue
    found.push({ route, ...sides })
    if (found.length > MOST_ROUTES) break
  }
  return found
}

/** Every change gives a route or a provider a new version. */
const hasSameProviders = (route: DescribedRoute, before: State, after: State): boolean =>
  providerNamesOf(route).every(
    (name) => before.providers.get(name)?.version === after.providers.get(name)?.version,
  )

const hasSameHolidays = (route: DescribedRoute, before: State, after: State): boolean =>
  isDeepStrictEqual(holidaysOfRoute(route, before.banks), holidaysOfRoute(route, after.banks))

/** Both sides of a preview see the same rates. */
function sameRates(rates: Pick<RateBoard, 'current'>): Pick<RateBoard, 'current'> {
  const seen = new Map<string, bigint | undefined>()
  return {
    current(provider, pair) {
      const key = `${provider} ${pair.payinCurrency} ${pair.payoutCurrency} ${pair.maxRateAgeMs}`
      if (!seen.has(key)) seen.set(key, rates.current(provider, pair))
      return seen.get(key)
    },
  }
}
