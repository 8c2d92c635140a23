// Caches data that rarely changes. Offerings and the details of instruments never change, so their entries stay valid.
// A cached route or provider may be stale. Two rules make this safe: the statement that inserts a quote checks their
// versions, and callers reload them with 'fresh' before they refuse a request.
import { LruMap } from 'toad-cache'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/db/pool.ts'
import type { OwnedId, Uuid } from '../platform/ids.ts'
import { selectInstrument } from '../parties/instruments/queries.ts'
import { instrumentOf, type Instrument } from '../parties/instruments/view.ts'
import { selectOffering, type OfferingRow } from './offerings/queries.ts'
import { selectTradingPairs } from '../outside/providers/queries.ts'
import {
  providersOf,
  type Freshness,
  type Provider,
  type Providers,
} from '../outside/providers/view.ts'
import { selectRoute, type RouteRow } from './routes/queries.ts'

export type Catalogue = Providers & {
  /** Reloads the instrument if the cached one has fewer than `version` entries in its status history. */
  instrument(instrument: OwnedId<'epi'>, version?: number): Promise<Instrument | undefined>
  forgetInstrument(instrument: OwnedId<'epi'>): void
  offering(offering: OwnedId<'off'>): Promise<OfferingRow | undefined>
  route(route: OwnedId<'rt'>, freshness: Freshness): Promise<RouteRow | undefined>
}

/** Runs `work` within the organization's share of connections. So requests with unknown ids cannot use them all. */
type RunForTenant = <T>(organizationId: Uuid<'org'>, work: () => Promise<T>) => Promise<T>

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

// The key contains the organization, so that no other organization can read the entry.
const keyOf = ({ organizationId, id }: OwnedId): string => `${organizationId}/${id}`

type Cache<Value> = {
  /** Returns the cached value, or loads and caches it. Undefined is not cached. Concurrent callers share one load. */
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
      // Drop only our own entry: a newer load may have replaced it.
      const drop = () => {
        if (cached.get(key) === loading) cached.delete(key)
      }
      loading.then((value) => value ?? drop(), drop)
      return loading
    },
    forget: (key) => cached.delete(key),
  }
}
