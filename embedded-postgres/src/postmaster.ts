// The running server: finds it, starts it, asks whether it answers, stops it. Who may do so is decided in
// presence.ts, and the callers hold its starting lock. Every wait has an end.
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

export type Postmaster = { pid: number; socketFolder: string; port: number; isReady: boolean }
/** `started`: by this call. */
export type Running = Postmaster & { started: boolean }

/** All that a start needs and joining does not. */
export type Launcher = { binaries: Binaries; way: Way; settings: Settings }

export const superuser = 'postgres'

// Recovery replays at most max_wal_size; a slow disk needs a minute for that.
const startTimeoutMs = 120_000
const answerTimeoutMs = 2000
// A server that says it is ready and does not answer: its socket was deleted, or it is stopped.
const unreachableMs = 2000
// The last backends of a killed postmaster need a moment to notice.
const leftoverMs = 10_000
const fastStopMs = 30_000
const immediateStopMs = 10_000

/**
 * The server of the folder, accepting connections. One that runs and does not answer is started again if
 * `mayRestart`. Throws EmbeddedError.
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
        log(
          `PostgreSQL, process ${postmaster.pid}, does not answer on its socket: starting it again.`,
        )
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
        `PostgreSQL is still starting; after a crash it repairs its files first. Its log: ${folder.logFile}`,
      )
    }
    await sleep(elapsedMs() < 1000 ? 5 : 50)
  }
  throw await failureWithLog(
    `PostgreSQL on ${folder.cluster} has been starting for ${startTimeoutMs / 1000} seconds and goes on.`,
    'When its log says that it is ready, start the program again: it joins this server.',
    { file: folder.logFile, fromByte: launched?.logFromByte ?? 0 },
  )
}

/** The living postmaster of this cluster, whoever started it. */
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

/** Sessions are cut, commits are kept, and the files are left clean. */
export async function stopPostmaster(folder: DataFolder, log: Log): Promise<void> {
  const postmaster = await findPostmaster(folder)
  if (postmaster === undefined) return
  const { pid, socketFolder } = postmaster
  let gone = await endBy('SIGINT', pid, fastStopMs)
  if (!gone) {
    log(
      `PostgreSQL, process ${pid}, did not stop in time: it is cut off, and recovers at the next start.`,
    )
    gone = await endBy('SIGQUIT', pid, immediateStopMs)
  }
  if (!gone) {
    throw await failureWithLog(
      `PostgreSQL, process ${pid} on ${folder.cluster}, does not stop.`,
      `End it with \`kill -9 ${pid}\`; the next start recovers all that was committed.`,
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
  /** How it ended, once it has. */
  ended: string | undefined
}

/** Starts the server and returns at once. To be called when findPostmaster finds none. */
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
      // Out of reach of the terminal's Ctrl-C: the service drains before it stops its server.
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

// PostgreSQL does not start while a process with the pid of its former self runs, and after a restart of
// the container one does. The caller has seen that it is none of this cluster's; what PostgreSQL's own
// check of the shared memory finds, it still finds.
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
    // Named although they are defaults, or PGSSLMODE and PGOPTIONS of the service's environment would count.
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
    // Full: it answers.
    return error instanceof pg.DatabaseError && error.code === '53300'
  } finally {
    // Not awaited: the end of a connection that hangs does not come.
    void client.end().catch(() => undefined)
  }
}

async function didNotStart(folder: DataFolder, launched: Launched): Promise<Error> {
  const version = await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8').catch(() => 'unknown')
  return failureWithLog(
    `PostgreSQL did not start on ${folder.cluster}, whose version is ${version.trim()} (${launched.ended}).`,
    'Mend what its log says below, or begin with an empty database in another data folder.',
    { file: folder.logFile, fromByte: launched.logFromByte },
  )
}

const unreachable = (folder: DataFolder, { pid, socketFolder }: Postmaster) =>
  failureWithLog(
    `PostgreSQL, process ${pid} on ${folder.cluster}, runs but does not answer on its socket in ${socketFolder}.`,
    `Restart the program that uses this folder; if none does, \`kill -INT ${pid}\`.`,
    { file: folder.logFile, fromByte: 0 },
  )
