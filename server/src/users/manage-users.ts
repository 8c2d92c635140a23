// An admin, or a command, creates users, changes what they may do, and lets them enrol again.
import { later, type Clock } from '../clock.ts'
import type { Execution, Written } from '../acts/execution.ts'
import type { Db, Pool } from '../db/pool.ts'
import { failure } from '../errors.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import { deletePasskeys } from './passkey-queries.ts'
import {
  insertUser,
  lockUser,
  selectUserByLogin,
  updateUserEnrolment,
  updateUserRights,
  updateUserSessionsEnded,
  type UserRow,
} from './queries.ts'
import type { Role } from './roles.ts'
import { newToken } from './tokens.ts'

type ManageDeps = { db: Pool; clock: Clock }

/** A token with which the user chooses a password and a second factor, within a day. It is returned once. */
export type Invited = { user: UserRow; enrolmentToken: string }

const ENROLMENT_MS = 86_400_000

/** The version of what does not exist yet. */
export const ABSENT = 'absent'

/** Changes with the rights, with each invitation and with each enrolment. */
export const versionOf = (user: UserRow): string =>
  JSON.stringify([rightsOf(user), user.enrolment_expires_at, user.password_hash !== null])

/** Throws `login_taken`. */
export async function createUser(
  { clock }: ManageDeps,
  execution: Execution,
  input: { login: string; role: Role; enterpriseIds: Uuid<'ent'>[] | null },
): Promise<Invited> {
  const at = clock.realNow()
  const { token, enrolment } = invitation(clock)
  const { login, role, enterpriseIds } = input
  const row = { id: newUuid('usr', at), login, role, enterprise_ids: enterpriseIds, created_at: at }
  const user = await execution.commit(ABSENT, async (db) => {
    const result = await insertUser(db, row, enrolment)
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
}

/** Disabling ends all sessions. Other changes apply from the next request on. Undefined if there is no such user. */
export function changeUser(
  { db, clock }: ManageDeps,
  execution: Execution,
  login: string,
  change: UserChange,
): Promise<UserRow | undefined> {
  const at = clock.realNow()
  return commitLocked(db, execution, login, async (db, user) => {
    const isDisabled = change.isDisabled ?? user.disabled_at !== null
    const result = await updateUserRights(db, {
      id: user.id,
      role: change.role ?? user.role,
      enterprise_ids:
        change.enterpriseIds === undefined ? user.enterprise_ids : change.enterpriseIds,
      disabled_at: isDisabled ? (user.disabled_at ?? at) : null,
    })
    if (isDisabled) await updateUserSessionsEnded(db, user.id, at)
    return { result, detail: { before: rightsOf(user), after: rightsOf(result) } }
  })
}

/** Ends all sessions and makes password and second factor useless. Undefined if there is no such user. */
export async function resetUser(
  { db, clock }: ManageDeps,
  execution: Execution,
  login: string,
): Promise<Invited | undefined> {
  const at = clock.realNow()
  const { token, enrolment } = invitation(clock)
  const user = await commitLocked(db, execution, login, async (db, found) => {
    await updateUserEnrolment(db, found.id, enrolment)
    await updateUserSessionsEnded(db, found.id, at)
    await deletePasskeys(db, found.id, null)
    return { result: { ...found, enrolment_expires_at: enrolment.expiresAt }, detail: {} }
  })
  return user && { user, enrolmentToken: token }
}

const MOST_ATTEMPTS = 100

/** Writes in the version that the user has now. A user that changes meanwhile is read again. */
async function commitLocked(
  pool: Pool,
  execution: Execution,
  login: string,
  write: (db: Db, user: UserRow) => Promise<Written<UserRow>>,
): Promise<UserRow | undefined> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const seen = await selectUserByLogin(pool, login)
    if (seen === undefined) return undefined
    const version = versionOf(seen)
    const written = await execution.commit(version, async (db) => {
      const user = await lockUser(db, login)
      if (user === undefined || versionOf(user) !== version) return undefined
      return { ...(await write(db, user)), subject: login }
    })
    if (written !== undefined) return written
  }
  throw new Error(`user ${login} changed concurrently on ${MOST_ATTEMPTS} attempts`)
}

function invitation(clock: Clock) {
  const { token, hash } = newToken('enrolment')
  return { token, enrolment: { hash, expiresAt: later(clock.realNow(), ENROLMENT_MS) } }
}

const rightsOf = ({ role, enterprise_ids, disabled_at }: UserRow) => ({
  role,
  enterprise_ids: enterprise_ids?.map((id) => publicId('ent', id)) ?? null,
  is_disabled: disabled_at !== null,
})
