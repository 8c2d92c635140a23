// Applies an operator file as a version of the configuration: at once, or from an instant on. The version, its entry in
// the audit trail and the changes are one transaction. This is the only way to change the configuration later than the
// first start.
import { resolve } from 'node:path'
import { executionOf, type Execution } from '../../parties/acts/execution.ts'
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import type { AuditDetail } from '../../parties/audit/queries.ts'
import { toTimestamp, toTimestampOrNull, type Clock, type Instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db, Pool } from '../../platform/db/pool.ts'
import { applyFile, lockApply } from '../operator-file/apply-file.ts'
import type { Change } from '../operator-file/applying.ts'
import {
  OperatorFileError,
  parseOperatorFile,
  type OperatorFile,
} from '../operator-file/operator-file.ts'
import {
  insertVersion,
  selectUndosAfter,
  selectVersion,
  selectVersions,
  stateAfter,
  subjectOf,
  updateVersion,
  type Settled,
  type VersionRow,
} from './queries.ts'
import { mergedUndo, undoOf } from './undo.ts'

export type VersionDeps = {
  db: Pool
  clock: Clock
  config: Pick<Config, 'secrets' | 'environment' | 'autoRelease'>
}

/** `version` is null if the file changes nothing. */
export type Applied = { version: VersionRow | null; changes: readonly Change[] }

/** The state forbids it. The message says why. */
export class VersionRefused extends Error {}

/** How a version is applied: `execution` has who, why, and the transaction with the entry in the audit trail. */
type VersionOptions = {
  execution: Execution
  /** An instant of the business clock to wait for. */
  from?: Instant | undefined
  kind?: VersionRow['kind']
  /** The newest version that the caller has seen; another one since refuses. */
  seenNumber?: number
}

/** Throws OperatorFileError or VersionRefused, and then changes nothing. */
export async function applyVersion(
  deps: VersionDeps,
  file: OperatorFile,
  options: VersionOptions,
): Promise<Applied> {
  const { execution, from, kind = 'apply', seenNumber } = options
  const { db: pool, clock, config } = deps
  const { actor, reason } = execution
  const at = clock.now()
  const world = { ...config, at }
  const described = { kind, actor, reason, created_at: at, folder: resolve(file.folder) }
  let version: VersionRow | null = null
  if (from !== undefined) {
    if (from <= at) throw new VersionRefused(`${toTimestamp(from)} is not later than now`)
    refuseRelativeFiles(file)
    const { changes } = await applyFile(pool, world, file, { dryRun: true })
    const pending = { ...described, effective_from: from, changes: [...changes], undo: null }
    version = await commit(execution, seenNumber, async (db) => {
      await lockApply(db)
      await requireNewest(db, seenNumber)
      return insertVersion(db, config.secrets, { ...pending, file: file.source })
    })
    return { version, changes }
  }
  let undo = ''
  const { changes } = await applyFile<VersionRow>(pool, world, file, {
    dryRun: false,
    async transact(work) {
      version = await commit(execution, seenNumber, work)
    },
    async before(db) {
      await requireNewest(db, seenNumber)
      undo = await undoOf(db, config.secrets, file, at)
    },
    after: async (db, made) =>
      made.length === 0
        ? null
        : insertVersion(db, config.secrets, {
            ...described,
            effective_from: null,
            changes: [...made],
            file: file.source,
            undo,
          }),
  })
  return { version, changes }
}

/** A version that changes nothing is none, and has no entry in the audit trail. */
const commit = async (
  execution: Execution,
  seenNumber: number | undefined,
  write: (db: Db) => Promise<VersionRow | null>,
): Promise<VersionRow | null> =>
  (await execution.commit(stateAfter(seenNumber ?? 0), async (db) => {
    const result = await write(db)
    return result === null
      ? undefined
      : { result, subject: subjectOf(result), detail: detailOf(result) }
  })) ?? null

/** Applies a version whose instant has come. Undefined if another process was first, or the version was withdrawn. */
export async function applyPending(
  deps: VersionDeps,
  pending: VersionRow,
  source: string,
): Promise<VersionRow | undefined> {
  const { db: pool, clock, config } = deps
  const at = clock.now()
  const { actor, reason } = pending
  const entry = { chain: DEPLOYMENT, actor, reason, act: 'configuration.due', subject: '' }
  const execution = executionOf(deps, entry, null)
  const settle = async (db: Db, settled: Settled) => {
    const row = await updateVersion(db, config.secrets, pending.id, settled, at)
    if (row === undefined) throw new NotPending()
    return row
  }
  let version: VersionRow | null = null
  try {
    const file = parseOperatorFile(source, `version ${pending.number}`, pending.folder)
    let undo = ''
    await applyFile<VersionRow>(pool, { ...config, at }, file, {
      dryRun: false,
      async transact(work) {
        version = await commit(execution, undefined, work)
      },
      before: async (db) => void (undo = await undoOf(db, config.secrets, file, at)),
      after: (db, changes) => settle(db, { status: 'effective', changes, undo }),
    })
    return version ?? undefined
  } catch (error) {
    if (error instanceof NotPending) return undefined
    // A file that conflicts now conflicts at every further try. A database that fails is tried again.
    if (!(error instanceof OperatorFileError)) throw error
    const refused = { status: 'refused', problem: error.message } as const
    return (await commit(execution, undefined, (db) => settle(db, refused))) ?? undefined
  }
}

class NotPending extends Error {}

/** Takes back everything that became effective after a version. Zero: everything. */
export async function rollBack(
  deps: VersionDeps,
  number: number,
  execution: Execution,
  { seenNumber, routesOnly = false }: { seenNumber?: number; routesOnly?: boolean } = {},
): Promise<Applied> {
  const { db, config } = deps
  const target = number === 0 ? undefined : await selectVersion(db, number)
  if (number !== 0 && target?.status !== 'effective')
    throw new VersionRefused(
      target === undefined
        ? `there is no version ${number}`
        : `version ${number} is ${target.status}`,
    )
  const undos = await selectUndosAfter(db, config.secrets, number)
  if (undos.length === 0)
    throw new VersionRefused(`nothing became effective after version ${number}`)
  const undo = mergedUndo(undos, { routesOnly })
  if (undo === null)
    throw new VersionRefused(`nothing became effective for routes after version ${number}`)
  const file = parseOperatorFile(undo, `rollback to version ${number}`, '.')
  const options = {
    execution,
    kind: 'rollback',
    ...(seenNumber === undefined ? {} : { seenNumber }),
  } as const
  return applyVersion(deps, file, options)
}

/** Ends the waiting of a pending version. */
export async function withdrawVersion(
  { db: pool, clock, config }: VersionDeps,
  number: number,
  execution: Execution,
): Promise<VersionRow> {
  const present = await selectVersion(pool, number)
  if (present === undefined) throw new VersionRefused(`there is no version ${number}`)
  const row = await execution.commit('pending', async (db) => {
    const settled = { status: 'withdrawn' } as const
    const result = await updateVersion(db, config.secrets, present.id, settled, clock.now())
    return result && { result, subject: subjectOf(result), detail: detailOf(result) }
  })
  if (row === undefined) throw new VersionRefused(`version ${number} is not pending`)
  return row
}

async function requireNewest(db: Db, required: number | undefined): Promise<void> {
  if (required === undefined) return
  const [newest] = await selectVersions(db, 1)
  const number = newest?.number ?? 0
  if (number !== required)
    throw new VersionRefused(`version ${number} was created meanwhile: look at it first`)
}

// A worker on another machine would look for the file elsewhere.
function refuseRelativeFiles({ parts }: OperatorFile): void {
  for (const { relativeFile } of parts.values())
    if (relativeFile !== undefined)
      throw new VersionRefused(
        `${relativeFile} must be an absolute path, because another machine may apply a version that waits`,
      )
}

const detailOf = (version: VersionRow): AuditDetail => ({
  kind: version.kind,
  status: version.status,
  effective_from: toTimestampOrNull(version.effective_from),
  changes: version.changes,
  ...(version.problem === null ? {} : { problem: version.problem }),
})
