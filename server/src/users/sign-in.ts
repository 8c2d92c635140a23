// Sign-in with password and one-time code. All failures have one answer and take the same time. They are limited for
// each address and for each login, so that a guesser is stopped; a user at another address can still sign in.
import { later, type Clock, type Instant } from '../clock.ts'
import type { Config } from '../config.ts'
import { inTransaction, type Db, type Pool } from '../db/pool.ts'
import { openText } from '../db/seal.ts'
import { failure, retryLater } from '../errors.ts'
import type { Limit, SharedCounts } from '../http/shared-counts.ts'
import { insertAudit } from '../audit/queries.ts'
import { DEPLOYMENT, userActor, type Operator } from './operator.ts'
import { isPassword } from './passwords.ts'
import {
  insertUserSession,
  selectUserByLogin,
  SESSION_MS,
  updateSessionEnded,
  updateTotpStep,
  type UserRow,
} from './queries.ts'
import { hashOfToken, newToken } from './tokens.ts'
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
const FROM_ANYWHERE: Limit = { most: 100, windowMs: 300_000 }
/** Argon2 takes memory and a thread for each. */
const AT_ONCE = 4

/** Throws `sign_in_failed`, or `rate_limited` after too many failures. */
export function signIn(
  deps: SignInDeps,
  credentials: Credentials,
  address: string,
): Promise<Session> {
  const { sharedCounts } = deps
  const failures = `failed sign-ins of ${credentials.login}`
  refuseAbove(sharedCounts, failures, FROM_ANYWHERE)
  return limited(sharedCounts, address, async () => {
    const session = await trySignIn(deps, credentials, address)
    if (session !== undefined) return session
    sharedCounts.take(failures, FROM_ANYWHERE, 1)
    throw failure('sign_in_failed')
  })
}

async function trySignIn(
  deps: SignInDeps,
  { login, password, code }: Credentials,
  address: string,
): Promise<Session | undefined> {
  const user = await selectUserByLogin(deps.db, login)
  const isRight = await isPassword(password, user?.password_hash ?? null)
  if (user === undefined) return undefined
  const at = deps.clock.realNow()
  const step = await stepOfCode(secretOf(deps, user), code, stepOf(user), at)
  return inTransaction(deps.db, async (db) => {
    // False also for a user who was disabled, or must enrol again.
    if (isRight && step !== undefined && (await updateTotpStep(db, user, step))) {
      await insertAudit(db, entryOf(user, 'user.signed_in', at, { address }))
      return startSession(db, user, at)
    }
    await insertAudit(db, entryOf(user, 'user.sign_in_failed', at, { address }))
    return undefined
  })
}

/** When the session ended; null for a key. */
export async function endSession(
  { db: pool, clock }: Pick<SignInDeps, 'db' | 'clock'>,
  { actor, sessionHash }: Operator,
): Promise<Instant | null> {
  if (sessionHash === null) return null
  const at = clock.realNow()
  await inTransaction(pool, async (db) => {
    await updateSessionEnded(db, sessionHash, at)
    const act = 'user.signed_out'
    const subject = actor.replace(/^user:/, '')
    await insertAudit(db, { chain: DEPLOYMENT, at, actor, act, subject, reason: '', detail: {} })
  })
  return at
}

export async function startSession(db: Db, user: UserRow, at: Instant): Promise<Session> {
  const token = newToken('session')
  const hash = hashOfToken('session', token)
  if (hash === undefined) throw new Error('a new session token is malformed')
  await insertUserSession(db, hash, user.id, at)
  return { token, expiresAt: later(at, SESSION_MS), user }
}

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
  const { left, endsInMs } = counts.take(name, limit, 0)
  if (left === 0)
    throw retryLater(
      'rate_limited',
      Math.max(1, Math.ceil(endsInMs / 1000)),
      'Too many failed sign-ins.',
    )
}

function secretOf({ config }: SignInDeps, user: UserRow): string {
  const { totp_key_id: keyId, totp_sealed: bytes } = user
  return keyId === null || bytes === null ? '' : openText(config.secrets, user.id, { keyId, bytes })
}

const stepOf = ({ totp_step: step }: UserRow): number | null =>
  step === null ? null : Number.parseInt(String(step), 10)

const entryOf = (user: UserRow, act: string, at: Instant, detail: Record<string, unknown>) => ({
  chain: DEPLOYMENT,
  at,
  actor: userActor(user.login),
  act,
  subject: user.login,
  reason: '',
  detail,
})
