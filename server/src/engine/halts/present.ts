// Caches the present halts for half a second. Each call to a rail or provider that moves money asks here first: the check
// at the commit of its intent may be long ago.
import type { Freshness } from '../../outside/providers/view.ts'
import type { Db } from '../../platform/db/pool.ts'
import { lately } from '../../platform/lately.ts'
import { selectHalts, type HaltRow } from './queries.ts'

/** Operators are promised that everything stops within a second. */
const MOST_AGE_MS = 500

export type Halts = {
  /** Throws if the cache is too old and the halts cannot be read. Then nothing may be sent. */
  present(freshness: Freshness): Promise<readonly HaltRow[]>
}

export function openHalts(db: Db): Halts {
  const { present, fresh } = lately<readonly HaltRow[]>(MOST_AGE_MS, () => selectHalts(db))
  return { present: (freshness) => (freshness === 'fresh' ? fresh() : present()) }
}
