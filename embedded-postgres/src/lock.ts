// Locks between processes that the kernel drops when their holder dies, so none is ever stale: no pid to
// compare, nothing to clean after kill -9, and of two in the same millisecond one gets it. They are
// POSIX file locks, on Linux and macOS, and hold between containers that share the folder too. Node has
// no call for them; its SQLite has: a transaction left open on an empty database is such a lock.
import { chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from './clock.ts'
import { EmbeddedError, messageOf } from './failure.ts'

export type Lock = { release(): void }
export type LockKind = 'exclusive' | 'shared'

const begin: Record<LockKind, string> = {
  exclusive: 'begin exclusive',
  // The read is what takes the shared lock; `begin` alone takes none.
  shared: 'begin; select count(*) from sqlite_schema',
}

const SQLITE_BUSY = 5

// A lock must outlive a caller that forgot it: the garbage collector closes a database nobody refers to.
const held = new Set<DatabaseSync>()

/**
 * The lock, or undefined when others hold it for all of `waitMs`. Nothing else may open `file` while this
 * process holds it: POSIX drops a process's lock when it closes any descriptor of the file.
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
    // Uneven steps: two that collide do not collide for ever.
    await sleep(5 + Math.random() * 15)
  }
}

function tryAcquire(file: string, kind: LockKind): DatabaseSync | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    // In memory: no journal file is left beside the lock.
    database.exec('pragma journal_mode = memory')
    database.exec(begin[kind])
    if (process.getuid?.() === 0) {
      // One start with sudo must not lock out the user whose folder it is.
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
        'Give it and its folder to the user who runs the program, or use another data folder.',
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
