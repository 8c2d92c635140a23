// All SQL that writes configuration_versions, and how the audit trail and approvals name a version.
import type { Instant } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/config.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { openText, sealText } from '../../platform/db/seal.ts'
import { allRows, oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { newUuid, type Uuid } from '../../platform/ids.ts'
import type { Change } from '../operator-file/applying.ts'

type VersionStatus = 'pending' | 'effective' | 'withdrawn' | 'refused'

export type VersionRow = {
  id: Uuid<'configuration'>
  number: number
  kind: 'apply' | 'rollback'
  status: VersionStatus
  actor: string
  reason: string
  created_at: Instant
  effective_from: Instant | null
  settled_at: Instant | null
  changes: Change[]
  problem: string | null
  folder: string
}

const COLUMNS = `id, number, kind, status, actor, reason, created_at, effective_from, settled_at, changes, problem, folder`

type NewVersion = Pick<
  VersionRow,
  'kind' | 'actor' | 'reason' | 'created_at' | 'effective_from' | 'changes' | 'folder'
> & { file: string; undo: string | null }

const INSERT_CONFIGURATION_VERSION = statement(
  'insert_configuration_version',
  [
    'id',
    'kind',
    'status',
    'actor',
    'reason',
    'created_at',
    'effective_from',
    'settled_at',
    'changes',
    'folder',
    'file_key_id',
    'file_sealed',
    'undo_key_id',
    'undo_sealed',
  ],
  `insert into configuration_versions (id, number, kind, status, actor, reason, created_at, effective_from, settled_at,
     changes, folder, file_key_id, file_sealed, undo_key_id, undo_sealed)
   select $1, (select coalesce(max(number), 0) + 1 from configuration_versions), $2, $3, $4, $5, $6, $7, $8, $9, $10,
          $11, $12, $13, $14
   returning ${COLUMNS}`,
)

/** With `undo` it is effective, else pending. The transaction holds the lock of `apply`, so that numbers have no gap. */
export async function insertVersion(
  db: Db,
  secrets: Secrets,
  { file, undo, ...version }: NewVersion,
): Promise<VersionRow> {
  const id = newUuid('configuration', version.created_at)
  const sealed = sealText(secrets, id, file)
  const sealedUndo = undo === null ? null : sealText(secrets, id, undo)
  const at = sqlInstant(version.created_at)
  const [row] = await rows<VersionRow>(db, INSERT_CONFIGURATION_VERSION, [
    id,
    version.kind,
    undo === null ? 'pending' : 'effective',
    version.actor,
    version.reason,
    at,
    version.effective_from === null ? null : sqlInstant(version.effective_from),
    undo === null ? null : at,
    JSON.stringify(version.changes),
    version.folder,
    sealed.keyId,
    sealed.bytes,
    sealedUndo?.keyId ?? null,
    sealedUndo?.bytes ?? null,
  ])
  if (row === undefined) throw new Error('a version of the configuration was not inserted')
  return row
}

export type Settled =
  | { status: 'effective'; changes: readonly Change[]; undo: string }
  | { status: 'withdrawn' }
  | { status: 'refused'; problem: string }

/** Ends the waiting of a version. Undefined if it waits no more. */
export const updateVersion = oneRow<
  VersionRow,
  [secrets: Secrets, id: VersionRow['id'], settled: Settled, at: Instant]
>(
  'update_configuration_version',
  ['id', 'status', 'at', 'changes', 'problem', 'undo_key_id', 'undo_sealed'],
  `update configuration_versions
      set status = $2, settled_at = $3, changes = coalesce($4, changes), problem = $5, undo_key_id = $6, undo_sealed = $7
    where id = $1 and status = 'pending'
   returning ${COLUMNS}`,
  (secrets, id, settled, at) => {
    const undo = settled.status === 'effective' ? sealText(secrets, id, settled.undo) : null
    return [
      id,
      settled.status,
      sqlInstant(at),
      settled.status === 'effective' ? JSON.stringify(settled.changes) : null,
      settled.status === 'refused' ? settled.problem : null,
      undo?.keyId ?? null,
      undo?.bytes ?? null,
    ]
  },
)

/** Newest first. */
export const selectVersions = allRows<VersionRow, [limit: number]>(
  'select_configuration_versions',
  ['limit'],
  `select ${COLUMNS} from configuration_versions order by number desc limit $1`,
)

export const selectVersion = oneRow<VersionRow, [number: number]>(
  'select_configuration_version',
  ['number'],
  `select ${COLUMNS} from configuration_versions where number = $1`,
)

/** The pending versions that become effective until then, in this order. */
export const selectDueVersions = allRows<VersionRow, [until: Instant, limit: number]>(
  'select_due_configuration_versions',
  ['until', 'limit'],
  `select ${COLUMNS} from configuration_versions where status = 'pending' and effective_from <= $1
    order by effective_from, number limit $2`,
  (until, limit) => [sqlInstant(until), limit],
)

const SELECT_VERSION_FILE = statement(
  'select_configuration_version_file',
  ['id'],
  `select file_key_id as key_id, file_sealed as bytes from configuration_versions where id = $1`,
)

type SealedRow = { id: VersionRow['id']; key_id: string; bytes: Buffer }

export async function selectVersionFile(
  db: Db,
  secrets: Secrets,
  id: VersionRow['id'],
): Promise<string> {
  const [row] = await rows<Omit<SealedRow, 'id'>>(db, SELECT_VERSION_FILE, [id])
  if (row === undefined) throw new Error('a version of the configuration has gone')
  return openText(secrets, id, { keyId: row.key_id, bytes: row.bytes })
}

const SELECT_UNDOS_AFTER = statement(
  'select_configuration_undos_after',
  ['number'],
  `select id, undo_key_id as key_id, undo_sealed as bytes from configuration_versions
    where status = 'effective' and (settled_at, number) > (
            select settled_at, number from configuration_versions where number = $1
            union all select '-infinity', 0 where $1 = 0)
    order by settled_at desc, number desc`,
)

/** The files that take back what became effective after a version, newest first. Zero: all. */
export async function selectUndosAfter(
  db: Db,
  secrets: Secrets,
  number: number,
): Promise<string[]> {
  const found = await rows<SealedRow>(db, SELECT_UNDOS_AFTER, [number])
  return found.map(({ id, key_id: keyId, bytes }) => openText(secrets, id, { keyId, bytes }))
}

/** A version in the audit trail, and the subject of its approvals. */
export const subjectOf = ({ number }: Pick<VersionRow, 'number'>): string =>
  `configuration:${number}`

/** The newest version when an approval was asked for. Zero: none. */
export const stateAfter = (newest: number): string => `after version ${newest}`
