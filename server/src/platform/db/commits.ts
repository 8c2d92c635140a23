// Detects commits that hang while they wait for a synchronous standby. statement_timeout does not end such a commit.
// The service must not cancel it: PostgreSQL would then report success although the standby has no copy. Instead the
// service drops the connection and answers 503. The caller retries with its idempotency key. The service refuses writes
// until a small commit is confirmed, so that no backlog forms in the database or in this process.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import {
  CommitsHang,
  openPool,
  refuseWrites,
  rows,
  type Connection,
  type Db,
  type Pool,
} from './pool.ts'
import { socketOf } from './silence.ts'
import { statement } from './statement.ts'

// Ages are counted in ticks of this timer, not in time. If a process gets no CPU for seconds, answers of the database wait
// unread, but no commit hangs.
const TICK_MS = 250
/** If a statement is older than this, a small commit tests whether commits hang. The statement may just be slow. */
const SUSPECT_AFTER_TICKS = 6
const CONFIRM_TIMEOUT_MS = 1500
const RETRY_MS = 1000

/** A commit of one record in the write-ahead log. It touches no table and takes no lock. */
const SMALL_COMMIT = `select pg_logical_emit_message(true, 'corridor', 'commit')`

const SELECT_STANDBYS = statement(
  'select_standbys',
  [],
  'select count(*)::int as standbys from pg_stat_replication',
)

/** The standbys that receive what this database commits. Every role may count them. */
export async function selectStandbys(db: Db): Promise<number> {
  const [row] = await rows<{ standbys: number }>(db, SELECT_STANDBYS)
  return row?.standbys ?? 0
}

export type Commits = {
  /** Tests whether a small commit is confirmed within 1.5 seconds. False at once while commits are known to hang. */
  areConfirmed(): Promise<boolean>
  stop(): void
}

/** Watches the statements of `pools`. `areConfirmed` uses the first pool. */
export function watchCommits(
  pools: readonly [Pool, ...Pool[]],
  connection: Connection,
  log: Logger,
): Commits {
  const acquiredAtTick = new Map<PoolClient, number>()
  let ticks = 0
  let state: 'confirmed' | 'probing' | 'hang' = 'confirmed'
  let noProbeBeforeTick = 0
  let stopped = false

  for (const pool of pools) {
    pool.on('acquire', (client) => acquiredAtTick.set(client, ticks))
    pool.on('release', (_error, client) => acquiredAtTick.delete(client))
    pool.on('remove', (client) => acquiredAtTick.delete(client))
  }

  const timer = setInterval(() => {
    ticks += 1
    const slow = [...acquiredAtTick].filter(([, since]) => ticks - since > SUSPECT_AFTER_TICKS)
    if (slow.length === 0) return
    if (state === 'hang') for (const [client] of slow) socketOf(client).destroy(new CommitsHang())
    else if (ticks >= noProbeBeforeTick) void probeCommits()
  }, TICK_MS)
  timer.unref()

  async function probeCommits(): Promise<void> {
    if (state !== 'confirmed') return
    state = 'probing'
    const probe = startProbe(connection)
    const result = await orLate(probe.ended)
    if (stopped) return probe.drop()
    // A failed probe does not mean that commits hang. The suspected statements will fail for the same reason.
    if (result !== 'late') {
      state = 'confirmed'
      noProbeBeforeTick = ticks + SUSPECT_AFTER_TICKS
      return
    }
    state = 'hang'
    for (const pool of pools) refuseWrites(pool, true)
    log.error(
      'commits hang: writes are refused until a commit is confirmed. Is the synchronous standby running?',
    )
    await untilConfirmed(connection, probe, () => stopped)
    state = 'confirmed'
    for (const pool of pools) refuseWrites(pool, false)
    if (!stopped) log.info('commits are confirmed again')
  }

  // Gives up after CONFIRM_TIMEOUT_MS, counted in ticks.
  async function orLate<T>(result: Promise<T>): Promise<T | 'late'> {
    const until = ticks + CONFIRM_TIMEOUT_MS / TICK_MS
    let ended: T | undefined
    void result.then((value) => (ended = value))
    while (ended === undefined && ticks < until && !stopped) await sleep(TICK_MS / 5)
    return ended ?? 'late'
  }

  const commitOnce = sharedCommit(pools[0])

  return {
    async areConfirmed() {
      if (state === 'hang') return false
      const isConfirmed = await Promise.race([
        commitOnce(),
        sleep(CONFIRM_TIMEOUT_MS, undefined, { ref: false }),
      ])
      if (isConfirmed === undefined) void probeCommits()
      return isConfirmed === true
    },
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}

type Probe = {
  ended: Promise<'confirmed' | 'failed'>
  /** Identifies the probed server by its start time. Undefined until it has answered. */
  server(): string | undefined
  drop(): void
}

function startProbe(connection: Connection): Probe {
  // No timeout: `untilConfirmed` finds out over another connection whether the server is gone.
  const { pool, drop } = openOneConnection(connection, 0)
  let server: string | undefined
  async function commit(): Promise<'confirmed' | 'failed'> {
    try {
      server = await serverStartTime(pool)
      await pool.query(SMALL_COMMIT)
      return 'confirmed'
    } catch {
      return 'failed'
    } finally {
      void pool.end()
    }
  }
  return { ended: commit(), server: () => server, drop }
}

/** Returns the start time of the server that a new connection reaches. Undefined if no server answers. */
async function currentServer(connection: Connection): Promise<string | undefined> {
  const { pool } = openOneConnection(connection, CONFIRM_TIMEOUT_MS)
  try {
    return await serverStartTime(pool)
  } catch {
    return undefined
  } finally {
    void pool.end()
  }
}

async function serverStartTime(pool: Pool): Promise<string | undefined> {
  const text = `select pg_postmaster_start_time()::text as started`
  return (await pool.query<{ started: string }>(text)).rows[0]?.started
}

function openOneConnection(connection: Connection, silenceMs: number) {
  const pool = openPool(connection, { size: 1, role: 'corridor_service', silenceMs })
  let client: PoolClient | undefined
  pool.on('connect', (connected) => (client = connected))
  return { pool, drop: () => client !== undefined && socketOf(client).destroy() }
}

// Keeps waiting for the same commit, since each abandoned one leaves a session in the database. Starts a new probe if
// the server is gone or another server has replaced it.
async function untilConfirmed(
  connection: Connection,
  first: Probe,
  isStopped: () => boolean,
): Promise<void> {
  let probe = first
  while (!isStopped()) {
    const result = await Promise.race([probe.ended, sleep(RETRY_MS, 'late' as const)])
    if (result === 'confirmed') return
    if (result === 'late' && (await currentServer(connection)) === probe.server()) continue
    probe.drop()
    if (result === 'failed') await sleep(RETRY_MS)
    probe = startProbe(connection)
  }
  probe.drop()
}

// Concurrent callers share one small commit.
function sharedCommit(pool: Pool): () => Promise<boolean> {
  let committing: Promise<boolean> | undefined
  async function commit(): Promise<boolean> {
    try {
      await pool.query(SMALL_COMMIT)
      return true
    } catch {
      return false
    } finally {
      committing = undefined
    }
  }
  return () => (committing ??= commit())
}
