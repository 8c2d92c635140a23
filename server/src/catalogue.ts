// Caches data that rarely changes. Offerings and the details of instruments never change, so their entries are always
// valid. Routes and providers may be stale: the writing statement requires the version it was given, and callers read
// again with 'fresh' before they refuse a request.
import { LruMap } from 'toad-cache'
import type { Config } from './config.ts'
import type { Db } from './db/pool.ts'
import type { OwnedId, Uuid } from './ids.ts'
import { selectInstrument } from './instruments/queries.ts'
import { instrumentOf, type Instrument } from './instruments/view.ts'
import { selectOffering, type OfferingRow } from './offerings/queries.ts'
import { selectTradingPairs } from './providers/queries.ts'
import { providersOf, type Provider } from './providers/view.ts'
import { selectRoute, type RouteRow } from './configured-routes/queries.ts'

export type Freshness = 'cached' | 'fresh'

export type Catalogue = {
  /** Returns the instrument with at least `version` entries in its status history. */
  instrument(instrument: OwnedId<'epi'>, version?: number): Promise<Instrument | undefined>
  forgetInstrument(instrument: OwnedId<'epi'>): void
  offering(offering: OwnedId<'off'>): Promise<OfferingRow | undefined>
  route(route: OwnedId<'rt'>, freshness: Freshness): Promise<RouteRow | undefined>
  providers(freshness: Freshness): Promise<ReadonlyMap<string, Provider>>
}

/** Runs `work` within the organization's share of connections, so that unknown ids cannot take all of them. */
export type RunForTenant = <T>(organizationId: Uuid<'org'>, work: () => Promise<T>) => Promise<T>

export function createCatalogue(db: Db, config: Config, runForTenant: RunForTenant): Catalogue {
  const instruments = createCache<Instrument>(50_000)
  const offerings = createCache<OfferingRow>(20_000)
  const routes = createCache<RouteRow>(20_000)
  let providers: ReadonlyMap<string, Provider> | undefined

  return {
    async instrument(instrument, version = 1) {
      const load = async () => {
        const row = await selectInstrument(db, instrument)
        return row === undefined ? undefined : instrumentOf(config.secrets, row)
      }
      const key = keyOf(instrument)
      const known = await instruments.get(key, load)
      if (known === undefined || known.version >= version) return known
      instruments.forget(key)
      return instruments.get(key, load)
    },
    forgetInstrument: (instrument) => instruments.forget(keyOf(instrument)),
    offering: (offering) =>
      offerings.get(keyOf(offering), () =>
        runForTenant(offering.organizationId, () => selectOffering(db, offering)),
      ),
    async route(route, freshness) {
      const key = keyOf(route)
      if (freshness === 'fresh') routes.forget(key)
      return routes.get(key, () => selectRoute(db, route))
    },
    async providers(freshness) {
      if (providers === undefined || freshness === 'fresh')
        providers = providersOf(await selectTradingPairs(db))
      return providers
    },
  }
}

// The key includes the organization, so that one organization cannot find another's entries.
const keyOf = ({ organizationId, id }: OwnedId): string => `${organizationId}/${id}`

type Cache<Value> = {
  /** The cached value, else the loaded one, which is cached unless undefined. Concurrent callers share one load. */
  get(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>
  forget(key: string): void
}

function createCache<Value>(size: number): Cache<Value> {
  const cached = new LruMap<Promise<Value | undefined>>(size)
  return {
    get(key, load) {
      const known = cached.get(key)
      if (known !== undefined) return known
      const loading = load()
      cached.set(key, loading)
      // A newer load may have replaced this entry. Only drop our own.
      const drop = () => {
        if (cached.get(key) === loading) cached.delete(key)
      }
      loading.then((value) => value ?? drop(), drop)
      return loading
    },
    forget: (key) => cached.delete(key),
  }
}
