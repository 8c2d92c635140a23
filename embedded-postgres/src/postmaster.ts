// Finds, starts, probes and stops the server process. Callers hold the starting lock of presence.ts. Every wait has a
// timeout.
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs } from './clock.ts'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import { failureWithLog, readLogTail } from './failure.ts'
import { exists, isPostmasterOf, isRunning, send } from './processes.ts'
import { commandFor, type Way } from './run-as.ts'
import type { Settings } from './settings.ts'
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts'

export type Log = (message: string) => void

type Postmaster = { pid: number; socketFolder: string; port: number; isReady: boolean }
/** `started`: this call started it. */
type Running = Postmaster & { started: boolean }

/** Needed to start a server, but not to join one. */
type Launcher = { binaries: Binaries; way: Way; settings: Settings }

export const superuser = 'postgres'

// Recovery replays up to max_wal_size, which takes a minute on a slow disk.
const startTimeoutMs = 120_000
const answerTimeoutMs = 2000
// After this time a ready server that does not answer counts as unreachable: its socket was deleted, or it is stopped.
const unreachableMs = 2000
// The backends of a killed postmaster need a moment to exit.
const leftoverMs = 10_000
const fastStopMs = 30_000
const immediateStopMs = 10_000

/**
 * Returns the server of the folder once it accepts connections, and starts it if needed. `mayRestart`: restart a server
 * that runs but does not answer. Throws EmbeddedError.
 */
export async function ensureRunning(
  folder: DataFolder,
  mayRestart: boolean,
  log: Log,
  prepare: () => Promise<Launcher>,
): Promise<Running> {
  const sinceMs = monotonicMs()
  const elapsedMs = () => monotonicMs() - sinceMs
  let launched: Launched | undefined
  let silentSinceMs: number | undefined
  let toldOfSlowness = false

  while (elapsedMs() < startTimeoutMs) {
    const postmaster = await findPostmaster(folder)
    if (postmaster?.isReady) {
      if (await answers(postmaster)) {
        return { ...postmaster, started: postmaster.pid === launched?.pid }
      }
      silentSinceMs ??= monotonicMs()
      if (monotonicMs() - silentSinceMs > unreachableMs) {
        if (!mayRestart) throw await unreachable(folder, postmaster)
        log(`PostgreSQL, process ${postmaster.pid}, does not answer on its socket: restarting it.`)
        await stopPostmaster(folder, log)
        silentSinceMs = undefined
      }
    } else if (postmaster === undefined) {
      if (launched?.ended !== undefined) {
        await removeSocketFolder(launched.socketFolder)
        const said = await readLogTail(folder.logFile, launched.logFromByte)
        const retry =
          /pre-existing shared memory block|lock file .* (is empty|already exists)/.test(said)
        if (!retry || elapsedMs() > leftoverMs) throw await didNotStart(folder, launched)
        launched = undefined
        await sleep(200)
      }
      launched ??= await launch(folder, await prepare())
    }
    if (!toldOfSlowness && elapsedMs() > 3000) {
      toldOfSlowness = true
      log(
        `PostgreSQL is still starting. After a crash it recovers first. Its log is ${folder.logFile}.`,
      )
    }
    await sleep(elapsedMs() < 1000 ? 5 : 50)
  }
  throw await failureWithLog(
    `PostgreSQL on ${folder.cluster} is not ready after ${startTimeoutMs / 1000} seconds. It is still starting.`,
    'When its log says that it is ready, start this program again: it joins the server.',
    { file: folder.logFile, fromByte: launched?.logFromByte ?? 0 },
  )
}

/** The running postmaster of this cluster, no matter which process started it. */
export async function findPostmaster(folder: DataFolder): Promise<Postmaster | undefined> {
  const { pid, port, socketFolder, isReady } = await readPidFile(folder)
  if (!(pid > 0) || !(await isPostmasterOf(pid, folder.cluster))) return undefined
  return { pid, port, socketFolder, isReady }
}

/** `pid` is not a number when there is no such file. */
async function readPidFile(folder: DataFolder): Promise<Postmaster & { file: string }> {
  const file = join(folder.cluster, 'postmaster.pid')
  // Lines: pid, cluster, start time, port, socket folder, TCP address, shared memory, status.
  const text = await readFile(file, 'utf8').catch(() => '')
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = text.split('\n')
  const isReady = status.trim() === 'ready'
  return {
    file,
    pid: Number.parseInt(pid, 10),
    port: Number.parseInt(port, 10),
    socketFolder,
    isReady,
  }
}

/** Stops the server with a fast shutdown: it ends sessions and keeps all commits. */
export async function stopPostmaster(folder: DataFolder, log: Log): Promise<void> {
  const postmaster = await findPostmaster(folder)
  if (postmaster === undefined) return
  const { pid, socketFolder } = postmaster
  let gone = await endBy('SIGINT', pid, fastStopMs)
  if (!gone) {
    log(
      `PostgreSQL, process ${pid}, did not stop in time: stopping it immediately. It recovers at the next start.`,
    )
    gone = await endBy('SIGQUIT', pid, immediateStopMs)
  }
  if (!gone) {
    throw await failureWithLog(
      `PostgreSQL, process ${pid} on ${folder.cluster}, does not stop.`,
      `End it with \`kill -9 ${pid}\`. The next start recovers all commits.`,
      { file: folder.logFile, fromByte: 0 },
    )
  }
  await removeSocketFolder(socketFolder)
}

async function endBy(signal: NodeJS.Signals, pid: number, timeoutMs: number): Promise<boolean> {
  send(pid, signal)
  const untilMs = monotonicMs() + timeoutMs
  while (monotonicMs() < untilMs) {
    if (!(await isRunning(pid))) return true
    await sleep(5)
  }
  return false
}

type Launched = {
  pid: number | undefined
  socketFolder: string
  logFromByte: number
  /** The signal or exit code, once the process has exited. */
  ended: string | undefined
}

/** Starts the server and returns at once. Call it only when findPostmaster finds none. */
async function launch(folder: DataFolder, launcher: Launcher): Promise<Launched> {
  const { binaries, way, settings } = launcher
  await removeStale(folder)
  const { size: logFromByte } = await stat(folder.logFile).catch(() => ({ size: 0 }))
  const socketFolder = await makeSocketFolder(way)

  const all: Settings = {
    ...settings,
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
  const args = [
    '-D',
    folder.cluster,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const { command, args: rest, options } = commandFor(way, binaries.postgres, args)
  const logDescriptor = openSync(folder.logFile, 'a', 0o600)
  try {
    const child = spawn(command, rest, {
      ...options,
      // Ctrl-C in the terminal must not reach the server: the service drains first.
      detached: true,
      stdio: ['ignore', logDescriptor, logDescriptor],
    })
    const launched: Launched = { pid: child.pid, socketFolder, logFromByte, ended: undefined }
    child.once('error', (error) => (launched.ended = error.message))
    child.once('exit', (code, signal) => (launched.ended = signal ?? `exit code ${code}`))
    child.unref()
    return launched
  } finally {
    closeSync(logDescriptor)
  }
}

// PostgreSQL refuses to start while any process has the pid in postmaster.pid, which is common after a restart of a
// container. The caller has checked that this process is no server of the cluster. PostgreSQL's own check of the shared
// memory still applies.
async function removeStale(folder: DataFolder): Promise<void> {
  const { file, pid, socketFolder } = await readPidFile(folder)
  await removeSocketFolder(socketFolder)
  if (pid > 0 && exists(pid)) await rm(file, { force: true })
}

async function answers(postmaster: Postmaster): Promise<boolean> {
  const client = new pg.Client({
    host: postmaster.socketFolder,
    port: postmaster.port,
    user: superuser,
    database: 'postgres',
    // Set explicitly, so that PGSSLMODE and PGOPTIONS of the environment do not apply.
    ssl: false,
    options: '-c statement_timeout=2000',
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    // Too many connections: the server does answer.
    return error instanceof pg.DatabaseError && error.code === '53300'
  } finally {
    // Do not await: a hanging connection never ends.
    void client.end().catch(() => undefined)
  }
}

async function didNotStart(folder: DataFolder, launched: Launched): Promise<Error> {
  const version = await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8').catch(() => 'unknown')
  return failureWithLog(
    `PostgreSQL did not start on ${folder.cluster}, whose version is ${version.trim()} (${launched.ended}).`,
    'Fix the cause shown in its log below, or use another data folder for an empty database.',
    { file: folder.logFile, fromByte: launched.logFromByte },
  )
}

const unreachable = (folder: DataFolder, { pid, socketFolder }: Postmaster) =>
  failureWithLog(
    `PostgreSQL, process ${pid} on ${folder.cluster}, runs but does not answer on its socket in ${socketFolder}.`,
    `Restart the program that uses this folder. If there is none, run \`kill -INT ${pid}\`.`,
    { file: folder.logFile, fromByte: 0 },
  )
