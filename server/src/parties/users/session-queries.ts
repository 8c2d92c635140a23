// The SQL of users' sessions, and of the tokens that stand for an operator.
import type { UserSession } from '../../platform/access/authenticate.ts'
import { IDLE_SESSION_MS, SESSION_MS } from '../../platform/access/sessions.ts'
import { later, type Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, oneRow, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { newUuid, type Uuid } from '../../platform/ids.ts'
import type { Role } from '../operators/roles.ts'
import type { UserKind } from './kinds.ts'

export const insertUserSession = write(
  'insert_user_session',
  ['token_hash', 'user_id', 'at', 'network', 'id'],
  `insert into user_sessions (token_hash, user_id, created_at, used_at, network, id) values ($1, $2, $3, $3, $4, $5)`,
  (tokenHash: Buffer, userId: Uuid<'usr'>, at: Instant, network: string) => [
    tokenHash,
    userId,
    sqlInstant(at),
    network,
    newUuid('ses', at),
  ],
)

const SELECT_ARE_NETWORKS_KNOWN = statement(
  'select_are_networks_known',
  ['networks', 'since', 'of_desk'],
  `select exists (select from user_sessions s join users u on u.id = s.user_id
                   where s.network = asked.network and s.created_at > $2 and (u.enterprise_id is null) = $3) as is_known
     from unnest($1::text[]) with ordinality as asked (network, position)
    order by asked.position`,
)

/** Whether a user of this kind signed in from each network since then. */
export async function selectAreNetworksKnown(
  db: Db,
  networks: readonly string[],
  since: Instant,
  kind: UserKind,
): Promise<boolean[]> {
  const values = [networks, sqlInstant(since), kind === 'operator']
  const found = await rows<{ is_known: boolean }>(db, SELECT_ARE_NETWORKS_KNOWN, values)
  return found.map((row) => row.is_known)
}

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

/** The operator of a session that has not ended. */
export const updateSessionUsed = oneRow<OperatorRow, [tokenHash: Buffer, at: Instant]>(
  'update_session_used',
  ['token_hash', 'at', 'created_after', 'used_after'],
  `update user_sessions s set used_at = greatest(s.used_at, $2)
     from users u
    where s.token_hash = $1 and s.ended_at is null and s.created_at > $3 and s.used_at > $4
      and u.id = s.user_id and u.enterprise_id is null and u.disabled_at is null and u.enrolment_hash is null
   returning u.login, null::text as label, u.id as person, u.role, u.enterprise_ids,
     u.needs_admission and u.admitted_at is null as awaits_admission`,
  (tokenHash, at) => [
    tokenHash,
    sqlInstant(at),
    sqlInstant(later(at, -SESSION_MS)),
    sqlInstant(later(at, -IDLE_SESSION_MS)),
  ],
)

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
      and (s.replayed_at is null or s.replayed_at <= $5) and u.id = s.user_id and u.enterprise_id is null
   returning u.login`,
)

const NOTED_EVERY_MS = 3_600_000

/** The operator of a session that has ended. Undefined for other tokens, and within an hour after the last time. */
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

export const updateSessionEnded = write(
  'update_session_ended',
  ['token_hash', 'at'],
  `update user_sessions set ended_at = $2 where token_hash = $1 and ended_at is null`,
  (tokenHash: Buffer, at: Instant) => [tokenHash, sqlInstant(at)],
)

export const updateUserSessionsEnded = write(
  'update_user_sessions_ended',
  ['user_id', 'at'],
  `update user_sessions set ended_at = $2 where user_id = $1 and ended_at is null`,
  (userId: Uuid<'usr'>, at: Instant) => [userId, sqlInstant(at)],
)

const UPDATE_CUSTOMER_SESSIONS_USED = statement(
  'update_customer_sessions_used',
  ['token_hashes', 'at', 'created_after', 'used_after'],
  `update user_sessions s set used_at = greatest(s.used_at, $2)
     from users u
    where s.token_hash = any ($1::bytea[]) and s.ended_at is null and s.created_at > $3 and s.used_at > $4
      and u.id = s.user_id and u.enterprise_id is not null and u.disabled_at is null and u.enrolment_hash is null
   returning s.token_hash, s.id as session_id, u.id, u.login, u.role, u.enterprise_id,
     u.needs_admission and u.admitted_at is null as awaits_admission,
     (select e.bounds from enterprise_settings e where e.enterprise_id = u.enterprise_id) as bounds`,
)

/** The customer's user of each session, in order. Null for a session that is unknown or has ended. */
export async function updateCustomerSessionsUsed(
  db: Db,
  tokenHashes: readonly Buffer[],
  at: Instant,
): Promise<(UserSession | null)[]> {
  const found = await rows<UserSession & { token_hash: Buffer }>(
    db,
    UPDATE_CUSTOMER_SESSIONS_USED,
    [tokenHashes, ...bounds(at)],
  )
  return tokenHashes.map((hash) => found.find((row) => row.token_hash.equals(hash)) ?? null)
}

const bounds = (at: Instant): string[] => [
  sqlInstant(at),
  sqlInstant(later(at, -SESSION_MS)),
  sqlInstant(later(at, -IDLE_SESSION_MS)),
]

const SELECT_WORKING_USER_SESSIONS = statement(
  'select_working_user_sessions',
  ['ids', 'created_after', 'used_after'],
  `select s.id from user_sessions s join users u on u.id = s.user_id
    where s.id = any ($1::uuid[]) and s.ended_at is null and s.created_at > $2 and s.used_at > $3
      and u.disabled_at is null and u.enrolment_hash is null`,
)

/** The given sessions without those that have ended. */
export async function selectWorkingUserSessions(
  db: Db,
  ids: readonly Uuid<'ses'>[],
  at: Instant,
): Promise<ReadonlySet<Uuid<'ses'>>> {
  if (ids.length === 0) return new Set()
  const values = [ids, sqlInstant(later(at, -SESSION_MS)), sqlInstant(later(at, -IDLE_SESSION_MS))]
  const found = await rows<{ id: Uuid<'ses'> }>(db, SELECT_WORKING_USER_SESSIONS, values)
  return new Set(found.map(({ id }) => id))
}

export type ShownSession = {
  id: Uuid<'ses'>
  user_id: Uuid<'usr'>
  network: string | null
  created_at: Instant
  used_at: Instant
}

/** The sessions that have not ended, of one user or of all users of an enterprise. The last used is the first. */
export const selectSessionsOfEnterprise = allRows<
  ShownSession,
  [enterpriseId: Uuid<'ent'>, userId: Uuid<'usr'> | null, at: Instant]
>(
  'select_sessions_of_enterprise',
  ['enterprise_id', 'user_id', 'created_after', 'used_after'],
  `select s.id, s.user_id, s.network, s.created_at, s.used_at
     from users u join user_sessions s on s.user_id = u.id and s.ended_at is null
    where u.enterprise_id = $1 and ($2::uuid is null or u.id = $2) and s.id is not null
      and s.created_at > $3 and s.used_at > $4
    order by s.used_at desc limit 1000`,
  (enterpriseId, userId, at) => [
    enterpriseId,
    userId,
    sqlInstant(later(at, -SESSION_MS)),
    sqlInstant(later(at, -IDLE_SESSION_MS)),
  ],
)

/** Ends a session of an enterprise. `userId`: only if it is of this user. Undefined if there is none to end. */
export const updateCustomerSessionEnded = oneRow<
  ShownSession,
  [id: Uuid<'ses'>, enterpriseId: Uuid<'ent'>, userId: Uuid<'usr'> | null, at: Instant]
>(
  'update_customer_session_ended',
  ['id', 'enterprise_id', 'user_id', 'at'],
  `update user_sessions s set ended_at = $4 from users u
    where s.id = $1 and u.id = s.user_id and u.enterprise_id = $2 and ($3::uuid is null or u.id = $3)
      and s.ended_at is null
   returning s.id, s.user_id, s.network, s.created_at, s.used_at`,
  (id, enterpriseId, userId, at) => [id, enterpriseId, userId, sqlInstant(at)],
)

const DELETE_OLD_SESSIONS = statement(
  'delete_old_user_sessions',
  ['created_before', 'limit'],
  `delete from user_sessions where token_hash in (
     select token_hash from user_sessions where created_at < $1 order by created_at limit $2 for update skip locked)
   returning token_hash`,
)

/** Returns how many it deleted. */
export const deleteOldSessions = async (
  db: Db,
  createdBefore: Instant,
  limit: number,
): Promise<number> =>
  (await rows(db, DELETE_OLD_SESSIONS, [sqlInstant(createdBefore), limit])).length

/** A restored database has forgotten which sessions were ended and which invitations were used: nothing of them works. */
export const endSessionsOfBefore = write(
  'update_sessions_of_before',
  ['at'],
  `with users_of_before as (
     update users set enrolment_expires_at = least(enrolment_expires_at, $1) where enrolment_hash is not null
   )
   update user_sessions set ended_at = $1 where ended_at is null`,
  (at: Instant) => [sqlInstant(at)],
)
