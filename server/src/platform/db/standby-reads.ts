// What operators read comes from a standby, if DATABASE_READS_URL names one. Nobody misses a write that was acknowledged
// before: the standby must have replayed what the primary had confirmed when the read began. If that takes too long, or the
// standby does not answer, breaks a read off or is no copy of the primary, the primary answers.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs } from '../clock.ts'
import { firstRow, isUnavailable, openPool, rows, type Db, type Pool } from './pool.ts'
import { thrownCode } from '../thrown.ts'
import { socketOf } from './silence.ts'
import { statement } from './statement.ts'

/** The server that answered a read; for the primary with the reason. */
export type ReadServer = 'standby' | `primary_standby_${Fault}`
type Fault = 'behind' | 'unreachable' | 'foreign'

/** A standby that is further behind gives its reads to the primary. */
const LONGEST_WAIT_MS = 250
const ASK_EVERY_MS = 10
const ANSWER_WITHIN_MS = 1000
/** Above the limit of a statement of reads. */
const SILENCE_MS = 12_000
/** After a fault all reads go to the primary for so long; after each further one twice as long. Then a single read tries. */
const REST_MS = 1000
const LONGEST_REST_MS = 30_000

/** SQLSTATE of a statement that took too long. It would take as long on the primary. */
const TIMED_OUT = '57014'

const SELECT_CONFIRMED = statement(
  'select_confirmed_position',
  [],
  'select pg_current_wal_flush_lsn()::text as position',
)
const SELECT_IS_REPLAYED = statement(
  'select_is_replayed',
  ['position'],
  // Null on a server that is no standby: it may be a primary that others have replaced.
  'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= $1::pg_lsn end as is_replayed',
)
/** The cluster and the database in it, which a standby shares with its primary. */
const SELECT_IDENTITY = statement(
  'select_identity',
  [],
  `select concat_ws(' ', (select system_identifier from pg_control_system()), current_database()) as identity,
          exists (select from pg_stat_wal_receiver) as is_fed`,
)

type Options = { onPrimary: Pool; url: string; size: number }

/** `client`: a connection to the standby, or why the primary answers. */
function openStandby(options: Options): {
  client: () => Promise<pg.PoolClient | Fault>
  pool: Pool
} {
  const { onPrimary } = options
  const standby = openPool(
    { connectionString: options.url },
    {
      size: options.size,
      role: 'corridor_service',
      use: 'reads_of_standby',
      silenceMs: SILENCE_MS,
    },
  )
  const open = new Set<pg.PoolClient>()
  standby.on('connect', (client) => open.add(client))
  standby.on('remove', (client) => open.delete(client))
  const known = new WeakSet<pg.PoolClient>()
  const confirmed = sharedRead(async () => {
    const [row] = await rows<{ position: string }>(onPrimary, SELECT_CONFIRMED)
    return row?.position ?? ''
  })
  let primaryIdentity: string | undefined

  async function tryStandby(): Promise<pg.PoolClient | Fault> {
    const position = await confirmed()
    primaryIdentity ??= (await identityOf(onPrimary))?.identity
    const client = await standby.connect().catch(() => undefined)
    if (client === undefined) return 'unreachable'
    const silent = setTimeout(() => {
      // The others would wait as long for nothing.
      for (const one of open) socketOf(one).destroy(new Error('the standby does not answer'))
    }, ANSWER_WITHIN_MS)
    try {
      if (!known.has(client)) {
        // A former primary that nothing feeds may have rows that nobody else has.
        const found = await identityOf(client)
        if (found?.identity !== primaryIdentity || !found?.is_fed) {
          client.release(true)
          return 'foreign'
        }
        known.add(client)
      }
      const isReplayed = await untilReplayed(client, position)
      if (isReplayed === true) return client
      client.release(isReplayed === undefined)
      return isReplayed === undefined ? 'unreachable' : 'behind'
    } catch {
      client.release(true)
      return 'unreachable'
    } finally {
      clearTimeout(silent)
    }
  }

  return { client: withRests(tryStandby), pool: standby }
}

/** Leaves a standby with faults alone for a while, and then lets one read try. */
function withRests<T extends object>(tryIt: () => Promise<T | Fault>): () => Promise<T | Fault> {
  let faults = 0
  let last: Fault = 'unreachable'
  let restsUntilMs = 0
  let isTrying = false
  return async () => {
    if (faults > 0 && (isTrying || monotonicMs() < restsUntilMs)) return last
    isTrying = true
    try {
      const found = await tryIt()
      if (typeof found !== 'string') faults = 0
      else if (monotonicMs() >= restsUntilMs) {
        restsUntilMs = monotonicMs() + Math.min(REST_MS * 2 ** faults, LONGEST_REST_MS)
        faults += 1
        last = found
      }
      return found
    } finally {
      isTrying = false
    }
  }
}

/** `onPrimary`: the connections of reads there, ended with these. `note`: called once for each read. */
export function openStandbyReads({
  note,
  ...options
}: Options & { note: (server: ReadServer) => void }): Pool {
  const { onPrimary } = options
  const standby = openStandby(options)

  async function connect(): Promise<pg.PoolClient> {
    const client = await standby.client()
    note(typeof client === 'string' ? `primary_standby_${client}` : 'standby')
    return typeof client === 'string' ? onPrimary.connect() : client
  }

  /** A read that the standby breaks off, for its own replay or because it goes, is repeated on the primary. */
  async function query(read: string | pg.QueryConfig, values?: unknown[]) {
    const client = await standby.client()
    if (typeof client !== 'string')
      try {
        const result = await client.query(read, values)
        client.release()
        note('standby')
        return result
      } catch (error) {
        const isBrokenOff = isUnavailable(error) && thrownCode(error) !== TIMED_OUT
        client.release(isBrokenOff)
        if (!isBrokenOff) throw error
      }
    note(`primary_standby_${typeof client === 'string' ? client : 'unreachable'}`)
    return onPrimary.query(read, values)
  }

  const pool = new (class extends pg.Pool {
    override connect(): Promise<pg.PoolClient>
    override connect(callback: ConnectCallback): void
    override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
      const connected = connect()
      if (callback === undefined) return connected
      connected.then(
        (client) => callback(undefined, client, client.release),
        (error: Error) => callback(error, undefined, () => undefined),
      )
    }

    override async end(): Promise<void> {
      await Promise.all([standby.pool.end(), onPrimary.end()])
    }
  })()
  return Object.assign(pool, { query })
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: pg.PoolClient['release'],
) => void

const identityOf = (db: Db) => firstRow<{ identity: string; is_fed: boolean }>(db, SELECT_IDENTITY)

/** Undefined: the server is no standby. */
async function untilReplayed(db: Db, position: string): Promise<boolean | undefined> {
  const endMs = monotonicMs() + LONGEST_WAIT_MS
  for (;;) {
    const [row] = await rows<{ is_replayed: boolean | null }>(db, SELECT_IS_REPLAYED, [position])
    if (row?.is_replayed == null) return undefined
    if (row.is_replayed) return true
    if (monotonicMs() > endMs) return false
    await sleep(ASK_EVERY_MS)
  }
}

/** Callers that come while a read runs share the one that begins after it: what was confirmed before they came is in it. */
function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined
  let running: Promise<unknown> = Promise.resolve()
  return () =>
    (next ??= running.then(() => {
      next = undefined
      const begun = read()
      running = begun.catch(() => undefined)
      return begun
    }))
}
