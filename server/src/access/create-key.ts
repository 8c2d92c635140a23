// Makes an API key. The key itself is returned once and stored nowhere.
import type { Instant } from '../clock.ts'
import type { Environment } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { generateKey, hashKey } from './keys.ts'
import { insertKey, type Scope } from './queries.ts'

export type KeyInput = {
  enterpriseId: Uuid
  organizationId: Uuid | null
  label: string
  scopes: Scope[]
  /** Addresses or networks in CIDR form; empty for anywhere. */
  allowedAddresses: string[]
  at: Instant
  expiresAt: Instant | null
}

export async function createKey(
  db: Db,
  environment: Environment,
  input: KeyInput,
): Promise<{ id: Uuid; key: string }> {
  const key = generateKey(environment)
  const id = newUuid(input.at)
  await insertKey(db, {
    id,
    enterprise_id: input.enterpriseId,
    organization_id: input.organizationId,
    label: input.label,
    secret_hash: hashKey(key),
    scopes: input.scopes,
    allowed_addresses: input.allowedAddresses,
    created_at: input.at,
    expires_at: input.expiresAt,
  })
  return { id, key }
}
