// The caller of the operator API: a user with a session, or a program with a key.
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { uuidOf, type Prefix, type Uuid } from '../../platform/ids.ts'
import { selectOperatorOfKey } from './key-queries.ts'
import { updateSessionUsed, type OperatorRow } from '../users/session-queries.ts'
import type { Role } from './roles.ts'
import { operatorActor } from '../users/kinds.ts'
import { hashOfToken } from '../users/tokens.ts'

export type Operator = {
  /** The name of the operator in the audit trail. */
  actor: string
  /** Null for a key. */
  login: string | null
  /** The user, or who made the key. Null for a key of which this is not known. */
  person: Uuid<'usr'> | null
  role: Role
  /** Null for all enterprises. */
  enterpriseIds: readonly Uuid<'ent'>[] | null
  /** Null for a key. */
  sessionHash: Buffer | null
  /** The user enrolled, and no other admin has admitted the user yet. */
  awaitsAdmission?: true
  /** The owner of the database at the command line. It has every right, and no rule of approval covers its acts. */
  isDirect?: true
  /** For a direct operator: files that an operator file names are relative to this folder. */
  folder?: string
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
    actor: row.login === null ? `key:${row.label ?? ''}` : operatorActor(row.login),
    login: row.login,
    person: row.person,
    role: row.role,
    enterpriseIds: row.enterprise_ids,
    sessionHash,
    ...(row.awaits_admission ? { awaitsAdmission: true } : {}),
  }
}

/** The actor of acts of the service and its tests themselves. */
export const COMMAND = 'command'

/** A person at the command line with the database's login. `name`: that of the system's user. */
export const directOperator = (name: string, folder = '/'): Operator => ({
  actor: `direct:${name}`,
  login: null,
  person: null,
  role: 'admin',
  enterpriseIds: null,
  sessionHash: null,
  isDirect: true,
  folder,
})

/** Null is the deployment: only operators of all enterprises see what belongs to it. */
export const seesEnterprise = (
  { enterpriseIds }: Pick<Operator, 'enterpriseIds'>,
  id: Uuid<'ent'> | null,
): boolean => enterpriseIds === null || (id !== null && enterpriseIds.includes(id))

/** Undefined if no row has this public identifier, or if the operator does not see the enterprise of the row. */
export async function findSeen<P extends Prefix, Row extends { enterprise_id: Uuid<'ent'> | null }>(
  operator: Operator,
  prefix: P,
  text: string,
  find: (id: Uuid<P>) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const id = uuidOf(prefix, text)
  const row = id === undefined ? undefined : await find(id)
  return row !== undefined && seesEnterprise(operator, row.enterprise_id) ? row : undefined
}

/** Like `findSeen`, for a row of the deployment, which only operators of all enterprises see. */
export async function findOfDeployment<P extends Prefix, Row>(
  operator: Operator,
  prefix: P,
  text: string,
  find: (id: Uuid<P>) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const id = uuidOf(prefix, text)
  return id === undefined || !seesEnterprise(operator, null) ? undefined : find(id)
}
