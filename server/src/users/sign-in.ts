// Sign-in with password and one-time code. All failures have one answer. They are limited for each address; wrong codes
// beside the right password are also limited for each user.
import { SESSION_MS } from '../access/sessions.ts'
import { later, type Clock, type Instant } from '../clock.ts'
import type { Config } from '../config.ts'
import { inTransaction, type Db, type Pool } from '../db/pool.ts'
import { openText } from '../db/seal.ts'
import { failure, retryLater } from '../errors.ts'
import { secondsOf, type Limit, type SharedCounts } from '../http/shared-counts.ts'
import { DEPLOYMENT } from '../audit/chain.ts'
import { insertAudit, type AuditDetail, type NewAudit } from '../audit/queries.ts'
import { userActor, type Operator } from './operator.ts'
import { isPassword } from './passwords.ts'
import {
  insertUserSession,
  selectUserByLogin,
  updateSessionEnded,
  updateTotpStep,
  type UserRow,
} from './queries.ts'
import { newToken } from './tokens.ts'
import { stepOfCode } from './totp.ts'

type SignInDeps = {
  db: Pool
  clock: Clock
  config: Pick<Config, 'secrets'>
  sharedCounts: SharedCounts
}

/** The token is returned once. */
export type Session = { token: string; expiresAt: Instant; user: UserRow }

export type Credentials = { login: string; password: string; code: string }

const FROM_ONE_ADDRESS: Limit = { most: 10, windowMs: 300_000 }
/** With the right password. Nobody without it can keep a user out. */
const WRONG_CODES: Limit = { most: 20, windowMs: 3_600_000 }
/** Argon2 takes memory and a thread for each. */
const AT_ONCE = 4

/** Throws `sign_in_failed`, or `rate_limited` after too many failures. */
export const signIn = (
  deps: SignInDeps,
  credentials: Credentials,
  address: string,
): Promise<Session> =>
  limitedSignIn(deps.sharedCounts, address, () => trySignIn(deps, credentials, address))

async function trySignIn(
  deps: SignInDeps,
  { login, password, code }: Credentials,
  address: string,
): Promise<Session | undefined> {
  const user = await selectUserByLogin(deps.db, login)
  const isRight = await isPassword(password, user?.password_hash ?? null)
  if (user === undefined) return undefined
  const at = deps.clock.realNow()
  const step = isRight ? await allowedStep(deps, user, code, at) : undefined
  return inTransaction(deps.db, async (db) => {
    // False also for a user who was disabled, or must enrol again.
    if (step !== undefined && (await updateTotpStep(db, user, step))) {
      await insertAudit(db, ownEntry(login, 'user.signed_in', at, { address }))
      return startSession(db, user, at)
    }
    await insertAudit(db, ownEntry(login, 'user.sign_in_failed', at, { address }))
    return undefined
  })
}

/** The time step of a valid code. Whoever has the password may not guess codes from many addresses. */
export async function allowedStep(
  deps: SignInDeps,
  user: UserRow,
  code: string,
  at: Instant,
): Promise<number | undefined> {
  const guesses = `wrong codes of ${user.login}`
  if (deps.sharedCounts.take(guesses, WRONG_CODES, 0).left === 0) return undefined
  const step = await stepOfCode(secretOf(deps, user), code, stepOf(user), at)
  if (step === undefined) deps.sharedCounts.take(guesses, WRONG_CODES, 1)
  return step
}

/** When the session ended; null for a key. */
export async function endSession(
  { db: pool, clock }: Pick<SignInDeps, 'db' | 'clock'>,
  { login, sessionHash }: Operator,
): Promise<Instant | null> {
  if (sessionHash === null || login === null) return null
  const at = clock.realNow()
  await inTransaction(pool, async (db) => {
    await updateSessionEnded(db, sessionHash, at)
    await insertAudit(db, ownEntry(login, 'user.signed_out', at))
  })
  return at
}

export async function startSession(db: Db, user: UserRow, at: Instant): Promise<Session> {
  const { token, hash } = newToken('session')
  await insertUserSession(db, hash, user.id, at)
  return { token, expiresAt: later(at, SESSION_MS), user }
}

/** Runs an attempt to sign in. Throws `sign_in_failed` if it makes no session. */
export const limitedSignIn = (
  counts: SharedCounts,
  address: string,
  attempt: () => Promise<Session | undefined>,
): Promise<Session> =>
  limited(counts, address, async () => {
    const session = await attempt()
    if (session === undefined) throw failure('sign_in_failed')
    return session
  })

/** Runs an attempt to sign in or enrol. Limits the failures of an address, and how many attempts run at once. */
export async function limited<T>(
  counts: SharedCounts,
  address: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const failures = `failed sign-ins from ${address}`
  refuseAbove(counts, failures, FROM_ONE_ADDRESS)
  const leave = counts.open('sign-ins', AT_ONCE)
  if (leave === undefined) throw retryLater('rate_limited', 1, 'Too many sign-ins at once.')
  try {
    return await attempt()
  } catch (error) {
    counts.take(failures, FROM_ONE_ADDRESS, 1)
    throw error
  } finally {
    leave()
  }
}

function refuseAbove(counts: SharedCounts, name: string, limit: Limit): void {
  const taken = counts.take(name, limit, 0)
  if (taken.left === 0)
    throw retryLater('rate_limited', secondsOf(taken), 'Too many failed sign-ins.')
}

function secretOf({ config }: SignInDeps, user: UserRow): string {
  const { totp_key_id: keyId, totp_sealed: bytes } = user
  return keyId === null || bytes === null ? '' : openText(config.secrets, user.id, { keyId, bytes })
}

const stepOf = ({ totp_step: step }: UserRow): number | null =>
  step === null ? null : Number.parseInt(String(step), 10)

/** The entry in the audit trail of what a user does with his or her own account. */
export const ownEntry = (
  login: string,
  act: string,
  at: Instant,
  detail: AuditDetail = {},
): NewAudit => ({
  chain: DEPLOYMENT,
  at,
  actor: userActor(login),
  act,
  subject: login,
  reason: '',
  detail,
})
