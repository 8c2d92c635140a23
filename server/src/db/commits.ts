// Detects commits that hang. statement_timeout does not apply to a commit that waits for a synchronous standby.
// Cancelling it would be wrong: PostgreSQL would then report success although the standby has no copy. So the service
// drops the connection and answers 503; the caller retries with its idempotency key. Writes are refused until a small
// commit is confirmed again, so that no backlog forms in the database or in this process.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { CommitsHang, openPool, refuseWrites, type Connection, type Pool } from './pool.ts'
import { socketOf } from './silence.ts'

// Ages are counted in runs of this timer, not in time. A process without CPU for seconds has unread answers, not hanging
// commits.
const LOOK_MS = 250
/** A statement older than this is suspected. It may just be slow, so a small commit decides. */
const SUSPECT_LOOKS = 6
const CONFIRM_MS = 1500
const AGAIN_MS = 1000

/** A commit of one record in the write-ahead log. It touches no table and takes no lock. */
const SMALL_COMMIT = `select pg_logical_emit_message(true, 'corridor', 'commit')`

export type Commits = {
  /** Whether a small commit is confirmed within 1.5 seconds. False at once while commits are known to hang. */
  areConfirmed(): Promise<boolean>
  stop(): void
}

/** Watches the statements of `pools`. `areConfirmed` uses the first pool. */
export function watchCommits(
  pools: readonly [Pool, ...Pool[]],
  connection: Connection,
  log: Logger,
): Commits {
  const busySince = new Map<PoolClient, number>()
  let looks = 0
  let state: 'confirmed' | 'asked' | 'hang' = 'confirmed'
  let notBefore = 0
  let stopped = false

  for (const pool of pools) {
    pool.on('acquire', (client) => busySince.set(client, looks))
    pool.on('release', (_error, client) => busySince.delete(client))
    pool.on('remove', (client) => busySince.delete(client))
  }

  const timer = setInterval(() => {
    looks += 1
    const slow = [...busySince].filter(([, since]) => looks - since > SUSPECT_LOOKS)
    if (slow.length === 0) return
    if (state === 'hang') for (const [client] of slow) socketOf(client).destroy(new CommitsHang())
    else if (looks >= notBefore) void ask()
  }, LOOK_MS)
  timer.unref()

  async function ask(): Promise<void> {
    if (state !== 'confirmed') return
    state = 'asked'
    const probe = startProbe(connection)
    const answer = await inLooks(probe.ended)
    if (stopped) return probe.drop()
    // A probe that failed does not count as late: the suspected statements will fail for the same reason.
    if (answer !== 'late') {
      state = 'confirmed'
      notBefore = looks + SUSPECT_LOOKS
      return
    }
    state = 'hang'
    for (const pool of pools) refuseWrites(pool, true)
    log.error(
      'commits hang: writes are refused until a commit is confirmed. Is the synchronous standby running?',
    )
    await confirmed(probe)
    state = 'confirmed'
    for (const pool of pools) refuseWrites(pool, false)
    if (!stopped) log.info('commits are confirmed again')
  }

  async function inLooks<T>(answer: Promise<T>): Promise<T | 'late'> {
    const until = looks + CONFIRM_MS / LOOK_MS
    let ended: T | undefined
    void answer.then((value) => (ended = value))
    while (ended === undefined && looks < until && !stopped) await sleep(LOOK_MS / 5)
    return ended ?? 'late'
  }

  // Waits for the same commit, since each abandoned commit leaves a session behind in the database. Starts a new probe
  // when the server is gone or another server has replaced it.
  async function confirmed(first: Probe): Promise<void> {
    let probe = first
    while (!stopped) {
      const answer = await Promise.race([probe.ended, sleep(AGAIN_MS, 'late' as const)])
      if (answer === 'confirmed') return
      if (answer === 'late' && (await serverOf(connection)) === probe.server()) continue
      probe.drop()
      if (answer === 'failed') await sleep(AGAIN_MS)
      probe = startProbe(connection)
    }
    probe.drop()
  }

  // Concurrent callers share one small commit.
  let asked: Promise<boolean> | undefined
  async function askPool(): Promise<boolean> {
    try {
      await pools[0].query(SMALL_COMMIT)
      return true
    } catch {
      return false
    } finally {
      asked = undefined
    }
  }

  return {
    async areConfirmed() {
      if (state === 'hang') return false
      const small = (asked ??= askPool())
      const isConfirmed = await Promise.race([small, sleep(CONFIRM_MS, undefined, { ref: false })])
      if (isConfirmed === undefined) void ask()
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
  /** The start time of the probed server, which identifies it. Undefined until the server has answered. */
  server(): string | undefined
  drop(): void
}

function startProbe(connection: Connection): Probe {
  // No timeout: `confirmed` checks over another connection whether the server is gone.
  const { pool, drop } = ownConnection(connection, 0)
  let server: string | undefined
  async function commit(): Promise<'confirmed' | 'failed'> {
    try {
      server = await startOf(pool)
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

/** The start time of the server that a new connection reaches. Undefined when no server answers. */
async function serverOf(connection: Connection): Promise<string | undefined> {
  const { pool } = ownConnection(connection, CONFIRM_MS)
  try {
    return await startOf(pool)
  } catch {
    return undefined
  } finally {
    void pool.end()
  }
}

async function startOf(pool: Pool): Promise<string | undefined> {
  const text = `select pg_postmaster_start_time()::text as started`
  return (await pool.query<{ started: string }>(text)).rows[0]?.started
}

function ownConnection(connection: Connection, silenceMs: number) {
  const pool = openPool(connection, { size: 1, role: 'corridor_service', silenceMs })
  let client: PoolClient | undefined
  pool.on('connect', (connected) => (client = connected))
  return { pool, drop: () => client !== undefined && socketOf(client).destroy() }
}
