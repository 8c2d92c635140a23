// The processes that use the data folder now: one owner, which stops the server when it leaves, and any number of
// guests, of which the last stops a server that has no owner.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { DataFolder } from './data-folder.ts'
import { EmbeddedError } from './failure.ts'
import { acquire, type Lock } from './lock.ts'

// Longer than the longest start, so that who waits for a starter sees the starter's failure first.
const startingWaitMs = 180_000
// Covers the instant in which a leaving guest looks whether anybody is left.
const presenceWaitMs = 300

const ownerLock = (folder: DataFolder) => join(folder.locks, 'owner')
const guestsLock = (folder: DataFolder) => join(folder.locks, 'guests')
/** Says who holds the owner's lock. */
const ownerNote = (folder: DataFolder) => join(folder.locks, 'owner-is')

/** The right to be the one that stops the server. Throws EmbeddedError when another process has it. */
export async function becomeOwner(folder: DataFolder): Promise<Lock> {
  const lock = await acquire(ownerLock(folder), 'exclusive', presenceWaitMs)
  if (lock === undefined) {
    throw new EmbeddedError(
      `The data folder ${folder.path} is in use by ${await whoOwns(folder)}.\n` +
        'Stop it, or use another data folder.',
    )
  }
  // Anew: after one start with sudo the old one belongs to root.
  await rm(ownerNote(folder), { force: true })
  await writeFile(ownerNote(folder), `process ${process.pid} on ${hostname()}\n`)
  return lock
}

export async function becomeGuest(folder: DataFolder): Promise<Lock> {
  const lock = await acquire(guestsLock(folder), 'shared', presenceWaitMs)
  if (lock === undefined)
    throw new EmbeddedError(`The lock ${guestsLock(folder)} cannot be had: try again.`)
  return lock
}

/** Alone in starting or stopping the server of the folder, so that nobody joins one that is going. */
export async function whileStarting<T>(folder: DataFolder, work: () => Promise<T>): Promise<T> {
  const lock = await acquire(join(folder.locks, 'starting'), 'exclusive', startingWaitMs)
  if (lock === undefined) {
    throw new EmbeddedError(
      `Another process has been starting or stopping the database in ${folder.path} for ${startingWaitMs / 1000} seconds.\n` +
        `See its log, ${folder.logFile}; stop that process and start again.`,
    )
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** Who the owner is, in words; undefined when there is none. */
export async function findOwner(folder: DataFolder): Promise<string | undefined> {
  return (await isHeld(ownerLock(folder))) ? whoOwns(folder) : undefined
}

/** Whether neither an owner nor a guest is left. Ask it while starting, after leaving oneself. */
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
