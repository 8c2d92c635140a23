// The database of a Corridor that was given no DATABASE_URL: a real PostgreSQL of its own in the data
// folder. Decides who starts, joins and stops it; how that is done is left to the files beside it.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../../clock.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, makeSocketFolder } from './cluster.ts'
import { openDataFolder, ownerOf, type DataFolder } from './data-folder.ts'
import { EmbeddedError } from './failure.ts'
import {
  ensureRunning,
  findPostmaster,
  stopPostmaster,
  superuser,
  type Launcher,
  type Log,
  type Role,
  type Running,
} from './postmaster.ts'
import { becomeGuest, becomeOwner, findOwner, isDeserted, whileStarting } from './presence.ts'
import { chooseWay } from './run-as.ts'
import { durable, throwaway } from './settings.ts'

export { EmbeddedError } from './failure.ts'

export type Embedded = {
  /** Folder of the unix socket and the port number used in its file name, for pg's { host, port }. */
  host: string
  port: number
  /** The superuser, 'postgres'. */
  user: string
  /** true when this call started the server; false when it was running already and was joined. */
  started: boolean
  /** Stops the server if it is this process's to stop: fast shutdown, waits. Otherwise does nothing. */
  stop(): Promise<void>
}

// An owner that has its lock starts its server at once, unless it has to wait for a guest's.
const ownerStartsWithinMs = 30_000

/**
 * The server of `dataDir`, started if it does not run. One owner at a time; it also adopts the server that
 * a killed owner left behind. A guest, such as a CLI command, joins what runs, and what it had to start
 * goes with the last guest unless an owner has come. Throws EmbeddedError, whose message is for a person.
 */
export async function openEmbedded(options: {
  dataDir: string
  role: Role
  log?: Log
}): Promise<Embedded> {
  const { role, log = () => undefined } = options
  const folder = await openDataFolder(options.dataDir)
  const presence = role === 'owner' ? await becomeOwner(folder) : await becomeGuest(folder)
  try {
    if (role === 'guest') await waitForOwnersServer(folder)
    const running = await whileStarting(folder, () =>
      ensureRunning(folder, role, log, () => prepareDurable(folder, log)),
    )
    if (!running.started) log(`PostgreSQL was running already, process ${running.pid}: joined.`)
    return opened(running, async () => {
      try {
        await whileStarting(folder, async () => {
          if (role === 'guest') {
            presence.release()
            if (running.startedBy !== 'guest' || !(await isDeserted(folder))) return
          }
          await stopPostmaster(folder, log, 'fast')
        })
      } finally {
        presence.release()
      }
    })
  } catch (error) {
    presence.release()
    throw error
  }
}

/**
 * For tests: a new cluster in `dir` that forgets everything in a crash; stop() removes it. What an earlier
 * run left in `dir` is stopped and removed first. Ctrl-C ends it together with the tests.
 */
export async function openThrowaway(options: { dir: string }): Promise<Embedded> {
  const opened_ = await openDataFolder(options.dir)
  // Another name than the service's cluster has: a wrong folder cannot cost anybody a database.
  const folder = {
    ...opened_,
    cluster: join(opened_.path, 'throwaway'),
    logFile: join(opened_.path, 'throwaway.log'),
  }
  const silent = () => undefined
  const remove = async () => {
    await stopPostmaster(folder, silent, 'immediate')
    await rm(folder.cluster, { recursive: true, force: true })
  }
  await remove()
  await rm(folder.logFile, { force: true })
  const running = await ensureRunning(folder, 'owner', silent, () => prepareThrowaway(folder))
  return opened(running, remove)
}

function opened(running: Running, stop: () => Promise<void>): Embedded {
  let stopped: Promise<void> | undefined
  return {
    host: running.socketFolder,
    port: running.port,
    user: superuser,
    started: running.started,
    stop: () => (stopped ??= stop()),
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
        `The database of the Corridor that runs on ${folder.path}, ${owner}, is not to be found from here.\n` +
          `Run this command in the same container as that Corridor, or restart it. The log is ${folder.logFile}.`,
      )
    }
    await sleep(50)
  }
}

async function prepareDurable(folder: DataFolder, log: Log): Promise<Launcher> {
  const binaries = findBinaries()
  const clusterOwner = await ownerOf(folder.cluster)
  if (clusterOwner === undefined) log(`First start: making the database in ${folder.cluster}.`)
  const way = await chooseWay(binaries, folder, clusterOwner)
  await ensureCluster(binaries, way, folder, { sync: true })
  return {
    binaries,
    way,
    socketFolder: await makeSocketFolder(folder, way),
    settings: durable,
    ownSession: true,
  }
}

async function prepareThrowaway(folder: DataFolder): Promise<Launcher> {
  const binaries = findBinaries()
  const way = await chooseWay(binaries, folder, undefined)
  await ensureCluster(binaries, way, folder, { sync: false })
  return {
    binaries,
    way,
    socketFolder: await makeSocketFolder(folder, way),
    settings: throwaway,
    ownSession: false,
  }
}
