// Sign-in with password and one-time code. All failures have one answer, after the same time. sign-in-places.ts limits
// them for each network; wrong codes beside the right password are also limited for each user.
import { setTimeout as sleep } from 'node:timers/promises'
import { newSessionToken, SESSION_MS } from '../../platform/access/sessions.ts'
import { later, monotonicMs, type Clock, type Instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { inTransaction, type Db, type Pool } from '../../platform/db/pool.ts'
import { openText } from '../../platform/db/seal.ts'
import { failure } from '../../platform/errors.ts'
import type { Limit, SharedCounts } from '../../platform/http/shared-counts.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { insertAudit } from '../audit/queries.ts'
import { mustUseProvider } from '../identity-providers/required.ts'
import { selectEnterpriseNamed } from '../organizations/queries.ts'
import { kindOf, ownEntry, subjectOf, type Named, type UserKind } from './kinds.ts'
import { isPassword } from './passwords.ts'
import { selectUserByLogin, updateTotpStep, type UserRow } from './queries.ts'
import { insertUserSession, updateSessionEnded } from './session-queries.ts'
import type { SignInPlaces } from './sign-in-places.ts'
import { newToken } from './tokens.ts'
import { stepOfCode } from './totp.ts'

type SignInDeps = {
  db: Pool
  clock: Clock
  config: Pick<Config, 'secrets'>
  sharedCounts: SharedCounts
  places: SignInPlaces
  kind: UserKind
}

/** The token is returned once. */
export type Session = { token: string; expiresAt: Instant; user: UserRow }

/** `company`: the name or the identifier of a customer's enterprise. */
export type Credentials = { login: string; password: string; code: string; company?: string }

const WRONG_CODES: Limit = { most: 20, windowMs: 3_600_000 }

/** Longer than an attempt takes, so that the time of a failure does not tell which logins exist. */
const FAILS_AFTER_MS = 250

/** Throws `sign_in_failed`, or `rate_limited` after too many failures. */
export async function signIn(
  deps: SignInDeps,
  credentials: Credentials,
  address: string,
): Promise<Session> {
  const began = monotonicMs()
  const attempt = () => trySignIn(deps, credentials, address)
  try {
    return await limitedSignIn(deps.places, 'password', address, attempt)
  } catch (error) {
    await sleep(Math.max(0, FAILS_AFTER_MS - (monotonicMs() - began)))
    throw error
  }
}

async function trySignIn(
  deps: SignInDeps,
  { login, password, code, company }: Credentials,
  address: string,
): Promise<Session | undefined> {
  const home = deps.kind === 'operator' ? null : await selectEnterpriseNamed(deps.db, company ?? '')
  const user = home === undefined ? undefined : await selectUserByLogin(deps.db, login, home)
  const isRight = await isPassword(password, user?.password_hash ?? null)
  if (user === undefined) return undefined
  const at = deps.clock.realNow()
  const step = isRight ? await allowedStep(deps, user, code, at, 'sign-in') : undefined
  let isOwnWayClosed = false
  const session = await inTransaction(deps.db, async (db) => {
    // False also for a user who was disabled, or must enrol again.
    const isAllowed = step !== undefined && (await updateTotpStep(db, user, step))
    isOwnWayClosed = isAllowed && (await mustUseProvider(db, user))
    if (isAllowed && !isOwnWayClosed) {
      await insertAudit(db, ownEntry(user, 'signed_in', at, { address }))
      return startSession(db, user, at, address)
    }
    await insertAudit(db, ownEntry(user, 'sign_in_failed', at, { address }))
    return undefined
  })
  // After the commit: the code was used, and the trail says so.
  if (isOwnWayClosed) throw failure('identity_provider_required')
  return session
}

/**
 * The time step of a valid code. Whoever has the password may not guess codes from many addresses. Guesses of a session
 * count apart: a stolen one keeps its person from no sign-in.
 */
export async function allowedStep(
  deps: Omit<SignInDeps, 'places' | 'kind'>,
  user: UserRow,
  code: string,
  at: Instant,
  place: 'sign-in' | 'session',
): Promise<number | undefined> {
  const guesses = `wrong codes of ${subjectOf(user)} at a ${place}`
  if (deps.sharedCounts.take(guesses, WRONG_CODES, 0).left === 0) return undefined
  const step = await stepOfCode(secretOf(deps, user), code, stepOf(user), at)
  if (step === undefined) deps.sharedCounts.take(guesses, WRONG_CODES, 1)
  return step
}

export async function startSession(
  db: Db,
  user: UserRow,
  at: Instant,
  address: string,
): Promise<Session> {
  const { token, hash } =
    kindOf(user) === 'operator' ? newToken('session') : newSessionToken('user')
  await insertUserSession(db, hash, user.id, at, networkOf(address))
  return { token, expiresAt: later(at, SESSION_MS), user }
}

/** Ends a session of the user. Returns when. */
export async function signOut(
  { db: pool, clock }: Pick<SignInDeps, 'db' | 'clock'>,
  user: Named,
  sessionHash: Buffer,
): Promise<Instant> {
  const at = clock.realNow()
  await inTransaction(pool, async (db) => {
    await updateSessionEnded(db, sessionHash, at)
    await insertAudit(db, ownEntry(user, 'signed_out', at))
  })
  return at
}

/** Runs an attempt to sign in. Throws `sign_in_failed` if it makes no session. */
export const limitedSignIn = (
  places: SignInPlaces,
  way: 'password' | 'passkey',
  address: string,
  attempt: () => Promise<Session | undefined>,
): Promise<Session> =>
  places.run(way, address, async () => {
    const session = await attempt()
    if (session === undefined) throw failure('sign_in_failed')
    return session
  })

function secretOf({ config }: Pick<SignInDeps, 'config'>, user: UserRow): string {
  const { totp_key_id: keyId, totp_sealed: bytes } = user
  return keyId === null || bytes === null ? '' : openText(config.secrets, user.id, { keyId, bytes })
}

const stepOf = ({ totp_step: step }: UserRow): number | null =>
  step === null ? null : Number.parseInt(String(step), 10)
