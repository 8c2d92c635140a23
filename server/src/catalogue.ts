// What changes rarely, in memory. Two kinds: things that never change (an offering, the details and past of an
// instrument) are right however old they are; things that do change (routes, providers) may be stale, so whoever
// writes from them has the statement require their version, and asks again with 'fresh' before refusing anybody.
import { LruMap } from 'toad-cache'
import type { Config } from './config.ts'
import type { Db } from './db/pool.ts'
import type { Uuid } from './ids.ts'
import { selectInstrument } from './instruments/queries.ts'
import { instrumentOf, type Instrument } from './instruments/view.ts'
import { selectOffering, type OfferingRow } from './offerings/queries.ts'
import { selectTradingPairs } from './providers/queries.ts'
import { providersOf, type Provider } from './providers/view.ts'
import { selectRoute, type RouteRow } from './configured-routes/queries.ts'

export type Freshness = 'cached' | 'fresh'

export type Catalogue = {
  /** With at least `version` entries of history. */
  instrument(
    organizationId: Uuid<'org'>,
    id: Uuid<'epi'>,
    version?: number,
  ): Promise<Instrument | undefined>
  forgetInstrument(organizationId: Uuid<'org'>, id: Uuid<'epi'>): void
  offering(organizationId: Uuid<'org'>, id: Uuid<'off'>): Promise<OfferingRow | undefined>
  route(
    organizationId: Uuid<'org'>,
    id: Uuid<'rt'>,
    freshness: Freshness,
  ): Promise<RouteRow | undefined>
  providers(freshness: Freshness): Promise<ReadonlyMap<string, Provider>>
}

/** Runs `work` for an organization, and keeps it from taking all connections for the identifiers it names. */
export type RunForTenant = <T>(organizationId: Uuid<'org'>, work: () => Promise<T>) => Promise<T>

export function createCatalogue(db: Db, config: Config, runForTenant: RunForTenant): Catalogue {
  const instruments = keeper<Instrument>(50_000)
  const offerings = keeper<OfferingRow>(20_000)
  const routes = keeper<RouteRow>(20_000)
  let providers: ReadonlyMap<string, Provider> | undefined

  return {
    async instrument(organizationId, id, version = 1) {
      const load = async () => {
        const row = await selectInstrument(db, organizationId, id)
        return row === undefined ? undefined : instrumentOf(config.secrets, row)
      }
      const key = keyOf(organizationId, id)
      const known = await instruments.get(key, load)
      if (known === undefined || known.version >= version) return known
      instruments.forget(key)
      return instruments.get(key, load)
    },
    forgetInstrument: (organizationId, id) => instruments.forget(keyOf(organizationId, id)),
    offering: (organizationId, id) =>
      offerings.get(keyOf(organizationId, id), () =>
        runForTenant(organizationId, () => selectOffering(db, organizationId, id)),
      ),
    async route(organizationId, id, freshness) {
      const key = keyOf(organizationId, id)
      if (freshness === 'fresh') routes.forget(key)
      return routes.get(key, () => selectRoute(db, organizationId, id))
    },
    async providers(freshness) {
      if (providers === undefined || freshness === 'fresh')
        providers = providersOf(await selectTradingPairs(db))
      return providers
    },
  }
}

// With the organization, so that nothing of another one can be found.
const keyOf = (organizationId: Uuid<'org'>, id: Uuid): string => `${organizationId}/${id}`

type Keeper<Value> = {
  /** The kept value, else the loaded one, which is kept unless it is undefined. Who asks meanwhile shares the load. */
  get(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>
  forget(key: string): void
}

function keeper<Value>(size: number): Keeper<Value> {
  const kept = new LruMap<Promise<Value | undefined>>(size)
  return {
    get(key, load) {
      const known = kept.get(key)
      if (known !== undefined) return known
      const loading = load()
      kept.set(key, loading)
      // Forgotten while it loaded, it is not put back, and what took its place stays.
      const drop = () => {
        if (kept.get(key) === loading) kept.delete(key)
      }
      loading.then((value) => value ?? drop(), drop)
      return loading
    },
    forget: (key) => kept.delete(key),
  }
}
