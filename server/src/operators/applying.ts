// What the steps of one run share while an operator file is applied.
import type { Instant } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import type { InstrumentRow } from '../instruments/queries.ts'
import type { TradingPairRow } from '../providers/queries.ts'
import type { Path, Problem } from './file-schema.ts'

/** `details` say what differs, in the words of differences.ts. They never show a value of an instrument. */
export type Change = { verb: 'create' | 'change'; what: string; details: readonly string[] }

export type World = Pick<Config, 'secrets' | 'environment' | 'autoRelease'> & { at: Instant }

export type Applying = World & {
  db: Db
  /** By provider, with those of the file applied. */
  pairs: ReadonlyMap<string, readonly TradingPairRow[]>
  changes: Change[]
  problems: Problem[]
  /** Instruments to archive once everything else is done. */
  archives: { row: InstrumentRow; path: Path }[]
  /** Which status the file wants for each account, by enterprise and fingerprint. */
  wantedOfAccounts: Map<string, 'ACTIVE' | 'COMPLIANCE_HOLD'>
}
