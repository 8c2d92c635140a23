// All SQL that writes users. Each write appends to the audit trail in the transaction of its caller.
import type { Instant } from '../../platform/clock.ts'
import type { Sealed } from '../../platform/db/seal.ts'
import { firstRow, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { Role } from './roles.ts'

export type UserRow = {
  id: Uuid<'usr'>
  login: string
  role: Role
  /** Null for the whole deployment. */
  enterprise_ids: Uuid<'ent'>[] | null
  password_hash: string | null
  totp_key_id: string | null
  totp_sealed: Buffer | null
  totp_step: bigint | null
  enrolment_expires_at: Instant | null
  /** The user who got the enrolment token; null for a command. */
  invited_by: Uuid<'usr'> | null
  /** The user may do nothing before another admin has admitted the user. */
  needs_admission: boolean
  enrolled_at: Instant | null
  admitted_at: Instant | null
  disabled_at: Instant | null
  created_at: Instant
}

const COLUMNS = `id, login, role, enterprise_ids, password_hash, totp_key_id, totp_sealed, totp_step,
  enrolment_expires_at, invited_by, needs_admission, enrolled_at, admitted_at, disabled_at, created_at`

const SELECT_USERS = statement('select_users', [], `select ${COLUMNS} from users order by login`)

export const selectUsers = (db: Db): Promise<UserRow[]> => rows(db, SELECT_USERS)

const SELECT_USER_BY_LOGIN = statement(
  'select_user_by_login',
  ['login'],
  `select ${COLUMNS} from users where login = $1`,
)

export const selectUserByLogin = (db: Db, login: string): Promise<UserRow | undefined> =>
  firstRow(db, SELECT_USER_BY_LOGIN, [login])

const SELECT_IS_DISABLED = statement(
  'select_user_is_disabled',
  ['id'],
  `select disabled_at is not null as is_disabled from users where id = $1`,
)

export async function selectIsDisabled(db: Db, id: Uuid<'usr'>): Promise<boolean> {
  const [row] = await rows<{ is_disabled: boolean }>(db, SELECT_IS_DISABLED, [id])
  return row === undefined || row.is_disabled
}

const SELECT_USER_BY_ENROLMENT = statement(
  'select_user_by_enrolment',
  ['enrolment_hash', 'at'],
  `select ${COLUMNS} from users
    where enrolment_hash = $1 and enrolment_expires_at > $2 and disabled_at is null`,
)

/** The user whose enrolment token has this hash and still works. */
export const selectUserByEnrolment = (
  db: Db,
  hash: Buffer,
  at: Instant,
): Promise<UserRow | undefined> => firstRow(db, SELECT_USER_BY_ENROLMENT, [hash, sqlInstant(at)])

export type Enrolment = {
  hash: Buffer
  expiresAt: Instant
  invitedBy: Uuid<'usr'> | null
  needsAdmission: boolean
}

const INSERT_USER = statement(
  'insert_user',
  [
    'id',
    'login',
    'role',
    'enterprise_ids',
    'enrolment_hash',
    'enrolment_expires_at',
    'invited_by',
    'needs_admission',
    'created_at',
  ],
  `insert into users (id, login, role, enterprise_ids, enrolment_hash, enrolment_expires_at, invited_by,
          needs_admission, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (login) do nothing
   returning ${COLUMNS}`,
)

/** Undefined if the login is taken. */
export const insertUser = (
  db: Db,
  user: Pick<UserRow, 'id' | 'login' | 'role' | 'enterprise_ids' | 'created_at'>,
  enrolment: Enrolment,
): Promise<UserRow | undefined> =>
  firstRow(db, INSERT_USER, [
    user.id,
    user.login,
    user.role,
    user.enterprise_ids,
    enrolment.hash,
    sqlInstant(enrolment.expiresAt),
    enrolment.invitedBy,
    enrolment.needsAdmission,
    sqlInstant(user.created_at),
  ])

const LOCK_USER = statement(
  'lock_user',
  ['login'],
  `select ${COLUMNS} from users where login = $1 for update`,
)

/** The user, locked until the end of the transaction. */
export const lockUser = (db: Db, login: string): Promise<UserRow | undefined> =>
  firstRow(db, LOCK_USER, [login])

const UPDATE_USER_RIGHTS = statement(
  'update_user_rights',
  ['id', 'role', 'enterprise_ids', 'disabled_at'],
  `update users set role = $2, enterprise_ids = $3, disabled_at = $4 where id = $1 returning ${COLUMNS}`,
)

export async function updateUserRights(
  db: Db,
  user: Pick<UserRow, 'id' | 'role' | 'enterprise_ids' | 'disabled_at'>,
): Promise<UserRow> {
  const [row] = await rows<UserRow>(db, UPDATE_USER_RIGHTS, [
    user.id,
    user.role,
    user.enterprise_ids,
    user.disabled_at === null ? null : sqlInstant(user.disabled_at),
  ])
  if (row === undefined) throw new Error('a locked user does not exist')
  return row
}

const UPDATE_USER_ENROLMENT = statement(
  'update_user_enrolment',
  ['id', 'enrolment_hash', 'enrolment_expires_at', 'invited_by', 'needs_admission'],
  `update users set password_hash = null, totp_key_id = null, totp_sealed = null,
          enrolment_hash = $2, enrolment_expires_at = $3, invited_by = $4, needs_admission = $5,
          enrolled_at = null, admitted_at = null, admitted_by = null
    where id = $1`,
)

/** The user can sign in only after a new enrolment. */
export async function updateUserEnrolment(
  db: Db,
  id: Uuid<'usr'>,
  { hash, expiresAt, invitedBy, needsAdmission }: Enrolment,
): Promise<void> {
  const values = [id, hash, sqlInstant(expiresAt), invitedBy, needsAdmission]
  await rows(db, UPDATE_USER_ENROLMENT, values)
}

const UPDATE_USER_CREDENTIALS = statement(
  'update_user_credentials',
  ['id', 'enrolment_hash', 'password_hash', 'totp_key_id', 'totp_sealed'],
  `update users set password_hash = $3, totp_key_id = $4, totp_sealed = $5
    where id = $1 and enrolment_hash = $2`,
)

/** Stores what the user chose. It works after `updateUserEnrolled`. */
export async function updateUserCredentials(
  db: Db,
  id: Uuid<'usr'>,
  enrolmentHash: Buffer,
  passwordHash: string,
  totp: Sealed,
): Promise<void> {
  await rows(db, UPDATE_USER_CREDENTIALS, [id, enrolmentHash, passwordHash, totp.keyId, totp.bytes])
}

const UPDATE_USER_ENROLLED = statement(
  'update_user_enrolled',
  ['id', 'enrolment_hash', 'totp_sealed', 'step', 'at'],
  `update users set enrolment_hash = null, enrolment_expires_at = null, totp_step = $4, enrolled_at = $5
    where id = $1 and enrolment_hash = $2 and totp_sealed = $3
   returning id`,
)

/** False if the enrolment ended, or changed since it was read. */
export async function updateUserEnrolled(
  db: Db,
  { id, totp_sealed }: Pick<UserRow, 'id' | 'totp_sealed'>,
  enrolmentHash: Buffer,
  step: number,
  at: Instant,
): Promise<boolean> {
  const values = [id, enrolmentHash, totp_sealed, step, sqlInstant(at)]
  return (await rows(db, UPDATE_USER_ENROLLED, values)).length > 0
}

const UPDATE_USER_ADMITTED = statement(
  'update_user_admitted',
  ['id', 'at', 'admitted_by'],
  `update users set admitted_at = $2, admitted_by = $3
    where id = $1 and enrolled_at is not null and admitted_at is null
   returning ${COLUMNS}`,
)

/** Undefined if the user has not enrolled, or was admitted before. */
export const updateUserAdmitted = (
  db: Db,
  id: Uuid<'usr'>,
  at: Instant,
  by: Uuid<'usr'> | null,
): Promise<UserRow | undefined> => firstRow(db, UPDATE_USER_ADMITTED, [id, sqlInstant(at), by])

const UPDATE_TOTP_STEP = statement(
  'update_totp_step',
  ['id', 'step', 'password_hash'],
  `update users set totp_step = $2
    where id = $1 and (totp_step is null or totp_step < $2) and password_hash = $3
      and disabled_at is null and enrolment_hash is null
   returning id`,
)

/** False if the code was used, or the user changed since it was read. */
export async function updateTotpStep(
  db: Db,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
  step: number,
): Promise<boolean> {
  const updated = await rows(db, UPDATE_TOTP_STEP, [id, step, password_hash])
  return updated.length > 0
}
