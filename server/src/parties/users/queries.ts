// All SQL that writes users: operators of the desk, and people of customers' enterprises. Each write appends to the audit
// trail in the transaction of its caller.
import type { Instant } from '../../platform/clock.ts'
import type { Sealed } from '../../platform/db/seal.ts'
import { firstRow, NIL_UUID, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, anyRow, oneRow, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { CustomerRole } from '../../platform/access/customer-roles.ts'
import type { Role } from '../operators/roles.ts'
import type { UserKind } from './kinds.ts'

type Person = {
  id: Uuid<'usr'>
  login: string
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

/** An operator of the desk. */
export type OperatorUser = Person & {
  enterprise_id: null
  role: Role
  /** Null for the whole deployment. */
  enterprise_ids: Uuid<'ent'>[] | null
}

/** A person of a customer. */
export type CustomerUser = Person & {
  enterprise_id: Uuid<'ent'>
  role: CustomerRole
  enterprise_ids: null
}

export type UserRow = OperatorUser | CustomerUser

/** The enterprise whose users are meant. Null: the desk, whose users are the operators. */
export type Home = Uuid<'ent'> | null
export type UserOf<H extends Home> = H extends null ? OperatorUser : CustomerUser

const COLUMNS = `id, login, enterprise_id, role, enterprise_ids, password_hash, totp_key_id, totp_sealed, totp_step,
  enrolment_expires_at, invited_by, needs_admission, enrolled_at, admitted_at, disabled_at, created_at`

/** Operators by login. A desk has few: no filter needs an index. */
export const selectUsers = allRows<
  OperatorUser,
  [
    filters: {
      role?: Role | undefined
      status?: string | undefined
      /** A pattern of `ilike`. */
      login?: string | undefined
    },
  ]
>(
  'select_users',
  ['role', 'status', 'login'],
  `select ${COLUMNS} from users
    where enterprise_id is null and ($1::text is null or role = $1) and ($3::text is null or login ilike $3)
      and ($2::text is null
           or $2 = case when disabled_at is not null then 'DISABLED' when enrolment_expires_at is not null then 'INVITED' else 'ACTIVE' end)
    order by login`,
  ({ role, status, login }) => [role, status, login],
)

/** Oldest first, after `after`. */
export const selectUsersOfEnterprise = allRows<
  CustomerUser,
  [enterpriseId: Uuid<'ent'>, after: Uuid<'usr'> | null, limit: number]
>(
  'select_users_of_enterprise',
  ['enterprise_id', 'after', 'limit'],
  `select ${COLUMNS} from users
    where enterprise_id = $1 and id > coalesce($2, ${NIL_UUID})
    order by id limit $3`,
)

export const selectUserOfEnterprise = oneRow<
  CustomerUser,
  [enterpriseId: Uuid<'ent'>, id: Uuid<'usr'>]
>(
  'select_user_of_enterprise',
  ['enterprise_id', 'id'],
  `select ${COLUMNS} from users where enterprise_id = $1 and id = $2`,
)

const COUNT_USERS = statement(
  'count_users',
  ['enterprise_id'],
  // The step of the first code is never forgotten, unlike the enrolment itself.
  `select count(*)::int as all, count(totp_step)::int as enrolled from users where enterprise_id = $1`,
)

/** Counts users of an enterprise. `enrolled`: those who once enrolled, also if they were reset later. */
export async function countUsers(
  db: Db,
  enterpriseId: Uuid<'ent'>,
): Promise<{ all: number; enrolled: number }> {
  const [row] = await rows<{ all: number; enrolled: number }>(db, COUNT_USERS, [enterpriseId])
  return row ?? { all: 0, enrolled: 0 }
}

const COUNT_ABLE_USERS = statement(
  'count_able_users',
  ['enterprise_id', 'role'],
  `select count(*)::int as count from users u
    where enterprise_id = $1 and role = $2 and disabled_at is null and enrolment_hash is null
      and (not needs_admission or admitted_at is not null)
      and (password_hash is not null or exists (select from passkeys p where p.user_id = u.id)
           or exists (select from user_identities i where i.user_id = u.id))`,
)

/** Counts users of an enterprise with this role who can sign in and act. */
export async function countAbleUsers(
  db: Db,
  enterpriseId: Uuid<'ent'>,
  role: CustomerRole,
): Promise<number> {
  const [row] = await rows<{ count: number }>(db, COUNT_ABLE_USERS, [enterpriseId, role])
  return row?.count ?? 0
}

const SELECT_USER_BY_LOGIN = statement(
  'select_user_by_login',
  ['login', 'enterprise_id'],
  `select ${COLUMNS} from users where login = $1 and enterprise_id is not distinct from $2`,
)

/** Logins of an enterprise are its own: two enterprises may have the same. */
export const selectUserByLogin = <H extends Home>(
  db: Db,
  login: string,
  home: H,
): Promise<UserOf<H> | undefined> => firstRow<UserOf<H>>(db, SELECT_USER_BY_LOGIN, [login, home])

const SELECT_IS_DISABLED = statement(
  'select_user_is_disabled',
  ['id'],
  `select disabled_at is not null as is_disabled from users where id = $1`,
)

export async function selectIsDisabled(db: Db, id: Uuid<'usr'>): Promise<boolean> {
  const [row] = await rows<{ is_disabled: boolean }>(db, SELECT_IS_DISABLED, [id])
  return row === undefined || row.is_disabled
}

/** The user whose enrolment token has this hash and still works. */
export const selectUserByEnrolment = oneRow<UserRow, [hash: Buffer, at: Instant, kind: UserKind]>(
  'select_user_by_enrolment',
  ['enrolment_hash', 'at', 'of_desk'],
  `select ${COLUMNS} from users
    where enrolment_hash = $1 and enrolment_expires_at > $2 and disabled_at is null
      and (enterprise_id is null) = $3`,
  (hash, at, kind) => [hash, sqlInstant(at), kind === 'operator'],
)

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
    'enterprise_id',
    'role',
    'enterprise_ids',
    'enrolment_hash',
    'enrolment_expires_at',
    'invited_by',
    'needs_admission',
    'created_at',
  ],
  `insert into users (id, login, enterprise_id, role, enterprise_ids, enrolment_hash, enrolment_expires_at, invited_by,
          needs_admission, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (login, enterprise_id) do nothing
   returning ${COLUMNS}`,
)

type NewUser<U extends UserRow> = Pick<
  U,
  'id' | 'login' | 'enterprise_id' | 'role' | 'enterprise_ids' | 'created_at'
>

/** Undefined if the login is taken. */
export const insertUser = <U extends UserRow>(
  db: Db,
  user: NewUser<U>,
  enrolment: Enrolment,
): Promise<U | undefined> =>
  firstRow<U>(db, INSERT_USER, [
    user.id,
    user.login,
    user.enterprise_id,
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
  ['id'],
  `select ${COLUMNS} from users where id = $1 for update`,
)

/** The user, locked until the end of the transaction. */
export const lockUser = <H extends Home>(
  db: Db,
  { id }: { id: Uuid<'usr'>; enterprise_id: H },
): Promise<UserOf<H> | undefined> => firstRow<UserOf<H>>(db, LOCK_USER, [id])

const UPDATE_USER_RIGHTS = statement(
  'update_user_rights',
  ['id', 'role', 'enterprise_ids', 'disabled_at'],
  `update users set role = $2, enterprise_ids = $3, disabled_at = $4 where id = $1 returning ${COLUMNS}`,
)

export async function updateUserRights<U extends UserRow>(
  db: Db,
  user: Pick<U, 'id' | 'role' | 'enterprise_ids' | 'disabled_at'>,
): Promise<U> {
  const [row] = await rows<U>(db, UPDATE_USER_RIGHTS, [
    user.id,
    user.role,
    user.enterprise_ids,
    user.disabled_at === null ? null : sqlInstant(user.disabled_at),
  ])
  if (row === undefined) throw new Error('a locked user does not exist')
  return row
}

/** The user can sign in only after a new enrolment. */
export const updateUserEnrolment = write(
  'update_user_enrolment',
  ['id', 'enrolment_hash', 'enrolment_expires_at', 'invited_by', 'needs_admission'],
  `update users set password_hash = null, totp_key_id = null, totp_sealed = null,
          enrolment_hash = $2, enrolment_expires_at = $3, invited_by = $4, needs_admission = $5,
          enrolled_at = null, admitted_at = null, admitted_by = null
    where id = $1`,
  (id: Uuid<'usr'>, { hash, expiresAt, invitedBy, needsAdmission }: Enrolment) => [
    id,
    hash,
    sqlInstant(expiresAt),
    invitedBy,
    needsAdmission,
  ],
)

/** Stores what the user chose. It works after `updateUserEnrolled`. */
export const updateUserCredentials = write(
  'update_user_credentials',
  ['id', 'enrolment_hash', 'password_hash', 'totp_key_id', 'totp_sealed'],
  `update users set password_hash = $3, totp_key_id = $4, totp_sealed = $5
    where id = $1 and enrolment_hash = $2`,
  (id: Uuid<'usr'>, enrolmentHash: Buffer, passwordHash: string, totp: Sealed) => [
    id,
    enrolmentHash,
    passwordHash,
    totp.keyId,
    totp.bytes,
  ],
)

/** False if the enrolment ended, or changed since it was read. */
export const updateUserEnrolled = anyRow(
  'update_user_enrolled',
  ['id', 'enrolment_hash', 'totp_sealed', 'step', 'at'],
  `update users set enrolment_hash = null, enrolment_expires_at = null, totp_step = $4, enrolled_at = $5
    where id = $1 and enrolment_hash = $2 and totp_sealed = $3
   returning id`,
  (
    { id, totp_sealed }: Pick<UserRow, 'id' | 'totp_sealed'>,
    enrolmentHash: Buffer,
    step: number,
    at: Instant,
  ) => [id, enrolmentHash, totp_sealed, step, sqlInstant(at)],
)

/** What a holder of the link has chosen meanwhile is forgotten. False if the invitation is no longer open. */
export const updateUserEnrolledByProvider = anyRow(
  'update_user_enrolled_by_provider',
  ['id', 'at'],
  `update users set enrolment_hash = null, enrolment_expires_at = null, enrolled_at = $2,
          password_hash = null, totp_key_id = null, totp_sealed = null
    where id = $1 and enrolment_hash is not null and enrolment_expires_at > $2 and disabled_at is null
   returning id`,
  (id: Uuid<'usr'>, at: Instant) => [id, sqlInstant(at)],
)

const UPDATE_USER_ADMITTED = statement(
  'update_user_admitted',
  ['id', 'at', 'admitted_by', 'enrolled_at'],
  `update users set admitted_at = $2, admitted_by = $3
    where id = $1 and enrolled_at = $4 and admitted_at is null
   returning ${COLUMNS}`,
)

/** Undefined if the user has not enrolled, enrolled at another time than was seen, or was admitted before. */
export const updateUserAdmitted = <H extends Home>(
  db: Db,
  { id, enrolled_at: seen }: { id: Uuid<'usr'>; enterprise_id: H; enrolled_at: Instant | null },
  at: Instant,
  by: Uuid<'usr'> | null,
): Promise<UserOf<H> | undefined> =>
  firstRow<UserOf<H>>(db, UPDATE_USER_ADMITTED, [
    id,
    sqlInstant(at),
    by,
    seen === null ? null : sqlInstant(seen),
  ])

/** Whoever uses a link of the enterprise that was made before needs an admission too. */
export const updateOpenLinksNeedAdmission = write<[enterpriseId: Uuid<'ent'>]>(
  'update_open_links_need_admission',
  ['enterprise_id'],
  `update users set needs_admission = true where enterprise_id = $1 and enrolment_hash is not null`,
)

/** False if the code was used, or the user changed since it was read. */
export const updateTotpStep = anyRow(
  'update_totp_step',
  ['id', 'step', 'password_hash'],
  `update users set totp_step = $2
    where id = $1 and (totp_step is null or totp_step < $2) and password_hash = $3
      and disabled_at is null and enrolment_hash is null
   returning id`,
  ({ id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>, step: number) => [
    id,
    step,
    password_hash,
  ],
)
