// Caches the present halts for half a second. Each call to a rail or provider that moves money asks here first: the check
// at the commit of its intent may be long ago.
import type { Freshness } from '../../outside/providers/view.ts'
import { monotonicMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectHalts, type HaltRow } from './queries.ts'

/** Operators are promised that everything stops within a second. */
const MOST_AGE_MS = 500

export type Halts = {
  /** Throws if the cache is too old and the halts cannot be read. Then nothing may be sent. */
  present(freshness: Freshness): Promise<readonly HaltRow[]>
}

export function openHalts(db: Db): Halts {
  let known: { halts: readonly HaltRow[]; atMs: number } | undefined
  let reading: Promise<readonly HaltRow[]> | undefined

  async function read(): Promise<readonly HaltRow[]> {
    // The age counts from before the query, which may wait for a connection.
    const atMs = monotonicMs()
    const halts = await selectHalts(db)
    if (known === undefined || known.atMs < atMs) known = { halts, atMs }
    return halts
  }

  return {
    async present(freshness) {
      if (freshness === 'fresh') return read()
      if (known !== undefined && monotonicMs() - known.atMs < MOST_AGE_MS) return known.halts
      reading ??= read().finally(() => void (reading = undefined))
      return reading
    },
  }
}
