// Refuses to migrate under processes of versions that could not go on: their callers would get errors until they end.
import { setTimeout as sleep } from 'node:timers/promises'
import { rows, type Db } from './pool.ts'
import { statement } from './statement.ts'
import { OLDEST_BESIDE, SPACE_OF_SIGNS } from './versions.ts'

// Versions before the signs show themselves by their name only. Every login sees the names of all sessions.
const SELECT_OLDER_SESSIONS = statement(
  'select_older_sessions',
  ['oldest'],
  `with signs as (
     select pid, objid::int as number from pg_locks
      where locktype = 'advisory' and classid = ${SPACE_OF_SIGNS} and objsubid = 2
        and database = (select oid from pg_database where datname = current_database())
   ), sessions as (
     select number from signs
      union all
     select 0 from pg_stat_activity
      where datname = current_database() and application_name = 'corridor' and pid not in (select pid from signs)
   )
   select number, count(*)::int as count from sessions where number < $1 group by number order by number`,
)

type OlderSessions = { number: number; count: number }

/** A session without a sign may be about to take one, so it is looked at again. */
const MOST_LOOKS = 3
const PAUSE_MS = 500

async function olderSessions(db: Db): Promise<OlderSessions[]> {
  for (let looks = 1; ; looks++) {
    const older = await rows<OlderSessions>(db, SELECT_OLDER_SESSIONS, [OLDEST_BESIDE])
    if (looks === MOST_LOOKS || older.every(({ number }) => number > 0)) return older
    await sleep(PAUSE_MS)
  }
}

/** Throws if sessions of versions are connected that cannot work on the schema of this one. */
export async function requireNoneOlder(db: Db): Promise<void> {
  const older = await olderSessions(db)
  if (older.length === 0) return
  const which = older.map(
    ({ number, count }) =>
      `${count} of a version ${number === 0 ? 'without a sign' : `whose last migration is ${String(number).padStart(4, '0')}`}`,
  )
  throw new Error(
    `Sessions of older versions are connected: ${which.join(', ')}. They could not work on this database once it is migrated; versions from migration ${String(OLDEST_BESIDE).padStart(4, '0')} on can. Stop the processes of the older versions and start this one again. Nothing was migrated.`,
  )
}
