// An admin, or a command, creates users, changes what they may do, and lets them enrol again.
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Execution, Written } from '../acts/execution.ts'
import type { Db, Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { selectApprovalRules } from '../acts/queries.ts'
import { closed, type Closed } from '../acts/closed.ts'
import { refused, refusedAsClosed } from '../acts/refused.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import {
  selectWorkingKeysOf,
  updateOperatorKeyRevoked,
  updateOperatorKeyTakenOver,
} from './key-queries.ts'
import { changeRights, newEnrolment, resetCredentials } from '../users/credentials.ts'
import {
  insertUser,
  lockUser,
  selectUserByLogin,
  updateUserAdmitted,
  type OperatorUser,
} from '../users/queries.ts'
import { mayUse, type Role } from './roles.ts'

type ManageDeps = { db: Pool; clock: Clock }

/** A token with which the user chooses a password and a second factor, within a day. It is returned once. */
export type Invited = { user: OperatorUser; enrolmentToken: string }

/** The version of what does not exist yet. */
export const ABSENT = 'absent'

/** Changes with the rights, with each invitation and with each enrolment. */
export const versionOf = (user: OperatorUser): string =>
  JSON.stringify([
    rightsOf(user),
    user.enrolment_expires_at,
    user.password_hash !== null,
    user.admitted_at,
  ])

/** Throws `login_taken`. */
export async function createUser(
  { db: pool, clock }: ManageDeps,
  execution: Execution,
  input: { login: string; role: Role; enterpriseIds: Uuid<'ent'>[] | null },
): Promise<Invited> {
  const at = clock.realNow()
  const { token, enrolment } = await invitation(pool, clock, execution)
  const { login, role, enterpriseIds } = input
  const row = {
    id: newUuid('usr', at),
    login,
    enterprise_id: null,
    role,
    enterprise_ids: enterpriseIds,
    created_at: at,
  }
  const user = await execution.commit(ABSENT, async (db) => {
    const result = await insertUser<OperatorUser>(db, row, enrolment)
    return result && { result, subject: login, detail: { after: rightsOf(result) } }
  })
  if (user === undefined) throw failure('login_taken')
  return { user, enrolmentToken: token }
}

/** Changes of a user. Undefined fields stay as they are. */
export type UserChange = {
  role?: Role | undefined
  enterpriseIds?: Uuid<'ent'>[] | null | undefined
  isDisabled?: boolean | undefined
  /** Decides about the user's working keys. Required if the user no longer manages users. */
  keys?: 'revoke' | 'take_over' | undefined
}

/** Disabling ends all sessions. Other changes apply from the next request on. Undefined if there is no such user. */
export function changeUser(
  { db, clock }: ManageDeps,
  execution: Execution,
  login: string,
  change: UserChange,
): Promise<OperatorUser | undefined> {
  const at = clock.realNow()
  return commitLocked(db, execution, login, async (db, user) => {
    if (change.isDisabled === false && user.id === execution.person)
      throw refused(`a key that ${login} made cannot enable ${login}`)
    const isDisabled = change.isDisabled ?? user.disabled_at !== null
    const rights = {
      role: change.role ?? user.role,
      enterprise_ids:
        change.enterpriseIds === undefined ? user.enterprise_ids : change.enterpriseIds,
    }
    const result = await changeRights(db, user, rights, isDisabled, at)
    const keys = mayManageUsers(result) ? {} : await endKeys(db, execution, user, change.keys, at)
    return { result, detail: { before: rightsOf(user), after: rightsOf(result), ...keys } }
  })
}

/** Ends all sessions and makes password and second factor useless. Undefined if there is no such user. */
export async function resetUser(
  { db, clock }: ManageDeps,
  execution: Execution,
  login: string,
): Promise<Invited | undefined> {
  const at = clock.realNow()
  const { token, enrolment } = await invitation(db, clock, execution)
  const user = await commitLocked(db, execution, login, async (db, found) => {
    await resetCredentials(db, found, enrolment, at)
    return { result: { ...found, enrolment_expires_at: enrolment.expiresAt }, detail: {} }
  })
  return user && { user, enrolmentToken: token }
}

const mayManageUsers = ({
  role,
  enterprise_ids: ids,
  disabled_at: disabledAt,
}: OperatorUser): boolean => mayUse(role, 'manage_users') && ids === null && disabledAt === null

/** A key outlives its creator only if somebody else answers for it. Throws `act_refused` until that is decided. */
async function endKeys(
  db: Db,
  { person }: Execution,
  user: OperatorUser,
  decision: UserChange['keys'],
  at: Instant,
): Promise<{ keys?: { [label: string]: string } }> {
  const keys = await selectWorkingKeysOf(db, user.id, at)
  if (keys.length === 0) return {}
  if (decision === undefined)
    throw refused(
      `${user.login} made keys that work: ${keys.map(({ label }) => label).join(', ')}. Say with "keys" whether to "revoke" them or to "take_over" their acts as yours`,
    )
  for (const key of keys)
    await (decision === 'revoke'
      ? updateOperatorKeyRevoked(db, key.id, at)
      : updateOperatorKeyTakenOver(db, key.id, person))
  return { keys: Object.fromEntries(keys.map(({ label }) => [label, decision])) }
}

const MOST_ATTEMPTS = 100

/** Writes in the version that the user has now. A user that changes meanwhile is read again. */
async function commitLocked(
  pool: Pool,
  execution: Execution,
  login: string,
  write: (db: Db, user: OperatorUser) => Promise<Written<OperatorUser>>,
): Promise<OperatorUser | undefined> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const seen = await selectUserByLogin(pool, login, null)
    if (seen === undefined) return undefined
    const version = versionOf(seen)
    const written = await execution.commit(version, async (db) => {
      const user = await lockUser(db, seen)
      if (user === undefined || versionOf(user) !== version) return undefined
      return { ...(await write(db, user)), subject: login }
    })
    if (written !== undefined) return written
  }
  throw new Error(`user ${login} changed concurrently on ${MOST_ATTEMPTS} attempts`)
}

/** The holder of the token could enrol as the user. With a rule for such acts, another admin must admit the user. */
async function invitation(pool: Pool, clock: Clock, { person, act }: Execution) {
  const rules = await selectApprovalRules(pool)
  const needsAdmission = person !== null && rules.some((rule) => rule.act === act)
  return newEnrolment(clock.realNow(), person, needsAdmission)
}

/** Null: somebody may admit the user. Who may is decided with the act. */
export const closedAdmission = ({ enrolled_at, admitted_at }: OperatorUser): Closed | null =>
  enrolled_at === null
    ? closed('not_enrolled', 'has not enrolled yet')
    : admitted_at === null
      ? null
      : closed('already_admitted', 'was admitted before')

/** Null: this person may admit the user. A command has no person. */
export const closedAdmissionTo = (user: OperatorUser, person: Uuid<'usr'> | null): Closed | null =>
  person === null
    ? null
    : person === user.id
      ? closed('own_admission', 'is yourself: another admin must admit you')
      : user.needs_admission && person === user.invited_by
        ? closed(
            'own_invitation',
            'got the enrolment token from you: another admin must admit the user',
          )
        : null

/**
 * Another admin has spoken with the user, whose enrolment is then known to be the user's own. Undefined if there is no such
 * user. Throws `act_refused`.
 */
export async function admitUser(
  { db, clock }: ManageDeps,
  execution: Execution,
  user: OperatorUser,
): Promise<OperatorUser | undefined> {
  const { person } = execution
  const why = closedAdmission(user) ?? closedAdmissionTo(user, person)
  if (why !== null) throw refusedAsClosed(user.login, why)
  return commitLocked(db, execution, user.login, async (transaction) => {
    const result = await updateUserAdmitted(transaction, user, clock.realNow(), person)
    if (result === undefined) throw refused(`${user.login} was admitted or reset meanwhile`)
    return { result, detail: {} }
  })
}

const rightsOf = ({ role, enterprise_ids, disabled_at }: OperatorUser) => ({
  role,
  enterprise_ids: enterprise_ids?.map((id) => publicId('ent', id)) ?? null,
  is_disabled: disabled_at !== null,
})
