// Customers create, rotate and revoke keys with a key of theirs, or signed in to the console. Each change locks the
// enterprise and reads the calling key again: one that was revoked or replaced meanwhile creates nothing. Only the hash of a key is kept, so a repeated
// request gets the same answer without the secret.
import { later, type Clock, type Instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { inTransaction, type Db, type Pool } from '../../platform/db/pool.ts'
import { failure, fieldFailure } from '../../platform/errors.ts'
import {
  requireSameRequest,
  type Created,
  type Idempotency,
} from '../../platform/http/idempotency.ts'
import { newUuid, publicId, uuidOf, type Uuid } from '../../platform/ids.ts'
import { insertAudit } from '../../parties/audit/queries.ts'
import { lockEnterprise, selectOrganization } from '../../parties/organizations/queries.ts'
import { customerActor } from '../../parties/users/kinds.ts'
import type { Caller } from '../../platform/access/authenticate.ts'
import { insertUnderCap } from './create-key.ts'
import {
  selectKey,
  selectKeyCreation,
  updateKeyReplaced,
  type ShownKey,
} from '../../platform/access/customer-queries.ts'
import { generateKey, hashKey } from '../../platform/access/keys.ts'
import { grantOf, requireNarrower, type Grant } from './narrower.ts'
import { networksOf } from './networks.ts'
import {
  updateKeyRevoked,
  type KeyCreation,
  type KeyRow,
  type Scope,
} from '../../platform/access/queries.ts'
import {
  asCreated,
  isWorking,
  keyWithSecretView,
  keyView,
  type KeyJson,
  type KeyWithSecretJson,
} from './view.ts'

export type KeyDeps = { db: Pool; clock: Clock; config: Pick<Config, 'environment'> }

type KeyRequest = {
  label: string
  scopes: Scope[]
  organization_id?: string | null
  allowed_addresses?: string[] | null
  expires_at?: string | null
}

export const createKeyFor = (
  deps: KeyDeps,
  caller: Caller,
  input: KeyRequest & { expiresAt: Instant | null | undefined },
  idempotency: Idempotency,
): Promise<Created<KeyWithSecretJson>> =>
  createOnce(deps, caller, 'create', idempotency, async (db, holder, at) => {
    const grant = await grantFrom(db, input, holder, at)
    await requireNarrower(db, grant, holder.grant)
    return { grant, label: input.label, made_by: holder.line }
  })

/** The new key allows what the old one did. The old one works for another `overlapMs`. */
export const rotateKey = (
  deps: KeyDeps,
  caller: Caller,
  id: string,
  overlapMs: number,
  idempotency: Idempotency,
): Promise<Created<KeyWithSecretJson>> =>
  createOnce(deps, caller, 'rotate', idempotency, async (db, holder, at) => {
    const old = await requireKey(db, caller, id)
    const grant = grantOf(old)
    await requireNarrower(db, grant, holder.grant)
    if (!isWorking(old, at) || old.replaced_by !== null) {
      throw failure(
        'api_key_not_active',
        {},
        old.replaced_by === null
          ? 'It is revoked or has expired.'
          : `It was replaced by ${publicId('key', old.replaced_by)}.`,
      )
    }
    await updateKeyReplaced(db, old.id, later(at, overlapMs))
    const line = old.line ?? old.id
    const rotating = holder.line
    return {
      grant,
      label: old.label,
      made_by: old.made_by,
      line,
      replaces: old.id,
      // A key that rotates itself keeps its holder. A person is no key.
      rotated_by: rotating === line || rotating === null ? old.rotated_by : rotating,
    }
  })

/** Revokes a key and the keys made by it. Returns the key as it is now, also if it was revoked before. */
export async function revokeKeyFor(deps: KeyDeps, caller: Caller, id: string): Promise<KeyJson> {
  return inTransaction(deps.db, async (db) => {
    const { holder, at } = await lockCaller(db, deps.clock, caller)
    const old = await requireKey(db, caller, id)
    await requireNarrower(db, grantOf(old), holder.grant)
    if (await updateKeyRevoked(db, old.id, at))
      await noteByPerson(db, deps.clock, caller, 'api_key.revoked', old)
    return keyView(await requireKey(db, caller, id), at)
  })
}

/** A key that the caller may see: a bound key sees only keys of its organization. */
export async function requireKey(db: Db, caller: Caller, text: string): Promise<ShownKey> {
  const id = uuidOf('key', text)
  const row = id === undefined ? undefined : await selectKey(db, caller.enterpriseId, id)
  const isVisible = caller.organizationId === null || row?.organization_id === caller.organizationId
  if (row === undefined || !isVisible) throw failure('not_found')
  return row
}

type Prepared = Pick<KeyRow, 'label' | 'made_by'> &
  Partial<Pick<KeyRow, 'line' | 'replaces' | 'rotated_by'>> & { grant: Grant }

async function createOnce(
  deps: KeyDeps,
  caller: Caller,
  operation: KeyCreation['operation'],
  idempotency: Idempotency,
  prepare: (db: Db, holder: Holder, at: Instant) => Promise<Prepared>,
): Promise<Created<KeyWithSecretJson>> {
  return inTransaction(deps.db, async (db) => {
    const { holder, at } = await lockCaller(db, deps.clock, caller)
    const creation: KeyCreation = { operation, ...idempotency }
    const earlier = await selectKeyCreation(db, caller.enterpriseId, creation)
    if (earlier !== undefined) {
      const row = asCreated(requireSameRequest(earlier, idempotency))
      return { value: keyWithSecretView(row, row.created_at, null), replayed: true }
    }
    const { grant, ...more } = await prepare(db, holder, at)
    const secret = generateKey(deps.config.environment)
    const row = await insertUnderCap(db, {
      ...more,
      id: newUuid('key', at),
      enterprise_id: caller.enterpriseId,
      organization_id: grant.organizationId,
      secret_hash: hashKey(secret),
      scopes: [...grant.scopes],
      allowed_addresses: [...grant.allowedAddresses],
      created_at: at,
      expires_at: grant.expiresAt,
      creation,
    })
    const act = operation === 'create' ? 'api_key.created' : 'api_key.rotated'
    await noteByPerson(db, deps.clock, caller, act, row)
    return { value: keyWithSecretView({ ...row, replaced_by: null }, at, secret), replayed: false }
  })
}

/** The rights of the caller. `line`: that of the calling key; null for a person. */
type Holder = { grant: Grant; line: Uuid<'key'> | null; enterpriseId: Uuid<'ent'> }

/** People have no addresses and no end: their role says that they may make keys. */
const ALL: Grant = {
  organizationId: null,
  scopes: ['read', 'write'],
  allowedAddresses: [],
  expiresAt: null,
}

/** Locks the enterprise and reads the calling key as it is now. */
async function lockCaller(
  db: Db,
  clock: Clock,
  caller: Caller,
): Promise<{ holder: Holder; at: Instant }> {
  const { enterpriseId } = caller
  await lockEnterprise(db, enterpriseId)
  const at = clock.now()
  if (caller.user !== null) return { holder: { grant: ALL, line: null, enterpriseId }, at }
  const id = uuidOf('key', caller.id)
  const key = id === undefined ? undefined : await selectKey(db, enterpriseId, id)
  if (key === undefined || !isWorking(key, at)) throw failure('unauthenticated')
  return { holder: { grant: grantOf(key), line: key.line ?? key.id, enterpriseId }, at }
}

/** An entry in the audit trail of the enterprise, for an act of a person. Those of keys are in the request log. */
async function noteByPerson(
  db: Db,
  clock: Clock,
  { user, enterpriseId }: Caller,
  act: string,
  key: Pick<KeyRow, 'id' | 'label'>,
): Promise<void> {
  if (user === null) return
  await insertAudit(db, {
    chain: enterpriseId,
    at: clock.realNow(),
    actor: customerActor(user.id),
    act,
    subject: publicId('key', key.id),
    reason: '',
    detail: { label: key.label },
  })
}

/** Rights that are left out or null are those of the calling key. */
async function grantFrom(
  db: Db,
  input: KeyRequest & { expiresAt: Instant | null | undefined },
  { grant: held, enterpriseId }: Holder,
  at: Instant,
): Promise<Grant> {
  const expiresAt = input.expiresAt ?? held.expiresAt
  if (input.expiresAt !== undefined && input.expiresAt !== null && input.expiresAt <= at)
    throw invalid('/expires_at', 'must be later than now')
  return {
    organizationId: await organizationFor(db, input.organization_id ?? null, held, enterpriseId),
    scopes: [...new Set(input.scopes)],
    allowedAddresses:
      input.allowed_addresses == null
        ? [...held.allowedAddresses]
        : await requireNetworks(db, input.allowed_addresses),
    expiresAt,
  }
}

async function organizationFor(
  db: Db,
  text: string | null,
  held: Grant,
  enterpriseId: Uuid<'ent'>,
): Promise<Uuid<'org'> | null> {
  if (text === null) return held.organizationId
  const id = uuidOf('org', text)
  const organization = id === undefined ? undefined : await selectOrganization(db, id)
  if (organization?.enterprise_id !== enterpriseId)
    throw failure('not_found', {}, 'The enterprise has no such organization.')
  return organization.id
}

/** Throws invalid_request with the address at fault. */
export async function requireNetworks(db: Db, texts: readonly string[]): Promise<string[]> {
  return (await networksOf(db, texts)).map((one, index) => {
    if ('fault' in one) throw invalid(`/allowed_addresses/${index}`, one.fault)
    return one.network
  })
}

const invalid = (pointer: string, message: string) =>
  fieldFailure('invalid_request', [{ pointer, code: 'invalid_value', message }])
