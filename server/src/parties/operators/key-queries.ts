// The SQL of operator keys, with which programs use the operator API.
import type { Instant } from '../../platform/clock.ts'
import { sqlInstant } from '../../platform/db/pool.ts'
import { allRows, oneRow, write } from '../../platform/db/row-functions.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { OperatorRow } from '../users/session-queries.ts'
import type { Role } from './roles.ts'

export type OperatorKeyRow = {
  id: Uuid<'opk'>
  label: string
  role: Role
  enterprise_ids: Uuid<'ent'>[] | null
  created_at: Instant
  expires_at: Instant | null
  revoked_at: Instant | null
}

const COLUMNS = 'id, label, role, enterprise_ids, created_at, expires_at, revoked_at'

/** Keys that the user made, or took over, and that work now. */
export const selectWorkingKeysOf = allRows<OperatorKeyRow, [person: Uuid<'usr'>, at: Instant]>(
  'select_working_keys_of',
  ['created_by', 'at'],
  `select ${COLUMNS} from operator_keys
    where created_by = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
    order by id`,
  (person, at) => [person, sqlInstant(at)],
)

/** Acts with the key count as those of this person from now on. */
export const updateOperatorKeyTakenOver = write<[id: Uuid<'opk'>, person: Uuid<'usr'> | null]>(
  'update_operator_key_taken_over',
  ['id', 'created_by'],
  `update operator_keys set created_by = $2 where id = $1`,
)

export const selectOperatorKeys = allRows<OperatorKeyRow>(
  'select_operator_keys',
  [],
  `select ${COLUMNS} from operator_keys order by id`,
)

export const selectOperatorOfKey = oneRow<OperatorRow, [hash: Buffer, at: Instant]>(
  'select_operator_of_key',
  ['secret_hash', 'at'],
  `select null::text as login, label, created_by as person, role, enterprise_ids, false as awaits_admission
     from operator_keys
    where secret_hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
  (hash, at) => [hash, sqlInstant(at)],
)

/** Undefined if a working key has this label. */
export const insertOperatorKey = oneRow<
  OperatorKeyRow,
  [key: Omit<OperatorKeyRow, 'revoked_at'>, secretHash: Buffer, createdBy: Uuid<'usr'> | null]
>(
  'insert_operator_key',
  [
    'id',
    'label',
    'secret_hash',
    'role',
    'enterprise_ids',
    'created_at',
    'expires_at',
    'created_by',
  ],
  `insert into operator_keys (id, label, secret_hash, role, enterprise_ids, created_at, expires_at, created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (label) where revoked_at is null do nothing
   returning ${COLUMNS}`,
  (key, secretHash, createdBy) => [
    key.id,
    key.label,
    secretHash,
    key.role,
    key.enterprise_ids,
    sqlInstant(key.created_at),
    key.expires_at === null ? null : sqlInstant(key.expires_at),
    createdBy,
  ],
)

/** Undefined if there is no such key. A key that was revoked keeps its instant. */
export const updateOperatorKeyRevoked = oneRow<OperatorKeyRow, [id: Uuid<'opk'>, at: Instant]>(
  'update_operator_key_revoked',
  ['id', 'at'],
  `update operator_keys set revoked_at = coalesce(revoked_at, $2) where id = $1 returning ${COLUMNS}`,
  (id, at) => [id, sqlInstant(at)],
)
