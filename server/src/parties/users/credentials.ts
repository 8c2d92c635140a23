// What an admin does to a user, of either kind: invite, reset, change rights, disable. Callers append to the audit trail.
import { later, type Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Uuid } from '../../platform/ids.ts'
import { deletePasskeys } from './passkey-queries.ts'
import { updateUserEnrolment, updateUserRights, type Enrolment, type UserRow } from './queries.ts'
import { updateUserSessionsEnded } from './session-queries.ts'
import { newToken } from './tokens.ts'

const ENROLMENT_MS = 86_400_000

/** A token with which a user chooses a password and a second factor, within a day. */
export function newEnrolment(
  at: Instant,
  invitedBy: Uuid<'usr'> | null,
  needsAdmission: boolean,
): { token: string; enrolment: Enrolment } {
  const { token, hash } = newToken('enrolment')
  const expiresAt = later(at, ENROLMENT_MS)
  return { token, enrolment: { hash, expiresAt, invitedBy, needsAdmission } }
}

/**
 * Ends all sessions, and makes password, second factor and passkeys useless. The user enrols anew. The database forgets
 * where notices went: the mailbox may be somebody else's.
 */
export async function resetCredentials(
  db: Db,
  { id }: UserRow,
  enrolment: Enrolment,
  at: Instant,
): Promise<void> {
  await updateUserEnrolment(db, id, enrolment)
  await updateUserSessionsEnded(db, id, at)
  await deletePasskeys(db, id, null)
}

/** Disabling ends all sessions. */
export async function changeRights<U extends UserRow>(
  db: Db,
  user: U,
  rights: Pick<U, 'role' | 'enterprise_ids'>,
  isDisabled: boolean,
  at: Instant,
): Promise<U> {
  const result = await updateUserRights<U>(db, {
    ...rights,
    id: user.id,
    disabled_at: isDisabled ? (user.disabled_at ?? at) : null,
  })
  if (isDisabled) await updateUserSessionsEnded(db, user.id, at)
  return result
}

/** The user used a link, and may do nothing before another admin has admitted the user. */
export const awaitsAdmission = (
  user: Pick<UserRow, 'needs_admission' | 'enrolled_at' | 'admitted_at'>,
): boolean => user.needs_admission && user.enrolled_at !== null && user.admitted_at === null

type Standing = { disabled_at: Instant | null; enrolment_expires_at: Instant | null }

export const userStatus = (user: Standing): 'DISABLED' | 'INVITED' | 'ACTIVE' =>
  user.disabled_at !== null ? 'DISABLED' : user.enrolment_expires_at !== null ? 'INVITED' : 'ACTIVE'
