// A real PostgreSQL server in a data folder. Decides which process starts, joins and stops it; the files beside
// this one do it.
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from './clock.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { openDataFolder, ownerOf, type DataFolder } from './data-folder.ts'
import { EmbeddedError } from './failure.ts'
import type { Lock } from './lock.ts'
import { ensureRunning, findPostmaster, stopPostmaster, superuser, type Log } from './postmaster.ts'
import { isPostmasterOf } from './processes.ts'
import { becomeGuest, becomeOwner, findOwner, isDeserted, whileStarting } from './presence.ts'
import { chooseWay } from './run-as.ts'
import { durable, type Settings } from './settings.ts'

export type Embedded = {
  /** Folder of the unix socket and the port number used in its file name, for pg's { host, port }. */
  host: string
  port: number
  /** The superuser, 'postgres'. */
  user: string
  /** true when this call started the server; false when it was running already and was joined. */
  started: boolean
  /** Resolves when the server has ended though nobody called stop. */
  gone: Promise<void>
  /** Stops the server if it is this process's to stop: fast shutdown, waits. Otherwise does nothing. */
  stop(): Promise<void>
}

// An owner that has its lock starts its server at once, unless it has to wait for a guest's.
const ownerStartsWithinMs = 30_000

/**
 * The server of `dataDir`, started if it does not run. One owner at a time; it also adopts the server that
 * a killed owner left behind. A guest, such as a CLI command, joins what runs, and the last guest stops a
 * server that has no owner. Throws EmbeddedError, whose message is for a person.
 */
export async function openEmbedded(options: {
  dataDir: string
  role: 'owner' | 'guest'
  log?: Log
  /** Settings of the server that replace some of the package's own. */
  settings?: Settings
}): Promise<Embedded> {
  const { role, log = () => undefined } = options
  const folder = await openDataFolder(options.dataDir)
  const presence = role === 'owner' ? await becomeOwner(folder) : await becomeGuest(folder)
  try {
    if (role === 'guest') await waitForOwnersServer(folder)
    const running = await whileStarting(folder, () =>
      ensureRunning(folder, role === 'owner', log, async () => {
        const binaries = findBinaries()
        const clusterOwner = await ownerOf(folder.cluster)
        if (clusterOwner === undefined)
          log(`First start: making the database in ${folder.cluster}.`)
        const way = await chooseWay(binaries, folder.path, clusterOwner)
        await ensureCluster(binaries, way, folder, { sync: true })
        return { binaries, way, settings: { ...durable, ...options.settings } }
      }),
    )
    let stopped: Promise<void> | undefined
    return {
      host: running.socketFolder,
      port: running.port,
      user: superuser,
      started: running.started,
      gone: whenGone(folder, running.pid, () => stopped !== undefined),
      stop: () => (stopped ??= leave(folder, role, presence, log)),
    }
  } catch (error) {
    presence.release()
    throw error
  }
}

// Looked at, since a server that was adopted is nobody's child.
function whenGone(folder: DataFolder, pid: number, isStopped: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(async () => {
      if (isStopped()) return clearInterval(timer)
      if (await isPostmasterOf(pid, folder.cluster)) return
      clearInterval(timer)
      if (!isStopped()) resolve()
    }, 1000)
    timer.unref()
  })
}

async function leave(
  folder: DataFolder,
  role: 'owner' | 'guest',
  presence: Lock,
  log: Log,
): Promise<void> {
  try {
    await whileStarting(folder, async () => {
      if (role === 'guest') {
        presence.release()
        if (!(await isDeserted(folder))) return
      }
      await stopPostmaster(folder, log)
    })
  } finally {
    presence.release()
  }
}

// A guest starts nothing while there is an owner: either the owner is about to, or its server runs in a
// container whose processes are not to be seen from here, and a second one would destroy the files.
async function waitForOwnersServer(folder: DataFolder): Promise<void> {
  const untilMs = monotonicMs() + ownerStartsWithinMs
  while ((await findPostmaster(folder)) === undefined) {
    const owner = await findOwner(folder)
    if (owner === undefined) return
    if (monotonicMs() > untilMs) {
      throw new EmbeddedError(
        `The server of the data folder ${folder.path} belongs to ${owner} and cannot be seen from here.\n` +
          `Run this command in the same container, or restart the owner. The log is ${folder.logFile}.`,
      )
    }
    await sleep(50)
  }
}
