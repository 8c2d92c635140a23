// All SQL that writes api_keys.
import type { Instant } from '../clock.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import { allRows, write } from '../db/row-functions.ts'
import { statement } from '../db/statement.ts'
import { publicId, type Uuid } from '../ids.ts'

import type { Bound } from './bounds.ts'

export type Scope = 'read' | 'write'

export type KeyRow = {
  id: Uuid<'key'>
  enterprise_id: Uuid<'ent'>
  organization_id: Uuid<'org'> | null
  label: string
  secret_hash: Buffer
  scopes: Scope[]
  allowed_addresses: string[]
  created_at: Instant
  expires_at: Instant | null
  revoked_at: Instant | null
  last_used_at: Instant | null
  /** The first key of a row of rotations. Null: this key. */
  line: Uuid<'key'> | null
  /** The line of the key that created this one. Null for keys that an operator created. */
  made_by: Uuid<'key'> | null
  replaces: Uuid<'key'> | null
  /** The line of another key that asked for the rotation, and so got the secret. */
  rotated_by: Uuid<'key'> | null
  /** The expiry before a rotation shortened it, if the key was replaced. */
  granted_until: Instant | null
}

/** The columns of a KeyRow. */
export const COLUMNS = `id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses::text[],
  created_at, expires_at, revoked_at, last_used_at, line, made_by, replaces, rotated_by, granted_until`

/** A key that calls. `bounds`: of its orders, if the enterprise has its keys under the rule. */
export type CallingKey = KeyRow & { bounds: Bound[] | null }

/** SQL value: the bounds of orders of a key of table `k`. */
export const BOUNDS_OF_KEY = `(select s.bounds from enterprise_settings s
    where s.enterprise_id = k.enterprise_id and s.bounds_cover_keys) as bounds`

const SELECT_KEYS_BY_HASHES = statement(
  'select_keys_by_hashes',
  ['hashes'],
  `select ${COLUMNS}, ${BOUNDS_OF_KEY} from api_keys k where secret_hash = any ($1::bytea[])`,
)

/** One row for each hash, in order. Null for an unknown key. */
export async function selectKeysByHashes(
  db: Db,
  hashes: readonly Buffer[],
): Promise<(CallingKey | null)[]> {
  const found = await rows<CallingKey>(db, SELECT_KEYS_BY_HASHES, [hashes])
  return hashes.map((hash) => found.find((row) => row.secret_hash.equals(hash)) ?? null)
}

type KeyListRow = KeyRow & { enterprise_name: string }

export const selectKeys = allRows<KeyListRow>(
  'select_keys',
  [],
  `select ${COLUMNS}, (select name from enterprises e where e.id = enterprise_id) as enterprise_name
     from api_keys
    order by id`,
)

/** How a customer created a key, to recognize a repeated request. */
export type KeyCreation = { operation: 'create' | 'rotate'; key: string; requestHash: Buffer }

export type NewKey = Pick<
  KeyRow,
  | 'id'
  | 'enterprise_id'
  | 'organization_id'
  | 'label'
  | 'secret_hash'
  | 'scopes'
  | 'allowed_addresses'
  | 'created_at'
  | 'expires_at'
> &
  Partial<Pick<KeyRow, 'line' | 'made_by' | 'replaces' | 'rotated_by'>> & { creation?: KeyCreation }

const INSERT_KEY = statement(
  'insert_key',
  [
    'id',
    'enterprise_id',
    'organization_id',
    'label',
    'secret_hash',
    'scopes',
    'allowed_addresses',
    'created_at',
    'expires_at',
    'line',
    'made_by',
    'replaces',
    'operation',
    'idempotency_key',
    'request_hash',
    'rotated_by',
  ],
  `insert into api_keys (id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses,
     created_at, expires_at, line, made_by, replaces, operation, idempotency_key, request_hash, rotated_by)
   values ($1, $2, $3, $4, $5, $6, $7::cidr[], $8, $9, $10, $11, $12, $13, $14, $15, $16)
   returning ${COLUMNS}`,
)

export async function insertKey(db: Db, key: NewKey): Promise<KeyRow> {
  const [row] = await rows<KeyRow>(db, INSERT_KEY, [
    key.id,
    key.enterprise_id,
    key.organization_id,
    key.label,
    key.secret_hash,
    key.scopes,
    key.allowed_addresses,
    sqlInstant(key.created_at),
    key.expires_at === null ? null : sqlInstant(key.expires_at),
    key.line,
    key.made_by,
    key.replaces,
    key.creation?.operation,
    key.creation?.key,
    key.creation?.requestHash,
    key.rotated_by,
  ])
  if (row === undefined) throw new Error(`${publicId('key', key.id)} was not inserted`)
  return row
}

const COUNT_WORKING_KEYS = statement(
  'count_working_keys',
  ['enterprise_id', 'at'],
  `select count(*)::int as count from api_keys
    where enterprise_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
)

/** Counts keys that are neither revoked nor expired. */
export async function countWorkingKeys(
  db: Db,
  enterpriseId: Uuid<'ent'>,
  at: Instant,
): Promise<number> {
  const [row] = await rows<{ count: number }>(db, COUNT_WORKING_KEYS, [
    enterpriseId,
    sqlInstant(at),
  ])
  return row?.count ?? 0
}

// Keys made by a key, or by a rotation that it asked for, end with it: whoever has it may have their secrets. Those of a replaced key belong to its replacement.
const UPDATE_KEY_REVOKED = statement(
  'update_key_revoked',
  ['id', 'at'],
  `with recursive ended as (
     select k.id, coalesce(k.line, k.id) as line, exists (select from api_keys s where s.replaces = k.id) as is_replaced
       from api_keys k where k.id = $1
     union
     select k.id, coalesce(k.line, k.id), false
       from ended e join api_keys k on e.line in (k.made_by, k.rotated_by) where not e.is_replaced
   )
   update api_keys k set revoked_at = $2 from ended
    where k.id = ended.id and k.revoked_at is null
   returning k.id`,
)

/** Revokes a key, and all keys made by it or by a rotation that it asked for. False when it does not exist or was already revoked. */
export async function updateKeyRevoked(db: Db, id: Uuid<'key'>, at: Instant): Promise<boolean> {
  const revoked = await rows<{ id: Uuid<'key'> }>(db, UPDATE_KEY_REVOKED, [id, sqlInstant(at)])
  return revoked.some((row) => row.id === id)
}

export const updateLastUse = write(
  'update_last_use',
  ['id', 'at'],
  `update api_keys k set last_used_at = greatest(k.last_used_at, used.at)
     from unnest($1::uuid[], $2::timestamptz[]) as used (id, at)
    where k.id = used.id`,
  (used: readonly (readonly [Uuid<'key'>, Instant])[]) => [
    used.map(([id]) => id),
    used.map(([, at]) => sqlInstant(at)),
  ],
)

const SELECT_STOPPED_KEYS = statement(
  'select_stopped_keys',
  ['ids', 'at'],
  `select id from api_keys where id = any ($1::uuid[]) and (revoked_at is not null or expires_at <= $2)`,
)

/** The given keys that are revoked, or expired at `at`. */
export async function selectStoppedKeys(
  db: Db,
  ids: readonly Uuid<'key'>[],
  at: Instant,
): Promise<ReadonlySet<Uuid<'key'>>> {
  const stopped = await rows<{ id: Uuid<'key'> }>(db, SELECT_STOPPED_KEYS, [ids, sqlInstant(at)])
  return new Set(stopped.map(({ id }) => id))
}
