// The SQL of operators' sessions, and of the tokens that stand for an operator.
import { IDLE_SESSION_MS, SESSION_MS } from '../../platform/access/sessions.ts'
import { later, type Instant } from '../../platform/clock.ts'
import { firstRow, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { Role } from './roles.ts'

const INSERT_USER_SESSION = statement(
  'insert_user_session',
  ['token_hash', 'user_id', 'at', 'network'],
  `insert into user_sessions (token_hash, user_id, created_at, used_at, network) values ($1, $2, $3, $3, $4)`,
)

export async function insertUserSession(
  db: Db,
  tokenHash: Buffer,
  userId: Uuid<'usr'>,
  at: Instant,
  network: string,
): Promise<void> {
  await rows(db, INSERT_USER_SESSION, [tokenHash, userId, sqlInstant(at), network])
}

const SELECT_ARE_NETWORKS_KNOWN = statement(
  'select_are_networks_known',
  ['networks', 'since'],
  `select exists (select from user_sessions s where s.network = asked.network and s.created_at > $2) as is_known
     from unnest($1::text[]) with ordinality as asked (network, position)
    order by asked.position`,
)

/** Whether somebody signed in from each network since then. */
export const selectAreNetworksKnown = async (
  db: Db,
  networks: readonly string[],
  since: Instant,
): Promise<boolean[]> =>
  (
    await rows<{ is_known: boolean }>(db, SELECT_ARE_NETWORKS_KNOWN, [networks, sqlInstant(since)])
  ).map((row) => row.is_known)

/** The caller of the operator API. */
export type OperatorRow = {
  /** Null for a key. */
  login: string | null
  /** Null for a user. */
  label: string | null
  /** The user, or who made the key. */
  person: Uuid<'usr'> | null
  role: Role
  enterprise_ids: Uuid<'ent'>[] | null
  awaits_admission: boolean
}

const UPDATE_SESSION_USED = statement(
  'update_session_used',
  ['token_hash', 'at', 'created_after', 'used_after'],
  `update user_sessions s set used_at = greatest(s.used_at, $2)
     from users u
    where s.token_hash = $1 and s.ended_at is null and s.created_at > $3 and s.used_at > $4
      and u.id = s.user_id and u.disabled_at is null and u.enrolment_hash is null
   returning u.login, null::text as label, u.id as person, u.role, u.enterprise_ids,
     u.needs_admission and u.admitted_at is null as awaits_admission`,
)

/** The user of a session that has not ended. */
export const updateSessionUsed = (
  db: Db,
  tokenHash: Buffer,
  at: Instant,
): Promise<OperatorRow | undefined> =>
  firstRow(db, UPDATE_SESSION_USED, [
    tokenHash,
    sqlInstant(at),
    sqlInstant(later(at, -SESSION_MS)),
    sqlInstant(later(at, -IDLE_SESSION_MS)),
  ])

const SELECT_ARE_TOKENS = statement(
  'select_are_tokens',
  ['hashes'],
  `select exists (select from user_sessions s where s.token_hash = asked.hash)
       or exists (select from operator_keys k where k.secret_hash = asked.hash) as is_token
     from unnest($1::bytea[]) with ordinality as asked (hash, position)
    order by asked.position`,
)

/** Whether each hash is that of a session or key, working or not. */
export const selectAreTokens = async (db: Db, hashes: readonly Buffer[]): Promise<boolean[]> =>
  (await rows<{ is_token: boolean }>(db, SELECT_ARE_TOKENS, [hashes])).map((row) => row.is_token)

const UPDATE_SESSION_REPLAYED = statement(
  'update_session_replayed',
  ['token_hash', 'at', 'created_after', 'used_after', 'noted_before'],
  `update user_sessions s set replayed_at = $2
     from users u
    where s.token_hash = $1 and (s.ended_at is not null or s.created_at <= $3 or s.used_at <= $4)
      and (s.replayed_at is null or s.replayed_at <= $5) and u.id = s.user_id
   returning u.login`,
)

const NOTED_EVERY_MS = 3_600_000

/** The user of a session that has ended. Undefined for other tokens, and within an hour after the last time. */
export async function updateSessionReplayed(
  db: Db,
  tokenHash: Buffer,
  at: Instant,
): Promise<string | undefined> {
  const [row] = await rows<{ login: string }>(db, UPDATE_SESSION_REPLAYED, [
    tokenHash,
    sqlInstant(at),
    sqlInstant(later(at, -SESSION_MS)),
    sqlInstant(later(at, -IDLE_SESSION_MS)),
    sqlInstant(later(at, -NOTED_EVERY_MS)),
  ])
  return row?.login
}

const UPDATE_SESSION_ENDED = statement(
  'update_session_ended',
  ['token_hash', 'at'],
  `update user_sessions set ended_at = $2 where token_hash = $1 and ended_at is null`,
)

export async function updateSessionEnded(db: Db, tokenHash: Buffer, at: Instant): Promise<void> {
  await rows(db, UPDATE_SESSION_ENDED, [tokenHash, sqlInstant(at)])
}

const UPDATE_USER_SESSIONS_ENDED = statement(
  'update_user_sessions_ended',
  ['user_id', 'at'],
  `update user_sessions set ended_at = $2 where user_id = $1 and ended_at is null`,
)

export async function updateUserSessionsEnded(
  db: Db,
  userId: Uuid<'usr'>,
  at: Instant,
): Promise<void> {
  await rows(db, UPDATE_USER_SESSIONS_ENDED, [userId, sqlInstant(at)])
}
