// Creates an API key. The key is returned once; only its hash is stored.
import type { Instant } from '../../platform/clock.ts'
import type { Environment } from '../../platform/config.ts'
import { inTransaction, type Db, type Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { newUuid, type Uuid } from '../../platform/ids.ts'
import { generateKey, hashKey } from '../../platform/access/keys.ts'
import { lockEnterprise } from '../../parties/organizations/queries.ts'
import {
  countWorkingKeys,
  insertKey,
  type KeyRow,
  type NewKey,
  type Scope,
} from '../../platform/access/queries.ts'

const MOST_KEYS = 1000

export type KeyInput = {
  enterpriseId: Uuid<'ent'>
  organizationId: Uuid<'org'> | null
  label: string
  scopes: Scope[]
  /** Addresses or networks in CIDR form; empty for anywhere. */
  allowedAddresses: string[]
  at: Instant
  expiresAt: Instant | null
}

export async function createKey(
  pool: Pool,
  environment: Environment,
  input: KeyInput,
): Promise<{ id: Uuid<'key'>; key: string }> {
  const { row, key } = await inTransaction(pool, (db) => createKeyWithin(db, environment, input))
  return { id: row.id, key }
}

/** In a transaction of the caller. Throws too_many_api_keys at the cap. */
export async function createKeyWithin(
  db: Db,
  environment: Environment,
  input: KeyInput,
): Promise<{ row: KeyRow; key: string }> {
  const key = generateKey(environment)
  await lockEnterprise(db, input.enterpriseId)
  const row = await insertUnderCap(db, {
    id: newUuid('key', input.at),
    enterprise_id: input.enterpriseId,
    organization_id: input.organizationId,
    label: input.label,
    secret_hash: hashKey(key),
    scopes: input.scopes,
    allowed_addresses: input.allowedAddresses,
    created_at: input.at,
    expires_at: input.expiresAt,
  })
  return { row, key }
}

/** Inserts a key while the enterprise is locked. Throws too_many_api_keys at the cap. */
export async function insertUnderCap(db: Db, key: NewKey): Promise<KeyRow> {
  if ((await countWorkingKeys(db, key.enterprise_id, key.created_at)) >= MOST_KEYS) {
    throw failure(
      'too_many_api_keys',
      { limit: MOST_KEYS },
      `The enterprise has ${MOST_KEYS} working keys, which is the limit. Revoke one that is no longer needed.`,
    )
  }
  return insertKey(db, key)
}
