// An admin creates and revokes keys of programs that use the operator API.
import type { Execution } from '../acts/execution.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import { failure } from '../../platform/errors.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import { insertOperatorKey, updateOperatorKeyRevoked, type OperatorKeyRow } from './key-queries.ts'
import { ABSENT } from './manage-users.ts'
import type { Role } from './roles.ts'
import { newToken } from '../users/tokens.ts'

/**
 * The key is returned once. Throws `label_taken`. Acts with the key count as those of the person who gets it: the one who
 * carries this act out.
 */
export async function createOperatorKey(
  { clock }: { clock: Clock },
  execution: Execution,
  input: {
    label: string
    role: Role
    enterpriseIds: Uuid<'ent'>[] | null
    expiresAt: Instant | null
  },
): Promise<{ row: OperatorKeyRow; key: string }> {
  const at = clock.realNow()
  const { token, hash } = newToken('key')
  const { label, role, enterpriseIds, expiresAt } = input
  const key = {
    id: newUuid('opk', at),
    label,
    role,
    enterprise_ids: enterpriseIds,
    created_at: at,
    expires_at: expiresAt,
  }
  const row = await execution.commit(ABSENT, async (db) => {
    const result = await insertOperatorKey(db, key, hash, execution.person)
    const enterprise_ids = enterpriseIds?.map((id) => publicId('ent', id)) ?? null
    return (
      result && {
        result,
        subject: publicId('opk', result.id),
        detail: { after: { label, role, enterprise_ids } },
      }
    )
  })
  if (row === undefined) throw failure('label_taken')
  return { row, key: token }
}

/** A revoked key has another version. */
export const versionOfKey = ({ revoked_at }: Pick<OperatorKeyRow, 'revoked_at'>): string =>
  revoked_at === null ? 'working' : 'revoked'

/** It stops working at once. Undefined if there is no such key. */
export const revokeOperatorKey = (
  { clock }: { clock: Clock },
  execution: Execution,
  key: OperatorKeyRow,
): Promise<OperatorKeyRow | undefined> =>
  execution.commit(versionOfKey(key), async (db) => {
    const result = await updateOperatorKeyRevoked(db, key.id, clock.realNow())
    return result && { result, detail: { label: result.label } }
  })
