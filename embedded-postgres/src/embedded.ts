// Runs a real PostgreSQL server in a data folder. This file decides which process starts, joins and stops the server.
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from './clock.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { openDataFolder, fileOwnerOf, type DataFolder } from './data-folder.ts'
import { EmbeddedError } from './failure.ts'
import type { Lock } from './lock.ts'
import { ensureRunning, findPostmaster, stopPostmaster, superuser, type Log } from './postmaster.ts'
import { isPostmasterOf } from './processes.ts'
import { becomeGuest, becomeOwner, findOwner, isDeserted, whileStarting } from './presence.ts'
import { chooseWay } from './run-as.ts'
import { durable, type Settings } from './settings.ts'

export type Embedded = {
  /** The folder of the unix socket, and the port number in the socket's file name: pg's { host, port }. */
  host: string
  port: number
  /** The superuser, 'postgres'. */
  user: string
  /** True when this call started the server. False when it joined a running one. */
  started: boolean
  /** Resolves when the server exits although stop was not called. */
  gone: Promise<void>
  /** Leaves the server. Stops it with a fast shutdown if this process is its owner, or the last guest without an owner. */
  stop(): Promise<void>
}

/** The URL of its database `postgres`, over the socket. */
export const databaseUrlOf = ({
  host,
  port,
  user,
}: Pick<Embedded, 'host' | 'port' | 'user'>): string =>
  `postgresql://${user}@/postgres?host=${encodeURIComponent(host)}&port=${port}`

// An owner starts its server right after taking its lock, unless a guest is starting or stopping it.
const ownerStartsWithinMs = 30_000

/**
 * Opens the server of `dataDir` and starts it if it does not run. One process at a time is its owner; a new owner adopts
 * the server of a killed one. A guest, such as a command, joins a running server. The last guest stops a server without
 * an owner. Throws EmbeddedError with a message for the operator.
 */
export async function openEmbedded(options: {
  dataDir: string
  role: 'owner' | 'guest'
  log?: Log
  /** PostgreSQL settings that override the package's defaults. */
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
        const clusterOwner = await fileOwnerOf(folder.cluster)
        if (clusterOwner === undefined)
          log(`First start: creating the database in ${folder.cluster}.`)
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

// Polls, since an adopted server is no child process.
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

// A guest does not start a server while there is an owner. Either the owner is about to start it, or the server runs in
// a container whose processes are invisible here. A second server would destroy the files.
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
