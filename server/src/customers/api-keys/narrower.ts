// The rule that keys only become narrower: a key grants and manages no more than it has itself.
import type { Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { failure, fieldFailure, type FieldError } from '../../platform/errors.ts'
import type { Uuid } from '../../platform/ids.ts'
import { selectAddressesOutside } from '../../platform/access/customer-queries.ts'
import type { KeyRow, Scope } from '../../platform/access/queries.ts'

/** The rights of a key. */
export type Grant = {
  organizationId: Uuid<'org'> | null
  scopes: readonly Scope[]
  /** Networks in CIDR form; empty for anywhere. */
  allowedAddresses: readonly string[]
  /** Null for never. */
  expiresAt: Instant | null
}

export const grantOf = (row: KeyRow): Grant => ({
  organizationId: row.organization_id,
  scopes: row.scopes,
  allowedAddresses: row.allowed_addresses,
  expiresAt: row.expires_at,
})

/** Throws organization_not_permitted or api_key_too_broad, with the fields at fault. */
export async function requireNarrower(db: Db, asked: Grant, holder: Grant): Promise<void> {
  if (holder.organizationId !== null && asked.organizationId !== holder.organizationId)
    throw failure('organization_not_permitted')
  const outside =
    holder.allowedAddresses.length === 0
      ? []
      : await selectAddressesOutside(db, asked.allowedAddresses, holder.allowedAddresses)
  const faults = broaderFields(asked, holder, outside)
  if (faults.length > 0) throw fieldFailure('api_key_too_broad', faults)
}

/** `outside`: the positions of the asked addresses from which the holder may not be used. */
function broaderFields(asked: Grant, holder: Grant, outside: readonly number[]): FieldError[] {
  const faults: FieldError[] = []
  const add = (pointer: string, message: string) =>
    void faults.push({ pointer, code: 'not_allowed', message })
  if (asked.scopes.some((scope) => !holder.scopes.includes(scope)))
    add('/scopes', 'has a scope that the calling key lacks')
  if (holder.allowedAddresses.length > 0 && asked.allowedAddresses.length === 0)
    add('/allowed_addresses', 'must not be empty: the calling key has addresses')
  for (const index of outside)
    add(`/allowed_addresses/${index}`, 'is outside the addresses of the calling key')
  if (holder.expiresAt !== null && (asked.expiresAt === null || asked.expiresAt > holder.expiresAt))
    add('/expires_at', 'is later than the expiry of the calling key')
  return faults
}
