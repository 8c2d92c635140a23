// State that the sections of an operator file share while they are applied.
import type { Instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { InstrumentRow } from '../../parties/instruments/queries.ts'
import type { Path, Place, Problem } from './judging.ts'

/** `details` are lines of differences.ts. They never show the details of an instrument. */
export type Change = { verb: 'create' | 'change'; what: string; details: readonly string[] }

export type World = Pick<Config, 'secrets' | 'environment' | 'autoRelease'> & { at: Instant }

export type Applying = World & {
  db: Db
  changes: Change[]
  problems: Problem[]
  /** Instruments to archive after all other changes. */
  archives: { row: InstrumentRow; path: Path }[]
  /** The status that the file sets for each account, by enterprise and fingerprint. */
  wantedOfAccounts: Map<string, 'ACTIVE' | 'COMPLIANCE_HOLD'>
}

/** A live deployment takes no kinds of adapters that are for sandboxes. Returns whether it refused one. */
export function refuseInLive(
  { environment, problems }: Applying,
  { place, kind }: { place: Place; kind: string },
  kinds: ReadonlyMap<string, { sandboxOnly?: boolean }>,
): boolean {
  if (environment !== 'live' || kinds.get(kind)?.sandboxOnly !== true) return false
  problems.push({
    path: place.at('kind').path,
    reason: `kind ${kind} works only in a sandbox; this is a live deployment`,
  })
  return true
}

/** Writes what differs, by currency. What the file omits becomes `noneIn`. Returns the changes. */
export async function applyByCurrency<Row extends { currency: string }>(
  known: readonly Row[],
  wanted: readonly Row[],
  noneIn: (currency: string) => Row,
  changesOf: (before: Row, after: Row) => string[],
  write: (row: Row) => Promise<void>,
): Promise<string[]> {
  const details: string[] = []
  for (const currency of new Set([...known, ...wanted].map((row) => row.currency))) {
    const ofCurrency = (row: Row) => row.currency === currency
    const after = wanted.find(ofCurrency) ?? noneIn(currency)
    const lines = changesOf(known.find(ofCurrency) ?? noneIn(currency), after)
    if (lines.length > 0) await write(after)
    details.push(...lines)
  }
  return details
}
