// All SQL of verifications: what operators have found about organizations and instruments.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, sqlUuids, type Db } from '../../platform/db/pool.ts'
import { allRows, oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'

export const verificationStates = ['pending', 'verified', 'rejected'] as const
type VerificationState = (typeof verificationStates)[number]

export type VerificationRow = {
  organization_id: Uuid<'org'>
  /** The organization itself, or an instrument of it. */
  subject_id: Uuid<'org' | 'epi'>
  state: VerificationState
  reason: string
  actor: string
  changed_at: Instant
  version: number
}

const COLUMNS = 'organization_id, subject_id, state, reason, actor, changed_at, version'

/** `version`: that of the row that was seen, 0 for none. Undefined if it is another one now. */
export const upsertVerification = oneRow<
  VerificationRow,
  [row: Omit<VerificationRow, 'version' | 'changed_at'>, version: number, at: Instant]
>(
  'upsert_verification',
  ['organization_id', 'subject_id', 'state', 'reason', 'actor', 'at', 'version'],
  `insert into verifications (organization_id, subject_id, state, reason, actor, changed_at)
   select $1, $2, $3, $4, $5, $6 where $7 = 0
      or exists (select from verifications where organization_id = $1 and subject_id = $2)
   on conflict (organization_id, subject_id) do update
     set state = excluded.state, reason = excluded.reason, actor = excluded.actor, changed_at = excluded.changed_at,
         version = verifications.version + 1
   where verifications.version = $7
   returning ${COLUMNS}`,
  (row, version, at) => [
    row.organization_id,
    row.subject_id,
    row.state,
    row.reason,
    row.actor,
    sqlInstant(at),
    version,
  ],
)

export const selectVerifications = allRows<
  VerificationRow,
  [organizationId: Uuid<'org'>, after: Uuid<'org' | 'epi'> | null, limit: number]
>(
  'select_verifications',
  ['organization_id', 'after', 'limit'],
  `select ${COLUMNS} from verifications
    where organization_id = $1 and ($2::uuid is null or subject_id > $2) order by subject_id limit $3`,
)

export const selectVerification = oneRow<
  VerificationRow,
  [organizationId: Uuid<'org'>, subjectId: Uuid<'org' | 'epi'>]
>(
  'select_verification',
  ['organization_id', 'subject_id'],
  `select ${COLUMNS} from verifications where organization_id = $1 and subject_id = $2`,
)

const SELECT_UNVERIFIED = statement(
  'select_unverified',
  ['organization_id', 'subject_ids'],
  `select s.id from unnest($2::uuid[]) as s (id)
    where not exists (select from verifications v
                       where v.organization_id = $1 and v.subject_id = s.id and v.state = 'verified')`,
)

/** Returns the subjects that are not verified. */
export async function selectUnverified(
  db: Db,
  organizationId: Uuid<'org'>,
  subjectIds: readonly Uuid<'org' | 'epi'>[],
): Promise<Uuid[]> {
  const found = await rows<{ id: Uuid }>(db, SELECT_UNVERIFIED, [
    organizationId,
    sqlUuids(subjectIds),
  ])
  return found.map(({ id }) => id)
}
