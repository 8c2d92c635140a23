// Revokes a key and the keys made by it. The lock keeps the key from making another one meanwhile.
import type { Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { lockEnterprise } from '../../parties/organizations/queries.ts'
import { updateKeyRevoked, type KeyRow } from '../../platform/access/queries.ts'

/** False when the key was already revoked. Call it in a transaction. */
export async function revokeKey(
  db: Db,
  { enterprise_id, id }: Pick<KeyRow, 'enterprise_id' | 'id'>,
  at: Instant,
): Promise<boolean> {
  await lockEnterprise(db, enterprise_id)
  return updateKeyRevoked(db, id, at)
}
