// A new user chooses a password, adds a secret to an authenticator app, and proves with a code that the app has it.
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import { openText, sealText } from '../../platform/db/seal.ts'
import { failure } from '../../platform/errors.ts'
import { insertAudit } from '../audit/queries.ts'
import { hashPassword } from './passwords.ts'
import {
  selectUserByEnrolment,
  updateUserCredentials,
  updateUserEnrolled,
  type UserRow,
} from './queries.ts'
import type { SignInPlaces } from './sign-in-places.ts'
import { ownEntry, startSession, type Session } from './sign-in.ts'
import { hashOfToken } from './tokens.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

type EnrolDeps = {
  db: Pool
  clock: Clock
  config: Pick<Config, 'secrets'>
  places: SignInPlaces
}

/** The secret for the authenticator app, also as a URI for a QR code. A repetition makes another secret. */
export const beginEnrolment = (
  { db, clock, config, places }: EnrolDeps,
  token: string,
  password: string,
  address: string,
): Promise<{ login: string; secret: string; uri: string }> =>
  places.run('password', address, async () => {
    const { user, hash } = await enrolling(db, clock, token)
    const secret = await newTotpSecret()
    const sealed = sealText(config.secrets, user.id, secret)
    await updateUserCredentials(db, user.id, hash, await hashPassword(password), sealed)
    return { login: user.login, secret, uri: await totpUri(user.login, secret) }
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
  { db: pool, clock, config }: EnrolDeps,
  token: string,
  code: string,
  address: string,
): Promise<Session> {
  const { user, hash } = await enrolling(pool, clock, token)
  const { totp_key_id: keyId, totp_sealed: bytes } = user
  if (keyId === null || bytes === null) throw failure('enrolment_failed')
  const secret = openText(config.secrets, user.id, { keyId, bytes })
  const at = clock.realNow()
  const step = await stepOfCode(secret, code, null, at)
  if (step === undefined) throw failure('enrolment_failed')
  return inTransaction(pool, async (db) => {
    if (!(await updateUserEnrolled(db, user, hash, step, at))) throw failure('enrolment_failed')
    await insertAudit(db, ownEntry(user.login, 'user.enrolled', at))
    return startSession(db, { ...user, enrolment_expires_at: null }, at, address)
  })
}

async function enrolling(
  db: Pool,
  clock: Clock,
  token: string,
): Promise<{ user: UserRow; hash: Buffer }> {
  const hash = hashOfToken('enrolment', token)
  const user =
    hash === undefined ? undefined : await selectUserByEnrolment(db, hash, clock.realNow())
  if (hash === undefined || user === undefined) throw failure('enrolment_failed')
  return { user, hash }
}
