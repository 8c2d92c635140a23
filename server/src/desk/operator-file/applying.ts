// Types shared by the steps that apply an operator file.
import type { Instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { InstrumentRow } from '../../parties/instruments/queries.ts'
import type { TradingPairRow } from '../../outside/providers/queries.ts'
import type { Served } from '../../outside/rails/port.ts'
import type { Path, Problem } from './file-schema.ts'

/** `details` are lines of differences.ts. They never show the details of an instrument. */
export type Change = { verb: 'create' | 'change'; what: string; details: readonly string[] }

export type World = Pick<Config, 'secrets' | 'environment' | 'autoRelease'> & { at: Instant }

export type Applying = World & {
  db: Db
  /** Trading pairs by provider, after the providers of the file were applied. */
  pairs: ReadonlyMap<string, readonly TradingPairRow[]>
  /** The services of the rails, after the rails of the file were applied. */
  served: readonly Pick<Served, 'method' | 'currencies' | 'receivesOnly'>[]
  changes: Change[]
  problems: Problem[]
  /** Instruments to archive after all other changes. */
  archives: { row: InstrumentRow; path: Path }[]
  /** The status that the file sets for each account, by enterprise and fingerprint. */
  wantedOfAccounts: Map<string, 'ACTIVE' | 'COMPLIANCE_HOLD'>
}
