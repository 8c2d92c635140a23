// Locks between processes. The kernel releases a lock when its holder dies, so no lock is ever stale. These are POSIX
// file locks, which also work between containers that share the folder. Node has no function for them, but its SQLite
// does: an open transaction on an empty database is such a lock.
import { chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from './clock.ts'
import { EmbeddedError, messageOf } from './failure.ts'

export type Lock = { release(): void }
type LockKind = 'exclusive' | 'shared'

const begin: Record<LockKind, string> = {
  exclusive: 'begin exclusive',
  // `begin` alone takes no lock; the read takes the shared lock.
  shared: 'begin; select count(*) from sqlite_schema',
}

const SQLITE_BUSY = 5

// Keeps a reference to each lock, since the garbage collector closes unreferenced databases.
const held = new Set<DatabaseSync>()

/**
 * Takes the lock. Returns undefined when others hold it for all of `waitMs`. This process must not open `file` elsewhere
 * meanwhile: POSIX releases a process's lock when the process closes any descriptor of the file.
 */
export async function acquire(
  file: string,
  kind: LockKind,
  waitMs: number,
): Promise<Lock | undefined> {
  const untilMs = monotonicMs() + waitMs
  for (;;) {
    const database = tryAcquire(file, kind)
    if (database !== undefined) return lockOn(database)
    if (monotonicMs() >= untilMs) return undefined
    // Random pauses, so that two processes do not collide again and again.
    await sleep(5 + Math.random() * 15)
  }
}

function tryAcquire(file: string, kind: LockKind): DatabaseSync | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    // Leave no journal file beside the lock.
    database.exec('pragma journal_mode = memory')
    database.exec(begin[kind])
    if (process.getuid?.() === 0) {
      // A start with sudo must not lock out the owner of the folder.
      const { uid, gid } = statSync(dirname(file))
      chownSync(file, uid, gid)
    }
    held.add(database)
    return database
  } catch (error) {
    database?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      return undefined
    throw new EmbeddedError(
      `The lock file ${file} cannot be used: ${messageOf(error)}.\n` +
        'Give the file and its folder to the user who runs this program, or use another data folder.',
    )
  }
}

function lockOn(database: DatabaseSync): Lock {
  return {
    release() {
      if (held.delete(database)) database.close()
    },
  }
}
