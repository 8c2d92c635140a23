// A new user chooses a password, adds a secret to an authenticator app, and proves with a code that the app has it.
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import { openText, sealText } from '../../platform/db/seal.ts'
import { failure } from '../../platform/errors.ts'
import { insertAudit } from '../audit/queries.ts'
import { mustUseProvider } from '../identity-providers/required.ts'
import { hashPassword } from './passwords.ts'
import {
  selectUserByEnrolment,
  updateUserCredentials,
  updateUserEnrolled,
  type UserRow,
} from './queries.ts'
import type { SignInPlaces } from './sign-in-places.ts'
import { kindOf, ownEntry, type UserKind } from './kinds.ts'
import { startSession, type Session } from './sign-in.ts'
import { hashOfToken } from './tokens.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

type EnrolDeps = {
  db: Pool
  clock: Clock
  config: Pick<Config, 'secrets'>
  places: SignInPlaces
  kind: UserKind
  deskName: () => Promise<string>
}

/** Whom an enrolment token is for. */
export const readInvitation = (deps: EnrolDeps, token: string, address: string): Promise<UserRow> =>
  deps.places.run('password', address, async () => (await invited(deps, token)).user)

/** The secret for the authenticator app, also as a URI for a QR code. A repetition makes another secret. */
export const beginEnrolment = (
  deps: EnrolDeps,
  token: string,
  password: string,
  address: string,
): Promise<{ login: string; secret: string; uri: string }> =>
  deps.places.run('password', address, async () => {
    const { db, config, deskName } = deps
    const { user, hash } = await enrolling(deps, token)
    const secret = await newTotpSecret()
    const sealed = sealText(config.secrets, user.id, secret)
    await updateUserCredentials(db, user.id, hash, await hashPassword(password), sealed)
    return { login: user.login, secret, uri: await totpUri(await deskName(), user.login, secret) }
  })

/** Ends the enrolment and signs the user in. */
export const finishEnrolment = (
  deps: EnrolDeps,
  token: string,
  code: string,
  address: string,
): Promise<Session> =>
  deps.places.run('password', address, () => confirm(deps, token, code, address))

async function confirm(
  deps: EnrolDeps,
  token: string,
  code: string,
  address: string,
): Promise<Session> {
  const { db: pool, clock, config } = deps
  const { user, hash } = await enrolling(deps, token)
  const { totp_key_id: keyId, totp_sealed: bytes } = user
  if (keyId === null || bytes === null) throw failure('enrolment_failed')
  const secret = openText(config.secrets, user.id, { keyId, bytes })
  const at = clock.realNow()
  const step = await stepOfCode(secret, code, null, at)
  if (step === undefined) throw failure('enrolment_failed')
  return inTransaction(pool, async (db) => {
    if (!(await updateUserEnrolled(db, user, hash, step, at))) throw failure('enrolment_failed')
    await insertAudit(
      db,
      ownEntry(user, 'enrolled', at, kindOf(user) === 'customer' ? { address } : {}),
    )
    return startSession(db, { ...user, enrolment_expires_at: null }, at, address)
  })
}

async function enrolling(deps: EnrolDeps, token: string): Promise<Invited> {
  const found = await invited(deps, token)
  if (await mustUseProvider(deps.db, found.user)) throw failure('identity_provider_required')
  return found
}

type Invited = { user: UserRow; hash: Buffer }

async function invited({ db, clock, kind }: EnrolDeps, token: string): Promise<Invited> {
  const hash = hashOfToken('enrolment', token)
  const user =
    hash === undefined ? undefined : await selectUserByEnrolment(db, hash, clock.realNow(), kind)
  if (hash === undefined || user === undefined) throw failure('enrolment_failed')
  return { user, hash }
}
