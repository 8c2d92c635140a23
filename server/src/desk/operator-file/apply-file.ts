// Applies an operator file to the database in one transaction. It creates missing objects and changes those that
// differ. Objects that the file does not mention stay as they are.
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import { insertAudit } from '../../parties/audit/queries.ts'
import { inTransaction, type Db, type Pool } from '../../platform/db/pool.ts'
import { write } from '../../platform/db/row-functions.ts'
import { whileClosed } from '../../parties/instruments/archive-instrument.ts'
import type { Closing } from '../../parties/instruments/archiving-queries.ts'
import type { InstrumentRow } from '../../parties/instruments/queries.ts'
import { COMMAND } from '../../parties/operators/operator.ts'
import type { Applying, Change, World } from './applying.ts'
import type { Problem } from './judging.ts'
import type { OperatorFile } from './operator-file.ts'
import { inStages } from './sections.ts'
import { archiveInstruments, ARCHIVING_BUSY } from './sections/enterprises/apply-instrument.ts'

class DryRun extends Error {}

/** Ends the transaction: the closing must be committed before the search for open orders. */
class NeedsClosing extends Error {
  readonly instruments: readonly InstrumentRow[]

  constructor(instruments: readonly InstrumentRow[]) {
    super('instruments must be closed to new orders first')
    this.instruments = instruments
  }
}

/** The most changes in one entry of the audit trail. */
const MOST_AUDITED = 1000

type Options<Recorded> = {
  dryRun: boolean
  /** Runs the work in a transaction, and commits. Default: a transaction of its own. */
  transact?(work: (db: Db) => Promise<Recorded | null>): Promise<void>
  /** Runs in the transaction before any change, under the lock that one `apply` holds at a time. */
  before?(db: Db): Promise<void>
  /** Runs in the transaction after all changes. */
  after?(db: Db, changes: readonly Change[]): Promise<Recorded | null>
}

/** Throws OperatorFileError and changes nothing if the file conflicts with the database. */
export async function applyFile<Recorded = null>(
  pool: Pool,
  world: World,
  file: OperatorFile,
  options: Options<Recorded> = { dryRun: false },
): Promise<{ changes: readonly Change[] }> {
  const withFiles = { ...file, parts: partsWithFiles(world, file) }
  const run = (closing: Closing | null) => applyWithin(pool, world, withFiles, options, closing)
  try {
    return { changes: await run(null) }
  } catch (error) {
    if (!(error instanceof NeedsClosing)) throw error
    const changes = await whileClosed(pool, error.instruments, run)
    if (changes === undefined) throw new Error(ARCHIVING_BUSY)
    return { changes }
  }
}

/** Throws an OperatorFileError with the places of all files that cannot be used. */
function partsWithFiles({ secrets }: World, { parts, folder, refuse }: OperatorFile) {
  const problems: Problem[] = []
  const read = new Map(
    [...parts].map(([key, part]) => [key, part.withFiles?.(secrets, folder, problems) ?? part]),
  )
  if (problems.length > 0) refuse(problems)
  return read
}

/** One transaction at a time changes the configuration. */
export const lockApply = write(
  'lock_apply',
  [],
  `select pg_advisory_xact_lock(hashtext('corridor apply'))`,
)

async function applyWithin<Recorded>(
  pool: Pool,
  world: World,
  { parts, refuse }: OperatorFile,
  options: Options<Recorded>,
  closing: Closing | null,
): Promise<readonly Change[]> {
  const changes: Change[] = []
  const { transact = async (work) => void (await inTransaction(pool, work)) } = options
  try {
    await transact(async (db) => {
      await lockApply(db)
      await options.before?.(db)
      const problems: Problem[] = []
      const noted = { changes, problems, archives: [], wantedOfAccounts: new Map() }
      const applying: Applying = { ...world, ...noted, db }
      for (const { key } of inStages) await parts.get(key)?.apply(applying)
      await archiveInstruments(applying, closing)
      if (problems.length > 0) refuse(problems)
      // A dry run makes all changes and rolls them back, so that its report is exact.
      if (options.dryRun) throw new DryRun()
      if (closing === null && applying.archives.length > 0)
        throw new NeedsClosing(applying.archives.map(({ row }) => row))
      // A version has an entry of its own.
      if (options.after !== undefined) return await options.after(db, changes)
      if (changes.length > 0)
        await insertAudit(db, {
          actor: COMMAND,
          reason: '',
          at: world.at,
          chain: DEPLOYMENT,
          act: 'configuration.apply',
          subject: '',
          detail: { changes: audited(changes), count: changes.length },
        })
      return null
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  return changes
}

/** `corridor audit verify` compares the rules of approval with the trail, so they are always among what is kept. */
const audited = (changes: readonly Change[]): readonly Change[] => {
  const isOfRules = ({ what }: Change) => what === 'approvals'
  const others = changes.filter((one) => !isOfRules(one))
  return [...changes.filter(isOfRules), ...others].slice(0, MOST_AUDITED)
}
