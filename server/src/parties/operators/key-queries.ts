// The SQL of operator keys, with which programs use the operator API.
import type { Instant } from '../../platform/clock.ts'
import { firstRow, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
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

const SELECT_WORKING_KEYS_OF = statement(
  'select_working_keys_of',
  ['created_by', 'at'],
  `select ${COLUMNS} from operator_keys
    where created_by = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
    order by id`,
)

/** Keys that the user made, or took over, and that work now. */
export const selectWorkingKeysOf = (
  db: Db,
  person: Uuid<'usr'>,
  at: Instant,
): Promise<OperatorKeyRow[]> => rows(db, SELECT_WORKING_KEYS_OF, [person, sqlInstant(at)])

const UPDATE_OPERATOR_KEY_TAKEN_OVER = statement(
  'update_operator_key_taken_over',
  ['id', 'created_by'],
  `update operator_keys set created_by = $2 where id = $1`,
)

/** Acts with the key count as those of this person from now on. */
export async function updateOperatorKeyTakenOver(
  db: Db,
  id: Uuid<'opk'>,
  person: Uuid<'usr'> | null,
): Promise<void> {
  await rows(db, UPDATE_OPERATOR_KEY_TAKEN_OVER, [id, person])
}

export const selectOperatorKeys = allRows<OperatorKeyRow>(
  'select_operator_keys',
  [],
  `select ${COLUMNS} from operator_keys order by id`,
)

const SELECT_OPERATOR_OF_KEY = statement(
  'select_operator_of_key',
  ['secret_hash', 'at'],
  `select null::text as login, label, created_by as person, role, enterprise_ids, false as awaits_admission
     from operator_keys
    where secret_hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
)

export const selectOperatorOfKey = (
  db: Db,
  hash: Buffer,
  at: Instant,
): Promise<OperatorRow | undefined> => firstRow(db, SELECT_OPERATOR_OF_KEY, [hash, sqlInstant(at)])

const INSERT_OPERATOR_KEY = statement(
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
)

/** Undefined if a working key has this label. */
export const insertOperatorKey = (
  db: Db,
  key: Omit<OperatorKeyRow, 'revoked_at'>,
  secretHash: Buffer,
  createdBy: Uuid<'usr'> | null,
): Promise<OperatorKeyRow | undefined> =>
  firstRow(db, INSERT_OPERATOR_KEY, [
    key.id,
    key.label,
    secretHash,
    key.role,
    key.enterprise_ids,
    sqlInstant(key.created_at),
    key.expires_at === null ? null : sqlInstant(key.expires_at),
    createdBy,
  ])

const UPDATE_OPERATOR_KEY_REVOKED = statement(
  'update_operator_key_revoked',
  ['id', 'at'],
  `update operator_keys set revoked_at = coalesce(revoked_at, $2) where id = $1 returning ${COLUMNS}`,
)

/** Undefined if there is no such key. A key that was revoked keeps its instant. */
export const updateOperatorKeyRevoked = (
  db: Db,
  id: Uuid<'opk'>,
  at: Instant,
): Promise<OperatorKeyRow | undefined> =>
  firstRow(db, UPDATE_OPERATOR_KEY_REVOKED, [id, sqlInstant(at)])
