// An admin sets, replaces or removes the identity provider of the enterprise. Where a second admin is asked for, the change waits
// until another admin confirms exactly what was shown. A change that is withdrawn, rejected or too old is deleted with its secret.
import type { Caller } from '../../platform/access/authenticate.ts'
import { later, type Instant } from '../../platform/clock.ts'
import { openText, sealText } from '../../platform/db/seal.ts'
import type { Db } from '../../platform/db/pool.ts'
import { failure, fieldFailure, retryLater } from '../../platform/errors.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import { WAITS_MS } from '../acts/queries.ts'
import { insertAudit } from '../audit/queries.ts'
import { locked } from '../customer-users/manage.ts'
import { selectSettings } from '../customer-users/queries.ts'
import { awaitsAdmission, userStatus } from '../users/credentials.ts'
import { customerActor } from '../users/kinds.ts'
import { countAbleUsers, selectUserOfEnterprise, type CustomerUser } from '../users/queries.ts'
import { checkProvider } from './ask.ts'
import {
  deleteIdentities,
  deleteProvider,
  deleteWaitingProvidersOfBefore,
  insertProvider,
  selectHasOwnWay,
  selectProvider,
  selectWaitingProvider,
  updateProviderUsed,
  type Provider,
  type WaitingProvider,
} from './queries.ts'
import type { IdentityDeps } from './sign-in.ts'

export type ProviderChange = Pick<
  Provider,
  'issuer' | 'client_id' | 'login_claim' | 'is_required'
> & { client_secret?: string }

export type Providers = { used: Provider | undefined; waiting: WaitingProvider | undefined }

/** What waits, if it can still be confirmed. */
export async function providersOf(
  { db, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  { enterpriseId }: Caller,
): Promise<Providers> {
  const waiting = await selectWaitingProvider(db, enterpriseId)
  return {
    used: await selectProvider(db, enterpriseId),
    waiting: waiting !== undefined && isOpen(waiting, clock.realNow()) ? waiting : undefined,
  }
}

export const waitsUntil = ({ created_at }: WaitingProvider): Instant => later(created_at, WAITS_MS)

const isOpen = (waiting: WaitingProvider, at: Instant): boolean => waitsUntil(waiting) > at

/** Asks the provider first: a wrong address is told at once. Throws `identity_provider_failed`. */
export async function setProvider(
  deps: IdentityDeps,
  caller: Caller,
  { client_secret: given, ...change }: ProviderChange,
): Promise<Providers> {
  const { enterpriseId } = caller
  const leave = deps.sharedCounts.open(`changes of the identity provider of ${enterpriseId}`, 1)
  if (leave === undefined) throw retryLater('rate_limited', 1, 'Another change is under way.')
  try {
    await requireIssuer(deps, change.issuer)
    return await changed(deps, caller, async (db, by, at) => {
      const present = await selectProvider(db, enterpriseId)
      const id = newUuid('idp', at)
      const secret = given ?? presentSecret(deps, present, change)
      const { keyId, bytes } = sealText(deps.config.secrets, id, secret)
      return {
        ...change,
        id,
        enterprise_id: enterpriseId,
        secret_key_id: keyId,
        secret_sealed: bytes,
        asked_by: by,
        created_at: at,
      }
    })
  } finally {
    leave()
  }
}

export const removeProvider = (deps: IdentityDeps, caller: Caller): Promise<Providers> =>
  changed(deps, caller, async (db, by, at) => {
    const { enterpriseId: home } = caller
    if ((await selectProvider(db, home)) === undefined) throw failure('not_found')
    return {
      id: newUuid('idp', at),
      enterprise_id: home,
      issuer: null,
      asked_by: by,
      created_at: at,
    }
  })

/** Another admin confirms what the first one asked for. It is named, so that nobody confirms something else than was shown. */
export const confirmProvider = (
  deps: IdentityDeps,
  caller: Caller,
  id: Uuid<'idp'> | undefined,
): Promise<Providers> =>
  locked(deps, caller.enterpriseId, async (db, at) => {
    const by = await requireAdmin(db, caller)
    const waiting = await requireWaiting(db, caller, id, at)
    if (waiting.asked_by === by) throw failure('own_request')
    const other = await selectUserOfEnterprise(db, caller.enterpriseId, waiting.asked_by)
    if (other === undefined || !mayDecide(other)) throw failure('not_found')
    await use(db, waiting, by, at)
    return { used: await selectProvider(db, caller.enterpriseId), waiting: undefined }
  })

/** Whoever asked withdraws the change, and any other admin rejects it. */
export const withdrawProvider = (
  deps: IdentityDeps,
  caller: Caller,
  id: Uuid<'idp'> | undefined,
): Promise<Providers> =>
  locked(deps, caller.enterpriseId, async (db, at) => {
    const by = await requireAdmin(db, caller)
    const waiting = await requireWaiting(db, caller, id, at)
    await deleteProvider(db, caller.enterpriseId, 'WAITING')
    const used = await selectProvider(db, caller.enterpriseId)
    await note(db, waiting.asked_by === by ? 'withdrawn' : 'rejected', waiting, by, at, used)
    return { used, waiting: undefined }
  })

/** The background task. `providersOf` shows none of these any more. */
export const forgetWaitingProviders = ({
  db,
  clock,
}: Pick<IdentityDeps, 'db' | 'clock'>): Promise<number> =>
  deleteWaitingProvidersOfBefore(db, later(clock.realNow(), -WAITS_MS))

/** The change that the caller saw. */
async function requireWaiting(
  db: Db,
  { enterpriseId }: Caller,
  id: Uuid<'idp'> | undefined,
  at: Instant,
): Promise<WaitingProvider> {
  const waiting = await selectWaitingProvider(db, enterpriseId)
  if (waiting === undefined || waiting.id !== id || !isOpen(waiting, at)) throw failure('not_found')
  return waiting
}

const changed = (
  deps: IdentityDeps,
  caller: Caller,
  wanted: (db: Db, by: Uuid<'usr'>, at: Instant) => Promise<WaitingProvider>,
): Promise<Providers> =>
  locked(deps, caller.enterpriseId, async (db, at) => {
    const { enterpriseId: home } = caller
    const by = await requireAdmin(db, caller)
    const row = await wanted(db, by, at)
    await requireOwnWay(db, row)
    await deleteProvider(db, home, 'WAITING')
    await insertProvider(db, row, 'WAITING')
    const waits = (await selectSettings(db, home)).second_admin
    if (waits) await note(db, 'asked', row, by, at, await selectProvider(db, home))
    else await use(db, row, by, at)
    return { used: await selectProvider(db, home), waiting: waits ? row : undefined }
  })

/** The waiting row takes effect. Identities at another issuer are forgotten: the same name there may be somebody else. */
async function use(db: Db, row: WaitingProvider, by: Uuid<'usr'>, at: Instant): Promise<void> {
  const { enterprise_id: home } = row
  await requireOwnWay(db, row)
  const before = await selectProvider(db, home)
  await deleteProvider(db, home, 'USED')
  if (row.issuer === null) await deleteProvider(db, home, 'WAITING')
  else if (!(await updateProviderUsed(db, row.id))) throw failure('not_found')
  if (before !== undefined && before.issuer !== row.issuer) {
    await deleteIdentities(db, home)
    const { second_admin: asksTwo } = await selectSettings(db, home)
    if (asksTwo && (await countAbleUsers(db, home, 'admin')) < 2)
      throw failure('second_admin_missing')
  }
  await note(db, row.issuer === null ? 'removed' : 'changed', row, by, at, before)
}

/** A provider may fail for good. */
async function requireOwnWay(db: Db, { enterprise_id: home }: WaitingProvider): Promise<void> {
  if (!(await selectHasOwnWay(db, home)))
    throw failure('last_admin', {}, 'An admin needs a password or a passkey of his or her own.')
}

/** As of now: a provider may take seconds to answer. */
async function requireAdmin(db: Db, { enterpriseId, user }: Caller): Promise<Uuid<'usr'>> {
  if (user === null) throw failure('person_required')
  const now = await selectUserOfEnterprise(db, enterpriseId, user.id)
  if (now === undefined || !mayDecide(now)) throw failure('unauthenticated')
  return now.id
}

const mayDecide = (user: CustomerUser): boolean =>
  user.role === 'admin' && userStatus(user) === 'ACTIVE' && !awaitsAdmission(user)

async function requireIssuer(deps: IdentityDeps, issuer: string): Promise<void> {
  const why = issuer.includes('?')
    ? 'must be a URL without a query'
    : await deps.targets.reasonForRefusal(issuer)
  if (why !== null)
    throw fieldFailure('invalid_request', [
      { pointer: '/issuer', code: 'invalid_value', message: why },
    ])
  await checkProvider(deps, issuer)
}

function presentSecret(
  { config }: IdentityDeps,
  present: Provider | undefined,
  { issuer, client_id: clientId }: ProviderChange,
): string {
  // Another issuer must not get the secret of this one.
  if (present === undefined || present.issuer !== issuer || present.client_id !== clientId)
    throw fieldFailure('invalid_request', [
      {
        pointer: '/client_secret',
        code: 'required',
        message: 'is needed for another issuer or client',
      },
    ])
  return openText(config.secrets, present.id, {
    keyId: present.secret_key_id,
    bytes: present.secret_sealed,
  })
}

/** The entry has no secret. */
const note = (
  db: Db,
  act: 'asked' | 'changed' | 'removed' | 'withdrawn' | 'rejected',
  row: WaitingProvider,
  by: Uuid<'usr'>,
  at: Instant,
  before: Provider | undefined,
): Promise<void> =>
  insertAudit(db, {
    chain: row.enterprise_id,
    at,
    actor: customerActor(by),
    act: `identity_provider.${act}`,
    subject: publicId('ent', row.enterprise_id),
    reason: '',
    detail: { before: shown(before), after: shown(row) },
  })

const shown = (row: WaitingProvider | undefined) =>
  row === undefined || row.issuer === null
    ? null
    : {
        issuer: row.issuer,
        client_id: row.client_id,
        login_claim: row.login_claim,
        is_required: row.is_required,
      }
