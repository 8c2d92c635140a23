// All SQL that writes console_sessions. Sessions end in real time, also where a sandbox clock was moved.
import { later, type Instant } from '../clock.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import { write } from '../db/row-functions.ts'
import { statement } from '../db/statement.ts'
import type { Uuid } from '../ids.ts'
import { BOUNDS_OF_KEY, COLUMNS, type CallingKey } from './queries.ts'
import { IDLE_SESSION_MS, SESSION_MS } from './sessions.ts'

/** Each sign-in deletes up to ten sessions that have ended, so that the table does not grow. */
export const insertConsoleSession = write(
  'insert_console_session',
  ['token_hash', 'key_id', 'at', 'created_before'],
  `with expired as (
     delete from console_sessions where token_hash in (
       select token_hash from console_sessions where created_at <= $4
        order by created_at limit 10 for update skip locked)
   )
   insert into console_sessions (token_hash, key_id, created_at, used_at) values ($1, $2, $3, $3)`,
  (tokenHash: Buffer, keyId: Uuid<'key'>, at: Instant) => [
    tokenHash,
    keyId,
    sqlInstant(at),
    sqlInstant(later(at, -SESSION_MS)),
  ],
)

// The subquery names the columns of api_keys, since both tables have a created_at.
const UPDATE_CONSOLE_SESSIONS_USED = statement(
  'update_console_sessions_used',
  ['token_hashes', 'at', 'created_after', 'used_after'],
  `with used as (
     update console_sessions set used_at = greatest(used_at, $2)
      where token_hash = any ($1::bytea[]) and ended_at is null and created_at > $3 and used_at > $4
     returning token_hash, key_id
   )
   select used.token_hash, k.*, ${BOUNDS_OF_KEY} from used
     join (select ${COLUMNS} from api_keys) k on k.id = used.key_id
    where not exists (
      select from enterprise_settings e where e.enterprise_id = k.enterprise_id and not e.keys_may_sign_in)`,
)

/** The key of each session, in order. Null for a session that is unknown or has ended. */
export async function updateConsoleSessionsUsed(
  db: Db,
  tokenHashes: readonly Buffer[],
  at: Instant,
): Promise<(CallingKey | null)[]> {
  const found = await rows<CallingKey & { token_hash: Buffer }>(db, UPDATE_CONSOLE_SESSIONS_USED, [
    tokenHashes,
    sqlInstant(at),
    sqlInstant(later(at, -SESSION_MS)),
    sqlInstant(later(at, -IDLE_SESSION_MS)),
  ])
  return tokenHashes.map((hash) => found.find((row) => row.token_hash.equals(hash)) ?? null)
}

const SELECT_STOPPED_CONSOLE_SESSIONS = statement(
  'select_stopped_console_sessions',
  ['token_hashes', 'created_after', 'used_after'],
  `select token_hash from unnest($1::bytea[]) as asked (token_hash)
    where not exists (
      select from console_sessions s join api_keys k on k.id = s.key_id
       where s.token_hash = asked.token_hash and s.ended_at is null and s.created_at > $2 and s.used_at > $3
         and not exists (select from enterprise_settings e
                          where e.enterprise_id = k.enterprise_id and not e.keys_may_sign_in))`,
)

/** The given sessions that have ended, as text in base64. */
export async function selectStoppedConsoleSessions(
  db: Db,
  tokenHashes: readonly Buffer[],
  at: Instant,
): Promise<ReadonlySet<string>> {
  if (tokenHashes.length === 0) return new Set()
  const stopped = await rows<{ token_hash: Buffer }>(db, SELECT_STOPPED_CONSOLE_SESSIONS, [
    tokenHashes,
    sqlInstant(later(at, -SESSION_MS)),
    sqlInstant(later(at, -IDLE_SESSION_MS)),
  ])
  return new Set(stopped.map((row) => row.token_hash.toString('base64')))
}

export const updateConsoleSessionEnded = write(
  'update_console_session_ended',
  ['token_hash', 'at'],
  `update console_sessions set ended_at = $2 where token_hash = $1 and ended_at is null`,
  (tokenHash: Buffer, at: Instant) => [tokenHash, sqlInstant(at)],
)
