// An admin creates and revokes keys of programs that use the operator API.
import type { Clock, Instant } from '../clock.ts'
import { inTransaction, type Pool } from '../db/pool.ts'
import { failure } from '../errors.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import { DEPLOYMENT } from '../audit/chain.ts'
import { insertAudit } from '../audit/queries.ts'
import { insertOperatorKey, updateOperatorKeyRevoked, type OperatorKeyRow } from './key-queries.ts'
import type { Act } from './manage-users.ts'
import type { Role } from './roles.ts'
import { newToken } from './tokens.ts'

type KeyDeps = { db: Pool; clock: Clock }

/** The key is returned once. Throws `label_taken`. */
export async function createOperatorKey(
  { db: pool, clock }: KeyDeps,
  { actor, reason }: Act,
  input: {
    label: string
    role: Role
    enterpriseIds: Uuid<'ent'>[] | null
    expiresAt: Instant | null
  },
): Promise<{ row: OperatorKeyRow; key: string }> {
  const at = clock.realNow()
  const { token, hash } = newToken('key')
  const row = await inTransaction(pool, async (db) => {
    const inserted = await insertOperatorKey(
      db,
      {
        id: newUuid('opk', at),
        label: input.label,
        role: input.role,
        enterprise_ids: input.enterpriseIds,
        created_at: at,
        expires_at: input.expiresAt,
      },
      hash,
    )
    if (inserted === undefined) throw failure('label_taken')
    const { label, role, enterprise_ids } = inserted
    await insertAudit(db, {
      chain: DEPLOYMENT,
      at,
      actor,
      act: 'operator_key.created',
      subject: publicId('opk', inserted.id),
      reason,
      detail: {
        after: {
          label,
          role,
          enterprise_ids: enterprise_ids?.map((id) => publicId('ent', id)) ?? null,
        },
      },
    })
    return inserted
  })
  return { row, key: token }
}

/** It stops working at once. Undefined if there is no such key. */
export async function revokeOperatorKey(
  { db: pool, clock }: KeyDeps,
  { actor, reason }: Act,
  id: Uuid<'opk'>,
): Promise<OperatorKeyRow | undefined> {
  const at = clock.realNow()
  return inTransaction(pool, async (db) => {
    const revoked = await updateOperatorKeyRevoked(db, id, at)
    if (revoked === undefined) return undefined
    await insertAudit(db, {
      chain: DEPLOYMENT,
      at,
      actor,
      act: 'operator_key.revoked',
      subject: publicId('opk', id),
      reason,
      detail: { label: revoked.label },
    })
    return revoked
  })
}
