// Passkeys (WebAuthn): a signed-in user adds one, and signs in with it later. The authenticator verifies its user by a PIN
// or a finger, so a passkey is both factors at once.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { insertAudit } from '../audit/queries.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import { mustUseProvider } from '../identity-providers/required.ts'
import { CHALLENGE_MS, isChallenge, newChallenge } from './passkey-challenge.ts'
import {
  deletePasskeys,
  insertPasskey,
  selectPasskey,
  selectPasskeys,
  spendChallenge,
  updatePasskeyUsed,
  type PasskeyRow,
} from './passkey-queries.ts'
import { ownEntry, type UserKind } from './kinds.ts'
import { lockUser, updateTotpStep, type UserRow } from './queries.ts'
import type { SignInPlaces } from './sign-in-places.ts'
import { allowedStep, limitedSignIn, startSession, type Session } from './sign-in.ts'

export type PasskeyDeps = {
  db: Pool
  clock: Clock
  config: Pick<Config, 'secrets' | 'publicUrl'>
  sharedCounts: SharedCounts
  publicUrl: () => string
  deskName: () => Promise<string>
}

/** Loaded when a passkey is used: an idle process does without it. */
const library = () => import('@simplewebauthn/server')

/** The COSE numbers of Ed25519, ES256 and RS256. */
export const ALGORITHMS = [-8, -7, -257]
const MOST_PASSKEYS = 20
/** A challenge for customers is none for operators. */
const signInOf = (kind: UserKind): string =>
  kind === 'operator' ? 'sign-in' : 'sign-in of customers'

/** The address of the pages for a browser. No browser makes passkeys for an address of numbers. */
export const pagesUrl = (publicUrl: string): string =>
  publicUrl.replace(/^(https?:\/\/)(?:127\.0\.0\.1|\[::1\])/, '$1localhost')

/** The site that passkeys belong to: the origin of the pages, and its host name. */
export function siteOf(publicUrl: string): { origin: string; id: string } {
  const { origin, hostname } = new URL(pagesUrl(publicUrl))
  return { origin, id: hostname }
}

const purposeOf = (user: UserRow): string => `passkey of ${user.id}`

/** Begins to add a passkey. A code is needed, so that a stolen session cannot make itself last. */
export async function beginPasskey(
  deps: PasskeyDeps,
  user: UserRow,
  code: string,
): Promise<{ challenge: string; existing: PasskeyRow[] }> {
  await requireCode(deps, user, code)
  return {
    challenge: newChallenge(deps.config.secrets, purposeOf(user), deps.clock.realNow()),
    existing: await selectPasskeys(deps.db, user.id),
  }
}

/** Throws `code_wrong`. */
export async function requireCode(
  deps: Omit<PasskeyDeps, 'publicUrl'>,
  user: UserRow,
  code: string,
): Promise<void> {
  const at = deps.clock.realNow()
  const step = await allowedStep(deps, user, code, at, 'session')
  if (step !== undefined && (await updateTotpStep(deps.db, user, step))) return
  await insertAudit(deps.db, ownEntry(user, 'code_refused', at))
  throw failure('code_wrong')
}

/** Adds the passkey that an authenticator made. Throws `passkey_refused`. */
export async function addPasskey(
  deps: PasskeyDeps,
  user: UserRow,
  name: string,
  credential: RegistrationResponseJSON,
): Promise<PasskeyRow> {
  const at = deps.clock.realNow()
  const { challenge, ...verified } = await verifyNew(deps, user, credential, at)
  return inTransaction(deps.db, async (db) => {
    await lockUser(db, user)
    if (!(await spendChallenge(db, challenge, at, CHALLENGE_MS)))
      throw failure('passkey_refused', {}, 'The answer of the authenticator was used before.')
    if ((await selectPasskeys(db, user.id)).length >= MOST_PASSKEYS)
      throw failure('passkey_refused', {}, `A user has at most ${MOST_PASSKEYS} passkeys.`)
    const added = await insertPasskey(db, {
      id: newUuid('psk', at),
      user_id: user.id,
      credential_id: Buffer.from(verified.id, 'base64url'),
      name,
      public_key: Buffer.from(verified.publicKey),
      counter: BigInt(verified.counter),
      transports: verified.transports ?? [],
      created_at: at,
    })
    if (added === undefined) throw failure('passkey_refused', {}, 'The passkey was added before.')
    await insertAudit(db, ownEntry(user, 'passkey_added', at, nameOf(added)))
    return added
  })
}

/** Removes a passkey of the user. Undefined if there is none with this id. */
export async function removePasskey(
  { db: pool, clock }: Pick<PasskeyDeps, 'db' | 'clock'>,
  user: UserRow,
  id: Uuid<'psk'>,
): Promise<PasskeyRow | undefined> {
  const at = clock.realNow()
  return inTransaction(pool, async (db) => {
    const [removed] = await deletePasskeys(db, user.id, id)
    if (removed !== undefined)
      await insertAudit(db, ownEntry(user, 'passkey_removed', at, nameOf(removed)))
    return removed
  })
}

export const signInChallenge = (
  { clock, config }: Pick<PasskeyDeps, 'clock' | 'config'>,
  kind: UserKind,
): string => newChallenge(config.secrets, signInOf(kind), clock.realNow())

/** Throws `sign_in_failed`, or `rate_limited` after too many failures. */
export const signInByPasskey = (
  deps: PasskeyDeps & { places: SignInPlaces; kind: UserKind },
  credential: AuthenticationResponseJSON,
  address: string,
): Promise<Session> =>
  limitedSignIn(deps.places, 'passkey', address, () => trySignIn(deps, credential, address))

async function trySignIn(
  deps: PasskeyDeps & { kind: UserKind },
  credential: AuthenticationResponseJSON,
  address: string,
): Promise<Session | undefined> {
  const id = Buffer.from(credential.id, 'base64url')
  const passkey = await selectPasskey(deps.db, id, deps.kind)
  if (passkey === undefined) return undefined
  const at = deps.clock.realNow()
  const signed = await verifySignIn(deps, passkey, credential, at)
  let isOwnWayClosed = false
  const entered = await inTransaction(deps.db, async (db) => {
    const user = await lockUser(db, passkey.user)
    const isUsed =
      signed !== undefined &&
      (await spendChallenge(db, signed.challenge, at, CHALLENGE_MS)) &&
      (await updatePasskeyUsed(db, passkey.id, signed.counter, at))
    isOwnWayClosed = isUsed && (await mustUseProvider(db, passkey.user))
    const session =
      isUsed && !isOwnWayClosed && user !== undefined
        ? await startSession(db, user, at, address)
        : undefined
    const act = session === undefined ? 'sign_in_failed' : 'signed_in'
    await insertAudit(db, ownEntry(passkey.user, act, at, { address, ...nameOf(passkey) }))
    return session
  })
  if (isOwnWayClosed) throw failure('identity_provider_required')
  return entered
}

async function verifyNew(
  deps: PasskeyDeps,
  user: UserRow,
  response: RegistrationResponseJSON,
  at: Instant,
) {
  const { verifyRegistrationResponse } = await library()
  const { challenge, expected, site } = expectation(deps, purposeOf(user), at)
  const verified = await verifyRegistrationResponse({
    response,
    ...expected,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (verified?.verified === true)
    return { ...verified.registrationInfo.credential, challenge: challenge() }
  throw failure(
    'passkey_refused',
    {},
    `The answer of the authenticator must be for ${site}, at most five minutes old, and made with a PIN or a finger.`,
  )
}

/** The counter of the authenticator and the challenge that it signed. Undefined unless the signature is right. */
async function verifySignIn(
  deps: PasskeyDeps & { kind: UserKind },
  passkey: PasskeyRow,
  response: AuthenticationResponseJSON,
  at: Instant,
): Promise<{ counter: number; challenge: string } | undefined> {
  const { userHandle } = response.response
  if (userHandle !== undefined && userHandle !== handleOf(passkey.user_id)) return undefined
  const { verifyAuthenticationResponse } = await library()
  const { challenge, expected } = expectation(deps, signInOf(deps.kind), at)
  const verified = await verifyAuthenticationResponse({
    response,
    ...expected,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number.parseInt(String(passkey.counter), 10),
    },
  }).catch(() => undefined)
  return verified?.verified === true
    ? { counter: verified.authenticationInfo.newCounter, challenge: challenge() }
    : undefined
}

function expectation({ config, publicUrl }: PasskeyDeps, purpose: string, at: Instant) {
  const { origin, id } = siteOf(publicUrl())
  let seen = ''
  return {
    /** Known after the verification. */
    challenge: () => seen,
    site: origin,
    expected: {
      expectedChallenge: (challenge: string) => {
        seen = challenge
        return isChallenge(config.secrets, purpose, challenge, at)
      },
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    },
  }
}

/** The identifier of the user at an authenticator. */
export const handleOf = (id: Uuid<'usr'>): string => Buffer.from(id).toString('base64url')

const nameOf = ({ id, name }: PasskeyRow) => ({ passkey: publicId('psk', id), name })
