// A person of a customer signs in with the company's identity provider. Only people whom an admin invited enter. Who somebody is
// there is bound at the first use, to an open invitation with the login that the provider vouches for, or to the person who is
// signed in. From then on only issuer and subject count.
import type { Logger } from 'pino'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { openText } from '../../platform/db/seal.ts'
import { inTransaction, type Db, type Pool } from '../../platform/db/pool.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import type { Targets } from '../../platform/outgoing/target.ts'
import { insertAudit } from '../audit/queries.ts'
import { lockEnterprise, selectEnterpriseNamed } from '../organizations/queries.ts'
import { userStatus } from '../users/credentials.ts'
import { ownEntry } from '../users/kinds.ts'
import { spendChallenge } from '../users/passkey-queries.ts'
import { pagesUrl } from '../users/passkeys.ts'
import {
  selectUserByLogin,
  selectUserOfEnterprise,
  updateUserEnrolledByProvider,
  type CustomerUser,
} from '../users/queries.ts'
import type { SignInPlaces } from '../users/sign-in-places.ts'
import { startSession, type Session } from '../users/sign-in.ts'
import { beginAt, whoSignedIn, type Claims, type SignInPage } from './ask.ts'
import { FLOW_MS, newFlow, type Flow } from './flow.ts'
import { insertIdentity, selectProvider, selectUserOfIdentity, type Provider } from './queries.ts'
import { identityRefused } from './refusals.ts'

export type IdentityDeps = {
  db: Pool
  clock: Clock
  log: Logger
  config: Pick<Config, 'secrets' | 'publicUrl'>
  targets: Targets
  signInPage: SignInPage
  sharedCounts: SharedCounts
  publicUrl: () => string
}

type SignInDeps = IdentityDeps & { places: SignInPlaces }

/**
 * From the settings, never from a header: a provider sends the code there. Each company has its own, so a code that another
 * company's provider sent for arrives where it is refused (RFC 9700, 4.4).
 */
export const redirectUriOf = (
  { publicUrl }: Pick<IdentityDeps, 'publicUrl'>,
  enterprise: Uuid<'ent'>,
): string => `${pagesUrl(publicUrl())}/console/sign-in/identity/${publicId('ent', enterprise)}`

/** What the browser came back with, and the company of the address where it arrived. */
export type Returned = { query: string; company: string }

const LOGIN = new RegExp(inputPatterns.login.pattern, 'i')

export type Begun = { url: string; flow: Flow }

/** Takes no place: what the provider is asked is shared. Throws `identity_refused` and `identity_provider_failed`. */
export const beginSignIn = (deps: SignInDeps, company: string, address: string): Promise<Begun> =>
  deps.places.limit('identity', address, async () => {
    const enterprise = await selectEnterpriseNamed(deps.db, company)
    return begin(deps, enterprise, null)
  })

/** For a person who is signed in. */
export async function begin(
  deps: IdentityDeps,
  enterprise: Uuid<'ent'> | undefined,
  linking: Uuid<'usr'> | null,
): Promise<Begun> {
  const provider = enterprise === undefined ? undefined : await selectProvider(deps.db, enterprise)
  if (enterprise === undefined || provider === undefined) throw identityRefused('no_provider')
  const { url, secrets } = await beginAt(deps, provider, redirectUriOf(deps, enterprise))
  const of = { provider: provider.id, enterprise, linking }
  return { url, flow: newFlow(of, secrets, deps.clock.realNow()) }
}

export const finishSignIn = (
  deps: SignInDeps,
  flow: Flow | undefined,
  back: Returned,
  address: string,
): Promise<Session> => {
  const attempt = async () => {
    if (flow === undefined || flow.linking !== null) throw identityRefused('expired')
    const { provider, who } = await returned(deps, flow, back)
    return committed(deps, flow, async (db, at) => {
      const user = await personOf(db, provider, who, at)
      const isOpen = user !== undefined && userStatus(user) === 'ACTIVE'
      if (user !== undefined)
        await insertAudit(
          db,
          ownEntry(user, isOpen ? 'signed_in' : 'sign_in_failed', at, {
            address,
            identity_provider: provider.issuer,
          }),
        )
      return isOpen ? startSession(db, user, at, address) : undefined
    })
  }
  return deps.places.run('identity', address, attempt, flow?.enterprise)
}

/** The signed-in person links who he or she is at the provider. Each code of the person begins one, so no flood comes this way. */
export async function finishLinking(
  deps: IdentityDeps,
  flow: Flow | undefined,
  back: Returned,
  user: CustomerUser,
): Promise<void> {
  if (flow === undefined || flow.linking !== user.id) throw identityRefused('expired')
  const { provider, who } = await returned(deps, flow, back)
  await committed(deps, flow, async (db, at) => {
    const present = await selectUserOfEnterprise(db, user.enterprise_id, user.id)
    if (present === undefined || userStatus(present) !== 'ACTIVE') return undefined
    await bind(db, provider, user, who, at)
    return true
  })
}

/** Asks the provider. The state works once, in whichever process. */
async function returned(
  deps: IdentityDeps,
  flow: Flow,
  { query: text, company }: Returned,
): Promise<{ provider: Provider; who: Claims }> {
  const query = new URLSearchParams(text)
  const provider = await selectProvider(deps.db, flow.enterprise)
  const isOurs =
    company === publicId('ent', flow.enterprise) &&
    query.get('state') === flow.state &&
    provider?.id === flow.provider
  if (provider === undefined || !isOurs) throw identityRefused('expired')
  if (!(await spendChallenge(deps.db, flow.state, deps.clock.realNow(), FLOW_MS)))
    throw identityRefused('expired')
  const secret = openText(deps.config.secrets, provider.id, {
    keyId: provider.secret_key_id,
    bytes: provider.secret_sealed,
  })
  const redirectUri = redirectUriOf(deps, flow.enterprise)
  const who = await whoSignedIn(deps, { ...provider, secret }, query, redirectUri, flow)
  return { provider, who }
}

/** Admins lock the enterprise too, so nobody is removed and the provider is not replaced meanwhile. */
async function committed<T>(
  { db: pool, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  flow: Flow,
  write: (db: Db, at: Instant) => Promise<T | undefined>,
): Promise<T> {
  const result = await inTransaction(pool, async (db) => {
    await lockEnterprise(db, flow.enterprise)
    const present = await selectProvider(db, flow.enterprise)
    if (present?.id !== flow.provider) throw identityRefused('expired')
    return write(db, clock.realNow())
  })
  if (result === undefined) throw identityRefused('unknown_person')
  return result
}

/** The person of the identity, or whoever it is bound to now. */
async function personOf(
  db: Db,
  provider: Provider,
  who: Claims,
  at: Instant,
): Promise<CustomerUser | undefined> {
  const { enterprise_id: home, issuer } = provider
  const known = await selectUserOfIdentity(db, home, issuer, who.subject)
  if (known !== undefined) return selectUserOfEnterprise(db, home, known.user_id)
  const login = loginOf(provider, who)
  const invited = await selectUserByLogin(db, login, home)
  // Somebody who has chosen a password links the identity while signed in: a name may have changed hands.
  if (invited === undefined || !(await updateUserEnrolledByProvider(db, invited.id, at)))
    return undefined
  await insertAudit(db, ownEntry(invited, 'enrolled', at, { identity_provider: issuer }))
  await bind(db, provider, invited, who, at)
  return selectUserOfEnterprise(db, home, invited.id)
}

function loginOf({ login_claim: claim }: Provider, { claims }: Claims): string {
  const { [claim]: value } = claims
  if (typeof value !== 'string' || value === '') throw identityRefused('no_login')
  if (claim === 'email' && claims['email_verified'] !== true) throw identityRefused('unverified')
  // Before case is folded: U+212A becomes a k. No login has other letters.
  if (!LOGIN.test(value)) throw identityRefused('unknown_person')
  return value.toLowerCase()
}

async function bind(
  db: Db,
  { enterprise_id, issuer }: Provider,
  user: CustomerUser,
  { subject }: Claims,
  at: Instant,
): Promise<void> {
  const identity = { user_id: user.id, enterprise_id, issuer, subject }
  if (!(await insertIdentity(db, identity, at))) throw identityRefused('already_linked')
  await insertAudit(db, ownEntry(user, 'identity_linked', at, { identity_provider: issuer }))
}
