// Revokes a key and the keys made by it. The lock keeps the key from making another one meanwhile.
import type { Clock } from '../clock.ts'
import { inTransaction, type Db, type Pool } from '../db/pool.ts'
import type { Uuid } from '../ids.ts'
import { lockEnterprise } from '../organizations/queries.ts'
import { selectEnterpriseOfKey, updateKeyRevoked } from './queries.ts'

/** False when the key does not exist or was already revoked. */
export async function revokeKey(
  { db: pool, clock }: { db: Pool; clock: Clock },
  id: Uuid<'key'>,
  /** Runs in the same transaction. */
  also: (db: Db) => Promise<void> = async () => {},
): Promise<boolean> {
  return inTransaction(pool, async (db) => {
    const enterpriseId = await selectEnterpriseOfKey(db, id)
    if (enterpriseId === undefined) return false
    await lockEnterprise(db, enterpriseId)
    const isRevoked = await updateKeyRevoked(db, id, clock.now())
    if (isRevoked) await also(db)
    return isRevoked
  })
}
