// The admin of an enterprise invites people, changes what they may do, resets them and ends their sessions. Each write locks
// the enterprise, so that two admins cannot remove each other at once, and has its entry in the audit trail.
import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../platform/access/authenticate.ts'
import type { CustomerRole } from '../../platform/access/customer-roles.ts'
import {
  later,
  parseTimestamp,
  toTimestamp,
  type Clock,
  type Instant,
} from '../../platform/clock.ts'
import { inTransaction, type Db, type Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import type { Execution } from '../acts/execution.ts'
import { WAITS_MS } from '../acts/queries.ts'
import { newUuid, publicId, uuidOf, type Uuid } from '../../platform/ids.ts'
import { insertAudit, type AuditDetail } from '../audit/queries.ts'
import { lockEnterprise } from '../organizations/queries.ts'
import { customerActor } from '../users/kinds.ts'
import {
  awaitsAdmission,
  changeRights,
  newEnrolment,
  resetCredentials,
  userStatus,
} from '../users/credentials.ts'
import {
  countAbleUsers,
  countUsers,
  insertUser,
  selectUserByLogin,
  selectUserOfEnterprise,
  updateOpenLinksNeedAdmission,
  updateUserAdmitted,
  type CustomerUser,
} from '../users/queries.ts'
import { updateCustomerSessionEnded, type ShownSession } from '../users/session-queries.ts'
import {
  selectSettings,
  updateSettings,
  type Settings,
  type StoredSettings,
  type WaitingChange,
} from './queries.ts'
import { settingsFieldsView } from './view.ts'

export type PeopleDeps = { db: Pool; clock: Clock }

const MOST_USERS = 500

export type Invited = { user: CustomerUser; token: string }

/** Whoever acts: a caller of the API, or an operator of the desk. */
type Author = { actor: string; person: Uuid<'usr'> | null; enterpriseId: Uuid<'ent'> }

const authorOf = ({ user, id, enterpriseId }: Caller): Author => ({
  actor: user === null ? `api:${id}` : customerActor(user.id),
  person: user?.id ?? null,
  enterpriseId,
})

/**
 * An API key may invite an admin before anybody has enrolled, and nobody afterwards: it would go around the people. It may
 * do so again if the link was lost.
 */
export async function invite(
  deps: PeopleDeps,
  caller: Caller,
  { login, role, isMailed }: { login: string; role: CustomerRole; isMailed: boolean },
): Promise<Invited> {
  return locked(deps, caller.enterpriseId, async (db, at) => {
    const counts = await countUsers(db, caller.enterpriseId)
    if (caller.user === null) {
      if (caller.organizationId !== null) throw failure('organization_not_permitted')
      if (counts.enrolled > 0) throw failure('person_required')
      if (role !== 'admin') throw failure('person_required', {}, 'A key invites only an admin.')
    }
    if (counts.all >= MOST_USERS) throw failure('too_many_people', { limit: MOST_USERS })
    const needsAdmission = await mustBeAdmitted(db, caller)
    const isAgain = caller.user === null
    const how = { isAgain, needsAdmission, isMailed }
    return inviteWithin(db, authorOf(caller), { login, role }, at, how)
  })
}

/** A link that a key or the desk makes is for an enterprise that has no second admin. */
const mustBeAdmitted = async (db: Db, { user, enterpriseId }: Caller): Promise<boolean> =>
  user !== null && (await selectSettings(db, enterpriseId)).second_admin

/** In a transaction that has locked the enterprise. `isAgain`: an unused invitation is made anew. Throws `login_taken`. */
async function inviteWithin(
  db: Db,
  author: Author,
  { login, role }: { login: string; role: CustomerRole },
  at: Instant,
  { isAgain, needsAdmission, isMailed }: Record<'isAgain' | 'needsAdmission' | 'isMailed', boolean>,
): Promise<Invited> {
  const { enterpriseId, person } = author
  const { token, enrolment } = newEnrolment(at, person, needsAdmission)
  const row = {
    id: newUuid('usr', at),
    login,
    enterprise_id: enterpriseId,
    role,
    enterprise_ids: null,
    created_at: at,
  }
  const inserted = await insertUser<CustomerUser>(db, row, enrolment)
  const earlier =
    inserted === undefined && isAgain ? await selectUserByLogin(db, login, enterpriseId) : undefined
  const user = inserted ?? earlier
  if (user === undefined) throw failure('login_taken')
  if (earlier !== undefined) await resetCredentials(db, earlier, enrolment, at)
  const detail = { after: rightsOf(user), ...(isMailed ? { is_mailed: true } : {}) }
  await note(db, author, at, 'customer_user.invited', user, detail)
  const invited = { ...user, enrolment_expires_at: enrolment.expiresAt, enrolled_at: null }
  return { user: invited, token }
}

/** An approval binds to the person as the proposer saw him or her. */
export const versionOfAdmin = (login: string, user: CustomerUser | undefined): string =>
  JSON.stringify([
    login,
    user === undefined ? null : [rightsOf(user), user.enrolment_expires_at, user.enrolled_at],
  ])

/**
 * The desk lets an admin in whose enterprise cannot: the person is invited, or made an admin who enrols anew. The entry of
 * the act is the desk's; admins of the enterprise see that of the invitation. Undefined if the person has changed since.
 */
export const inviteAdmin = (
  { clock }: Pick<PeopleDeps, 'clock'>,
  execution: Execution,
  { id: enterpriseId }: { id: Uuid<'ent'> },
  login: string,
  version: string,
): Promise<Invited | undefined> =>
  execution.commit(version, async (db) => {
    const at = clock.realNow()
    await lockEnterprise(db, enterpriseId)
    const found = await selectUserByLogin(db, login, enterpriseId)
    if (versionOfAdmin(login, found) !== version) return undefined
    const rights = { role: 'admin', enterprise_ids: null } as const
    if (found !== undefined) await changeRights<CustomerUser>(db, found, rights, false, at)
    const author = { actor: execution.actor, person: execution.person, enterpriseId }
    const how = { isAgain: true, needsAdmission: false, isMailed: false }
    const result = await inviteWithin(db, author, { login, role: 'admin' }, at, how)
    return {
      result,
      subject: publicId('usr', result.user.id),
      detail: {
        ...(found === undefined ? {} : { before: rightsOf(found) }),
        after: rightsOf(result.user),
      },
    }
  })

export type PersonChange = { role?: CustomerRole; is_disabled?: boolean }

/** Throws `last_admin` where nobody could manage people any more. */
export const changePerson = (
  deps: PeopleDeps,
  caller: Caller,
  id: string,
  change: PersonChange,
): Promise<CustomerUser> =>
  locked(deps, caller.enterpriseId, async (db, at) => {
    const user = await requirePerson(db, caller, id)
    const isDisabled = change.is_disabled ?? user.disabled_at !== null
    const rights = { role: change.role ?? user.role, enterprise_ids: null }
    const changed = await changeRights<CustomerUser>(db, user, rights, isDisabled, at)
    await requireAdmin(db, caller, user, changed)
    await note(db, authorOf(caller), at, 'customer_user.changed', user, {
      before: rightsOf(user),
      after: rightsOf(changed),
    })
    return changed
  })

export const resetPerson = (deps: PeopleDeps, caller: Caller, id: string): Promise<Invited> =>
  locked(deps, caller.enterpriseId, async (db, at) => {
    const user = await requirePerson(db, caller, id)
    const needsAdmission = await mustBeAdmitted(db, caller)
    const { token, enrolment } = newEnrolment(at, caller.user?.id ?? null, needsAdmission)
    await resetCredentials(db, user, enrolment, at)
    const reset = await requirePerson(db, caller, id)
    await requireAdmin(db, caller, user, reset)
    await note(db, authorOf(caller), at, 'customer_user.reset', user, {})
    return { user: reset, token }
  })

/** An admin who did not make the link has spoken with whoever enrolled at `seen`. Admitting again changes nothing. */
export const admitPerson = (
  deps: PeopleDeps,
  caller: Caller,
  id: string,
  seen: Instant,
): Promise<CustomerUser> =>
  locked(deps, caller.enterpriseId, async (db, at) => {
    const user = await requirePerson(db, caller, id)
    const isOpen = user.needs_admission && user.admitted_at === null
    if (isOpen && user.enrolled_at === null)
      throw failure('admission_closed', {}, 'The person has not used the link yet.')
    if (user.enrolled_at !== seen) throw enrolledAnew()
    if (!isOpen) return user
    if (user.invited_by === caller.user?.id)
      throw failure(
        'admission_closed',
        {},
        'You made the link, so another admin must admit the person.',
      )
    const admitted = await updateUserAdmitted(db, user, at, caller.user?.id ?? null)
    if (admitted === undefined) throw enrolledAnew()
    await note(db, authorOf(caller), at, 'customer_user.admitted', user, {})
    return admitted
  })

const enrolledAnew = () =>
  failure('admission_closed', {}, '`enrolled_at` is another one now: speak with the person again.')

/** `mayAll`: also sessions of other people. Undefined if there is none to end. */
export const endPersonSession = (
  { db: pool, clock }: PeopleDeps,
  caller: Caller,
  text: string,
  mayAll: boolean,
): Promise<ShownSession | undefined> =>
  inTransaction(pool, async (db) => {
    const at = clock.realNow()
    const id = uuidOf('ses', text)
    const own = mayAll ? null : (caller.user?.id ?? null)
    if (id === undefined || caller.user === null) return undefined
    const ended = await updateCustomerSessionEnded(db, id, caller.enterpriseId, own, at)
    if (ended !== undefined)
      await note(
        db,
        authorOf(caller),
        at,
        'customer_user.session_ended',
        { id: ended.user_id },
        { session: publicId('ses', id) },
      )
    return ended
  })

/**
 * With `second_admin` a change waits until another admin sends the same one. An empty change ends what waits. Returns what
 * counts now.
 */
export const changeSettings = (
  deps: PeopleDeps,
  caller: Caller,
  change: Partial<Settings>,
): Promise<StoredSettings> =>
  locked(deps, caller.enterpriseId, async (db, at) => {
    const { enterpriseId, user } = caller
    if (user === null) throw failure('person_required')
    const { waiting, ...before } = await selectSettings(db, enterpriseId)
    if (change.second_admin === true && !before.second_admin) await requireSecondAdmin(db, caller)
    const wanted = { ...before, ...change }
    const counts = !before.second_admin || (await isConfirmed(db, caller, waiting, change, at))
    const asks = !counts && Object.keys(change).length > 0
    const after: StoredSettings = {
      ...(counts ? wanted : before),
      waiting: asks ? { change, by: user.id, at: toTimestamp(at) } : null,
    }
    await updateSettings(db, enterpriseId, after)
    if (after.second_admin && !before.second_admin)
      await updateOpenLinksNeedAdmission(db, enterpriseId)
    await insertAudit(db, {
      chain: enterpriseId,
      at,
      actor: customerActor(user.id),
      act: `enterprise_settings.${counts ? 'changed' : asks ? 'asked' : 'withdrawn'}`,
      subject: publicId('ent', enterpriseId),
      reason: '',
      detail: { before: settingsFieldsView(before), after: settingsFieldsView(wanted) },
    })
    return after
  })

/** The same change waits, and the admin who asked for it may still ask. */
async function isConfirmed(
  db: Db,
  { user, enterpriseId }: Caller,
  waiting: WaitingChange | null,
  change: Partial<Settings>,
  at: Instant,
): Promise<boolean> {
  if (waiting === null || waiting.by === user?.id || !isDeepStrictEqual(waiting.change, change))
    return false
  const asked = parseTimestamp(waiting.at)
  if (asked === undefined || later(asked, WAITS_MS) <= at) return false
  const other = await selectUserOfEnterprise(db, enterpriseId, waiting.by)
  return other?.role === 'admin' && userStatus(other) === 'ACTIVE' && !awaitsAdmission(other)
}

async function requireSecondAdmin(db: Db, { enterpriseId }: Caller): Promise<void> {
  if ((await countAbleUsers(db, enterpriseId, 'admin')) < 2) throw failure('second_admin_missing')
}

export const locked = <T>(
  { db: pool, clock }: PeopleDeps,
  enterpriseId: Uuid<'ent'>,
  write: (db: Db, at: Instant) => Promise<T>,
): Promise<T> =>
  inTransaction(pool, async (db) => {
    await lockEnterprise(db, enterpriseId)
    return write(db, clock.realNow())
  })

async function requirePerson(
  db: Db,
  { enterpriseId }: Pick<Caller, 'enterpriseId'>,
  text: string,
): Promise<CustomerUser> {
  const id = uuidOf('usr', text)
  const user = id === undefined ? undefined : await selectUserOfEnterprise(db, enterpriseId, id)
  if (user === undefined) throw failure('not_found')
  return user
}

/** Somebody must stay who can sign in and manage people. */
async function requireAdmin(
  db: Db,
  { enterpriseId }: Caller,
  before: CustomerUser,
  after: CustomerUser,
): Promise<void> {
  const isLess =
    before.role === 'admin' &&
    (after.role !== 'admin' || after.disabled_at !== null || after.enrolment_expires_at !== null)
  if (isLess && (await countAbleUsers(db, enterpriseId, 'admin')) === 0) throw failure('last_admin')
}

const rightsOf = ({ role, disabled_at }: CustomerUser) => ({
  role,
  is_disabled: disabled_at !== null,
})

const note = (
  db: Db,
  { actor, enterpriseId }: Author,
  at: Instant,
  act: string,
  { id }: { id: Uuid<'usr'> },
  detail: AuditDetail,
): Promise<void> =>
  insertAudit(db, {
    chain: enterpriseId,
    at,
    actor,
    act,
    subject: publicId('usr', id),
    reason: '',
    detail,
  })
