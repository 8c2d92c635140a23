// An admin, or a command, creates users, changes what they may do, and lets them enrol again. Every act is one
// transaction with its entry in the audit trail.
import { later, type Clock } from '../clock.ts'
import { inTransaction, type Pool } from '../db/pool.ts'
import { failure } from '../errors.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import { DEPLOYMENT } from '../audit/chain.ts'
import { insertAudit } from '../audit/queries.ts'
import {
  insertUser,
  lockUser,
  updateUserEnrolment,
  updateUserRights,
  updateUserSessionsEnded,
  type UserRow,
} from './queries.ts'
import type { Role } from './roles.ts'
import { newToken } from './tokens.ts'

type ManageDeps = { db: Pool; clock: Clock }

/** The actor as the audit trail names it, and the reason. */
export type Act = { actor: string; reason: string }

/** A token with which the user chooses a password and a second factor, within a day. It is returned once. */
export type Invited = { user: UserRow; enrolmentToken: string }

const ENROLMENT_MS = 86_400_000

/** Throws `login_taken`. */
export async function createUser(
  { db: pool, clock }: ManageDeps,
  { actor, reason }: Act,
  input: { login: string; role: Role; enterpriseIds: Uuid<'ent'>[] | null },
): Promise<Invited> {
  const at = clock.realNow()
  const { token, enrolment } = invitation(clock)
  const user = await inTransaction(pool, async (db) => {
    const inserted = await insertUser(
      db,
      {
        id: newUuid('usr', at),
        login: input.login,
        role: input.role,
        enterprise_ids: input.enterpriseIds,
        created_at: at,
      },
      enrolment,
    )
    if (inserted === undefined) throw failure('login_taken')
    await insertAudit(db, {
      chain: DEPLOYMENT,
      at,
      actor,
      act: 'user.created',
      subject: input.login,
      reason,
      detail: { after: rightsOf(inserted) },
    })
    return inserted
  })
  return { user, enrolmentToken: token }
}

/** Changes of a user. Undefined fields stay as they are. */
export type UserChange = {
  role?: Role | undefined
  enterpriseIds?: Uuid<'ent'>[] | null | undefined
  isDisabled?: boolean | undefined
}

/** Disabling ends all sessions. Other changes apply from the next request on. Undefined if there is no such user. */
export async function changeUser(
  { db: pool, clock }: ManageDeps,
  { actor, reason }: Act,
  login: string,
  change: UserChange,
): Promise<UserRow | undefined> {
  const at = clock.realNow()
  return inTransaction(pool, async (db) => {
    const user = await lockUser(db, login)
    if (user === undefined) return undefined
    const isDisabled = change.isDisabled ?? user.disabled_at !== null
    const changed = await updateUserRights(db, {
      id: user.id,
      role: change.role ?? user.role,
      enterprise_ids:
        change.enterpriseIds === undefined ? user.enterprise_ids : change.enterpriseIds,
      disabled_at: isDisabled ? (user.disabled_at ?? at) : null,
    })
    if (isDisabled) await updateUserSessionsEnded(db, user.id, at)
    await insertAudit(db, {
      chain: DEPLOYMENT,
      at,
      actor,
      act: 'user.changed',
      subject: login,
      reason,
      detail: { before: rightsOf(user), after: rightsOf(changed) },
    })
    return changed
  })
}

/** Ends all sessions and makes password and second factor useless. Undefined if there is no such user. */
export async function resetUser(
  { db: pool, clock }: ManageDeps,
  { actor, reason }: Act,
  login: string,
): Promise<Invited | undefined> {
  const at = clock.realNow()
  const { token, enrolment } = invitation(clock)
  const user = await inTransaction(pool, async (db) => {
    const found = await lockUser(db, login)
    if (found === undefined) return undefined
    await updateUserEnrolment(db, found.id, enrolment)
    await updateUserSessionsEnded(db, found.id, at)
    await insertAudit(db, {
      chain: DEPLOYMENT,
      at,
      actor,
      act: 'user.reset',
      subject: login,
      reason,
      detail: {},
    })
    return { ...found, enrolment_expires_at: enrolment.expiresAt }
  })
  return user === undefined ? undefined : { user, enrolmentToken: token }
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
