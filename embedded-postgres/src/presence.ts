// Tracks the processes that use the data folder: at most one owner, and any number of guests. The owner stops the server
// when it leaves. The last guest stops a server without an owner.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { DataFolder } from './data-folder.ts'
import { EmbeddedError } from './failure.ts'
import { acquire, type Lock } from './lock.ts'

// Longer than the longest start, so that the starting process fails before the waiting ones do.
const startingWaitMs = 180_000
// Covers the moment in which a leaving guest takes the locks to check whether others are left.
const presenceWaitMs = 300

const ownerLock = (folder: DataFolder) => join(folder.locks, 'owner')
const guestsLock = (folder: DataFolder) => join(folder.locks, 'guests')
/** Names the process that holds the owner's lock. */
const ownerNote = (folder: DataFolder) => join(folder.locks, 'owner-is')

/** Takes the owner's lock. Throws EmbeddedError when another process holds it. */
export async function becomeOwner(folder: DataFolder): Promise<Lock> {
  const lock = await acquire(ownerLock(folder), 'exclusive', presenceWaitMs)
  if (lock === undefined) {
    throw new EmbeddedError(
      `The data folder ${folder.path} is in use by ${await whoOwns(folder)}.\n` +
        'Stop it, or use another data folder.',
    )
  }
  // Replace the file: after a start with sudo it belongs to root.
  await rm(ownerNote(folder), { force: true })
  await writeFile(ownerNote(folder), `process ${process.pid} on ${hostname()}\n`)
  return lock
}

export async function becomeGuest(folder: DataFolder): Promise<Lock> {
  const lock = await acquire(guestsLock(folder), 'shared', presenceWaitMs)
  if (lock === undefined)
    throw new EmbeddedError(`Another process holds the lock ${guestsLock(folder)}. Try again.`)
  return lock
}

/** Runs `work` under the starting lock, so that no process joins a server that is being stopped. */
export async function whileStarting<T>(folder: DataFolder, work: () => Promise<T>): Promise<T> {
  const lock = await acquire(join(folder.locks, 'starting'), 'exclusive', startingWaitMs)
  if (lock === undefined) {
    throw new EmbeddedError(
      `Another process has been starting or stopping the database in ${folder.path} for ${startingWaitMs / 1000} seconds.\n` +
        `See its log, ${folder.logFile}. Stop that process and try again.`,
    )
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** Describes the owner. Undefined when there is none. */
export async function findOwner(folder: DataFolder): Promise<string | undefined> {
  return (await isHeld(ownerLock(folder))) ? whoOwns(folder) : undefined
}

/** Whether no owner and no guest is left. The caller must hold the starting lock and have released its own lock. */
export async function isDeserted(folder: DataFolder): Promise<boolean> {
  return !(await isHeld(ownerLock(folder))) && !(await isHeld(guestsLock(folder)))
}

async function isHeld(file: string): Promise<boolean> {
  const lock = await acquire(file, 'exclusive', 0)
  lock?.release()
  return lock === undefined
}

async function whoOwns(folder: DataFolder): Promise<string> {
  const note = await readFile(ownerNote(folder), 'utf8').catch(() => '')
  return note.trim() || 'another process'
}
