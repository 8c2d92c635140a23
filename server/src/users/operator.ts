// The caller of the operator API: a user with a session, or a program with a key.
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import type { Uuid } from '../ids.ts'
import { selectOperatorOfKey } from './key-queries.ts'
import { updateSessionUsed, type OperatorRow } from './queries.ts'
import type { Role } from './roles.ts'
import { hashOfToken } from './tokens.ts'

export type Operator = {
  /** As the audit trail names it. */
  actor: string
  role: Role
  /** Null for all enterprises. */
  enterpriseIds: readonly Uuid<'ent'>[] | null
  /** Null for a key. */
  sessionHash: Buffer | null
}

/** The operator that a token belongs to. Sessions and keys end in real time, also where a sandbox clock was moved. */
export async function operatorOf(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
): Promise<Operator | undefined> {
  const at = clock.realNow()
  const sessionHash = hashOfToken('session', token)
  if (sessionHash !== undefined)
    return fromRow(await updateSessionUsed(db, sessionHash, at), sessionHash)
  const keyHash = hashOfToken('key', token)
  return keyHash === undefined
    ? undefined
    : fromRow(await selectOperatorOfKey(db, keyHash, at), null)
}

function fromRow(row: OperatorRow | undefined, sessionHash: Buffer | null): Operator | undefined {
  if (row === undefined) return undefined
  return {
    actor: row.login === null ? `key:${row.label ?? ''}` : userActor(row.login),
    role: row.role,
    enterpriseIds: row.enterprise_ids,
    sessionHash,
  }
}

export const userActor = (login: string): string => `user:${login}`

/** The actor of commands, which use the database's login. */
export const COMMAND = 'command'

export const seesEnterprise = ({ enterpriseIds }: Operator, id: Uuid<'ent'>): boolean =>
  enterpriseIds === null || enterpriseIds.includes(id)
